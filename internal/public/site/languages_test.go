package site

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/locales"
)

func TestGujaratiOnlySiteIsCompleteInEveryLanguage(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	_, err := s.store.Site.Save(t.Context(), "owner@example.com", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"primaryLanguage": "gu"}, profile.Translations{locales.Gujarati: {
			"brandName": "સૂર્ય ફરસાણ", "tagline": "ઘરનું અને ગરમ", "businessHours": "સોમવાર થી શનિવાર: સવારે 9 થી સાંજે 7",
		}})
	})
	require.NoError(t, err)
	post, err := s.store.Items.Create(t.Context(), "", content.Posts, "post", content.Changes{
		Values:       content.Values{"author": "Admin", "date": "2026-01-01"},
		Translations: content.Words{locales.Gujarati: {"title": "નવા ભાવ", "content": "<p>આજથી</p>"}},
	})
	require.NoError(t, err)
	_, err = s.store.Items.Create(t.Context(), "", content.Blocks, "link", content.Changes{
		Values:       content.Values{"kind": content.LinkBlock, "address": "https://surya.example"},
		Translations: content.Words{locales.Gujarati: {"title": "ઓનલાઇન ઓર્ડર"}},
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	documents := Documents{s}
	for _, lang := range locales.Usual {
		home := get(s, s.Languages().Path(lang, "/")).Body.String()
		for _, text := range []string{"<h1", "સૂર્ય ફરસાણ", "ઘરનું અને ગરમ", "ઓનલાઇન ઓર્ડર"} {
			assert.Contains(t, home, text, lang)
		}
		assert.NotContains(t, home, "Digital Market", lang)
		page := get(s, s.Languages().Path(lang, BlogPath+"/"+post.ID)).Body.String()
		assert.Contains(t, page, `lang="gu"`, "whatever language the page is in, the article is Gujarati")
		assert.Contains(t, page, `rel="canonical" href="`+s.absolute("/blog/"+post.ID)+`"`, lang)
		assert.Contains(t, page, `hreflang="x-default" href="`+s.absolute("/blog/"+post.ID)+`"`, lang)
		assert.NotContains(t, page, `hreflang="en"`, lang)
	}
	made := func(path string, serve func(http.ResponseWriter, *http.Request) error) string {
		t.Helper()
		w := httptest.NewRecorder()
		require.NoError(t, serve(w, httptest.NewRequest(http.MethodGet, path, http.NoBody)))
		return w.Body.String()
	}
	feed := made("/feed.xml", documents.ServeFeed)
	assert.Contains(t, feed, "<entry")
	assert.NotContains(t, made("/en/feed.xml", documents.ServeFeed), "<entry", "only the feed in the primary language has articles in others")
	assert.Contains(t, feed, "સૂર્ય ફરસાણ")
	assert.NotContains(t, made("/hi/feed.xml", documents.ServeFeed), "<entry", "there are no Hindi articles")
	assert.Contains(t, made("/contact.vcf", documents.ServeVCard), "સૂર્ય ફરસાણ")
	assert.Contains(t, made("/llms.txt", documents.ServeLLMs), "નવા ભાવ")
	sitemap, err := documents.sitemap(t.Context(), 0)
	require.NoError(t, err)
	assert.Contains(t, string(sitemap), "<loc>"+s.absolute("/blog/"+post.ID)+"<")
	assert.NotContains(t, string(sitemap), "/en/blog/")

	for lang, want := range map[locales.Lang]string{locales.English: "", locales.Hindi: "", locales.Gujarati: "સોમવાર થી શનિવાર: સવારે 9 થી સાંજે 7"} {
		v, _, err := s.boot(t.Context(), s.pageAt(lang, "/download"), s.live.current.Load())
		require.NoError(t, err)
		text, notes := v.hoursTexts()
		assert.Empty(t, notes, lang)
		assert.Equal(t, want, text, "%s: readers of other languages see the week instead", lang)
	}
}
