package content

import (
	"maps"
	"slices"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// primary returns the primary language of the item's site.
func (i Item) primary() locales.Lang {
	lang, _ := locales.Parse(string(i.Primary))
	return lang
}

// value returns a field's stored value in a language, or nil.
func (i Item) value(key string, lang locales.Lang) any {
	return i.valuesIn(lang)[key]
}

// valuesIn returns the stored values in a language.
func (i Item) valuesIn(lang locales.Lang) Values {
	if lang == locales.English {
		return i.Values
	}
	return i.Translations[lang]
}

// second returns the fallback language after English: the primary language or, if the item
// must have a title and has one in neither of the two, the first language with a title.
func (c *Collection) second(i Item) locales.Lang {
	title, has := c.Field(c.Title).of(i.Values.Text(c.Kind))
	if !has || title.Optional {
		return i.primary()
	}
	for _, lang := range slices.Concat([]locales.Lang{locales.English, i.primary()}, locales.Translated) {
		if empty(i.value(c.Title, lang)) {
			continue
		}
		if lang == locales.English {
			break
		}
		return lang
	}
	return i.primary()
}

// In returns an item as readers of lang see it, and the language it is actually in. A
// text that is missing in lang falls back to English, then to the primary language. A
// required text falls back to any language. In a Whole collection the item as a whole
// falls back, not text by text.
func (c *Collection) In(i Item, lang locales.Lang) (Values, locales.Lang) {
	order := []locales.Lang{lang, locales.English, c.second(i)}
	if c.Whole && !c.writes(i, lang) {
		order = order[1:]
		if n := slices.IndexFunc(c.standIns(i), func(other locales.Lang) bool { return c.writes(i, other) }); n >= 0 {
			order = slices.Concat([]locales.Lang{c.standIns(i)[n]}, order)
		}
	}
	shown := maps.Clone(i.Values)
	for n := range c.Fields {
		f := &c.Fields[n]
		from := order
		if c.needs(i, f) {
			from = slices.Concat(order, locales.Translated)
		}
		if f.Made {
			from, shown[f.Key] = order[:1], f.nothing()
		}
		for _, in := range from {
			if text := i.value(f.Key, in); f.Localized && !empty(text) {
				shown[f.Key] = text
				break
			}
		}
	}
	if c.Whole {
		lang = order[0]
	}
	return shown, lang
}

// Written lists the languages that an item is complete in. The first is the fallback
// for readers of the others.
func (c *Collection) Written(i Item) (all []locales.Lang) {
	for _, lang := range c.standIns(i) {
		if !slices.Contains(all, lang) && c.writes(i, lang) {
			all = append(all, lang)
		}
	}
	if len(all) == 0 { // every language lacks some text
		return []locales.Lang{locales.English}
	}
	return all
}

// standIns lists all languages in the order of fallback.
func (c *Collection) standIns(i Item) []locales.Lang {
	return slices.Concat([]locales.Lang{locales.English, c.second(i)}, locales.Translated)
}

// needs reports whether this item's kind requires the text of a field.
func (c *Collection) needs(i Item, f *Field) bool {
	own, has := f.of(i.Values.Text(c.Kind))
	return has && own.Localized && !own.Optional
}

// anywhere reports whether a field has a text in any language.
func (i Item) anywhere(key string) bool {
	return slices.ContainsFunc(locales.All, func(lang locales.Lang) bool { return !empty(i.value(key, lang)) })
}

// writes reports whether an item is complete in a language: every text that must be
// translated, and that exists in English or its fallback, exists in this language.
func (c *Collection) writes(i Item, lang locales.Lang) bool {
	second := c.second(i)
	for _, key := range c.MustBeTranslated() {
		exists := !empty(i.value(key, locales.English)) || !empty(i.value(key, second)) || c.needs(i, c.Field(key)) && i.anywhere(key)
		if exists && empty(i.value(key, lang)) {
			return false
		}
	}
	return true
}

// elsewhere reports whether a field will have a text in a language other than English
// once changes are saved. It looks at the raw changes, before they are cleaned.
func elsewhere(i Item, changes Changes, key string) bool {
	return slices.ContainsFunc(locales.Translated, func(lang locales.Lang) bool {
		if text, given := changes.Translations[lang][key]; given {
			return !empty(text)
		}
		return !empty(i.value(key, lang))
	})
}

// inPrimary returns an issue for each required text that a save would leave empty in every
// language. The issue names the primary language.
func (c *Collection) inPrimary(before, after Item, changes Changes) (issues []fault.Issue) {
	for n := range c.Fields {
		f := &c.Fields[n]
		_, touched := changes.Values[f.Key]
		for _, texts := range changes.Translations {
			_, given := texts[f.Key]
			touched = touched || given
		}
		if (touched || before.Values == nil) && c.needs(after, f) && !after.anywhere(f.Key) {
			issues = append(issues, field.Missing(f.Key, before.primary()))
		}
	}
	return issues
}

// Again returns the item with its values, texts and visibility reset to those of an older
// state. A text that had no English version gets none, even if the primary language has
// changed since.
func (c *Collection) Again(item, old Item) (Item, error) {
	given, none := maps.Clone(old.Values), Values{}
	for n := range c.Fields {
		if f := &c.Fields[n]; f.Localized && empty(given[f.Key]) {
			none[f.Key] = f.nothing()
			delete(given, f.Key)
		}
	}
	next, err := c.Patch(item, Changes{Values: given, Published: &old.Published})
	if err != nil {
		return item, err
	}
	maps.Copy(next.Values, none)
	next.Translations, next.DeletedAt = old.Translations, nil
	return next, nil
}

// TitleOf returns an item's title for lists: in English, else in the fallback language.
func (c *Collection) TitleOf(i Item) string {
	for _, lang := range []locales.Lang{locales.English, c.second(i)} {
		if text, _ := i.value(c.Title, lang).(string); text != "" {
			return text
		}
	}
	return ""
}
