package profile

import (
	"parichay/internal/field"
	"parichay/locales"
)

// Diff lists what differs between two revisions.
func Diff(before, after Profile) []field.Change {
	return field.Diff(keys, before.stored, after.stored)
}

// stored is a field's text as it was saved in a language.
func (p Profile) stored(key string, lang locales.Lang) string {
	if lang == locales.English {
		return *byKey[key].At(&p)
	}
	return p.Translations[lang][key]
}
