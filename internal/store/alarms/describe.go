package alarms

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/grapheme"
	"parichay/locales"
)

// Word returns the locale key of the name of a changed value.
func (c Change) Word() string {
	field, _ := c.Text()
	switch c.Subject {
	case Site:
		return "field." + field + ".label"
	case Codes:
		return "alarm.code"
	case Account:
		return "account.event." + c.Field
	case Settings:
		return "alarm.notifyEmail"
	}
	of := c.Subject + "." + field
	if key := "alarm." + of; locales.Has(key) {
		return key // the form's label is too short outside the form
	}
	return "item." + of
}

// Values returns the prefix of the locale keys of a change's values, or "" if they are not
// translated.
func (c Change) Values() string {
	if c.Subject == Site && profile.IsSwitch(c.Field) {
		return "value.switch."
	}
	if key := "item." + c.Subject + "." + c.Field + ".value."; locales.Has(key+c.Before) && locales.Has(key+c.After) {
		return key
	}
	return ""
}

// How the values before and after a change look the same.
const (
	AlikeBack   = "back"   // the value was changed and changed back
	AlikeSpaces = "spaces" // only spaces or invisible characters differ
)

// Alike reports how the values before and after the change look the same; empty: they differ.
func (c Change) Alike() string {
	switch {
	case c.Values() != "" || c.Before == "" || c.After == "":
		return ""
	case c.Before == c.After:
		return AlikeBack
	case visible(c.Before) == visible(c.After):
		return AlikeSpaces
	}
	return ""
}

func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFC.String(text))
}

// Sides returns the values before and after the change as they are shown. Both are empty if they
// differ only in parts that are not shown.
func (c Change) Sides() (before, after string) {
	before, after = c.Excerpt(c.Before), c.Excerpt(c.After)
	if before == after && c.Alike() == "" && c.Values() == "" {
		return "", ""
	}
	return before, after
}

// mostShown is the maximum number of letters of a text that are shown.
const mostShown = 500

// Excerpt returns a value of the change as it is shown: a text is shortened and stripped of
// tags.
func (c Change) Excerpt(value string) string {
	list := content.CollectionNamed(c.Subject)
	if list == nil || c.Appeared == "" {
		return value
	}
	if key, _ := c.Text(); slices.Contains(list.Bodies(), key) {
		value = content.Plain(value)
	}
	short, cut := grapheme.First(value, mostShown)
	if cut {
		short += "…"
	}
	return short
}

// Contacts lists the contacts that were added to a text.
func (c Change) Contacts() []string {
	if c.Appeared == "" {
		return nil
	}
	return strings.Split(c.Appeared, "\n")
}
