package profile

import (
	"slices"
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

// Led lists where customers are led differently after a change.
func Led(before, after Profile) []field.Change {
	return slices.DeleteFunc(Diff(before, after), func(c field.Change) bool { return !byKey[c.Field].Leads() })
}

// With is the profile with another text in a field, as it was stored once.
func (p Profile) With(key, text string) Profile {
	if f := byKey[key]; f != nil {
		*f.At(&p) = text
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
