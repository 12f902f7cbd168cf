package content

import (
	"maps"
	"slices"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// primary is the language the owner of the item's site writes in.
func (i Item) primary() locales.Lang {
	lang, _ := locales.Parse(string(i.Primary))
	return lang
}

// said is a value as it was written in a language, or nothing.
func (i Item) said(key string, lang locales.Lang) any {
	return i.saidIn(lang)[key]
}

// saidIn are the values as they were written in a language.
func (i Item) saidIn(lang locales.Lang) Values {
	if lang == locales.English {
		return i.Values
	}
	return i.Translations[lang]
}

// second is the language that stands in where English has no text: the one the owner
// writes in, or, of an item that must have a title and has it in neither, one in which
// it was written before.
func (c *Collection) second(i Item) locales.Lang {
	title, has := c.Field(c.Title).of(i.Values.Text(c.Kind))
	if !has || title.Optional {
		return i.primary()
	}
	for _, lang := range slices.Concat([]locales.Lang{locales.English, i.primary()}, locales.Translated) {
		if empty(i.said(c.Title, lang)) {
			continue
		}
		if lang == locales.English {
			break
		}
		return lang
	}
	return i.primary()
}

// In returns an item as readers of lang see it, and the language it is then really
// in. What is not written in lang is read in English, else in the language the owner
// writes in, and what must be there in whichever has it: text by text, or of a
// collection whose items are read whole, all of it.
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
			if text := i.said(f.Key, in); f.Localized && !empty(text) {
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

// Written lists the languages an item exists in; the first is what readers of the
// others get.
func (c *Collection) Written(i Item) (all []locales.Lang) {
	for _, lang := range c.standIns(i) {
		if !slices.Contains(all, lang) && c.writes(i, lang) {
			all = append(all, lang)
		}
	}
	if len(all) == 0 { // of each text another one lacks something
		return []locales.Lang{locales.English}
	}
	return all
}

// standIns are all languages, those first that readers of another get first.
func (c *Collection) standIns(i Item) []locales.Lang {
	return slices.Concat([]locales.Lang{locales.English, c.second(i)}, locales.Translated)
}

// needs tells whether an item of this kind must have a text.
func (c *Collection) needs(i Item, f *Field) bool {
	own, has := f.of(i.Values.Text(c.Kind))
	return has && own.Localized && !own.Optional
}

// anywhere tells whether a text is written in any language.
func (i Item) anywhere(key string) bool {
	return slices.ContainsFunc(locales.All, func(lang locales.Lang) bool { return !empty(i.said(key, lang)) })
}

// writes tells whether all that must be translated is written in a language: what is
// there in English, or in one that stands in for it.
func (c *Collection) writes(i Item, lang locales.Lang) bool {
	second := c.second(i)
	for _, key := range c.MustBeTranslated() {
		told := !empty(i.said(key, locales.English)) || !empty(i.said(key, second)) || c.needs(i, c.Field(key)) && i.anywhere(key)
		if told && empty(i.said(key, lang)) {
			return false
		}
	}
	return true
}

// elsewhere tells whether a text is there in another language than English once changes
// are saved, as far as can be told before they are cleaned.
func elsewhere(i Item, changes Changes, key string) bool {
	return slices.ContainsFunc(locales.Translated, func(lang locales.Lang) bool {
		if text, given := changes.Translations[lang][key]; given {
			return !empty(text)
		}
		return !empty(i.said(key, lang))
	})
}

// inPrimary refuses what a save left without a text that must be there, in whichever
// language; the one the owner writes in is named.
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

// Again is an item with the texts of an older state of it. What that had in no English
// is as it was, whatever language the owner writes in by now.
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

// TitleOf is what to call an item in a list.
func (c *Collection) TitleOf(i Item) string {
	for _, lang := range []locales.Lang{locales.English, c.second(i)} {
		if text, _ := i.said(c.Title, lang).(string); text != "" {
			return text
		}
	}
	return ""
}
