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

func TestUnchangedSiteShowsTheSample(t *testing.T) {
	t.Parallel()
	for _, lang := range locales.All {
		assert.Equal(t, Default().Shown(lang), Default().Public(lang))
	}
	assert.False(t, Default().Owned())
	assert.False(t, Profile{}.Owned(), "an empty profile has no owner's name")
}

func TestSiteCountsAsNamedOnceItsNameIsSaved(t *testing.T) {
	t.Parallel()
	for name, changes := range map[string]map[string]any{
		"another name":           {"brandName": "Surya Sarees"},
		"the sample's name":      {"brandName": "Digital Market"},
		"sample's name accepted": {"named": "yes"},
	} {
		assert.True(t, saved(t, Default(), changes).Owned(), name)
	}
	assert.False(t, saved(t, Default(), map[string]any{"tagline": "Since 1998"}).Owned())
	translated, err := Default().Patch(nil, Translations{locales.Gujarati: {"brandName": "સૂર્યા"}})
	require.NoError(t, err)
	assert.True(t, translated.Owned(), "a name in another language")
}

func TestNamedSiteHidesUntouchedSamples(t *testing.T) {
	t.Parallel()
	named := saved(t, Default(), map[string]any{"brandName": "Surya Sarees"})
	stored := Profile{BrandName: "Surya Sarees"} // with the samples of earlier versions
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
		assert.Empty(t, shown.WhatsApp, "a chat link must not use the sample's phone number")
		assert.Empty(t, shown.Social())
		assert.Equal(t, "Surya Sarees", shown.BusinessName, "the business name falls back to the brand")
		assert.NotEmpty(t, shown.QRLabel, "texts that do not describe the business stay")
	}
	filled := saved(t, named, map[string]any{"contact": map[string]any{"phone": "98250 98250"}, "socialLinks": map[string]any{"instagram": "@surya"}})
	shown := filled.Public(locales.English)
	assert.Equal(t, "98250 98250", shown.Phone)
	assert.Equal(t, []SocialLink{{"instagram", "https://instagram.com/surya"}, {"whatsapp", "https://wa.me/919825098250"}}, shown.Social())
}

func TestHiddenPartIsNotPublic(t *testing.T) {
	t.Parallel()
	own := saved(t, Default(), map[string]any{"contact": map[string]any{"phone": "98250 98250"}})
	for i := range Fields {
		if f := &Fields[i]; f.Part {
			p := saved(t, own, map[string]any{"show": map[string]any{f.Name(): "no"}})
			shown := p.Public(locales.English)
			assert.Empty(t, *f.At(&shown), f.Key)
			if f.Sample != nil {
				assert.NotEmpty(t, *f.At(&p), "%s stays stored while hidden", f.Key)
			}
			assert.NotContains(t, shown.Social(), SocialLink{f.Name(), *f.At(&own)})
		}
	}
	p := saved(t, own, map[string]any{"show": map[string]any{"phone": "no"}})
	assert.Empty(t, p.Public(locales.English).WhatsApp, "a chat link must not use a hidden phone number")
	assert.True(t, p.Shows("email"))
	assert.False(t, saved(t, p, map[string]any{"show": map[string]any{"blog": "no"}}).Shows("blog"))
}

func TestSocialLinksFollowTheOwnersOrder(t *testing.T) {
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
	assert.Equal(t, []string{"whatsapp", "linkedin", "instagram"}, moved[:3], "platforms missing from the order come last")
	assert.ElementsMatch(t, usual, moved)
	for _, wrong := range []string{"whatsapp,whatsapp", "orkut", ",", "whatsapp,"} {
		_, issue := byKey["socialOrder"].Clean(wrong)
		assert.NotNil(t, issue, wrong)
	}
}

func TestSwitchesSurviveStorage(t *testing.T) {
	t.Parallel()
	p := saved(t, Default(), map[string]any{"named": "yes", "socialOrder": "website", "show": map[string]any{"services": "no", "instagram": "no"}})
	again := FromRow(p.Row())
	assert.Equal(t, p.Show, again.Show)
	assert.Equal(t, []string{p.Named, p.SocialOrder}, []string{again.Named, again.SocialOrder})
	from := FromRow(Profile{}.Row())
	assert.True(t, from.Shows("instagram"), "a row of a version without switches shows everything")
	_, err := p.Patch(map[string]any{"show": map[string]any{"services": "maybe"}}, nil)
	require.Error(t, err)
	fresh := Default()
	assert.Equal(t, slices.Repeat([]string{field.Yes}, len(parts)), fresh.Show[:len(parts)])
}
