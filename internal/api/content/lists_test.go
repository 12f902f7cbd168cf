package content_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/public/pagedata"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

const (
	insertPosts    = `INSERT INTO posts (id, title, content, author, date) SELECT 'p' || n, 'Title ' || n, '<p>x</p>', 'Admin', date '2020-01-01' + n FROM generate_series(1, 95) AS n`
	insertProjects = `INSERT INTO portfolio_items (id, title, client, description, category, date, case_study, position)
		SELECT 'c' || n, 'Title ' || n, 'Client', 'Text', 'SEO', '2025-03-01', '<p>Figures of ' || n || '</p>', 100 + n FROM generate_series(1, 45) AS n`
)

// crawled follows the links between the pages of a list, starting at path. Like a crawler, it
// ignores pages that are not canonical. It returns all matches of wanted in these pages.
func crawled(t *testing.T, s *apitest.Site, path string, wanted *regexp.Regexp) map[string]bool {
	t.Helper()
	found, asked := map[string]bool{}, map[string]bool{path: true}
	for queue := []string{path}; len(queue) > 0; queue = queue[1:] {
		a := s.Call(http.MethodGet, queue[0], nil)
		require.Equal(t, http.StatusOK, a.StatusCode, queue[0])
		html := string(a.Raw)
		if apitest.Meta(t, html, `<link rel="canonical" href="([^"]+)"`) != "http://parichay.test"+queue[0] {
			continue
		}
		for _, match := range wanted.FindAllStringSubmatch(html, -1) {
			found[match[1]] = true
		}
		base, err := url.Parse(queue[0])
		require.NoError(t, err)
		for _, link := range regexp.MustCompile(`<a [^>]*href="([^"#]*)`).FindAllStringSubmatch(html, -1) {
			to, err := base.Parse(strings.ReplaceAll(link[1], "&amp;", "&"))
			require.NoError(t, err)
			if to.Path == base.Path && to.Host == "" && !asked[to.String()] {
				asked[to.String()] = true
				queue = append(queue, to.String())
			}
		}
	}
	return found
}

func TestACrawlerFindsEveryItemOfALongList(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, insertPosts)
	testdb.Exec(t, s.DSN, insertProjects)
	assert.Len(t, crawled(t, s, "/gu/blog", regexp.MustCompile(`href="/gu/blog/([^"]+)"`)), 105)
	assert.Len(t, crawled(t, s, "/portfolio", regexp.MustCompile(`<article[^>]*>.*?<h2[^>]*>([^<]+)`)), 49)
}

func TestAListPageIsLinkedInEveryLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, insertPosts)
	html := string(s.Call(http.MethodGet, "/hi/blog?page=2", nil).Raw)
	for _, lang := range []locales.Lang{"en", "hi", "gu"} {
		where := apitest.InLang(lang, "/blog?page=2")
		assert.Contains(t, html, `hreflang="`+string(lang)+`" href="http://parichay.test`+where+`"`)
		assert.Regexp(t, `<a href="`+regexp.QuoteMeta(where)+`" hrefLang="`+string(lang)+`"`, html, "the language menu links to the same page")
	}
	assert.Contains(t, html, `hreflang="x-default" href="http://parichay.test/blog?page=2"`)
	assert.Equal(t, "http://parichay.test/hi/blog?page=2", apitest.Meta(t, html, `<link rel="canonical" href="([^"]+)"`))
	assert.Contains(t, apitest.Meta(t, html, `<title>([^<]+)</title>`), "पेज 2")
	assert.Contains(t, apitest.Meta(t, html, `<meta name="description" content="([^"]+)"`), "पेज 2")
	assert.Regexp(t, `<nav aria-label="पेज"`, html)
	assert.Equal(t, "2", apitest.Meta(t, html, `aria-current="page"[^>]*>(\d+)</a>`))

	grown := string(s.Call(http.MethodGet, "/blog?shown=8", nil).Raw)
	assert.Equal(t, "http://parichay.test/blog?page=1", apitest.Meta(t, grown, `<link rel="canonical" href="([^"]+)"`), "canonical is the page with all these items")
	assert.Contains(t, grown, `hreflang="hi" href="http://parichay.test/hi/blog?page=1"`)
}

func TestAListThatFitsOnOnePageHasNoPageLinks(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, path := range []string{"/blog", "/blog?page=1", "/portfolio", "/portfolio?page=1"} {
		html := string(s.Call(http.MethodGet, path, nil).Raw)
		assert.Contains(t, html, "<article", path)
		assert.NotContains(t, html, "<nav", path)
	}
}

func TestAMissingListPageIsA404InItsLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	testdb.Exec(t, s.DSN, insertPosts)
	absent := func(path string) {
		t.Helper()
		a := s.Call(http.MethodGet, path, nil)
		assert.Equal(t, http.StatusNotFound, a.StatusCode, path)
		assert.Contains(t, string(a.Raw), `<html lang="`+string(apitest.LangOf(path))+`"`, path)
	}
	for _, list := range []string{"/blog", "/gu/blog", "/portfolio"} {
		for _, page := range []string{"4", "251", "0", "-1", "01", "+2", "abc", "", "99999999999", "1000000000000000000000"} {
			absent(list + "?page=" + url.QueryEscape(page))
		}
		assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/api/v1/page?path="+url.QueryEscape(list+"?page=4"), nil).StatusCode)
	}
	// The cached length of the list is valid for its edition only.
	absent("/portfolio?page=2")
	testdb.Exec(t, s.DSN, insertProjects)
	s.Item(t, http.MethodPost, "portfolio", map[string]any{"values": apitest.NewItems["portfolio"].Values}, "Idempotency-Key", "one more")
	assert.Equal(t, http.StatusOK, s.Call(http.MethodGet, "/portfolio?page=2", nil).StatusCode)
}

func TestP1CaseStudiesArePaged(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, insertProjects)
	for path, want := range map[string]int{"/portfolio": 24, "/portfolio?page=1": 24, "/portfolio?page=2": 24, "/gu/portfolio?page=3": 1} {
		assert.Equal(t, want, strings.Count(string(s.Call(http.MethodGet, path, nil).Raw), "<article"), path)
	}
	assert.Equal(t, "http://parichay.test/portfolio", apitest.Meta(t, string(s.Call(http.MethodGet, "/portfolio?page=1", nil).Raw), `<link rel="canonical" href="([^"]+)"`))
	for query, want := range map[string]int{"": 24, "?limit=10": 10, "?offset=40&limit=100": 9} {
		var list pagedata.PortfolioPage
		s.Call(http.MethodGet, "/api/v1/portfolio"+query, nil).Into(t, &list)
		assert.Len(t, list.Items, want, query)
		assert.Equal(t, 49, list.Total)
		assert.Empty(t, list.Items[0].CaseStudy)
	}
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodGet, "/api/v1/portfolio?limit=101", nil).StatusCode)
	var study pagedata.ProjectCard
	s.Call(http.MethodGet, "/api/v1/portfolio/c40?lang=gu", nil).Into(t, &study)
	assert.Equal(t, "<p>Figures of 40</p>", study.CaseStudy)
	for _, id := range []string{"nothing", "%00", "a%2fb"} {
		assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/api/v1/portfolio/"+id, nil).StatusCode, id)
	}
}

func TestC5OpenListPageGetsItsOwnData(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, insertPosts)
	testdb.Exec(t, s.DSN, `UPDATE posts SET id = 'સુરત' WHERE id = 'p7'`)
	var boot pagedata.Boot
	s.Call(http.MethodGet, "/api/v1/page?path="+url.QueryEscape("/gu/blog?page=3&utm_source=x"), nil).Into(t, &boot)
	assert.Equal(t, 80, boot.Blog.First)
	assert.Len(t, boot.Blog.Posts, 25)
	s.Call(http.MethodGet, "/api/v1/page?path="+url.QueryEscape("/blog/%E0%AA%B8%E0%AB%81%E0%AA%B0%E0%AA%A4"), nil).Into(t, &boot)
	assert.Equal(t, "સુરત", boot.Post.ID, "browsers send escaped paths")
}
