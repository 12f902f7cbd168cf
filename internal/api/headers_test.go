package api_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/store/alarms"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// overHTTPS gives a site an https base URL, as behind a proxy.
func overHTTPS(t *testing.T) func(*api.Config) {
	t.Helper()
	return func(c *api.Config) { c.BaseURL = apitest.MustParse(t, "https://parichay.test") }
}

// everyAddress lists requests as "METHOD path": one for each route, one for each public page,
// and some that match no route.
func everyAddress(t *testing.T, s *apitest.Site) (all []string) {
	t.Helper()
	routes, ok := s.Server.Mux().(chi.Routes)
	require.True(t, ok)
	part := regexp.MustCompile(`\{\w+\}|\*`)
	require.NoError(t, chi.Walk(routes, func(method, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		all = append(all, method+" "+part.ReplaceAllString(pattern, "7"))
		return nil
	}))
	for _, loc := range regexp.MustCompile(`<loc>https?://[^/<]+([^<]*)</loc>`).FindAllStringSubmatch(string(s.Call(http.MethodGet, "/sitemap.xml", nil).Raw), -1) {
		path := "/" + strings.TrimPrefix(loc[1], "/")
		for _, lang := range locales.Usual {
			page := apitest.InLang(lang, strings.TrimPrefix(strings.TrimPrefix(path, "/gu"), "/hi"))
			all = append(all, "GET "+page, "HEAD "+page, "POST "+page)
		}
	}
	all = append(all, "GET /nowhere", "DELETE /nowhere", "TRACE /", "OPTIONS /", "GET /api/nothing", "POST /api/v1/nothing", "GET /blog/", "GET //x", "GET /assets/none.js", "GET /media/none.jpg")
	slices.Sort(all)
	return slices.Compact(all)
}

// Fails without headers.Secure in ServeHTTP, or without base-uri in headers.Closed.
func TestEveryResponseHasSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, overHTTPS(t))
	all := everyAddress(t, s)
	require.Greater(t, len(all), 200)
	odd := []string{"GET /", "GET /admin", "GET /api/v1/site", "POST /api/v1/leads", "GET /favicon.svg", "GET /nowhere"}
	for _, address := range all {
		method, path, _ := strings.Cut(address, " ")
		ways := [][]string{nil}
		if slices.Contains(odd, address) {
			ways = append(ways, []string{"Accept-Encoding", "identity"}, []string{"Sec-Fetch-Site", "cross-site"}, []string{"If-None-Match", "*"})
		}
		for _, headers := range ways {
			h := raw(s, method, path, headers...).Header
			assert.Equal(t, "max-age=31536000", h.Get("Strict-Transport-Security"), address)
			assert.Equal(t, "nosniff", h.Get("X-Content-Type-Options"), address)
			if kind := h.Get("Content-Type"); strings.HasPrefix(kind, "text/") || strings.Contains(kind, "xml") {
				assert.Contains(t, strings.ToLower(kind), "charset=utf-8", address)
			}
			assert.Empty(t, h.Get("Access-Control-Allow-Origin"), address)
			csp := policyOf(h.Get("Content-Security-Policy"))
			assert.Equal(t, "'none'", csp["default-src"], address)
			assert.Equal(t, "'none'", csp["base-uri"], address)
			assert.Equal(t, "'none'", csp["frame-ancestors"], address)
			assert.Contains(t, []string{"'none'", "'self'"}, csp["form-action"], address)
		}
	}
	assert.Equal(t, http.StatusMethodNotAllowed, raw(s, http.MethodTrace, "/").StatusCode)
	everywhere := apitest.Start(t, overHTTPS(t), func(c *api.Config) { c.HSTS = "max-age=63072000; includeSubDomains" })
	assert.Equal(t, "max-age=63072000; includeSubDomains", raw(everywhere, http.MethodGet, "/").Header.Get("Strict-Transport-Security"))
	unencrypted := apitest.Start(t)
	assert.Empty(t, unencrypted.Call(http.MethodGet, "/", nil).Header.Get("Strict-Transport-Security"), "HSTS would lock visitors of a site without HTTPS out")
}

// raw sends a path without normalizing it.
func raw(s *apitest.Site, method, path string, headers ...string) *http.Response {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), method, s.URL+"/", http.NoBody)
	require.NoError(s.T, err)
	r.URL.Opaque = path
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := s.Client.Do(r)
	require.NoError(s.T, err)
	require.NoError(s.T, answer.Body.Close())
	return answer
}

func policyOf(csp string) map[string]string {
	all := map[string]string{}
	for part := range strings.SplitSeq(csp, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		all[name] = value
	}
	return all
}

// observatory computes the score of MDN's HTTP Observatory: 100 minus penalties, plus bonuses
// if the result is at least 90.
// https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
func observatory(h http.Header) (score int, why []string) {
	score = 100
	bonus := 0
	csp := policyOf(h.Get("Content-Security-Policy"))
	count := func(holds bool, name string, missing, better int) {
		if holds {
			bonus += better
			return
		}
		score -= missing
		why = append(why, name)
	}
	count(csp["default-src"] != "" && !strings.Contains(h.Get("Content-Security-Policy"), "unsafe-"), "policy without unsafe-*", 25, 0)
	count(csp["default-src"] == "'none'", "default-src 'none'", 0, 10)
	count(strings.HasPrefix(h.Get("Strict-Transport-Security"), "max-age=31536000"), "HSTS", 20, 0)
	count(csp["frame-ancestors"] != "", "frame-ancestors", 20, 5)
	count(h.Get("X-Content-Type-Options") == "nosniff", "nosniff", 5, 0)
	count(slices.Contains([]string{"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}, h.Get("Referrer-Policy")), "referrer policy", 5, 5)
	count(h.Get("Cross-Origin-Resource-Policy") == "same-origin", "resource policy", 0, 10)
	count(h.Get("Cross-Origin-Opener-Policy") == "same-origin", "opener policy", 0, 10)
	count(h.Get("Cross-Origin-Embedder-Policy") != "", "embedder policy", 0, 10)
	for _, cookie := range h.Values("Set-Cookie") {
		count(strings.Contains(cookie, "HttpOnly") && strings.Contains(cookie, "Secure") && strings.Contains(cookie, "SameSite"), "cookie "+cookie, 40, 0)
	}
	count(h.Get("Access-Control-Allow-Origin") == "", "no CORS", 50, 0)
	if score >= 90 {
		score += bonus
	}
	return score, why
}

func TestEveryHTMLPageScores150InTheObservatory(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, overHTTPS(t))
	lowest, pages := 1000, 0
	for _, address := range everyAddress(t, s) {
		method, path, _ := strings.Cut(address, " ")
		answer := raw(s, method, path)
		if method != http.MethodGet || answer.StatusCode/100 == 3 || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
			continue
		}
		score, why := observatory(answer.Header)
		assert.GreaterOrEqual(t, score, 150, "%s: %v", path, why)
		lowest, pages = min(lowest, score), pages+1
	}
	assert.Greater(t, pages, 40)
	t.Logf("%d HTML routes, lowest score %d", pages, lowest)
}

// Fails if every page has img-src https:.
func TestCSPAllowsOnlyTheHostsOfThePagesPictures(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	pictures := func(path string) string {
		return policyOf(s.Call(http.MethodGet, path, nil).Header.Get("Content-Security-Policy"))["img-src"]
	}
	assert.Equal(t, "'self' data:", pictures("/"))
	require.Equal(t, http.StatusUnprocessableEntity, s.Save(map[string]any{"profileImage": "https://pictures.example/me.jpg"}).StatusCode, "external pictures are refused")
	testdb.Exec(t, s.DSN, `UPDATE website_content SET profile_image = 'https://pictures.example/me.jpg'`) // as an earlier version may have stored it
	s.Save(map[string]any{"tagline": "Another"})
	assert.Equal(t, "'self' data: https://pictures.example", pictures("/"))
	assert.NotContains(t, pictures("/privacy")+" ", "https: ")
	assert.Contains(t, pictures("/portfolio")+" ", "https: ", "its dialogs load texts with pictures from any host")
	assert.Contains(t, pictures("/admin")+" ", "blob: https: ", "the owner previews pictures of any address")
}

// Fails without trusted in AdminCSP and PublicCSP.
func TestCSPRequiresTrustedTypes(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for path, names := range map[string]string{"/": "parichay", "/gu/blog": "parichay", "/nowhere": "parichay", "/admin": "parichay ProseMirrorClipboard"} {
		csp := policyOf(s.Call(http.MethodGet, path, nil).Header.Get("Content-Security-Policy"))
		assert.Equal(t, "'script'", csp["require-trusted-types-for"], path)
		assert.Equal(t, names, csp["trusted-types"], path)
	}
}

// Fails without __Host- in CookieName, or without HttpOnly in Cookie.
func TestCookiesAreHostOnlySecureAndHTTPOnly(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, overHTTPS(t))
	a := s.Call(http.MethodPost, "/api/v1/session", map[string]string{"email": apitest.Email, "password": apitest.Password})
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
	require.NotEmpty(t, a.Cookies())
	for _, cookie := range a.Cookies() {
		assert.True(t, strings.HasPrefix(cookie.Name, "__Host-"), cookie.Name)
		assert.True(t, cookie.Secure && cookie.HttpOnly, cookie.Name)
		assert.Equal(t, http.SameSiteLaxMode, cookie.SameSite, cookie.Name)
		assert.Equal(t, "/", cookie.Path)
		assert.Empty(t, cookie.Domain)
		if cookie.Value != "" {
			assert.NotContains(t, string(a.Raw), cookie.Value, "the token is not in the body")
			assert.GreaterOrEqual(t, len(cookie.Value), 52, "256 bits")
		}
	}
}

func TestNoScreenOfTheOwnersAppIsIndexed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	screens := s.Server.Site().AdminPaths()
	require.Contains(t, screens, alarms.Page)
	for _, path := range screens {
		assert.Equal(t, "noindex", s.Call(http.MethodGet, path, nil).Header.Get("X-Robots-Tag"), path)
	}
}
