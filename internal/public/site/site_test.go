package site

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/public/render"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// open returns a site with its own database, whose content is loaded.
func open(t *testing.T, now func() time.Time) *Site {
	t.Helper()
	s, _ := openOn(t, now)
	return s
}

func openOn(t *testing.T, now func() time.Time) (*Site, string) {
	t.Helper()
	store, dsn := testdb.New(t)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(cancel)
	s, err := New(ctx, Config{BaseURL: &url.URL{Scheme: "http", Host: "parichay.test"}, Now: now}, store)
	require.NoError(t, err)
	require.NoError(t, s.live.reload(t.Context()))
	return s, dsn
}

func get(s *Site, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	now := s.live.current.Load()
	if a, ok := s.find(now, path); ok {
		s.servePage(w, r, a, now)
	} else {
		s.ServeNotFound(w, r)
	}
	return w
}

// editionOf returns the current edition of a page.
func editionOf(t *testing.T, s *Site, path string) string {
	t.Helper()
	data, err := s.Page(t.Context(), path)
	require.NoError(t, err)
	return data.Edition
}

func TestConcurrentRequestsRenderAPageOnce(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	renders := 0
	var mu sync.Mutex
	fill := func() (*render.Page, bool, error) {
		mu.Lock()
		renders++
		mu.Unlock()
		doc, err := s.describe(t.Context(), s.pageAt(locales.Gujarati, "/"), s.live.current.Load())
		if err != nil {
			return nil, false, err
		}
		return s.renderer.Page(t.Context(), doc, render.Urgent)
	}
	var wait sync.WaitGroup
	for range 1000 {
		wait.Go(func() {
			_, err := s.cache.Make("/storm", render.Edition{Version: 1}, fill)
			assert.NoError(t, err)
		})
	}
	wait.Wait()
	assert.Equal(t, 1, renders)
}

func TestScheduledArticleChangesTheEditionOnItsDay(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	tomorrow := now.In(locales.India).AddDate(0, 0, 1)
	_, err := s.store.Items.Create(t.Context(), "owner@example.com", content.CollectionNamed("posts"), "later", content.Changes{Values: content.Values{
		"title": "Tomorrow", "content": "<p>x</p>", "author": "Admin", "date": tomorrow.Format(time.DateOnly),
	}})
	require.NoError(t, err)
	s.Refresh(t.Context())
	assert.NotContains(t, get(s, "/blog").Body.String(), "Tomorrow")
	assert.Equal(t, http.StatusNotFound, get(s, "/blog/tomorrow").Code)
	seen, err := s.Page(t.Context(), "/blog")
	require.NoError(t, err)

	now = tomorrow
	require.NoError(t, s.live.catchUp(t.Context(), s.live.current.Load().Version, s.live.current.Load().Origin))
	assert.NotEqual(t, seen.Edition, editionOf(t, s, "/blog"), "the same version of the content, but another day")
	assert.Contains(t, get(s, "/blog").Body.String(), "Tomorrow")
	assert.Equal(t, http.StatusOK, get(s, "/blog/tomorrow").Code)
}

func TestUncachedPageIsUnavailableWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	before := get(s, "/services").Body.String()
	unreachable, err := postgres.Open(t.Context(), "postgres://nobody@127.0.0.1:1/none")
	require.NoError(t, err)
	defer unreachable.Close()
	s.store = unreachable
	assert.Equal(t, before, get(s, "/services").Body.String(), "requested before: from the cache")
	a := get(s, "/gu/portfolio")
	assert.Equal(t, http.StatusServiceUnavailable, a.Code)
	assert.NotEmpty(t, a.Header().Get("Retry-After"))
	assert.Contains(t, a.Body.String(), `<html lang="gu"`)
}

func TestH10CopyrightSpansTheYears(t *testing.T) {
	t.Parallel()
	for year, want := range map[int]string{2024: "2025", 2025: "2025", 2026: "2025–2026", 2031: "2025–2031"} {
		assert.Equal(t, want, years(firstYear, year))
	}
}

func TestArticleLinksStayInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	links := map[string]string{ // as written, and for readers of Gujarati
		"/":                                 "/gu",
		"/services":                         "/gu/services",
		"/blog/whatsapp-shop-window#top":    "/gu/blog/whatsapp-shop-window#top",
		"/blog?shown=8":                     "/gu/blog?shown=8",
		"http://parichay.test/portfolio":    "/gu/portfolio",
		"/hi/services":                      "/hi/services",
		"/portfolio/a-study#figures":        "/gu/portfolio/a-study#figures",
		"/portfolio/request":                "/gu/portfolio/request",
		"/media/public/posts/a.jpg":         "/media/public/posts/a.jpg",
		"/sitemap.xml":                      "/sitemap.xml",
		"https://example.in/services":       "https://example.in/services",
		"mailto:hello@example.in":           "mailto:hello@example.in",
		"http://parichay.test.evil/service": "http://parichay.test.evil/service",
	}
	for written, want := range links {
		text := `<p><a href="` + written + `">x</a></p>`
		assert.Contains(t, s.article(locales.Gujarati, text), `<a href="`+want+`"`)
	}
}

// drawn requests pages and returns the paths of those that had to be rendered.
func drawn(s *Site, paths ...string) (cold []string) {
	for _, path := range paths {
		a, _ := s.find(s.live.current.Load(), path)
		edition, _ := s.live.current.Load().edition(a.page.list, s.reads(a))
		if page, _ := s.cache.Get(a.key(), edition); page == nil {
			cold = append(cold, path)
		}
		get(s, path)
	}
	return cold
}

func TestSaveInvalidatesOnlyThePagesItChanged(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s, dsn := openOn(t, func() time.Time { return now })
	paths := []string{"/", "/services", "/portfolio", "/blog", "/download", "/blog/whatsapp-shop-window", "/blog/reviews-and-replies", "/gu/blog", "/gu/blog/whatsapp-shop-window"}
	require.Equal(t, paths, drawn(s, paths...))
	require.Empty(t, drawn(s, paths...))
	later := func() { s.Refresh(t.Context()); now = now.Add(time.Minute) }

	_, err := s.store.Items.Save(t.Context(), "", content.Posts, "whatsapp-shop-window", 0, content.Changes{Values: content.Values{"title": "Another title"}})
	require.NoError(t, err)
	later()
	assert.Equal(t, []string{"/blog", "/blog/whatsapp-shop-window", "/gu/blog", "/gu/blog/whatsapp-shop-window"}, drawn(s, paths...))
	require.NoError(t, s.store.Items.Order(t.Context(), content.Services, nil))
	later()
	assert.Equal(t, []string{"/services"}, drawn(s, paths...))
	_, err = s.store.Site.Save(t.Context(), "", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		p.Tagline = "Something else"
		return p, nil
	})
	require.NoError(t, err)
	later()
	assert.Equal(t, paths, drawn(s, paths...))
	testdb.Exec(t, dsn, `UPDATE site_version SET version = version + 1`)
	later()
	assert.Equal(t, paths, drawn(s, paths...), "an older program does not record what it changed")
}

func TestArticleIsRerenderedWhenTheNextOneChanges(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s, _ := openOn(t, func() time.Time { return now })
	posts, err := s.store.Items.Public(t.Context(), content.Posts, now)
	require.NoError(t, err)
	first, second, third, last := "/blog/"+posts[0].ID, "/blog/"+posts[1].ID, "/blog/"+posts[2].ID, "/blog/"+posts[len(posts)-1].ID
	drawn(s, first, second, third, last)
	assert.Contains(t, get(s, last).Body.String(), `"next":{"title":"`+posts[0].Values.Text("title"), "the last article links to the first")
	_, err = s.store.Items.Save(t.Context(), "", content.Posts, posts[1].ID, 0, content.Changes{Values: content.Values{"title": "Another title"}})
	require.NoError(t, err)
	s.Refresh(t.Context())
	now = now.Add(time.Minute)
	assert.Equal(t, []string{first, second}, drawn(s, first, second, third, last))
	assert.Contains(t, get(s, first).Body.String(), `"next":{"title":"Another title"`)
	assert.Empty(t, drawn(s, first, second, third, last))
}

func TestPreviousPageIsServedWhileTheNewOneRenders(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	get(s, "/")
	_, err := s.store.Site.Save(t.Context(), "", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		p.BrandName = "Something Else"
		return p, nil
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	owner := httptest.NewRecorder()
	assert.NotContains(t, get(s, "/").Body.String(), "Something Else", "the previous page, while the new one is rendered")
	require.Eventually(t, func() bool { return strings.Contains(get(s, "/").Body.String(), "Something Else") }, 5*time.Second, time.Millisecond)

	_, err = s.store.Site.Save(t.Context(), "", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		p.BrandName = "A Third Name"
		return p, nil
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	r.Header.Set("Cookie", "parichay_session=x")
	s.Serve(owner, r)
	assert.Contains(t, owner.Body.String(), "A Third Name")

	_, err = s.store.Site.Save(t.Context(), "", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		p.BrandName = "A Fourth Name"
		return p, nil
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	now = now.Add(staleFor)
	assert.Contains(t, get(s, "/").Body.String(), "A Fourth Name", "after staleFor nobody gets the previous page")
}
