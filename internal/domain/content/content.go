// Package content is what the business has to tell, in lists such as articles,
// case studies and services, each in up to three languages. It knows what may be
// written and how it reads; it stores nothing.
package content

import (
	"time"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// Values are an item's texts by field key: a string, or a list of them for tags.
type Values map[string]any

// Words are texts in the other languages.
type Words map[locales.Lang]Values

// Text is a value that is no list.
func (v Values) Text(key string) string {
	text, _ := v[key].(string)
	return text
}

// List is a value that is a list; one without members is empty, never nil. It is
// []string where it comes from a column or a save, and []any from JSON.
func (v Values) List(key string) []string {
	all := []string{}
	switch given := v[key].(type) {
	case []string:
		all = append(all, given...)
	case []any:
		for _, member := range given {
			text, _ := member.(string)
			all = append(all, text)
		}
	}
	return all
}

// Day is a value that is a day, or a month: then it is its first.
func (v Values) Day(key string) time.Time {
	text := v.Text(key)
	day, _ := time.Parse(time.DateOnly[:min(len(text), len(time.DateOnly))], text) // a rule has checked it
	return day
}

// MustBeTranslated lists the fields that must be written in a language for its
// readers not to meet another one; a list of tags may stay as it is. Of items of
// several kinds all texts count, where they are written at all.
func (c *Collection) MustBeTranslated() (keys []string) {
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Localized && (!f.Optional || f.Kind == field.HTML || len(f.For) > 0) {
			keys = append(keys, f.Key)
		}
	}
	return keys
}
