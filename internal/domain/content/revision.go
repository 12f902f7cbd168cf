package content

import (
	"slices"
	"strconv"
	"strings"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// publishedField is the name under which a history lists changes of an item's visibility,
// which is not a field of the item.
const publishedField = "published"

// Diff lists the differences between two states of an item.
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

// Led lists the changes that send readers of an item to another destination. The destinations
// of a hidden item do not count. Changes of its placement do; otherwise an intruder could hide
// an item, move it and show it again unnoticed.
func (c *Collection) Led(before, after Item) (all []field.Change) {
	for i := range c.Fields {
		f := &c.Fields[i]
		was, is := "", ""
		switch f.Watching().Watch {
		case field.Placement:
			if before.Sample || !c.leads(before) {
				continue
			}
			was, is = c.Plain(before, f.Key, locales.English), c.Plain(after, f.Key, locales.English)
		case field.Destination:
			if before.Seen() && !before.Sample {
				was = before.Values.Text(f.Key)
			}
			if after.Seen() {
				is = after.Values.Text(f.Key)
			}
		case field.Wording, field.HistoryOnly, field.OwnerOnly: // see Reworded
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

// Reworded lists the texts of an item in which new contacts appeared, in every language. For a
// hidden item the list is empty.
func (c *Collection) Reworded(before, after Item) (all []field.Rewording) {
	if !after.Seen() {
		return nil
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		for _, lang := range locales.All {
			was := ""
			if before.Seen() {
				was = c.Plain(before, f.Key, lang)
			}
			all = append(all, f.Reworded(f.Key, lang, was, c.Plain(after, f.Key, lang))...)
		}
	}
	return all
}

// EachContact calls found for each contact in an item. It does nothing for a hidden item.
func (c *Collection) EachContact(i Item, found func(key string, lang locales.Lang, c field.Contact)) {
	if !i.Seen() {
		return
	}
	for n := range c.Fields {
		f := &c.Fields[n]
		if watch := f.Watching().Watch; watch != field.Destination && watch != field.Wording {
			continue
		}
		for _, lang := range locales.All {
			for _, contact := range f.Contacts(c.Plain(i, f.Key, lang)) {
				found(f.Key, lang, contact)
			}
		}
	}
}

// Places reports whether a field decides when and to whom an item is shown.
func (c *Collection) Places(key string) bool {
	f := c.find(key)
	return f != nil && f.Watching().Watch == field.Placement
}

func (c *Collection) find(key string) *Field {
	at := slices.IndexFunc(c.Fields, func(f Field) bool { return f.Key == key })
	if at < 0 {
		return nil // publishedField is not a field
	}
	return &c.Fields[at]
}

// builtIn reports whether an item is built in.
func (c *Collection) builtIn(i Item) bool {
	return c.Kind != "" && slices.Contains(c.BuiltIn, i.Values.Text(c.Kind))
}

// leads reports whether an item sends visitors to a destination.
func (c *Collection) leads(i Item) bool {
	return c.builtIn(i) || slices.ContainsFunc(c.Fields, func(f Field) bool {
		return f.Watching().Watch == field.Destination && i.Values.Text(f.Key) != ""
	})
}

// Plain returns a field's value in a language as one text. Back is the inverse.
func (c *Collection) Plain(i Item, key string, lang locales.Lang) string {
	f := c.find(key)
	switch {
	case key == publishedField:
		return strconv.FormatBool(i.Seen())
	case f != nil && f.Kind == field.Tags:
		return strings.Join(i.valuesIn(lang).List(key), f.listBreak())
	}
	return i.stored(key, lang)
}

// listBreak separates the members of a list. No member contains it.
func (f *Field) listBreak() string {
	if len(f.Options) > 0 {
		return listComma
	}
	return "\n"
}

// Back adds a field's value to changes. text is a result of Plain.
func (c *Collection) Back(changes *Changes, key string, lang locales.Lang, text string) {
	f := c.find(key)
	if f == nil {
		return
	}
	var value any = text
	if f.Kind == field.Tags {
		list := []string{}
		if text != "" {
			list = strings.Split(text, f.listBreak())
		}
		value = list
	}
	if lang == locales.English {
		changes.Values[key] = value
		return
	}
	if changes.Translations == nil {
		changes.Translations = Words{}
	}
	if changes.Translations[lang] == nil {
		changes.Translations[lang] = Values{}
	}
	changes.Translations[lang][key] = value
}

const listComma = ", "

// Seen reports whether an item is published, now or at a scheduled time.
func (i Item) Seen() bool { return i.Published && i.DeletedAt == nil }

// stored returns a field's saved text in a language. A list is joined with commas.
func (i Item) stored(key string, lang locales.Lang) string {
	values := i.valuesIn(lang)
	if text, ok := values[key].(string); ok {
		return text
	}
	return strings.Join(values.List(key), listComma)
}

// Same reports whether two states are stored identically.
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
