package profile

import (
	"slices"
	"strings"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// arrangement is the column that holds the owner's choices about the page as a whole.
const arrangement = "arrangement"

// showGroup is the group of Path with a switch for each part.
const showGroup = "show"

// maxParts is how many parts a Profile has room for.
const maxParts = 32

// Pages are the pages that the owner can hide.
var Pages = []string{"services", "portfolio", "blog", "download"}

// parts lists everything that the owner can hide: the fields with Part set, then the pages. A
// part's index here is its index in Profile.Show.
var parts []string

// withSwitches adds a switch for each part, and sets the options of the social order.
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
		if f.Kind == field.Order && f.Options == nil {
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

// SwitchOf returns the key of the field that decides whether a part is shown.
func SwitchOf(part string) string { return showGroup + strings.ToUpper(part[:1]) + part[1:] }

// IsSwitch reports whether a field is a switch.
func IsSwitch(key string) bool { return byKey[key] != nil && byKey[key].Kind == field.Switch }

// Shows reports whether the owner shows a part.
func (p Profile) Shows(part string) bool {
	return p.Show[slices.Index(parts, part)] != field.No
}

// samples returns a value for Field.Sample: it marks the default as a sample and lists the
// samples of earlier versions.
func samples(past ...string) []string { return append([]string{}, past...) }

// Untouched reports whether a field is empty or still has its sample.
func (p Profile) Untouched(f *Field) bool {
	value := *f.At(&p)
	for _, lang := range locales.Translated {
		if p.Translations[lang][f.Key] != "" {
			return false
		}
	}
	return f.Sample != nil && (value == "" || value == f.DefaultIn(locales.English) || slices.Contains(f.Sample, value))
}

// Owned reports whether the owner has named the site. Until then it is a sample site.
func (p Profile) Owned() bool { return p.Named == field.Yes || !p.Untouched(byKey["brandName"]) }

// Public returns the profile as visitors who read lang see it: like Shown, but without hidden
// parts. Once the owner has named the site, sample values that were never changed are left
// out, too.
func (p Profile) Public(lang locales.Lang) Profile {
	owned := p.Owned()
	return p.shown(lang, func(f *Field) bool {
		return f.Part && !p.Shows(f.Name()) || owned && f.Key != "brandName" && p.Untouched(f)
	})
}
