package profile

import (
	"parichay/internal/field"
	"parichay/locales"
)

// Diff lists what differs between two revisions.
func Diff(before, after Profile) []field.Change {
	changes := []field.Change{}
	compare := func(key string, lang locales.Lang, a, b string) {
		if a != b {
			changes = append(changes, field.Change{Field: key, Lang: lang, Before: a, After: b})
		}
	}
	for i := range Fields {
		f := &Fields[i]
		compare(f.Key, locales.English, *f.At(&before), *f.At(&after))
		for _, lang := range locales.Translated {
			compare(f.Key, lang, before.Translations[lang][f.Key], after.Translations[lang][f.Key])
		}
	}
	return changes
}
