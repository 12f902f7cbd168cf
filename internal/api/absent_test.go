package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/kit/fault"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

// absent starts a server without a database and without any content.
func absent(t *testing.T) *api.Server {
	t.Helper()
	store, err := postgres.Open(t.Context(), "postgres://nobody@127.0.0.1:1/none")
	require.NoError(t, err)
	t.Cleanup(store.Close)
	place, err := media.ParsePlace("file:" + t.TempDir())
	require.NoError(t, err)
	pictures, err := media.Open(place)
	require.NoError(t, err)
	s, err := api.New(t.Context(), api.Config{BaseURL: apitest.MustParse(t, "http://parichay.test")}, store, pictures)
	require.NoError(t, err)
	s.DatabaseAway(t.Context(), fault.ErrUnavailable)
	return s
}

func TestC4WithoutContentEveryPublicResponseIsAnUncached503(t *testing.T) {
	t.Parallel()
	s := absent(t)
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		return w
	}
	for _, path := range []string{
		"/", "/gu", "/services", "/hi/portfolio", "/blog", "/blog/whatsapp-shop-window", "/download", "/nothing",
		"/contact.vcf", "/gu/contact.vcf", "/qr/screen.svg", "/card/x.jpg", "/sitemap.xml", "/feed.xml", "/.well-known/security.txt",
	} {
		a := ask(path)
		assert.Equal(t, http.StatusServiceUnavailable, a.Code, path)
		assert.Equal(t, "no-store", a.Header().Get("Cache-Control"), path)
		assert.Equal(t, "noindex", a.Header().Get("X-Robots-Tag"), path)
		assert.NotEmpty(t, a.Header().Get("Retry-After"), path)
	}
	assert.Contains(t, ask("/").Body.String(), `"notice":"connection_error"`)
	assert.Contains(t, ask("/").Body.String(), `"notice.connection_error":`, "the page contains the text of the notice")
	for _, path := range []string{"/api/v1/site", "/api/v1/page?path=/", "/services/quote", "/readyz"} {
		a := ask(path)
		assert.Equal(t, http.StatusServiceUnavailable, a.Code, path)
		assert.NotEmpty(t, a.Header().Get("Retry-After"), path)
	}
	assert.Equal(t, http.StatusOK, ask("/healthz").Code)
}

func TestTheFallbackCopyIsNotServed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	require.NoError(t, s.Server.Pictures().KeepPrivate(t.Context(), "content", []byte("secret")))
	for _, path := range []string{"/media/private/content", "/media/public/../private/content", "/media/public/%2e%2e/private/content"} {
		a := s.Call(http.MethodGet, path, nil)
		assert.Equal(t, http.StatusNotFound, a.StatusCode, path)
		assert.NotContains(t, string(a.Raw), "secret", path)
	}
}

func TestSavingRepairsADamagedRow(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"brandName": "Real Name"}).StatusCode)
	testdb.Exec(t, s.DSN, `ALTER TABLE website_content DROP CONSTRAINT website_content_readable`)
	testdb.Exec(t, s.DSN, `INSERT INTO website_content (brand_name, translations) VALUES ('Damaged', '[]')`)
	s.Server.Site().Refresh(t.Context())
	stored := s.Call(http.MethodGet, "/api/v1/site/stored", nil)
	require.Equal(t, http.StatusOK, stored.StatusCode)
	var state struct{ Damaged bool }
	require.NoError(t, json.Unmarshal(stored.Raw, &state))
	assert.True(t, state.Damaged)
	home := s.Call(http.MethodGet, "/", nil)
	assert.Equal(t, http.StatusOK, home.StatusCode)
	assert.Contains(t, string(home.Raw), "Real Name")

	require.Equal(t, http.StatusOK, s.Save(map[string]any{"tagline": "Mended again"}).StatusCode)
	assert.NotContains(t, string(s.Call(http.MethodGet, "/api/v1/site/stored", nil).Raw), "damaged")
}
