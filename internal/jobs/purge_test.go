package jobs

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/profile"
)

func TestCachePurgeIsRetriedUntilItSucceeds(t *testing.T) {
	t.Parallel()
	asked := make(chan *http.Request, 10)
	cache := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r
		if len(asked) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(cache.Close)
	p := open(t)
	p.owner.Server = nil
	var err error
	p.cache.Secret = "0123456789abcdef"
	p.cache.Address, err = url.Parse(cache.URL)
	require.NoError(t, err)
	now, err := p.Site.Content(t.Context())
	require.NoError(t, err)
	rename := func(p profile.Profile) (profile.Profile, error) {
		p.BrandName += " and sons"
		return p, nil
	}
	saved, err := p.Site.Save(t.Context(), "", now.Profile.ID, rename)
	require.NoError(t, err)
	p.PurgeCaches()
	_, err = p.Site.Save(t.Context(), "", saved.ID, rename)
	require.NoError(t, err)
	p.run(t)
	require.Eventually(t, func() bool { return len(asked) >= 3 }, 30*time.Second, 20*time.Millisecond, "failed, retried, and once more later; nothing for the save before PurgeCaches")
	for range 3 {
		r := <-asked
		assert.Equal(t, "PURGE", r.Method)
		assert.Equal(t, "profile", r.Header.Get("Surrogate-Key"))
		assert.Equal(t, "0123456789abcdef", r.Header.Get("X-Purge-Secret"))
	}
}

// Fails without CheckRedirect in newPurger.
func TestPurgeFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	elsewhere := make(chan struct{}, 1)
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere <- struct{}{} }))
	t.Cleanup(other.Close)
	cache := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	t.Cleanup(cache.Close)
	at, err := url.Parse(cache.URL)
	require.NoError(t, err)
	require.ErrorContains(t, newPurger(nil, Cache{Address: at}).purge(t.Context(), "profile"), "307")
	assert.Empty(t, elsewhere)
}
