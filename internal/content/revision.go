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
// not see leads nobody; when and to whom it is shown is told all the same, or it would
// come back to the page elsewhere than it was.
func (c *Collection) Led(before, after Item) (all []field.Change) {
	for i := range c.Fields {
		f := &c.Fields[i]
		if c.Places(f) && !before.Sample && c.leads(before) {
			if was, is := before.Plain(f.Key), after.Plain(f.Key); was != is {
				all = append(all, field.Change{Field: f.Key, Lang: locales.English, Before: was, After: is})
			}
		}
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
	if c.builtIn(before) && before.Seen() != after.Seen() {
		all = append(all, field.Change{Field: publishedField, Lang: locales.English, Before: strconv.FormatBool(before.Seen()), After: strconv.FormatBool(after.Seen())})
	}
	return all
}

// Places reports whether a field tells when and to whom an item is shown.
func (c *Collection) Places(f *Field) bool {
	return len(c.Span) > 0 && (slices.Contains(c.Span, f.Key) || f.Key == "languages")
}

// builtIn reports whether an item stands for a part of the page.
func (c *Collection) builtIn(i Item) bool {
	return c.Kind != "" && slices.Contains(c.BuiltIn, i.Values.Text(c.Kind))
}

// leads reports whether an item leads readers somewhere.
func (c *Collection) leads(i Item) bool {
	return c.builtIn(i) || slices.ContainsFunc(c.Fields, func(f Field) bool { return f.Leads() && i.Values.Text(f.Key) != "" })
}

// Plain is a field's value as one text, as a history has it.
func (i Item) Plain(key string) string {
	if key == publishedField {
		return strconv.FormatBool(i.Seen())
	}
	return i.stored(key, locales.English)
}

// Back adds to changes that a field has a text again that Plain told.
func (c *Collection) Back(changes *Changes, key, text string) {
	at := slices.IndexFunc(c.Fields, func(f Field) bool { return f.Key == key })
	switch {
	case at < 0: // whether it is published is no field
	case c.Fields[at].Kind != field.Tags:
		changes.Values[key] = text
	case text == "":
		changes.Values[key] = []string{}
	default:
		changes.Values[key] = strings.Split(text, listComma)
	}
}

const listComma = ", "

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
	return strings.Join(values.List(key), listComma)
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
