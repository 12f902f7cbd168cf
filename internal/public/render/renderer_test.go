package render

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/theme"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// build returns a small front-end build.
func build() fstest.MapFS {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		".vite/manifest.json": `{
			"src/entry-public.tsx": {"file": "assets/public.js", "css": ["assets/public.css"], "dynamicImports": ["src/mount.tsx", "src/pages/not-found.tsx", "src/pages/home.tsx"]},
			"src/mount.tsx": {"file": "assets/mount.js"},
			"src/pages/not-found.tsx": {"file": "assets/missing.js"},
			"src/pages/home.tsx": {"file": "assets/home.js", "dynamicImports": ["dialog"]},
			"dialog": {"file": "assets/dialog.js"},
			"src/entry-admin.tsx": {"file": "assets/admin.js", "css": ["assets/admin.css"], "imports": ["shared"]},
			"shared": {"file": "assets/shared.js"}}`,
		"assets/public.css":      "/*! a licence */\nbody{margin:0}",
		"server/loader.js":       "load()",
		"server/entry-server.js": bundle,
		"server/data.json":       `{"adminPaths": ["/admin"], "icons": {"star": "M0 0"}}`,
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

func assets(t *testing.T) *Assets {
	t.Helper()
	a, err := ReadAssets(build())
	require.NoError(t, err)
	return a
}

// answer returns the page's response to a browser that accepts no compression.
func (p *Page) answer() *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	p.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody))
	return w
}

func renderer(t *testing.T) *Renderer {
	t.Helper()
	a := assets(t)
	return NewRenderer(a, start(t, a.Bundle(), false), http.Header{"Content-Type": {"text/html"}, "Content-Security-Policy": {"common"}})
}

func TestRenderedPageIsFinished(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	doc := Document{Status: http.StatusNotFound, Lang: locales.English, Page: "notFound", Boot: []byte(`return "<h1>Home</h1>"`)}
	page, finished, err := r.Page(t.Context(), doc, Urgent)
	require.NoError(t, err)
	assert.True(t, finished)
	assert.False(t, page.dense)
	w := page.answer()
	assert.Equal(t, http.StatusNotFound, w.Code)
	assert.Contains(t, w.Body.String(), `<div id="root"><h1>Home</h1></div>`)
	assert.Contains(t, w.Body.String(), `data-entry="/assets/public.js" data-chunks="/assets/missing.js /assets/mount.js"`)
	assert.Equal(t, "common", w.Header().Get("Content-Security-Policy"))
	assert.Empty(t, w.Header().Get("Retry-After"))

	page, finished, err = r.Page(t.Context(), doc, Copying)
	require.NoError(t, err)
	assert.True(t, finished)
	assert.True(t, page.dense, "a page for a copy is not compressed")
}

func TestFailedRenderingLeavesThePageToTheBrowser(t *testing.T) {
	t.Parallel()
	for _, when := range []Urgency{Urgent, Copying} {
		page, finished, err := renderer(t).Page(t.Context(), Document{Status: http.StatusOK, Boot: []byte(`throw 1`)}, when)
		require.NoError(t, err)
		assert.False(t, finished)
		w := page.answer()
		assert.Equal(t, http.StatusServiceUnavailable, w.Code)
		assert.Equal(t, "5", w.Header().Get("Retry-After"))
		assert.Equal(t, "no-store", w.Header().Get("Cache-Control"))
		assert.Contains(t, w.Header().Get("Content-Security-Policy"), "img-src 'self' data: https:;")
		assert.Contains(t, w.Body.String(), `<div id="root" data-client></div><script type="application/json" id="boot">throw 1</script>`)
	}
}

func TestOnlyStaticCopiesWaitOverFourSecondsForTheEngine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := NewRenderer(assets(t), idle(), http.Header{})
		for when, want := range map[Urgency]time.Duration{Urgent: 4 * time.Second, Ordinary: 4 * time.Second, Copying: time.Hour} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			begun := time.Now()
			_, finished, err := r.Page(ctx, Document{Status: http.StatusOK}, when)
			cancel()
			require.NoError(t, err)
			assert.False(t, finished)
			assert.Equal(t, want, time.Since(begun))
		}
	})
}

func TestPageIsUnavailableWhileTheEngineIsBusy(t *testing.T) {
	t.Parallel()
	e := idle()
	e.waiting.Store(maxWaiting)
	page, finished, err := NewRenderer(assets(t), e, nil).Page(t.Context(), Document{}, Ordinary)
	require.ErrorIs(t, err, fault.ErrUnavailable)
	assert.Nil(t, page)
	assert.False(t, finished)
}

func TestMovedPageRedirects(t *testing.T) {
	t.Parallel()
	page, finished, err := NewRenderer(nil, nil, nil).Page(t.Context(), Document{MovedTo: "/blog/new"}, Ordinary)
	require.NoError(t, err)
	assert.True(t, finished)
	w := page.answer()
	assert.Equal(t, http.StatusPermanentRedirect, w.Code)
	assert.Equal(t, "/blog/new", w.Header().Get("Location"))
	assert.Equal(t, "/blog/new", page.Location())
}

func TestCSPAllowsTheStyleAndPicturesOfThePage(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	policy := func(doc Document) string {
		doc.Status = http.StatusOK
		page, _, err := r.Page(t.Context(), doc, Urgent)
		require.NoError(t, err)
		return page.answer().Header().Get("Content-Security-Policy")
	}
	pictures := []byte(`return '<img src="https://b.example/x"><img alt="" src="https://A.example/y"><img src="https://b.example:8443/z"><img src="https://b.example"><img src="/own.jpg">'`)
	assert.Contains(t, policy(Document{Boot: pictures}), "img-src 'self' data: https://a.example https://b.example https://b.example:8443;")
	assert.Contains(t, policy(Document{Boot: pictures, Page: "portfolio"}), "img-src 'self' data: https:;", "its dialogs fetch pictures of any host")
	look := theme.Of(theme.Choice{Accent: "#10B981", Mode: theme.Dark})
	with := policy(Document{Boot: []byte(`return ""`), Look: look})
	assert.Contains(t, with, "style-src "+hash("body{margin:0}")+" "+hash(look.Style)+";")
	assert.Contains(t, with, "script-src 'self' "+hash("load()")+" "+hash(speculation)+";")
	r.assets.themes = []themeRule{newThemeRule("[data-back=pattern]{}")}
	dots := policy(Document{Boot: []byte(`return ""`), Look: theme.Look{Backdrop: theme.Pattern}})
	assert.Contains(t, dots, "style-src "+hash("body{margin:0}")+" "+hash("[data-back=pattern]{}")+";")
}

func TestCSPOfAPageWithManyPictureHostsAllowsAnyHost(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for n := range 21 {
		if n == 20 {
			assert.Len(t, hostsOf(page.String()), 20)
		}
		page.WriteString(`<img src="https://host` + strings.Repeat("x", n) + `.example/a.jpg">`)
	}
	assert.Equal(t, []string{"https:"}, hostsOf(page.String()))
}

func TestAssetsHavePathsAndIconsOfTheApp(t *testing.T) {
	t.Parallel()
	assert.Equal(t, AppData{AdminPaths: []string{"/admin"}, Icons: map[string]string{"star": "M0 0"}}, assets(t).AppData)
}

func TestIncompleteBuildIsRefused(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(fstest.MapFS){
		"not built": func(f fstest.MapFS) { delete(f, ".vite/manifest.json") },
		"manifest:": func(f fstest.MapFS) { f[".vite/manifest.json"].Data = []byte("{") },
		"lacks an entry": func(f fstest.MapFS) {
			replace(f, `"src/entry-public.tsx": {"file": "assets/public.js"`, `"src/entry-public.tsx": {"file": ""`)
		},
		"lacks an entry,": func(f fstest.MapFS) { replace(f, "src/entry-admin.tsx", "src/other.tsx") },
		"exactly one":     func(f fstest.MapFS) { replace(f, `["assets/public.css"]`, `[]`) },
		"loader.js":       func(f fstest.MapFS) { delete(f, "server/loader.js") },
		"data.json":       func(f fstest.MapFS) { delete(f, "server/data.json") },
		"data:":           func(f fstest.MapFS) { f["server/data.json"].Data = []byte("{") },
	} {
		files := build()
		harm(files)
		a, err := ReadAssets(files)
		require.ErrorContains(t, err, name)
		assert.Nil(t, a)
	}
}

func replace(f fstest.MapFS, old, by string) {
	manifest := f[".vite/manifest.json"]
	manifest.Data = []byte(strings.Replace(string(manifest.Data), old, by, 1))
}

func TestOnlyTheLicenceCommentIsCutFromTheInlinedCSS(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "body{margin:0}", assets(t).css)
	files := build()
	files["assets/public.css"].Data = []byte("a{color:red}/* why */b{}")
	a, err := ReadAssets(files)
	require.NoError(t, err)
	assert.Equal(t, "a{color:red}/* why */b{}", a.css)
}
