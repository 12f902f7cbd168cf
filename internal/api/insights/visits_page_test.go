package insights_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/visit"
	"parichay/internal/public/site"
	"parichay/internal/store/visits"
	"parichay/internal/testkit/apitest"
	"parichay/locales"
)

func TestEveryPublicPageHasACountingPixel(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	picture := regexp.MustCompile(`<noscript><img src="([^"]*)" alt="" hidden></noscript>`)
	for _, path := range append([]string{"/blog/whatsapp-shop-window", "/portfolio/saree-retailer-surat-social", "/services/quote"}, apitest.PublicPaths...) {
		for _, lang := range locales.Usual {
			html := string(s.Call(http.MethodGet, apitest.InLang(lang, path), nil).Raw)
			assert.Equal(t, "/api/v1/visits/view.gif?p="+apitest.InLang(lang, path), apitest.Meta(t, html, picture.String()))
			assert.Contains(t, html, " data-counted")
			assert.Equal(t, lang == locales.English && path != "/services/quote", strings.Contains(html, ` data-tail="`+strings.TrimSuffix(path, "/")+`"`), "only English pages redirect to a stored language")
		}
	}
	for _, path := range []string{"/nothing", "/gu/nothing", "/blog/nothing", "/admin"} {
		html := string(s.Call(http.MethodGet, path, nil).Raw)
		assert.NotRegexp(t, picture, html, path)
		assert.NotContains(t, html, "data-counted", path)
	}
	assert.Contains(t, string(s.Call(http.MethodGet, "/gu/services/quote", nil).Raw), ` data-opens="quote"`)
	assert.Contains(t, string(s.Call(http.MethodGet, "/portfolio/request", nil).Raw), ` data-opens="portfolio"`)
	refused := s.Post("/services/quote", map[string][]string{"name": {"Bakery"}, "token": {s.Token(time.Minute)}})
	assert.NotContains(t, string(refused.Raw), "data-opens", "a refused form is not counted as opened again")
}

func TestAPreviewIsNotCounted(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var preview struct{ HTML string }
	s.Call(http.MethodPost, "/api/v1/preview?path=/&lang=gu", map[string]any{"revision": 0}).Into(t, &preview)
	assert.Contains(t, preview.HTML, "<main")
	for _, counts := range []string{"<script", "<noscript", "/visits"} {
		assert.NotContains(t, preview.HTML, counts)
	}
}

func TestThePrivacyPageListsEverythingThatIsCounted(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, lang := range locales.Usual {
		html := string(s.Call(http.MethodGet, apitest.InLang(lang, site.PrivacyPath), nil).Raw)
		html, _, _ = strings.Cut(html, `<script type="application/json"`)
		says := func(key string, pairs ...string) {
			t.Helper()
			text := locales.Text(lang, key, pairs...)
			require.NotEqual(t, key, text)
			assert.Contains(t, html, text)
			if lang != locales.English {
				assert.NotEqual(t, locales.Text(locales.English, key, pairs...), text, "not translated")
			}
		}
		for _, kind := range visit.Kind("").All() {
			says("privacy.counted." + string(kind))
		}
		for _, reason := range visit.Reason("").All() {
			says("privacy.skip." + string(reason))
		}
		assert.Equal(t, 35, visits.DaysKept)
		says("privacy.kept.visits", "days", "35")
		says("privacy.people", "hours", "48")
		says("privacy.ask.about", "brand", "Digital Market")
		assert.Contains(t, html, `href="mailto:hello@example.com"`)
	}
	s.SignIn().Save(map[string]any{"contact": map[string]any{"email": "ask@example.in"}})
	assert.Contains(t, string(s.Call(http.MethodGet, "/privacy", nil).Raw), `href="mailto:ask@example.in"`)
}

func TestAFormWithoutJavaScriptCarriesItsSource(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, c := range []struct{ address, referer, source string }{
		{"/services/quote?src=board", "", "board"},
		{"/gu/services/quote?utm_source=instagram&utm_campaign=diwali", "https://www.example.org/", "instagram/diwali"},
		{"/services/quote?service=SEO", "http://parichay.test/services?src=q.shop", "q.shop"},
		{"/hi/portfolio/request", "http://parichay.test/portfolio", ""},
		{"/portfolio/request", "https://www.example.org/list?src=theirs", "example.org"},
		{"/portfolio/request", "android-app://com.google.android.gm/", "com.google.android.gm"},
		{"/portfolio/request", "::no address", ""},
		{"/services/quote?src=%22%3E%3Cscript%3E", "", "&quot;&gt;&lt;script&gt;"},
	} {
		html := string(s.Call(http.MethodGet, c.address, nil, "Referer", c.referer).Raw)
		assert.Equal(t, c.source, apitest.Meta(t, html, `<input type="hidden" name="source" value="([^"]*)"`), c.address+" from "+c.referer)
	}
	form := map[string][]string{"name": {"Bakery"}, "email": {"nobody"}, "message": {"Posters"}, "source": {"q.shop"}, "token": {s.Token(time.Minute)}}
	refused := s.Post("/services/quote", form)
	assert.Contains(t, string(refused.Raw), `<input type="hidden" name="source" value="q.shop"`, "the source is kept with the other values")
	form["email"] = []string{"bakery@example.in"}
	require.Equal(t, http.StatusOK, s.Post("/services/quote", form).StatusCode)
	var source string
	s.Scan(`SELECT source FROM feedback`, &source)
	assert.Equal(t, "q.shop", source)
}

func TestOnlyLinksOfThePageAreReported(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	s.Save(map[string]any{"shopButtonUrl": "https://shop.example.in"})
	add := func(list string, values map[string]any) (made struct{ ID string }) {
		answer := s.Call(http.MethodPost, "/api/v1/"+list, map[string]any{"values": values}, "Idempotency-Key", list)
		require.Equal(t, http.StatusCreated, answer.StatusCode, string(answer.Raw))
		answer.Into(t, &made)
		return made
	}
	add("blocks", map[string]any{"kind": "link", "title": "Menu", "address": "https://menu.example.in/Today?x=1"})
	post := "/blog/" + add("posts", map[string]any{
		"title": "Sale", "author": "Asha", "date": "2026-01-01", "content": `<p>See <a href="https://article.example.in/a?b=1">this</a>.</p>`,
	}).ID
	project := "/portfolio/" + add("portfolio", map[string]any{
		"title": "Shop", "description": "A shop window", "category": "Web", "date": "2026-01", "link": "https://project.example.in", "caseStudy": `<p><a href="https://study.example.in/a">x</a></p>`,
	}).ID
	visitor := s.Browser()
	token := 0
	for _, c := range []struct{ page, address, target string }{
		{"/gu", "https://shop.example.in/", "link:https://shop.example.in/"},
		{"/", "https://menu.example.in/Today", "link:https://menu.example.in/Today"},
		{"/", "/services", "page:/services"},
		{"/", "/blog/invented", visit.Other},
		{"/", "https://article.example.in/a", visit.Other},
		{post, "https://article.example.in/a", "link:https://article.example.in/a"},
		{"/hi" + project, "https://project.example.in/", "link:https://project.example.in/"},
		{project, "https://study.example.in/a", "link:https://study.example.in/a"},
		{"/portfolio", "https://study.example.in/a", "link:https://study.example.in/a"},
		{project, "https://invented.example.in/", visit.Other},
	} {
		token++
		answer := visitor.Call(http.MethodPost, "/api/v1/visits", map[string]any{"p": c.page, "t": token, "n": 1, "e": [][]string{{"tap", c.address}}},
			"User-Agent", "Mozilla/5.0 (Linux; Android 14) Chrome/130.0.0.0")
		require.Equal(t, http.StatusNoContent, answer.StatusCode)
		require.Eventually(t, func() bool { return s.Count(`SELECT count(*) FROM visits`) == token }, 20*time.Second, 10*time.Millisecond)
		var target string
		s.Scan(`SELECT target FROM visits ORDER BY token DESC LIMIT 1`, &target)
		assert.Equal(t, c.target, target, c.page+" "+c.address)
	}
}
