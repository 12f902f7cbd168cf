package profile

import (
	"maps"
	"slices"
	"time"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// Revision is one saved state of the profile. Revisions are immutable; saving adds a
// new one.
type Revision struct {
	ID        int64
	UpdatedAt time.Time
	Profile   Profile
	Damaged   bool // this revision is partly unreadable, or was read instead of a newer one that is
}

// Diff lists the texts that differ between two revisions.
func Diff(before, after Profile) []field.Change {
	return field.Diff(keys, before.stored, after.stored)
}

// Led lists the changes that send customers to another destination.
func Led(before, after Profile) []field.Change {
	return slices.DeleteFunc(Diff(before, after), func(c field.Change) bool {
		watch := byKey[c.Field].Watching().Watch
		return watch != field.Destination && watch != field.Placement
	})
}

// Reworded lists the texts in which new contacts appeared, in every language.
func Reworded(before, after Profile) (all []field.Rewording) {
	for _, c := range Diff(before, after) {
		all = append(all, byKey[c.Field].Reworded(c.Field, c.Lang, c.Before, c.After)...)
	}
	return all
}

// EachContact calls found for each contact that the owner publishes. It skips samples.
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

// With returns the profile with a field's stored text in one language replaced.
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

// stored returns a field's saved text in a language.
func (p Profile) stored(key string, lang locales.Lang) string {
	if lang == locales.English {
		return *byKey[key].At(&p)
	}
	return p.Translations[lang][key]
}
