package content_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/wire"
	"parichay/internal/domain/content"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

func TestADraftLinkWorksUntilItEnds(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	made := s.Call(http.MethodPost, "/api/v1/posts", map[string]any{"published": false, "values": map[string]any{
		"title": "Kites", "content": "<p>Paper and thread</p>", "author": "Surya", "date": "2025-01-14",
	}}, "Idempotency-Key", "kites")
	require.Equal(t, http.StatusCreated, made.StatusCode, string(made.Raw))
	var item content.Item
	made.Into(t, &item)
	link := func() string {
		answer := s.Call(http.MethodPost, "/api/v1/posts/kites/link?lang=gu", map[string]any{})
		require.Equal(t, http.StatusCreated, answer.StatusCode, string(answer.Raw))
		var link wire.DraftLink
		answer.Into(t, &link)
		assert.WithinDuration(t, time.Now().Add(7*24*time.Hour), *link.ExpiresAt, time.Hour)
		_, path, _ := strings.Cut(strings.TrimPrefix(link.URL, "http://"), "/")
		return "/" + path
	}
	stranger := s.Browser()
	open := func(path string) int { return stranger.Call(http.MethodGet, path, nil).StatusCode }
	assert.Equal(t, "{}\n", string(s.Call(http.MethodGet, "/api/v1/posts/kites/link", nil).Raw))
	assert.Equal(t, http.StatusUnauthorized, stranger.Call(http.MethodPost, "/api/v1/posts/kites/link", map[string]any{}).StatusCode)

	first := link()
	assert.True(t, strings.HasPrefix(first, "/gu/draft/"), first)
	page := stranger.Call(http.MethodGet, first, nil)
	require.Equal(t, http.StatusOK, page.StatusCode)
	assert.Contains(t, string(page.Raw), "Paper and thread")
	assert.Contains(t, string(page.Raw), `name="robots" content="noindex"`)
	assert.NotContains(t, string(page.Raw), "<script src")
	assert.NotContains(t, string(page.Raw), "data-counted", "the address is a secret, so views are not counted")
	assert.NotContains(t, string(page.Raw), "/visits/view.gif")
	assert.Equal(t, "no-store", page.Header.Get("Cache-Control"))
	assert.Equal(t, "noindex", page.Header.Get("X-Robots-Tag"))
	assert.Equal(t, http.StatusNotFound, open("/blog/kites"), "the article is not public")
	assert.Equal(t, http.StatusNotFound, open("/draft/guessed"))

	second := link()
	assert.Equal(t, http.StatusNotFound, open(first), "a new link revokes the old one")
	assert.Equal(t, http.StatusOK, open(second))
	testdb.Exec(t, s.DSN, `UPDATE draft_links SET expires_at = now()`)
	assert.Equal(t, http.StatusNotFound, open(second), "expired")

	third := link()
	assert.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/posts/kites/link", nil).StatusCode)
	assert.Equal(t, http.StatusNotFound, open(third), "revoked")

	fourth := link()
	saved := s.Call(http.MethodPatch, "/api/v1/posts/kites", map[string]any{"revision": item.Revision, "published": true})
	require.Equal(t, http.StatusOK, saved.StatusCode, string(saved.Raw))
	moved := stranger.Call(http.MethodGet, fourth, nil)
	assert.Equal(t, "/gu/blog/kites", moved.Header.Get("Location"), "a published article redirects to its page")
}

// sharedDraft starts a site with a draft and returns the path of its draft link.
func sharedDraft(t *testing.T) (s *apitest.Site, path string) {
	t.Helper()
	s = apitest.Start(t).SignIn().Claim()
	s.Item(t, http.MethodPost, "posts", map[string]any{"published": false, "values": map[string]any{
		"title": "Kites", "content": "<p>Paper and thread</p>", "author": "Surya", "date": "2025-01-14",
	}}, "Idempotency-Key", "kites")
	var link wire.DraftLink
	s.Call(http.MethodPost, "/api/v1/posts/kites/link", map[string]any{}).Into(t, &link)
	_, path, _ = strings.Cut(strings.TrimPrefix(link.URL, "http://"), "/")
	return s, "/" + path
}

func TestRecoveringTheAccountRevokesDraftLinks(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(*apitest.Site) apitest.Answer{
		"sign out everywhere else": func(s *apitest.Site) apitest.Answer {
			return s.Call(http.MethodDelete, "/api/v1/account/sessions", nil)
		},
		"a new password": func(s *apitest.Site) apitest.Answer {
			return s.Confirm().Call(http.MethodPatch, "/api/v1/account", map[string]string{"password": "a whole new password", "current": apitest.Password})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, path := sharedDraft(t)
			require.Equal(t, http.StatusOK, s.Browser().Call(http.MethodGet, path, nil).StatusCode)
			require.Less(t, take(s).StatusCode, http.StatusMultipleChoices)
			assert.Equal(t, http.StatusNotFound, s.Browser().Call(http.MethodGet, path, nil).StatusCode)
		})
	}
}

// stuck is the response writer of a client that does not read the response.
type stuck struct {
	*httptest.ResponseRecorder
	reached, release chan struct{}
	once             *sync.Once
}

func (s stuck) Write(part []byte) (int, error) {
	s.once.Do(func() { close(s.reached) })
	<-s.release
	return len(part), nil
}

func TestAStalledReaderOfADraftDoesNotBlockOtherReaders(t *testing.T) {
	t.Parallel()
	s, path := sharedDraft(t)
	slow := stuck{httptest.NewRecorder(), make(chan struct{}), make(chan struct{}), new(sync.Once)}
	ended := make(chan struct{})
	go func() {
		s.Server.ServeHTTP(slow, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		close(ended)
	}()
	<-slow.reached
	other := httptest.NewRecorder()
	s.Server.ServeHTTP(other, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)) // from the same network
	assert.Equal(t, http.StatusOK, other.Code)
	close(slow.release)
	<-ended
}
