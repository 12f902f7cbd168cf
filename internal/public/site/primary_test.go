package site

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/profile"
	"parichay/locales"
)

func TestPathIsInTheLanguageOfItsPrefix(t *testing.T) {
	t.Parallel()
	const en, hi, gu, none = locales.English, locales.Hindi, locales.Gujarati, locales.Lang("")
	s := open(t, time.Now)
	for _, site := range []struct {
		languages profile.Languages
		want      map[string]locales.Lang // by path; none: there is no such page
	}{
		{
			profile.Languages{Primary: en, Offered: locales.Usual},
			map[string]locales.Lang{
				"/": en, "/hi": hi, "/gu": gu, "/en": none, "/hi/": none, "/guide": none, "/services": en, "/gu/services": gu, "/en/services": none,
				"/blog/x": en, "/hi/blog/x": hi, "/en/blog/x": none, "/portfolio/request": none, "/hi/hi": none, "//": none,
			},
		},
		{
			profile.Languages{Primary: gu, Offered: locales.Usual, English: true},
			map[string]locales.Lang{"/": gu, "/gu": gu, "/en": en, "/hi": hi, "/services": gu, "/gu/services": gu, "/en/blog/x": en, "/blog/x": gu, "/en/": none},
		},
		{
			profile.Languages{Primary: hi, Offered: locales.Usual, English: true},
			map[string]locales.Lang{"/": hi, "/hi": hi, "/en": en, "/gu/portfolio/x": gu, "/hi/portfolio/x": hi},
		},
		{
			profile.Languages{Primary: en, Offered: locales.Usual, English: true},
			map[string]locales.Lang{"/": en, "/en": en, "/en/services": en, "/hi": hi},
		},
		{
			profile.Languages{Primary: gu, Offered: []locales.Lang{hi, gu}, English: true},
			map[string]locales.Lang{"/": gu, "/en": none, "/en/services": none, "/hi": hi, "/gu": gu},
		},
	} {
		now := *s.live.current.Load()
		now.languages = site.languages
		for path, want := range site.want {
			a, ok := s.find(&now, path)
			assert.Equal(t, want != none, ok, "%s with %+v", path, site.languages)
			assert.Equal(t, want, a.lang, "%s with %+v", path, site.languages)
			if ok {
				prefix, rest := locales.Cut(path)
				assert.Equal(t, rest, a.path, path)
				assert.Equal(t, locales.Below(prefix, rest), a.key(), "each address has its own page in the cache")
			}
		}
	}
}
