package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
)

const (
	testEmail    = "owner@example.com"
	testPassword = "correct horse battery"
)

// testSite is a running server with its own database, and a browser with its cookies.
type testSite struct {
	t      *testing.T
	server *Server
	store  *postgres.Store
	dsn    string
	url    string
	client *http.Client
}

// testOwner is created once, because hashing a password is slow.
var testOwner = sync.OnceValues(func() (account.Owner, error) { return account.NewOwner(testEmail, testPassword) })

// owned returns a new database with an owner.
func owned(t *testing.T) (store *postgres.Store, dsn string) {
	t.Helper()
	store, dsn = testdb.New(t)
	o, err := testOwner()
	require.NoError(t, err)
	_, err = store.Accounts.SetOwner(t.Context(), o)
	require.NoError(t, err)
	return store, dsn
}

// start starts a server with its own database. startOn starts another one on the same database.
func start(t *testing.T, settings ...func(*Config)) *testSite {
	t.Helper()
	store, dsn := owned(t)
	return startOn(t, store, dsn, settings...)
}

func startOn(t *testing.T, store *postgres.Store, dsn string, settings ...func(*Config)) *testSite {
	t.Helper()
	config := Config{BaseURL: mustParse(t, "http://parichay.test"), Mail: true}
	for _, set := range settings {
		set(&config)
	}
	return startWith(t, store, dsn, config)
}

func startWith(t *testing.T, store *postgres.Store, dsn string, config Config) *testSite {
	t.Helper()
	return startPictured(t, store, dsn, config, "file:"+t.TempDir())
}

// startPictured starts a server that stores its pictures at an address.
func startPictured(t *testing.T, store *postgres.Store, dsn string, config Config, address string) *testSite {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	place, err := media.ParsePlace(address)
	require.NoError(t, err)
	pictures, err := media.Open(place)
	require.NoError(t, err)
	s, err := New(ctx, config, store, pictures)
	require.NoError(t, err)
	web := httptest.NewServer(s)
	watched := make(chan struct{})
	go func() { s.Watch(ctx); close(watched) }()
	t.Cleanup(func() { web.Close(); cancel(); <-watched })
	require.Eventually(t, s.site.Ready, 5*time.Second, time.Millisecond)
	running := testSite{t: t, server: s, store: store, dsn: dsn, url: web.URL, client: web.Client()}
	return running.browser()
}

// browser returns the same site as seen by another browser, without cookies.
func (s *testSite) browser() *testSite {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(s.t, err)
	other := *s
	other.client = &http.Client{Transport: s.client.Transport, Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	return &other
}

type answer struct {
	*http.Response
	body []byte
}

func (a answer) into(t *testing.T, target any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.body, target), string(a.body))
}

func (a answer) problem(t *testing.T) wire.Problem {
	t.Helper()
	require.Equal(t, "application/problem+json", a.Header.Get("Content-Type"), string(a.body))
	var p wire.Problem
	a.into(t, &p)
	require.Equal(t, a.StatusCode, p.Status)
	return p
}

// call sends a request. body may be nil, a text, bytes, a reader, or a value to encode as JSON;
// pairs are headers.
func (s *testSite) call(method, path string, body any, pairs ...string) answer {
	s.t.Helper()
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = bytes.NewBufferString(b)
	case []byte:
		reader = bytes.NewReader(b)
	case io.Reader:
		reader = b
	default:
		raw, err := json.Marshal(b)
		require.NoError(s.t, err)
		reader = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, reader)
	require.NoError(s.t, err)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
	}
	response, err := s.client.Do(r)
	require.NoError(s.t, err)
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	require.NoError(s.t, err)
	return answer{response, raw}
}

// cookie returns "name=value" of a cookie of the browser, or the empty string.
func (s *testSite) cookie(name string) string {
	s.t.Helper()
	for _, c := range s.client.Jar.Cookies(mustParse(s.t, s.url)) {
		if c.Name == name {
			return c.String()
		}
	}
	return ""
}

func (s *testSite) signIn() *testSite {
	s.t.Helper()
	a := s.call(http.MethodPost, "/api/v1/session", map[string]string{"email": testEmail, "password": testPassword})
	require.Equal(s.t, http.StatusOK, a.StatusCode, string(a.body))
	return s
}

func (s *testSite) stored() (out wire.StoredSite) {
	s.t.Helper()
	s.call(http.MethodGet, "/api/v1/site/stored", nil).into(s.t, &out)
	return out
}

// claim names the site and keeps the samples as the owner's content.
func (s *testSite) claim() *testSite {
	s.t.Helper()
	require.Equal(s.t, http.StatusOK, s.save(map[string]any{"named": "yes"}).StatusCode)
	require.Equal(s.t, http.StatusNoContent, s.call(http.MethodPost, "/api/v1/samples", map[string]any{"deed": "keep"}).StatusCode)
	return s
}

// save saves fields, based on the newest revision.
func (s *testSite) save(fields map[string]any) answer {
	s.t.Helper()
	return s.call(http.MethodPatch, "/api/v1/site", map[string]any{"revision": s.stored().Revision, "site": fields})
}
