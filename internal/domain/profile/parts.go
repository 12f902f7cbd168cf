package profile

import (
	"slices"
	"strings"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// arrangement is the column of what the owner decided about the page as a whole.
const arrangement = "arrangement"

// showGroup is the group of Path with a switch for each part.
const showGroup = "show"

// maxParts is how many parts a Profile has room for.
const maxParts = 32

// Pages are those the owner may do without.
var Pages = []string{"services", "portfolio", "blog", "download"}

// parts are what the owner may leave out: the fields that say so, then the pages. A
// part's place here is its place in Profile.Show.
var parts []string

// withSwitches adds a switch for each part, and to the order of the social row its members.
func withSwitches(fields []Field) []Field {
	var platforms []string
	for i := range fields {
		f := &fields[i]
		if f.Group() == SocialGroup {
			platforms = append(platforms, f.Name())
		}
		if f.Part {
			parts = append(parts, f.Name())
		}
		if f.Kind == field.Order {
			f.Options = platforms
		}
	}
	parts = append(parts, Pages...)
	for i, part := range parts {
		fields = append(fields, Field{
			Path: showGroup + "." + part, Key: SwitchOf(part), Column: arrangement,
			Rule: field.Rule{Kind: field.Switch, Watch: field.Placement}, Default: field.Yes, At: func(p *Profile) *string { return &p.Show[i] },
		})
	}
	return fields
}

// SwitchOf is the key of the field that tells whether a part is shown.
func SwitchOf(part string) string { return showGroup + strings.ToUpper(part[:1]) + part[1:] }

// IsSwitch tells whether a field says yes or no.
func IsSwitch(key string) bool { return byKey[key] != nil && byKey[key].Kind == field.Switch }

// Shows tells whether the owner wants a part to be seen.
func (p Profile) Shows(part string) bool {
	return p.Show[slices.Index(parts, part)] != field.No
}

// samples are what earlier versions stored as a sample, besides the default.
func samples(past ...string) []string { return append([]string{}, past...) }

// Untouched tells whether a field still has the sample it came with, or nothing.
func (p Profile) Untouched(f *Field) bool {
	value := *f.At(&p)
	for _, lang := range locales.Translated {
		if p.Translations[lang][f.Key] != "" {
			return false
		}
	}
	return f.Sample != nil && (value == "" || value == f.DefaultIn(locales.English) || slices.Contains(f.Sample, value))
}

// Owned tells whether the site goes by its owner's name. Until then it is a sample.
func (p Profile) Owned() bool { return p.Named == field.Yes || !p.Untouched(byKey["brandName"]) }

// Public is the profile as visitors who read lang see it: Shown, without what the
// owner leaves out, and, once the site goes by its owner's name, without the samples
// that are left.
func (p Profile) Public(lang locales.Lang) Profile {
	owned := p.Owned()
	return p.shown(lang, func(f *Field) bool {
		return f.Part && !p.Shows(f.Name()) || owned && f.Key != "brandName" && p.Untouched(f)
	})
}
