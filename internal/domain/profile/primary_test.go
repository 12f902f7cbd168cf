package profile

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// words builds the translations of a save in one language.
func words(lang locales.Lang, pairs ...string) Translations {
	texts := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		texts[pairs[i]] = pairs[i+1]
	}
	return Translations{lang: texts}
}

func gujarati(t *testing.T) Profile {
	t.Helper()
	p, err := Default().Patch(map[string]any{"primaryLanguage": "gu"}, nil)
	require.NoError(t, err)
	require.Equal(t, locales.Gujarati, p.PrimaryLanguage())
	return p
}

func TestPrimaryLanguageDefaultsToEnglish(t *testing.T) {
	t.Parallel()
	for _, stored := range []string{"", "en", "fr"} {
		assert.Equal(t, locales.English, Profile{Primary: stored}.PrimaryLanguage())
	}
	_, err := Default().Patch(map[string]any{"primaryLanguage": "fr"}, nil)
	require.Error(t, err)
}

// Vitest runs the same cases.
func TestShownTextFollowsTheSharedCases(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Name, Field, Primary, Base, Hi, Gu string
		Shown                              map[locales.Lang]string
		Required                           bool // a save would ask for a text
	}
	raw, err := os.ReadFile("testdata/languages.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &cases))
	for _, tc := range cases {
		t.Run(tc.Name, func(t *testing.T) {
			t.Parallel()
			f := byKey[tc.Field]
			p := Profile{Primary: tc.Primary, Translations: Translations{locales.Hindi: {f.Key: tc.Hi}, locales.Gujarati: {f.Key: tc.Gu}}}
			*f.At(&p) = tc.Base
			for lang, want := range tc.Shown {
				shown := p.Shown(lang)
				assert.Equal(t, want, *f.At(&shown), lang)
			}
			_, issues := p.Drafted(map[string]any{f.Key: tc.Base}, Translations{locales.Hindi: {f.Key: tc.Hi}, locales.Gujarati: {f.Key: tc.Gu}})
			if !tc.Required {
				assert.Empty(t, issues)
				return
			}
			assert.Equal(t, []fault.Issue{field.Missing(f.Key, p.PrimaryLanguage())}, issues)
		})
	}
}

func TestFirstGujaratiTextReplacesTheSample(t *testing.T) {
	t.Parallel()
	p, err := gujarati(t).Patch(nil, words(locales.Gujarati, "brandName", "સૂર્ય", "tagline", "ઘરનું અને ગરમ", "qrLabel", "સ્કેન કરો"))
	require.NoError(t, err)
	assert.True(t, p.Owned())
	for _, lang := range locales.All {
		assert.Equal(t, "સૂર્ય", p.Public(lang).BrandName, lang)
		assert.Equal(t, "ઘરનું અને ગરમ", p.Public(lang).Tagline, lang)
	}
	assert.Equal(t, locales.Text(locales.English, "default.qrLabel"), p.Shown(locales.English).QRLabel, "a default that is not a sample stays in every language")
	assert.False(t, p.Writes("tagline", locales.English))
	assert.True(t, p.Writes("tagline", locales.Gujarati))
	assert.True(t, p.Writes("businessHours", locales.Hindi), "a default exists in every language")

	p, err = p.Patch(map[string]any{"tagline": "Home-made"}, nil)
	require.NoError(t, err)
	assert.Equal(t, "Home-made", p.Public(locales.English).Tagline)
	assert.Equal(t, "Home-made", p.Public(locales.Hindi).Tagline)
	p, err = p.Patch(nil, words(locales.Gujarati, "tagline", "ઘરનું ખાવાનું"))
	require.NoError(t, err)
	assert.Equal(t, "Home-made", p.Public(locales.English).Tagline, "an English text does not follow the Gujarati one")
	p, err = p.Patch(map[string]any{"tagline": ""}, nil)
	require.NoError(t, err)
	assert.Equal(t, "ઘરનું ખાવાનું", p.Public(locales.English).Tagline, "an emptied English text follows the Gujarati one")
}

func TestChangingPrimaryLanguageKeepsTexts(t *testing.T) {
	t.Parallel()
	p, err := gujarati(t).Patch(nil, words(locales.Gujarati, "brandName", "સૂર્ય", "tagline", "ઘરનું અને ગરમ"))
	require.NoError(t, err)
	for _, next := range []string{"hi", "en", "gu"} {
		changed, err := p.Patch(map[string]any{"primaryLanguage": next}, nil)
		require.NoError(t, err)
		assert.Equal(t, p.Translations, changed.Translations)
		for _, lang := range locales.All {
			assert.Equal(t, "સૂર્ય", changed.Public(lang).BrandName, "%s after %s", lang, next)
		}
	}
	english, err := Default().Patch(map[string]any{"brandName": "Surya", "tagline": "Home-made"}, nil)
	require.NoError(t, err)
	english, err = english.Patch(map[string]any{"primaryLanguage": "gu"}, nil)
	require.NoError(t, err)
	assert.Equal(t, "Surya", english.Public(locales.Gujarati).BrandName)
	english, err = english.Patch(nil, words(locales.Gujarati, "brandName", "સૂર્ય"))
	require.NoError(t, err)
	assert.Equal(t, "Surya", english.Public(locales.English).BrandName, "the English text stays")
}

func TestSampleNameConfirmedByTheOwnerIsNotReplaced(t *testing.T) {
	t.Parallel()
	p := gujarati(t)
	p.Named = field.Yes
	p, err := p.Patch(nil, words(locales.Gujarati, "brandName", "ડિજિટલ માર્કેટ"))
	require.NoError(t, err)
	assert.Equal(t, "Digital Market", p.Public(locales.English).BrandName)
}

func TestRequiredTextMustExistInSomeLanguage(t *testing.T) {
	t.Parallel()
	written, err := gujarati(t).Patch(nil, words(locales.Gujarati, "tagline", "ઘરનું અને ગરમ"))
	require.NoError(t, err)
	turned, err := written.Patch(map[string]any{"primaryLanguage": "hi"}, nil)
	require.NoError(t, err)
	for name, tc := range map[string]struct {
		from    Profile
		changes map[string]any
		words   Translations
		issues  []fault.Issue
	}{
		"English alone is enough":       {gujarati(t), map[string]any{"tagline": "Home-made"}, nil, nil},
		"neither":                       {written, nil, words(locales.Gujarati, "tagline", ""), []fault.Issue{{Field: "tagline", Code: fault.Required, Lang: "gu"}}},
		"neither, and English was sent": {gujarati(t), map[string]any{"tagline": ""}, nil, []fault.Issue{{Field: "tagline", Code: fault.Required, Lang: "gu"}}},
		"Hindi is enough":               {gujarati(t), map[string]any{"tagline": ""}, words(locales.Hindi, "tagline", "घर का खाना"), nil},
		"the last text is removed":      {turned, nil, words(locales.Gujarati, "tagline", ""), []fault.Issue{{Field: "tagline", Code: fault.Required, Lang: "hi"}}},
		"nothing changed but a switch":  {turned, map[string]any{"tagline": "", "showTagline": "yes"}, words(locales.Hindi, "tagline", ""), nil},
		"too short, reported once":      {written, nil, words(locales.Gujarati, "tagline", "ઘર"), []fault.Issue{{Field: "tagline", Code: fault.TooShort, Want: "4", Lang: "gu"}}},
		"Gujarati of an English owner":  {Default(), map[string]any{"tagline": ""}, words(locales.Gujarati, "tagline", "ઘરનું અને ગરમ"), nil},
		"nothing of an English owner":   {Default(), map[string]any{"tagline": ""}, nil, []fault.Issue{{Field: "tagline", Code: fault.TooShort, Want: "4"}}},
		"a blank text counts as empty":  {Default(), map[string]any{"tagline": ""}, words(locales.Gujarati, "tagline", " "), []fault.Issue{{Field: "tagline", Code: fault.Required}}},
		"a link has no language":        {gujarati(t), map[string]any{"shopButtonUrl": ""}, nil, []fault.Issue{{Field: "shopButtonUrl", Code: fault.Required}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			drafted, issues := tc.from.Drafted(tc.changes, tc.words)
			assert.Equal(t, tc.issues, issues)
			if tc.issues != nil {
				assert.Equal(t, tc.from.Shown(locales.English).Tagline, drafted.Shown(locales.English).Tagline, "a refused text stays unchanged")
			}
		})
	}
}

func TestWeekUsesHoursInAnyLanguageThatCanBeParsed(t *testing.T) {
	t.Parallel()
	p, err := Default().Patch(map[string]any{"brandName": "Surya", "businessHours": "Whenever the light is on"}, nil)
	require.NoError(t, err)
	_, ok := p.Week()
	assert.False(t, ok)
	p, err = p.Patch(nil, words(locales.Gujarati, "businessHours", "સોમવારથી શુક્રવાર: સવારે 9:00થી સાંજે 6:00"))
	require.NoError(t, err)
	_, ok = p.Week()
	assert.True(t, ok)
}
