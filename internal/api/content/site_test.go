package content_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/wire"
	"parichay/internal/kit/fault"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/site"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

func TestC3SaveIsShownAtOnceInEveryLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	before := s.Stored()
	a := s.Save(map[string]any{"brandName": "Loom <& Sons>", "socialLinks": map[string]any{"myspace": "x"}})
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
	var saved wire.StoredSite
	a.Into(t, &saved)
	assert.Greater(t, saved.Revision, before.Revision)
	assert.Equal(t, "Loom <& Sons>", saved.Site["brandName"])
	for _, path := range []string{"/", "/hi", "/gu"} {
		html := string(s.Call(http.MethodGet, path, nil).Raw)
		assert.Contains(t, html, "Loom &lt;&amp; Sons&gt;", path)
		assert.NotContains(t, html, "<& Sons>", path)
	}
	var shown struct{ Site wire.Site }
	s.Call(http.MethodGet, "/api/v1/site?lang=gu", nil).Into(t, &shown)
	assert.Equal(t, "Loom <& Sons>", shown.Site["brandName"])
}

func TestE13ServerEnforcesTheFormsRules(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for _, test := range []struct {
		fields map[string]any
		want   fault.Issue
	}{
		{map[string]any{"brandName": "X"}, fault.Issue{Field: "brandName", Code: "too_short", Want: "2"}},
		{map[string]any{"tagline": "abc"}, fault.Issue{Field: "tagline", Code: "too_short", Want: "4"}},
		{map[string]any{"contact": map[string]any{"email": ""}}, fault.Issue{Field: "email", Code: "required"}},
		{map[string]any{"contact": map[string]any{"email": "nobody"}}, fault.Issue{Field: "email", Code: "invalid_email"}},
		{map[string]any{"socialLinks": map[string]any{"instagram": "javascript:alert(1)"}}, fault.Issue{Field: "instagram", Code: "invalid_url"}},
		{map[string]any{"tagline": "nul \x00 byte"}, fault.Issue{Field: "tagline", Code: "invalid"}},
	} {
		a := s.Save(test.fields)
		require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, "%v: %s", test.fields, a.Raw)
		assert.Equal(t, []fault.Issue{test.want}, a.Problem(t).Issues)
	}
	without := s.Call(http.MethodPatch, "/api/v1/site", map[string]any{"site": map[string]any{"tagline": "fine words"}})
	assert.Equal(t, []fault.Issue{{Field: "revision", Code: "required"}}, without.Problem(t).Issues)
}

func TestASaveBasedOnAnOldRevisionGetsAConflict(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	base := s.Stored().Revision
	first := s.Call(http.MethodPatch, "/api/v1/site", map[string]any{"revision": base, "site": map[string]any{"tagline": "from the first tab"}})
	require.Equal(t, http.StatusOK, first.StatusCode)
	second := s.Call(http.MethodPatch, "/api/v1/site", map[string]any{"revision": base, "site": map[string]any{"tagline": "from the second tab"}})
	require.Equal(t, http.StatusConflict, second.StatusCode)
	p := second.Problem(t)
	assert.Equal(t, "conflict", p.Code)
	assert.Equal(t, "from the first tab", p.Current.Site["tagline"])
	assert.Equal(t, "from the first tab", s.Stored().Site["tagline"])
}

// The delay is not tested here: `make drills` measures it with the built program.
func TestEverySaveOnOneReplicaReachesTheOther(t *testing.T) {
	t.Parallel()
	a := apitest.Start(t).SignIn()
	b := apitest.StartOn(t, a.Store, a.DSN)
	revision := a.Stored().Revision
	for i := range 30 {
		name := fmt.Sprintf("Brand number %d", i)
		var saved wire.StoredSite
		a.Call(http.MethodPatch, "/api/v1/site", map[string]any{"revision": revision, "site": map[string]any{"brandName": name}}).Into(t, &saved)
		revision = saved.Revision
		path := []string{"/", "/hi", "/gu"}[i%3]
		require.Eventually(t, func() bool {
			return strings.Contains(string(b.Call(http.MethodGet, path, nil).Raw), name)
		}, 10*time.Second, time.Millisecond, name)
	}
}

func TestC5OpenPageGets304ForUnchangedContent(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	first := s.Call(http.MethodGet, "/api/v1/page?path=/hi", nil)
	require.Equal(t, http.StatusOK, first.StatusCode)
	tag := first.Header.Get("ETag")
	assert.Equal(t, http.StatusNotModified, s.Call(http.MethodGet, "/api/v1/page?path=/hi", nil, "If-None-Match", tag).StatusCode)
	s.Save(map[string]any{"brandName": "Something Else"})
	again := s.Call(http.MethodGet, "/api/v1/page?path=/hi", nil, "If-None-Match", tag)
	require.Equal(t, http.StatusOK, again.StatusCode)
	var boot pagedata.Boot
	again.Into(t, &boot)
	assert.Equal(t, "Something Else", boot.Home.BrandName)
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/api/v1/page?path=/nowhere", nil).StatusCode)
}

func TestE4AppURLIsCompletedOrRefused(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for raw, want := range map[string]string{
		"example.in/app.apk":         "https://example.in/app.apk",
		"example.in:8080/app.apk":    "https://example.in:8080/app.apk",
		"http://example.in/app.apk":  "http://example.in/app.apk",
		"HTTPS://example.in/app.apk": "HTTPS://example.in/app.apk",
	} {
		a := s.Save(map[string]any{"appDownloadUrl": raw, "appButtons": map[string]any{"googlePlayUrl": raw, "appStoreUrl": raw}})
		require.Equal(t, http.StatusOK, a.StatusCode, "%s: %s", raw, a.Raw)
		site := s.Stored().Site
		buttons, _ := site["appButtons"].(map[string]any)
		assert.Equal(t, []any{want, want, want}, []any{site["appDownloadUrl"], buttons["googlePlayUrl"], buttons["appStoreUrl"]})
	}
	for raw, code := range map[string]fault.Code{"": "required", "  ": "required", "ftp://example.in/a": "invalid_url", "javascript:alert(1)": "invalid_url", "data:text/html,x": "invalid_url", "not a url": "invalid_url", "https://": "invalid_url"} {
		a := s.Save(map[string]any{"appDownloadUrl": raw})
		assert.Equal(t, []fault.Issue{{Field: "appDownloadUrl", Code: code}}, a.Problem(t).Issues, raw)
	}
}

func TestE5QRCodePreviewMatchesTheSavedCode(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	ask := func(lang, target, color string) site.Preview {
		return s.Preview("path=/download&lang="+lang, map[string]any{"site": map[string]any{"qrCodeSettings": map[string]any{"url": target, "color": color}}})
	}
	gold := ask("en", "https://loom.example/menu", "#DAA520")
	assert.Contains(t, gold.HTML, `leads to https://loom.example/menu"`)
	assert.True(t, gold.Faint, "gold on white is hard to scan")
	blue := ask("gu", "http://parichay.test/", "#1E40AF")
	assert.Contains(t, blue.HTML, "http://parichay.test/gu/download", "the site's own address is not a target")
	assert.False(t, blue.Faint)
	refused := ask("en", "javascript:alert(1)", "red")
	assert.Contains(t, refused.HTML, "http://parichay.test/download", "an invalid target is previewed as stored")

	saved := s.Save(map[string]any{"qrCodeSettings": map[string]any{"url": "https://loom.example/menu", "color": "#DAA520"}})
	require.Equal(t, http.StatusOK, saved.StatusCode, string(saved.Raw))
	assert.Contains(t, gold.HTML, url.PathEscape(string(s.Call(http.MethodGet, "/qr/screen.svg", nil).Raw)))
}

// drawn matches the part of a document that React rendered.
var drawn = regexp.MustCompile(`<div id="root">(.*)</div>(?:<script type="application/json"|</body>)`)

func TestE1PreviewMatchesTheSavedPage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	before := s.Stored()
	fields := map[string]any{"brandName": "Loom & Sons", "contact": map[string]any{"phone": "+91 98980 00001"}}
	words := map[string]any{"hi": map[string]any{"tagline": "आपके व्यापार का साथी"}}
	rootOf := func(html string) string {
		found := drawn.FindStringSubmatch(html)
		require.NotNil(t, found, html)
		return regexp.MustCompile(` data-reveal=""| data-edit="[^"]*"|<noscript>.*?</noscript>`).ReplaceAllString(found[1], "")
	}
	pages := map[string]string{"/": "path=/&lang=en", "/hi": "path=/&lang=hi", "/hi/services": "path=/services&lang=hi"}
	previews := map[string]string{}
	for path, query := range pages {
		p := s.Preview(query, map[string]any{"site": fields, "translations": words})
		assert.NotContains(t, p.HTML, "<script", path)
		assert.NotContains(t, p.HTML, "<noscript", "the frame runs no scripts and would show it")
		previews[path] = rootOf(p.HTML)
		public := string(s.Call(http.MethodGet, path, nil).Raw)
		assert.NotEqual(t, rootOf(public), previews[path], path)
		assert.Equal(t, path != "/hi/services", strings.Contains(p.HTML, ` data-edit="phone"`), "blocks are marked in a preview")
		assert.NotRegexp(t, `data-edit=|"edit":`, public, "but not on public pages")
	}
	assert.Equal(t, before, s.Stored())

	saved := s.Call(http.MethodPatch, "/api/v1/site", map[string]any{"revision": before.Revision, "site": fields, "translations": words})
	require.Equal(t, http.StatusOK, saved.StatusCode, string(saved.Raw))
	for path := range pages {
		assert.Equal(t, rootOf(string(s.Call(http.MethodGet, path, nil).Raw)), previews[path], path)
	}
	half := s.Preview("path=/", map[string]any{"site": map[string]any{"brandName": "X", "tagline": "Since 1998"}, "translations": map[string]any{"hi": map[string]any{"tagline": "अ"}}})
	assert.Contains(t, half.HTML, "Since 1998")
	assert.Contains(t, half.HTML, "Loom &amp; Sons", "an invalid value is previewed as stored")
	assert.Contains(t, half.HTML, "https://wa.me/919898000001", "E6: without a stored link the default is shown")
	a := s.Call(http.MethodPost, "/api/v1/preview?path=/nowhere", map[string]any{"revision": 0})
	assert.Equal(t, http.StatusNotFound, a.StatusCode)
	assert.Equal(t, "no-store", a.Header.Get("Cache-Control"))
}

func TestE8OwnersFeedbackIsStoredOnce(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	short := s.Call(http.MethodPost, "/api/v1/feedback", map[string]any{"message": "too short"}, "Idempotency-Key", "k")
	assert.Equal(t, []fault.Issue{{Field: "message", Code: "too_short", Want: "10"}}, short.Problem(t).Issues)
	for range 2 {
		a := s.Call(http.MethodPost, "/api/v1/feedback", map[string]any{"message": "Please add a map."}, "Idempotency-Key", "k")
		assert.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
	}
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPost, "/api/v1/feedback", map[string]any{"message": "Please add a map."}).StatusCode, "without a key")
	var kind, email, comment, status string
	require.NoError(t, s.Store.Pool().QueryRow(t.Context(), `SELECT feedback_type, email, comment, status FROM feedback`).Scan(&kind, &email, &comment, &status))
	assert.Equal(t, [4]string{"owner_feedback", apitest.Email, "Please add a map.", "pending"}, [4]string{kind, email, comment, status})
}

func TestC3SaveCreatesAMissingRecord(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	base := s.Stored().Revision
	change := map[string]any{"revision": base, "site": map[string]any{"tagline": "onto nothing"}}
	testdb.Exec(t, s.DSN, `DELETE FROM website_content`)
	a := s.Call(http.MethodPatch, "/api/v1/site", change)
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
	assert.Equal(t, "onto nothing", s.Stored().Site["tagline"])

	testdb.Exec(t, s.DSN, `DELETE FROM website_content`)
	testdb.Exec(t, s.DSN, `ALTER TABLE website_content ADD CONSTRAINT none CHECK (false) NOT VALID`)
	a = s.Call(http.MethodPatch, "/api/v1/site", change)
	assert.Equal(t, http.StatusNotFound, a.StatusCode, string(a.Raw))
	assert.Equal(t, "not_found", a.Problem(t).Code)
}
