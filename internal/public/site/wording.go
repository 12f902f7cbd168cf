package site

import (
	"reflect"
	"strings"

	"parichay/internal/domain/lead"
	"parichay/internal/public/pagedata"
	"parichay/locales"
)

// replaced returns the texts of the trade and the owner's own ones that replace built-in texts
// for readers of lang, by the keys of the built-in ones. It is computed once per language.
func (s *snapshot) replaced(lang locales.Lang) map[string]string {
	if known, ok := s.words.Load(lang); ok {
		return known.(map[string]string) //nolint:forcetypeassert // nothing else is stored
	}
	texts := s.shown(lang).Replaced(lang)
	s.words.Store(lang, texts)
	return texts
}

// text returns a text for readers of lang, with its placeholders filled in.
func (s *snapshot) text(lang locales.Lang, key string, pairs ...string) string {
	if own, ok := s.replaced(lang)[key]; ok {
		return locales.Fill(own, pairs...)
	}
	return locales.Text(lang, key, pairs...)
}

// section returns the texts of the given namespaces for readers of lang, see locales.Section. The
// texts of dialogs are loaded when a dialog opens; of these, section adds only the owner's and the
// trade's texts, which replace built-in texts.
func (s *snapshot) section(lang locales.Lang, namespaces, dialogs []string) map[string]string {
	texts := locales.Section(lang, namespaces...)
	later := locales.Section(lang, dialogs...)
	for key, own := range s.replaced(lang) {
		_, now := texts[key]
		if _, then := later[key]; now || then {
			texts[key] = own
		}
	}
	return texts
}

// Text returns a text for readers of lang: the owner's own or the trade's, if they replace the
// built-in one.
func (s *Site) Text(lang locales.Lang, key string, pairs ...string) string {
	return s.live.current.Load().text(lang, key, pairs...)
}

// asking returns what a form says and asks besides its usual labels and inputs, or nil if it has no
// such texts.
func (v *view) asking(kind lead.Kind) *pagedata.Asking {
	form := v.Profile.Profile.Form(v.lang)
	a := pagedata.Asking{Contact: form.Contact}
	if kind == lead.Quote {
		a.Questions, a.Wish, a.Photos = form.Questions, form.Wish, form.Photos
		a.Intro, a.Placeholder = v.profile.Word("askIntro"), v.profile.Word("askPlaceholder")
	} else {
		a.NoCompany = form.NoCompany
	}
	if reflect.ValueOf(a).IsZero() {
		return nil
	}
	return &a
}

// Form returns what the site's forms ask readers of lang for.
func (s *Site) Form(lang locales.Lang) lead.Form {
	return s.live.current.Load().Profile.Profile.Form(lang)
}

// learnMore returns the reasons and steps of the business, or nil if they are the built-in
// ones.
func (v *view) learnMore() *pagedata.LearnMore {
	reasons, own := v.profile.Points("reasons", v.lang)
	steps, other := v.profile.Points("steps", v.lang)
	if !own && !other {
		return nil
	}
	return &pagedata.LearnMore{Reasons: reasons, Steps: steps}
}

// orElse returns the first text that is not blank.
func orElse(texts ...string) string {
	for _, text := range texts {
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return ""
}
