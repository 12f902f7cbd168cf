package content

import (
	"slices"
	"strconv"
	"strings"

	"parichay/internal/field"
	"parichay/locales"
)

// publishedField names in a history what is no field of the item: whether it is
// public.
const publishedField = "published"

// Diff lists what differs between two states of an item.
func (c *Collection) Diff(before, after Item) []field.Change {
	keys := make([]string, len(c.Fields))
	for i := range c.Fields {
		keys[i] = c.Fields[i].Key
	}
	changes := field.Diff(keys, before.stored, after.stored)
	if c.Drafts && before.Values != nil && before.Published != after.Published {
		changes = append(changes, field.Change{
			Field: publishedField, Lang: locales.English, Before: strconv.FormatBool(before.Published), After: strconv.FormatBool(after.Published),
		})
	}
	return changes
}

// Led lists where readers of an item are led differently after a change. What they do
// not see leads nobody.
func (c *Collection) Led(before, after Item) (all []field.Change) {
	for i := range c.Fields {
		f := &c.Fields[i]
		if !f.Leads() {
			continue
		}
		was, is := "", ""
		if before.Seen() && !before.Sample {
			was = before.Values.Text(f.Key)
		}
		if after.Seen() {
			is = after.Values.Text(f.Key)
		}
		if was != is {
			all = append(all, field.Change{Field: f.Key, Lang: locales.English, Before: was, After: is})
		}
	}
	return all
}

// Seen reports whether readers see an item, be it on a day to come.
func (i Item) Seen() bool { return i.Published && i.DeletedAt == nil }

// stored is a field's text as it was saved in a language; a list is one text.
func (i Item) stored(key string, lang locales.Lang) string {
	values := i.Values
	if lang != locales.English {
		values = i.Translations[lang]
	}
	if text, ok := values[key].(string); ok {
		return text
	}
	return strings.Join(values.List(key), ", ")
}

// Same tells whether two states would be stored alike.
func (c *Collection) Same(a, b Item) bool {
	return len(c.Diff(a, b)) == 0 && a.Published == b.Published && (a.DeletedAt == nil) == (b.DeletedAt == nil) && slices.Equal(langs(a), langs(b))
}

func langs(i Item) []locales.Lang {
	var all []locales.Lang
	for _, lang := range locales.Translated {
		if len(i.Translations[lang]) > 0 {
			all = append(all, lang)
		}
	}
	return all
}
