package api_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/rig"
)

func TestACachedResponseEqualsAFreshOne(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	s := apitest.Start(t, func(c *api.Config) { c.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) } })
	ask := func(method, path string) *http.Request {
		r := httptest.NewRequest(method, path, http.NoBody)
		r.Header.Set("Accept-Encoding", rig.Browser)
		return r
	}
	ready := func(method, path string) (*httptest.ResponseRecorder, string, bool) {
		w := httptest.NewRecorder()
		route, served := s.Server.Site().ServeReady(w, ask(method, path))
		return w, route, served
	}
	article := regexp.MustCompile(`href="(/blog/[^"?]+)"`).FindSubmatch(s.Call(http.MethodGet, "/blog", nil).Raw)
	cover := regexp.MustCompile(`src="(/cover/[^"]+)"`).FindSubmatch(s.Call(http.MethodGet, "/portfolio", nil).Raw)
	require.NotNil(t, article)
	require.NotNil(t, cover)
	for path, route := range map[string]string{
		"/": "/", "/gu": "/gu", string(article[1]): "/blog/{id}", string(cover[1]): "/cover/*", "/icon/192.png": "/icon/{name}", "/favicon.ico": "/favicon.ico",
	} {
		require.Eventually(t, func() bool {
			s.Call(http.MethodGet, path, nil, "Accept-Encoding", rig.Browser)
			_, _, served := ready(http.MethodGet, path)
			return served
		}, 30*time.Second, 10*time.Millisecond, path)
		made := httptest.NewRecorder()
		s.Server.Route(made, ask(http.MethodGet, path))
		got, taken, _ := ready(http.MethodGet, path)
		assert.Equal(t, made.Header(), got.Header(), path)
		assert.Equal(t, made.Body.Bytes(), got.Body.Bytes(), path)
		assert.Equal(t, route, taken)
		unread, _, served := ready(http.MethodHead, path)
		assert.True(t, served)
		assert.Empty(t, unread.Body.Bytes())
		for _, other := range []*http.Request{ask(http.MethodPost, path), ask(http.MethodGet, path+"?page=2")} {
			_, served := s.Server.Site().ServeReady(httptest.NewRecorder(), other)
			assert.False(t, served)
		}
	}
	made := cover[1][:len(cover[1])-len("0.svg")]
	s.Call(http.MethodGet, string(made)+"0.svg", nil)
	s.Call(http.MethodGet, string(made)+"0.svg", nil)
	_, _, served := ready(http.MethodGet, string(made)+"0.svg")
	assert.False(t, served, "invented names are not cached")

	ahead.Store(int64(366 * 24 * time.Hour))
	_, _, served = ready(http.MethodGet, "/")
	assert.False(t, served, "the copyright shows the year")
	ahead.Store(0)
	_, _, served = ready(http.MethodGet, "/")
	require.True(t, served)
	s.SignIn().Save(map[string]any{"tagline": "Baked at six"})
	_, _, served = ready(http.MethodGet, "/")
	assert.False(t, served, "a save invalidates the cache")
}
