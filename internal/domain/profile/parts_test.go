package profile

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/locales"
)

func saved(t *testing.T, p Profile, changes map[string]any) Profile {
	t.Helper()
	p, err := p.Patch(changes, nil)
	require.NoError(t, err)
	return p
}

func TestWithNothingChangedVisitorsSeeTheSample(t *testing.T) {
	t.Parallel()
	for _, lang := range locales.All {
		assert.Equal(t, Default().Shown(lang), Default().Public(lang))
	}
	assert.False(t, Default().Owned())
	assert.False(t, Profile{}.Owned(), "nothing stored is nobody's name")
}

func TestASiteIsItsOwnersOnceANameIsSavedOrConfirmed(t *testing.T) {
	t.Parallel()
	for what, changes := range map[string]map[string]any{
		"another name":       {"brandName": "Surya Sarees"},
		"the name it has":    {"brandName": "Digital Market"},
		"a yes to that name": {"named": "yes"},
	} {
		assert.True(t, saved(t, Default(), changes).Owned(), what)
	}
	assert.False(t, saved(t, Default(), map[string]any{"tagline": "Since 1998"}).Owned())
	translated, err := Default().Patch(nil, Translations{locales.Gujarati: {"brandName": "સૂર્યા"}})
	require.NoError(t, err)
	assert.True(t, translated.Owned(), "a name in another language")
}

func TestOnANamedSiteNoSampleIsShownThatNobodyTouched(t *testing.T) {
	t.Parallel()
	named := saved(t, Default(), map[string]any{"brandName": "Surya Sarees"})
	stored := Profile{BrandName: "Surya Sarees"} // what earlier versions stored
	for i := range Fields {
		f := &Fields[i]
		if len(f.Sample) > 0 {
			*f.At(&stored) = f.Sample[0]
		}
	}
	for _, p := range []Profile{named, stored, {BrandName: "Surya Sarees"}} {
		shown := p.Public(locales.Hindi)
		for i := range Fields {
			f := &Fields[i]
			if f.Sample != nil && f.Key != "brandName" && f.Key != "businessName" {
				assert.Empty(t, *f.At(&shown), f.Key)
			}
		}
		assert.Empty(t, shown.WhatsApp, "made of a number nobody has")
		assert.Empty(t, shown.Social())
		assert.Equal(t, "Surya Sarees", shown.BusinessName, "it is called as the brand until it has a name of its own")
		assert.NotEmpty(t, shown.QRLabel, "words that say nothing about the business stay")
	}
	filled := saved(t, named, map[string]any{"contact": map[string]any{"phone": "98250 98250"}, "socialLinks": map[string]any{"instagram": "@surya"}})
	shown := filled.Public(locales.English)
	assert.Equal(t, "98250 98250", shown.Phone)
	assert.Equal(t, []SocialLink{{"instagram", "https://instagram.com/surya"}, {"whatsapp", "https://wa.me/919825098250"}}, shown.Social())
}

func TestWhatTheOwnerLeavesOutIsNotShownWhateverItHolds(t *testing.T) {
	t.Parallel()
	own := saved(t, Default(), map[string]any{"contact": map[string]any{"phone": "98250 98250"}})
	for i := range Fields {
		if f := &Fields[i]; f.Part {
			p := saved(t, own, map[string]any{"show": map[string]any{f.Name(): "no"}})
			shown := p.Public(locales.English)
			assert.Empty(t, *f.At(&shown), f.Key)
			if f.Sample != nil {
				assert.NotEmpty(t, *f.At(&p), "%s is kept for when it is shown again", f.Key)
			}
			assert.NotContains(t, shown.Social(), SocialLink{f.Name(), *f.At(&own)})
		}
	}
	p := saved(t, own, map[string]any{"show": map[string]any{"phone": "no"}})
	assert.Empty(t, p.Public(locales.English).WhatsApp, "a chat made of a number that is left out")
	assert.True(t, p.Shows("email"))
	assert.False(t, saved(t, p, map[string]any{"show": map[string]any{"blog": "no"}}).Shows("blog"))
}

func TestSocialLinksStandInTheOwnersOrder(t *testing.T) {
	t.Parallel()
	platforms := func(p Profile) (names []string) {
		for _, link := range p.Public(locales.English).Social() {
			names = append(names, link.Platform)
		}
		return names
	}
	usual := platforms(Default())
	assert.Equal(t, "instagram", usual[0])
	moved := platforms(saved(t, Default(), map[string]any{"socialOrder": "whatsapp,linkedin"}))
	assert.Equal(t, []string{"whatsapp", "linkedin", "instagram"}, moved[:3], "those not named come after")
	assert.ElementsMatch(t, usual, moved)
	for _, wrong := range []string{"whatsapp,whatsapp", "orkut", ",", "whatsapp,"} {
		_, issue := byKey["socialOrder"].Clean(wrong)
		assert.NotNil(t, issue, wrong)
	}
}

func TestSwitchesAndTheOrderAreStoredAndReadBack(t *testing.T) {
	t.Parallel()
	p := saved(t, Default(), map[string]any{"named": "yes", "socialOrder": "website", "show": map[string]any{"services": "no", "instagram": "no"}})
	again := FromRow(p.Row())
	assert.Equal(t, p.Show, again.Show)
	assert.Equal(t, []string{p.Named, p.SocialOrder}, []string{again.Named, again.SocialOrder})
	from := FromRow(Profile{}.Row())
	assert.True(t, from.Shows("instagram"), "a row from before there were switches")
	_, err := p.Patch(map[string]any{"show": map[string]any{"services": "maybe"}}, nil)
	require.Error(t, err)
	fresh := Default()
	assert.Equal(t, slices.Repeat([]string{field.Yes}, len(parts)), fresh.Show[:len(parts)])
}
