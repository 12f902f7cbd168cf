package api_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/apitest"
	"parichay/locales"
)

func TestR5EveryPageExistsInEachLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, path := range apitest.PublicPaths {
		for _, lang := range locales.Usual {
			a := s.Call(http.MethodGet, apitest.InLang(lang, path), nil)
			html := string(a.Raw)
			require.Equal(t, http.StatusOK, a.StatusCode)
			assert.Contains(t, html, `<html lang="`+string(lang)+`"`)
			assert.NotContains(t, html, `id="root" data-client`, "rendered by the server")
			for _, other := range locales.Usual {
				assert.Contains(t, html, `hreflang="`+string(other)+`" href="http://parichay.test`+apitest.InLang(other, path)+`"`)
			}
		}
	}
}

func TestNoPageShowsALocaleKey(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	key := regexp.MustCompile(`[>"](common|language|toast|home|share|hours|inApp|services|portfolio|blog|download|privacy|lead|next|notFound|unavailable)\.[a-zA-Z.]+[<"]`)
	for _, path := range []string{"/", "/services", "/portfolio", "/blog", "/download", "/privacy", "/blog/reviews-and-replies", "/portfolio/saree-retailer-surat-social", "/blog/nothing", "/nowhere"} {
		for _, lang := range locales.Usual {
			html, _, _ := strings.Cut(string(s.Call(http.MethodGet, apitest.InLang(lang, path), nil).Raw), `<script type="application/json"`)
			assert.NotRegexp(t, key, html, apitest.InLang(lang, path))
		}
	}
}

func TestR4UnknownPathGetsThe404Page(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for path, lang := range map[string]locales.Lang{"/nowhere": "en", "/hi/nowhere": "hi", "/gu/x/y": "gu", "/highway": "en", "/admin/edit-nothing": "en", "/..%2f..%2fetc/passwd": "en", "/.git/config": "en"} {
		a := s.Call(http.MethodGet, path, nil)
		assert.Equal(t, http.StatusNotFound, a.StatusCode, path)
		assert.Contains(t, string(a.Raw), `<html lang="`+string(lang)+`"`, path)
		assert.Contains(t, string(a.Raw), "404", path)
		assert.Regexp(t, `data-chunks="[^"]*/not-found-`, string(a.Raw), path)
	}
	assert.Equal(t, "not_found", s.Call(http.MethodGet, "/api/v1/nothing", nil).Problem(t).Code)
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/assets/nothing.js", nil).StatusCode)
}

func TestARefusedMethodGetsTheAllowedMethods(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for path, allowed := range map[string]string{"/": "GET, HEAD", "/gu/blog": "GET, HEAD", "/feed.xml": "GET, HEAD", "/nowhere": "GET, HEAD", "/gu/services/quote": "GET, HEAD, POST"} {
		a := s.Call(http.MethodPut, path, nil)
		assert.Equal(t, http.StatusMethodNotAllowed, a.StatusCode, path)
		assert.Equal(t, allowed, a.Header.Get("Allow"), path)
	}
}

func TestR4MissingArticleIsA404WhateverItsID(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, id := range []string{"100%25", "%25d", strings.Repeat("%251000000[1]d", 20)} {
		for _, path := range []string{"/blog/" + id, "/gu/blog/" + id} {
			a := s.Call(http.MethodGet, path, nil)
			assert.Equal(t, http.StatusNotFound, a.StatusCode, path)
		}
		assert.Equal(t, "not_found", s.Call(http.MethodGet, "/api/v1/posts/"+id, nil).Problem(t).Code, id)
	}
}

func TestR3OldPathsRedirectPermanently(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for path, want := range map[string]string{
		"/old": "/", "/admin/": "/admin", "/hi/": "/hi", "/gu/": "/gu", "/gu/services/": "/gu/services", "/old?utm_source=card": "/?utm_source=card",
		"/hi/?utm_source=story&x=%26": "/hi?utm_source=story&x=%26", "/blog/?page=2": "/blog?page=2",
		"/blog/reviews-and-replies/": "/blog/reviews-and-replies", "/hi/blog/reviews-and-replies/?a=b": "/hi/blog/reviews-and-replies?a=b", "/blog/a%3Fb/": "/blog/a%3Fb",
		"/portfolio/request/": "/portfolio/request", "/hi/portfolio/a-study/": "/hi/portfolio/a-study", "/gu/services/quote/": "/gu/services/quote",
	} {
		a := s.Call(http.MethodGet, path, nil)
		assert.Equal(t, http.StatusPermanentRedirect, a.StatusCode, path)
		assert.Equal(t, want, a.Header.Get("Location"), path)
	}
}

func TestEveryEncodingHasTheSameContent(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	plain := s.Call(http.MethodGet, "/", nil, "Accept-Encoding", "identity").Raw
	zipped := s.Call(http.MethodGet, "/", nil, "Accept-Encoding", "gzip")
	reader, err := gzip.NewReader(bytes.NewReader(zipped.Raw))
	require.NoError(t, err)
	unzipped, err := io.ReadAll(reader)
	require.NoError(t, err)
	assert.Equal(t, plain, unzipped)
	var packed apitest.Answer
	require.Eventually(t, func() bool {
		packed = s.Call(http.MethodGet, "/", nil, "Accept-Encoding", "gzip, deflate, br, zstd")
		return packed.Header.Get("Content-Encoding") == "br"
	}, 20*time.Second, 10*time.Millisecond, "a repeatedly requested page gets the denser encoding")
	unpacked, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed.Raw)))
	require.NoError(t, err)
	assert.Equal(t, plain, unpacked)
	assert.Empty(t, s.Call(http.MethodGet, "/", nil, "Accept-Encoding", "br;q=0, identity").Header.Get("Content-Encoding"))
}

func TestAnUnchangedPageGets304(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	first := s.Call(http.MethodGet, "/", nil, "Accept-Encoding", "br")
	tag := first.Header.Get("ETag")
	again := s.Call(http.MethodGet, "/", nil, "Accept-Encoding", "gzip", "If-None-Match", tag)
	assert.Equal(t, http.StatusNotModified, again.StatusCode, "the ETag is the same for every encoding")
	assert.Empty(t, again.Raw)
	assert.Equal(t, tag, again.Header.Get("ETag"), "the ETag that the browser has cached")
	for _, seen := range []string{"*", `"other", W/` + tag, `"other",` + tag} {
		assert.Equal(t, http.StatusNotModified, s.Call(http.MethodGet, "/", nil, "If-None-Match", seen).StatusCode, seen)
	}
	assert.Equal(t, http.StatusOK, s.Call(http.MethodGet, "/", nil, "If-None-Match", `"other"`).StatusCode)
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/nowhere", nil, "If-None-Match", "*").StatusCode)
	s.Save(map[string]any{"brandName": "Changed"})
	assert.Equal(t, http.StatusOK, s.Call(http.MethodGet, "/", nil, "If-None-Match", tag).StatusCode)
}

func TestAnUnchangedStaticFileGets304(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, path := range []string{"/favicon.svg", "/placeholder.svg", "/profile.svg"} {
		tag := s.Call(http.MethodGet, path, nil).Header.Get("ETag")
		again := s.Call(http.MethodGet, path, nil, "If-None-Match", tag)
		assert.Equal(t, http.StatusNotModified, again.StatusCode, path)
		assert.Equal(t, tag, again.Header.Get("ETag"))
		assert.Empty(t, again.Raw)
		assert.Equal(t, http.StatusOK, s.Call(http.MethodGet, path, nil, "If-None-Match", `"other"`).StatusCode)
	}
}

func TestNoPictureHasSizesWithoutASourceSet(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, path := range []string{"/", "/portfolio"} {
		html := string(s.Call(http.MethodGet, path, nil).Raw)
		pictures := regexp.MustCompile(`<img [^>]*>`).FindAllString(html, -1)
		require.NotEmpty(t, pictures, path)
		for _, picture := range pictures {
			assert.Equal(t, strings.Contains(picture, "srcSet="), strings.Contains(picture, "sizes="), picture)
		}
	}
	assert.NotContains(t, string(s.Call(http.MethodGet, "/portfolio/request", nil).Raw), `<label class="sr-only" aria-hidden`)
}

func TestPagesHaveSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, path := range []string{"/", "/admin", "/nowhere"} {
		h := s.Call(http.MethodGet, path, nil).Header
		csp := h.Get("Content-Security-Policy")
		assert.Contains(t, csp, "default-src 'none'", path)
		assert.Contains(t, csp, "frame-ancestors 'none'", path)
		assert.NotContains(t, csp, "unsafe", path)
		assert.Equal(t, "nosniff", h.Get("X-Content-Type-Options"), path)
		assert.Equal(t, map[bool]string{true: "no-cache", false: "no-cache, stale-if-error=86400"}[path == "/admin"], h.Get("Cache-Control"), path)
	}
}

func TestCSPAllowsExactlyTheInlineScriptsAndStyles(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	a := s.Call(http.MethodGet, "/gu/services", nil)
	for _, part := range regexp.MustCompile(`(?s)<(?:script|script type="speculationrules"|style)>(.*?)</`).FindAllSubmatch(a.Raw, -1) {
		sum := sha256.Sum256(part[1])
		assert.Contains(t, a.Header.Get("Content-Security-Policy"), "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'", string(part[1][:40]))
	}
}
