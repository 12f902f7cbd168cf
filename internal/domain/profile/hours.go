package profile

import (
	"slices"

	"parichay/internal/domain/field"
	"parichay/internal/domain/hours"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Week returns the opening hours from the text in the primary language or, if nothing in that text
// can be parsed, from the first language whose text can be parsed. The hours are the same for
// readers of every language.
func (p Profile) Week() (week hours.Hours, ok bool) {
	for _, lang := range slices.Concat([]locales.Lang{p.PrimaryLanguage()}, locales.All) {
		if r := hours.Read(p.Public(lang).BusinessHours); r.Readable {
			return r.Hours, true
		}
	}
	return hours.Hours{}, false
}

// canonDays returns special days as they are stored; ok is false if any line cannot be read.
func canonDays(text string) (string, bool) {
	days, ok := hours.ReadSpecial(text)
	return hours.WriteSpecial(days), ok
}

// SpecialIn returns the days whose hours differ from the usual week, as readers of a language see
// them, in the order of hours.Days.
func (p Profile) SpecialIn(lang locales.Lang) []hours.SpecialDay {
	days, _ := hours.ReadSpecial(p.SpecialDays)
	return hours.Days(days, lang, p.PrimaryLanguage())
}

// unnamed returns an issue if a save leaves a special day without a name in the primary language.
func (p Profile) unnamed(before Profile) []fault.Issue {
	days, _ := hours.ReadSpecial(p.SpecialDays)
	primary := p.PrimaryLanguage()
	if p.SpecialDays == before.SpecialDays || !slices.ContainsFunc(days, func(s hours.Special) bool { return s.Names[primary] == "" }) {
		return nil
	}
	return []fault.Issue{field.Missing("specialDays", primary)}
}
