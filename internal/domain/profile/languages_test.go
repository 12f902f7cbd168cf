package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/field"
	"parichay/locales"
)

func TestPathAndFindAreInverse(t *testing.T) {
	t.Parallel()
	for _, p := range []Profile{{}, {Primary: "gu"}, {Primary: "hi", Offered: "en,gu"}, {EnglishPath: field.Yes}, {Primary: "gu", Offered: "gu"}} {
		l := p.Languages()
		for _, lang := range l.Offered {
			for _, path := range []string{"/", "/blog", "/blog/a/b"} {
				found, rest, ok := l.Find(l.Path(lang, path))
				assert.True(t, ok)
				assert.Equal(t, []string{string(lang), path}, []string{string(found), rest}, "%+v", l)
			}
		}
	}
}

func TestOnlyOfferedLanguagesHaveAddresses(t *testing.T) {
	t.Parallel()
	assert.Equal(t, locales.Usual, Profile{}.Languages().Offered)
	l := Profile{Primary: "gu", Offered: "hi"}.Languages()
	assert.Equal(t, []locales.Lang{locales.Hindi, locales.Gujarati}, l.Offered, "the primary language is always offered")
	assert.Equal(t, []locales.Lang{locales.Hindi}, l.Others())
	assert.Equal(t, "/blog", l.Path(locales.English, "/blog"))
	assert.Equal(t, []locales.Lang{locales.Gujarati}, l.Among([]locales.Lang{locales.English}))
	_, _, ok := l.Find("/en/blog")
	assert.False(t, ok)
}

func TestEnglishPrefixStaysAfterAnotherLanguageWasPrimary(t *testing.T) {
	t.Parallel()
	english, gujarati := Profile{Primary: "en"}, Profile{Primary: "gu"}
	assert.False(t, english.After(english).Languages().English)
	assert.True(t, gujarati.After(english).Languages().English)
	again := english.After(gujarati)
	assert.True(t, again.Languages().English)
	assert.True(t, english.After(again).Languages().English)
	assert.NotEqual(t, english.Languages().Scheme(), again.Languages().Scheme())
	assert.Empty(t, Default().Languages().Scheme())
}
