package site

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/locales"
)

func save(t *testing.T, s *Site, changes map[string]any) {
	t.Helper()
	_, err := s.store.Site.Save(t.Context(), "owner@example.com", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(changes, nil)
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
}

func document(t *testing.T, serve func(http.ResponseWriter, *http.Request) error, path string) (string, error) {
	t.Helper()
	w := httptest.NewRecorder()
	err := serve(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	return w.Body.String(), err
}

func TestSampleSiteIsNotIndexed(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	robots := func() string { body, _ := document(t, Documents{s}.ServeRobots, "/robots.txt"); return body }
	page := get(s, "/gu")
	assert.Equal(t, "noindex", page.Header().Get("X-Robots-Tag"))
	assert.Contains(t, page.Body.String(), `<meta name="robots" content="noindex`)
	assert.Contains(t, robots(), "Disallow: /\n")
	save(t, s, map[string]any{"named": "yes"})
	now = now.Add(time.Minute)
	page = get(s, "/gu")
	assert.Empty(t, page.Header().Get("X-Robots-Tag"))
	assert.NotContains(t, page.Body.String(), "noindex")
	assert.NotContains(t, robots(), "Disallow: /\n")
	assert.Contains(t, robots(), "Sitemap: ")
}

func TestHiddenPageAndLinksToItDisappear(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	save(t, s, map[string]any{"named": "yes"})
	require.NoError(t, s.store.Items.KeepSamples(t.Context()))
	s.Refresh(t.Context())
	for _, part := range profile.Pages {
		now = now.Add(time.Minute)
		path := s.Languages().Path(locales.Gujarati, "/"+part)
		require.Equal(t, http.StatusOK, get(s, path).Code, part)
		require.Contains(t, get(s, "/gu").Body.String(), `href="`+path+`"`)
		save(t, s, map[string]any{"show": map[string]any{part: "no"}})
		now = now.Add(time.Minute)
		assert.Equal(t, http.StatusNotFound, get(s, path).Code, part)
		assert.NotContains(t, get(s, "/gu").Body.String(), `href="`+path+`"`)
		sitemap, err := document(t, Documents{s}.ServeSitemap, "/sitemap.xml")
		require.NoError(t, err)
		assert.NotContains(t, sitemap, "/"+part)
		_, err = s.Page(t.Context(), path)
		require.Error(t, err)
	}
	assert.Equal(t, http.StatusNotFound, get(s, "/blog/whatsapp-shop-window").Code, "its articles are hidden, too")
	_, err := document(t, Documents{s}.ServeFeed, "/feed.xml")
	require.Error(t, err)
	for _, err := range []error{
		second(s.Services(t.Context(), locales.English)), second(s.Portfolio(t.Context(), locales.English, 0, 1)),
		second(s.Posts(t.Context(), locales.English, 0, 1)), second(s.Post(t.Context(), locales.English, "whatsapp-shop-window")),
		second(s.Project(t.Context(), locales.English, "saree-retailer-surat-social")),
	} {
		assert.Error(t, err, "its data is hidden, too")
	}
}

func second[T any](_ T, err error) error { return err }

func TestNamedSiteLinksOnlyToNonEmptyLists(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	assert.Contains(t, get(s, "/").Body.String(), `href="/services"`, "a sample links to all lists")
	save(t, s, map[string]any{"brandName": "Surya Sarees"})
	now = now.Add(time.Minute)
	assert.NotContains(t, get(s, "/").Body.String(), `href="/services"`)
	assert.Equal(t, http.StatusOK, get(s, "/services").Code, "the empty list still has its page")
	sitemap, err := document(t, Documents{s}.ServeSitemap, "/sitemap.xml")
	require.NoError(t, err)
	assert.NotContains(t, sitemap, "/services")
	_, err = s.store.Items.Create(t.Context(), "", content.Services, "a key of its own", content.Changes{Values: content.Values{"title": "Sarees", "description": "All of them", "icon": "Tag"}})
	require.NoError(t, err)
	s.Refresh(t.Context())
	now = now.Add(time.Minute)
	assert.Contains(t, get(s, "/").Body.String(), `href="/services"`)
}

// everythingServed returns all pages and documents of a site, by path.
func everythingServed(t *testing.T, s *Site) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for bare := range s.pages {
		for _, lang := range s.Languages().Offered {
			path := s.Languages().Path(lang, bare)
			texts[path] = get(s, path).Body.String()
		}
	}
	for path, serve := range map[string]func(http.ResponseWriter, *http.Request) error{
		"/feed.xml": Documents{s}.ServeFeed, "/gu/feed.xml": Documents{s}.ServeFeed, LLMsPath: Documents{s}.ServeLLMs, "/sitemap.xml": Documents{s}.ServeSitemap, VCardPath: Documents{s}.ServeVCard, "/gu" + VCardPath: Documents{s}.ServeVCard,
	} {
		text, err := document(t, serve, path)
		require.NoError(t, err)
		texts[path] = text
	}
	security := httptest.NewRecorder()
	Documents{s}.ServeSecurity(security, httptest.NewRequest(http.MethodGet, "/.well-known/security.txt", http.NoBody))
	texts["security.txt"] = security.Body.String()
	return texts
}

func TestFreshSiteLinksToNoRealBusiness(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	elsewhere := regexp.MustCompile(`(?:https?|mailto|tel):[^"<>\s]*digital-?market`)
	for path, text := range everythingServed(t, s) {
		assert.Empty(t, elsewhere.FindAllString(text, -1), path)
		assert.NotContains(t, text, "98250 12345", path)
	}
}

func TestNamedSiteShowsNothingOfTheSample(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	save(t, s, map[string]any{"brandName": "Surya Sarees"})
	now = now.Add(time.Minute)
	texts := everythingServed(t, s)
	for path, text := range texts {
		for _, sample := range []string{"example.com", "00000 00000", "0000000000", "Navrangpura", "નવરંગપુરા", "instagram.com", "linkedin.com", "wa.me/9", "Digital Market", "play.google.com"} {
			assert.NotContains(t, text, sample, path)
		}
	}
	assert.Contains(t, texts["security.txt"], "Contact: http://parichay.test/")
}

func TestKeptSampleArticlesHaveTheBrandAsAuthor(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	save(t, s, map[string]any{"brandName": "Surya Sarees"})
	require.NoError(t, s.store.Items.KeepSamples(t.Context()))
	s.Refresh(t.Context())
	now = now.Add(time.Minute)
	texts := everythingServed(t, s)
	for path, text := range texts {
		assert.NotContains(t, text, "Digital Market", path)
	}
	assert.Contains(t, get(s, "/blog/reviews-and-replies").Body.String(), `"author":"Surya Sarees"`)
	assert.Contains(t, texts["/feed.xml"], "<name>Surya Sarees</name>")
}

func TestRemovedContentDoesNotReturnAfterALaterSave(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	save(t, s, map[string]any{"contact": map[string]any{"phone": "98250 98250"}})
	now = now.Add(time.Minute)
	require.Contains(t, get(s, "/").Body.String(), "98250 98250")
	save(t, s, map[string]any{"show": map[string]any{"phone": "no"}})
	now = now.Add(time.Minute) // nobody requests the page
	save(t, s, map[string]any{"tagline": "Since 1998"})
	assert.NotContains(t, get(s, "/").Body.String(), "98250 98250", "a page older than the previous version must not be served")
}

func TestHiddenPagesHaveNoCardsOrCovers(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	save(t, s, map[string]any{"show": map[string]any{"portfolio": "no", "download": "no"}})
	for path, serve := range map[string]func(http.ResponseWriter, *http.Request) error{
		"/card/gu/download/AAAAAAAAAAAA.jpg": Documents{s}.ServeCard, "/cover/portfolio/saree-retailer-surat-social/x.svg": Documents{s}.ServeCover,
	} {
		w := httptest.NewRecorder()
		require.NoError(t, serve(w, httptest.NewRequest(http.MethodGet, path, http.NoBody)))
		assert.Equal(t, http.StatusNotFound, w.Code, path)
	}
}
