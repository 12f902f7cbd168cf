package profile

import (
	"maps"
	"slices"
	"time"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// Revision is one saved state of the profile. Saving never changes one; it adds
// the next.
type Revision struct {
	ID        int64
	UpdatedAt time.Time
	Profile   Profile
	Damaged   bool // it cannot be read whole, or stands in for a newer one that cannot
}

// Diff lists what differs between two revisions.
func Diff(before, after Profile) []field.Change {
	return field.Diff(keys, before.stored, after.stored)
}

// Led lists where customers are led differently after a change.
func Led(before, after Profile) []field.Change {
	return slices.DeleteFunc(Diff(before, after), func(c field.Change) bool {
		watch := byKey[c.Field].Watching().Watch
		return watch != field.Destination && watch != field.Placement
	})
}

// Reworded lists the texts in which contacts appeared, in every language.
func Reworded(before, after Profile) (all []field.Rewording) {
	for _, c := range Diff(before, after) {
		all = append(all, byKey[c.Field].Reworded(c.Field, c.Lang, c.Before, c.After)...)
	}
	return all
}

// EachContact calls found for each contact that the owner publishes: not for those of
// samples.
func (p Profile) EachContact(found func(key string, lang locales.Lang, c field.Contact)) {
	for i := range Fields {
		f := &Fields[i]
		if p.Untouched(f) {
			continue
		}
		for _, lang := range locales.All {
			if watch := f.Watching().Watch; watch == field.Destination || watch == field.Wording {
				for _, c := range f.Contacts(p.stored(f.Key, lang)) {
					found(f.Key, lang, c)
				}
			}
		}
	}
}

// With is the profile with another text in a field, as it was stored once in a language.
func (p Profile) With(key string, lang locales.Lang, text string) Profile {
	f := byKey[key]
	switch {
	case f == nil:
	case lang == locales.English:
		*f.At(&p) = text
	default:
		p.Translations = maps.Clone(p.Translations)
		if p.Translations == nil {
			p.Translations = map[locales.Lang]map[string]string{}
		}
		texts := maps.Clone(p.Translations[lang])
		if texts == nil {
			texts = map[string]string{}
		}
		if texts[key] = text; text == "" {
			delete(texts, key)
		}
		p.Translations[lang] = texts
	}
	return p
}

// stored is a field's text as it was saved in a language.
func (p Profile) stored(key string, lang locales.Lang) string {
	if lang == locales.English {
		return *byKey[key].At(&p)
	}
	return p.Translations[lang][key]
}
