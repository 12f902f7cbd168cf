package content_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/public/pagedata"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

func TestB2BlogShowsFourMoreArticlesAtATime(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	var seen []string
	for offset := 0; offset < 12; offset += 4 {
		var page struct {
			Posts []pagedata.PostCard
			Total int
		}
		s.Call(http.MethodGet, fmt.Sprintf("/api/v1/posts?lang=gu&offset=%d&limit=4", offset), nil).Into(t, &page)
		assert.Equal(t, 10, page.Total)
		for _, p := range page.Posts {
			seen = append(seen, p.ID)
			assert.Equal(t, "/gu/blog/"+p.ID, p.Href)
		}
	}
	assert.Len(t, seen, 10)
	for shown, want := range map[string]int{"": 4, "?shown=8": 8, "?shown=12": 10, "?shown=7": 4, "?shown=-4": 4, "?shown=x": 4, "?utm_source=story": 4} {
		html := string(s.Call(http.MethodGet, "/blog"+shown, nil).Raw)
		assert.Equal(t, want, strings.Count(html, "<article"), shown)
		assert.Equal(t, want < 10, strings.Contains(html, `href="?shown=`), shown)
	}
}

func TestB2EveryArticleIsReachableByLinks(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, `INSERT INTO posts (id, title, content, author, date) SELECT 'p' || n, 'Title ' || n, '<p>x</p>', 'Admin', date '2020-01-01' + n FROM generate_series(1, 95) AS n`)
	next := regexp.MustCompile(`href="(\?[a-z0-9=]*)#article-\d+" rel="next"|rel="next" href="(\?[a-z0-9=]*)#`)
	seen := map[string]bool{}
	var queries []string
	for query := ""; ; {
		html := string(s.Call(http.MethodGet, "/blog"+query, nil).Raw)
		for _, link := range regexp.MustCompile(`href="/blog/([^"]+)"`).FindAllStringSubmatch(html, -1) {
			seen[link[1]] = true
		}
		found := next.FindStringSubmatch(html)
		if found == nil {
			assert.Contains(t, html, `href="?page=2"`, "link to the previous page")
			assert.Contains(t, html, `<link rel="canonical" href="http://parichay.test/blog?page=3">`)
			break
		}
		query = found[1] + found[2]
		queries = append(queries, query)
		require.Less(t, len(queries), 20)
	}
	assert.Len(t, seen, 105)
	assert.Equal(t, []string{"?shown=40", "?page=2", "?page=3"}, queries[len(queries)-3:])
	assert.Equal(t, 40, strings.Count(string(s.Call(http.MethodGet, "/blog?page=1", nil).Raw), "<article"))
	assert.Equal(t, 40, strings.Count(string(s.Call(http.MethodGet, "/blog?shown=400", nil).Raw), "<article"))
}

func TestB5ArticleIsServedInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, lang := range locales.Usual {
		a := s.Call(http.MethodGet, apitest.InLang(lang, "/blog/whatsapp-shop-window"), nil)
		require.Equal(t, http.StatusOK, a.StatusCode)
		var whole pagedata.PostPage
		s.Call(http.MethodGet, "/api/v1/posts/whatsapp-shop-window?lang="+string(lang), nil).Into(t, &whole)
		assert.Equal(t, lang, whole.Lang)
		assert.Contains(t, string(a.Raw), whole.Title)
	}
	testdb.Exec(t, s.DSN, apitest.InEnglishOnly)
	html := string(s.Call(http.MethodGet, "/gu/blog/reviews-and-replies", nil).Raw)
	assert.Contains(t, html, `lang="en"`, "the English text is marked as English")
}

func TestB6ArticleThatDoesNotExistIsA404(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, path := range []string{"/blog/nothing", "/gu/blog/nothing", "/blog/%00", "/blog/" + strings.Repeat("x", 5000), "/blog/a%2fb", "/blog/%ff"} {
		a := s.Call(http.MethodGet, path, nil)
		assert.Equal(t, http.StatusNotFound, a.StatusCode, path)
	}
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/api/v1/posts/nothing", nil).StatusCode)
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, "/api/v1/posts/%00", nil).StatusCode)
}

func TestDeletedItemsStayDeletedAfterAnUpgrade(t *testing.T) {
	t.Parallel()
	store, dsn := testdb.New(t)
	testdb.Exec(t, dsn, `DELETE FROM services`)
	testdb.Exec(t, dsn, `UPDATE posts SET deleted_at = now(), title = 'Mine'`)
	applied, err := store.Migrate(t.Context())
	require.NoError(t, err)
	assert.Empty(t, applied)
	services, err := store.Items.Public(t.Context(), content.Services, time.Now())
	require.NoError(t, err)
	assert.Empty(t, services)
	posts, err := store.Items.Public(t.Context(), content.Posts, time.Now())
	require.NoError(t, err)
	assert.Empty(t, posts)
}
