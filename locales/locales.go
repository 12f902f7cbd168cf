// Package locales holds every text of the product in each of its languages. The same JSON
// files are embedded here and imported by the front end. The package fills in named
// placeholders and formats dates and numbers.
package locales

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed *.json
var files embed.FS

// Lang is one of the product's languages.
type Lang string

// The languages. English is the base: a text that is missing in another language falls
// back to it.
const (
	English  Lang = "en"
	Hindi    Lang = "hi"
	Gujarati Lang = "gu"
	Marathi  Lang = "mr"
)

// All lists the languages in the order of the menu. A language is an entry here and its file
// of texts; everything else follows. English comes first.
var All = []Lang{English, Hindi, Gujarati, Marathi}

// All lists the languages. The method marks Lang as an enumeration, like other types that have
// it.
func (Lang) All() []Lang { return All }

// Usual lists the languages of a site whose owner has not chosen others.
var Usual = []Lang{English, Hindi, Gujarati}

// Translated lists the languages other than English.
var Translated = All[1:]

// Codes lists the codes of all languages in the order of the menu.
func Codes() []string { return CodesOf(All) }

// CodesOf lists the codes of languages.
func CodesOf(langs []Lang) []string {
	codes := make([]string, len(langs))
	for i, lang := range langs {
		codes[i] = string(lang)
	}
	return codes
}

// Cut splits a path into the language that its prefix names and the path without the prefix. The
// language is empty if the path has no language prefix.
func Cut(path string) (prefix Lang, rest string) {
	for _, lang := range All {
		switch rest, found := strings.CutPrefix(path, "/"+string(lang)); {
		case found && rest == "":
			return lang, "/"
		case found && rest[0] == '/':
			return lang, rest
		}
	}
	return "", path
}

// Below returns a path with the prefix of a language; an empty prefix adds nothing.
func Below(prefix Lang, path string) string {
	switch {
	case prefix == "":
		return path
	case path == "/":
		return "/" + string(prefix)
	}
	return "/" + string(prefix) + path
}

var words = load()

func load() map[Lang]map[string]string {
	all := make(map[Lang]map[string]string, len(All))
	for _, lang := range All {
		raw, err := files.ReadFile(string(lang) + ".json")
		if err != nil {
			panic(fmt.Sprintf("locales/%s.json: %v", lang, err))
		}
		var m map[string]string
		if err := json.Unmarshal(raw, &m); err != nil {
			panic(fmt.Sprintf("locales/%s.json: %v", lang, err))
		}
		all[lang] = m
	}
	return all
}

// Parse returns the language with the code s. For anything but the codes of All it returns
// English and false.
func Parse(s string) (Lang, bool) {
	for _, lang := range All {
		if s == string(lang) {
			return lang, true
		}
	}
	return English, false
}

// Text returns the text for key in lang, else in English, else the key itself. pairs are the
// names and values of placeholders: Text(en, "share.subject", "brand", "Digital Market").
func Text(lang Lang, key string, pairs ...string) string {
	text, ok := words[lang][key]
	if !ok || text == "" {
		if text, ok = words[English][key]; !ok {
			return key
		}
	}
	return Fill(text, pairs...)
}

// Fill replaces the placeholders of a text; pairs are their names and values.
func Fill(text string, pairs ...string) string {
	if len(pairs) == 0 {
		return text
	}
	named := make([]string, len(pairs)) // replaced in one pass: a name that contains "{brand}" stays as it is
	for i := 0; i+1 < len(pairs); i += 2 {
		named[i], named[i+1] = "{"+pairs[i]+"}", pairs[i+1]
	}
	return strings.NewReplacer(named...).Replace(text)
}

// Has reports whether the English file has the key.
func Has(key string) bool {
	_, ok := words[English][key]
	return ok
}

// Section returns the texts whose keys start with one of the namespaces ("home" selects
// "home.*"), each in lang or, if missing, in English.
func Section(lang Lang, namespaces ...string) map[string]string {
	out := make(map[string]string)
	for key := range words[English] {
		space, _, _ := strings.Cut(key, ".")
		for _, want := range namespaces {
			if space == want {
				out[key] = Text(lang, key)
			}
		}
	}
	return out
}
