package profile

import (
	"time"

	"parichay/internal/field"
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

// stored is a field's text as it was saved in a language.
func (p Profile) stored(key string, lang locales.Lang) string {
	if lang == locales.English {
		return *byKey[key].At(&p)
	}
	return p.Translations[lang][key]
}
