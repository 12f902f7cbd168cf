// Package content defines the site's lists, such as articles, case studies and services:
// their fields, validation, translations and HTML. It stores nothing.
package content

import (
	"time"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// Values are an item's values by field key: a string, or a list of strings for tags.
type Values map[string]any

// Words holds the translations of an item's values, by language. English is not among them.
type Words map[locales.Lang]Values

// Text returns a string value, or "".
func (v Values) Text(key string) string {
	text, _ := v[key].(string)
	return text
}

// List returns a list value; it is never nil. The value is []string from a column or a
// save, and []any from JSON.
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

// Day returns a Date value, or the first day of a Month value.
func (v Values) Day(key string) time.Time {
	text := v.Text(key)
	day, _ := time.Parse(time.DateOnly[:min(len(text), len(time.DateOnly))], text) // the field's rule guarantees the format
	return day
}

// MustBeTranslated lists the fields that need a translation before an item counts as
// translated. Tags do not. In collections with several kinds, every text that is not
// empty does.
func (c *Collection) MustBeTranslated() (keys []string) {
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Localized && (!f.Optional || f.Kind == field.HTML || len(f.For) > 0) {
			keys = append(keys, f.Key)
		}
	}
	return keys
}
