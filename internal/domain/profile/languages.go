package profile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// Languages are the languages of a site and the addresses of each. A prefix names a language. An
// address without a prefix is in the primary language.
type Languages struct {
	Primary locales.Lang
	Offered []locales.Lang // in the order of the menu; contains Primary
	English bool           // /en is an address: the primary language is or was another one
}

// Languages returns the languages of the owner's site: the primary one, and those that the owner
// chose. A revision of an older version has no choice.
func (p Profile) Languages() Languages {
	l := Languages{Primary: p.PrimaryLanguage()}
	l.English = p.EnglishPath == field.Yes || l.Primary != locales.English
	chosen := strings.Split(cmp.Or(p.Offered, byKey["languages"].Default), field.Comma)
	for _, lang := range locales.All {
		if lang == l.Primary || slices.Contains(chosen, string(lang)) {
			l.Offered = append(l.Offered, lang)
		}
	}
	return l
}

// After returns the profile to store when before is replaced. The addresses under /en stay,
// whatever the save changes: once another language was the primary one, links to them exist.
func (p Profile) After(before Profile) Profile {
	if p.Languages().English || before.Languages().English {
		p.EnglishPath = field.Yes
	}
	return p
}

// Of returns the language of the addresses with a prefix, which is empty for none. It returns the
// primary language and false if the site has no addresses with the prefix.
func (l Languages) Of(prefix locales.Lang) (lang locales.Lang, ok bool) {
	switch {
	case prefix == "":
		return l.Primary, true
	case !slices.Contains(l.Offered, prefix), prefix == locales.English && !l.English:
		return l.Primary, false
	}
	return prefix, true
}

// Find returns the language of a path, and the path without its prefix. It returns the primary
// language and false if the site has no addresses with that prefix.
func (l Languages) Find(path string) (lang locales.Lang, rest string, ok bool) {
	prefix, rest := locales.Cut(path)
	lang, ok = l.Of(prefix)
	return lang, rest, ok
}

// Path returns the address of a page in a language; path is its path without prefix. In a
// language that the site does not offer, that is the address in the primary language.
func (l Languages) Path(lang locales.Lang, path string) string {
	return locales.Below(l.Prefix(lang), path)
}

// Prefix returns the prefix of the addresses in a language; empty for none.
func (l Languages) Prefix(lang locales.Lang) locales.Lang {
	if lang == l.Primary || !slices.Contains(l.Offered, lang) {
		return ""
	}
	return lang
}

// Others returns the languages that have a prefix.
func (l Languages) Others() []locales.Lang {
	return slices.DeleteFunc(slices.Clone(l.Offered), func(lang locales.Lang) bool { return lang == l.Primary })
}

// Among returns the languages of langs that the site offers, or the primary language if it offers
// none of them.
func (l Languages) Among(langs []locales.Lang) []locales.Lang {
	among := slices.DeleteFunc(slices.Clone(langs), func(lang locales.Lang) bool { return !slices.Contains(l.Offered, lang) })
	if len(among) == 0 {
		return []locales.Lang{l.Primary}
	}
	return among
}

// Scheme names the addresses of all languages: it changes if any of them does. It is empty
// for the languages of a site that nobody has changed.
func (l Languages) Scheme() string {
	if usual := (Profile{}).Languages(); l.Primary == usual.Primary && l.English == usual.English && slices.Equal(l.Offered, usual.Offered) {
		return ""
	}
	return fmt.Sprint(l, " ")
}
