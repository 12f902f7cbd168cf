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
	changes := []field.Change{}
	compare := func(key string, lang locales.Lang, a, b string) {
		if a != b {
			changes = append(changes, field.Change{Field: key, Lang: lang, Before: a, After: b})
		}
	}
	for i := range c.Fields {
		key := c.Fields[i].Key
		compare(key, locales.English, flat(before.Values[key]), flat(after.Values[key]))
		for _, lang := range locales.Translated {
			compare(key, lang, flat(before.Translations[lang][key]), flat(after.Translations[lang][key]))
		}
	}
	if c.Drafts && before.Values != nil && before.Published != after.Published {
		compare(publishedField, locales.English, strconv.FormatBool(before.Published), strconv.FormatBool(after.Published))
	}
	return changes
}

// flat is a value as one text. Lists come as []any from the database and as
// []string from a save.
func flat(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case []string:
		return strings.Join(v, ", ")
	case []any:
		texts := []string{}
		for _, member := range v {
			texts = append(texts, flat(member))
		}
		return strings.Join(texts, ", ")
	}
	return ""
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
