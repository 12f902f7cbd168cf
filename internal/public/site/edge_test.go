package site

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/headers"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

func TestCDNMayCachePagesOnlyIfPurgingIsConfigured(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, locales.India)
	s := open(t, func() time.Time { return now })
	assert.Equal(t, headers.Revalidated, get(s, "/").Header().Get("Cache-Control"))
	assert.Empty(t, get(s, "/").Header().Get("Surrogate-Key"))

	s.config.Purged = true
	page := get(s, "/gu")
	assert.Equal(t, "public, max-age=0, s-maxage=86400, stale-while-revalidate=10, stale-if-error=86400", page.Header().Get("Cache-Control"))
	assert.Equal(t, "profile list-blocks list-posts list-portfolio list-services list-faq", page.Header().Get("Surrogate-Key"), "the page shows which lists are empty")
	posts, err := s.store.Items.Public(t.Context(), content.Posts, now)
	require.NoError(t, err)
	item, next := posts[0].ID, posts[1].ID
	assert.Equal(t, "profile item-posts-"+item+" item-posts-"+next, get(s, "/blog/"+item).Header().Get("Surrogate-Key"), "the article links to the next one")

	now = time.Date(2026, 11, 15, 23, 59, 0, 0, locales.India)
	list := get(s, "/blog")
	assert.Equal(t, "profile list-posts", list.Header().Get("Surrogate-Key"))
	assert.Contains(t, list.Header().Get("Cache-Control"), "s-maxage=50, stale-while-revalidate=10,", "an article may become public at midnight")
	feed := httptest.NewRecorder()
	require.NoError(t, Documents{s}.ServeFeed(feed, httptest.NewRequest(http.MethodGet, "/feed.xml", http.NoBody)))
	assert.Equal(t, "profile list-posts", feed.Header().Get("Surrogate-Key"))
	now = time.Date(2026, 11, 15, 23, 59, 45, 0, locales.India)
	assert.Equal(t, headers.Revalidated, get(s, "/blog").Header().Get("Cache-Control"))
	assert.Equal(t, headers.Revalidated, get(s, "/no/such/page").Header().Get("Cache-Control"), "it may exist tomorrow")
}

func TestCDNNeverGetsAPageFromBeforeASave(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	s.config.Purged = true
	get(s, "/")
	_, err := s.store.Site.Save(t.Context(), "", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		p.BrandName = "Something Else"
		return p, nil
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	assert.Contains(t, get(s, "/").Body.String(), "Something Else")
}

func TestSurrogateKeysAreASCII(t *testing.T) {
	t.Parallel()
	keys := SurrogateKeys([]string{postgres.ProfileScope, content.Posts.Name, postgres.ItemScope(content.Posts, "દિવાળી offer")})
	assert.Equal(t, []string{"profile", "list-posts"}, strings.Fields(keys)[:2])
	assert.Len(t, strings.Fields(keys), 3)
	assert.NotRegexp(t, `[^ -~]`, keys)
}
