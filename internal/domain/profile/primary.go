package profile

import (
	"maps"
	"slices"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// PrimaryLanguage returns the language that the owner writes in. Its texts are required, and
// they are the fallback where there is no English text.
func (p Profile) PrimaryLanguage() locales.Lang {
	lang, _ := locales.Parse(p.Primary)
	return lang
}

// primaryAfter returns the primary language after changes are saved.
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

// textOf returns a field's text as a reader of lang sees it.
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
	if base == "" || f.Slot == nil && base == f.DefaultIn(locales.English) {
		return p.Delivered(f, lang)
	}
	return base
}

// instead returns the fallback for a missing English text: the text in the primary language
// or, if a sample would be shown otherwise, in any other language.
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

// Writes reports whether a reader of lang sees a field in that language: the owner's
// text or the program's default.
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

// elsewhere reports whether a field will have a text in a language other than English
// once words are saved. It looks at the raw words, before they are cleaned.
func (p Profile) elsewhere(words Translations, key string) bool {
	return slices.ContainsFunc(locales.Translated, func(lang locales.Lang) bool {
		if text, given := words[lang][key]; given {
			return text != ""
		}
		return p.Translations[lang][key] != ""
	})
}

// anywhere reports whether a field has a text in any language.
func (p Profile) anywhere(f *Field) bool { return *f.At(&p) != "" || p.elsewhere(nil, f.Key) }

// inPrimary checks the localized fields that a save touches. A required field must have
// a text in some language; if not, inPrimary adds an issue and restores the field. If
// the owner does not write in English, the first text in the primary language replaces
// the English sample.
func inPrimary(p *Profile, before Profile, changes map[string]any, words Translations, issues []fault.Issue) []fault.Issue {
	primary := p.PrimaryLanguage()
	for i := range Fields {
		f := &Fields[i]
		_, inEnglish := lookup(changes, f)
		_, own := words[primary][f.Key]
		translated := slices.ContainsFunc(locales.Translated, func(lang locales.Lang) bool {
			_, given := words[lang][f.Key]
			return given
		})
		refused := slices.ContainsFunc(issues, func(issue fault.Issue) bool { return issue.Field == f.Key })
		if !f.Localized || !inEnglish && !translated || refused {
			continue
		}
		sample := before.Untouched(f) && (f.Key != "brandName" || before.Named != field.Yes)
		switch {
		case f.Required() && !p.anywhere(f) && (inEnglish || own || before.anywhere(f)):
			issues = append(issues, field.Missing(f.Key, primary))
			takeBack(p, before, f)
		case own && !inEnglish && sample && p.Translations[primary][f.Key] != "":
			*f.At(p) = ""
		}
	}
	return issues
}

// takeBack restores a field's previous texts.
func takeBack(p *Profile, before Profile, f *Field) {
	*f.At(p) = *f.At(&before)
	p.Translations = maps.Clone(p.Translations)
	for lang, texts := range before.Translations {
		if was := texts[f.Key]; was != "" {
			own := maps.Clone(p.Translations[lang])
			if own == nil {
				own = map[string]string{}
			}
			own[f.Key] = was
			p.Translations[lang] = own
		}
	}
}
