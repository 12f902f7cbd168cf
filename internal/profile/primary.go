package profile

import (
	"maps"
	"slices"

	"parichay/internal/fault"
	"parichay/internal/field"
	"parichay/locales"
)

// PrimaryLanguage is the language the owner writes in. Its texts are the ones that
// must be there, and stand in where English is not written.
func (p Profile) PrimaryLanguage() locales.Lang {
	lang, _ := locales.Parse(p.Primary)
	return lang
}

// primaryAfter is the language the owner writes in once changes are saved.
func (p Profile) primaryAfter(changes map[string]any) locales.Lang {
	f := byKey["primaryLanguage"]
	if raw, given := lookup(changes, f); given {
		text, _ := inward(raw)
		if value, issue := f.Clean(text); issue == nil {
			p.Primary = value
		}
	}
	return p.PrimaryLanguage()
}

// textOf is a field as a reader of lang sees it.
func textOf(p *Profile, f *Field, lang locales.Lang) string {
	base := *f.At(p)
	if f.Localized {
		if own := p.Translations[lang][f.Key]; own != "" {
			return own
		}
		if other := instead(p, f); base == "" && other != "" {
			return other
		}
	}
	if base == "" || base == f.DefaultIn(locales.English) {
		return f.DefaultIn(lang)
	}
	return base
}

// instead is the owner's text that stands in where there is none in English: that of
// the language the owner writes in, or, where a sample would be shown otherwise, of
// one they wrote in before.
func instead(p *Profile, f *Field) string {
	texts := []string{p.Translations[p.PrimaryLanguage()][f.Key]}
	if f.Sample != nil {
		for _, lang := range locales.Translated {
			texts = append(texts, p.Translations[lang][f.Key])
		}
	}
	i := slices.IndexFunc(texts, func(text string) bool { return text != "" })
	if i < 0 {
		return ""
	}
	return texts[i]
}

// Writes tells whether a reader of lang gets a field in that language: the owner's
// words, or the program's.
func (p Profile) Writes(key string, lang locales.Lang) bool {
	f, base := byKey[key], *byKey[key].At(&p)
	switch {
	case p.Translations[lang][key] != "":
		return true
	case base == "" && instead(&p, f) != "":
		return false
	}
	return lang == locales.English || base == "" || base == f.DefaultIn(locales.English)
}

// inPrimary looks after the texts that a save of an owner who does not write in
// English touched: one that must be there is there in that language or in English,
// and a sample gives way to the first text of the owner's. It adds to the issues; what
// is refused is as it was before.
func inPrimary(p *Profile, before Profile, changes map[string]any, words Translations, issues []fault.Issue) []fault.Issue {
	primary := p.PrimaryLanguage()
	for i := range Fields {
		f := &Fields[i]
		_, inEnglish := lookup(changes, f)
		_, own := words[primary][f.Key]
		refused := slices.ContainsFunc(issues, func(issue fault.Issue) bool { return issue.Field == f.Key })
		if !f.Localized || !inEnglish && !own || refused {
			continue
		}
		base, text := f.At(p), p.Translations[primary][f.Key]
		sample := before.Untouched(f) && (f.Key != "brandName" || before.Named != field.Yes)
		switch {
		case *base == "" && text == "" && f.Required():
			issues = append(issues, fault.Issue{Field: f.Key, Code: fault.Required, Lang: string(primary)})
			*base = *f.At(&before)
			if was := before.Translations[primary][f.Key]; was != "" {
				p.Translations[primary] = maps.Clone(p.Translations[primary])
				if p.Translations[primary] == nil {
					p.Translations[primary] = map[string]string{}
				}
				p.Translations[primary][f.Key] = was
			}
		case text != "" && !inEnglish && sample:
			*base = ""
		}
	}
	return issues
}
