// Package apitest runs the whole server on a database of its own, for tests of the API. It also
// has the steps that many tests begin with: signing in, saving, sending a lead.
package apitest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/domain/profile"
	"parichay/internal/public/site"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// The account of the owner whom Owned creates.
const (
	Email    = "owner@example.com"
	Password = "correct horse battery"
)

// Site is a running server with its own database, and a browser with its cookies.
type Site struct {
	T      *testing.T
	Server *api.Server
	Config api.Config
	Store  *postgres.Store
	DSN    string
	URL    string
	Client *http.Client
}

// Owner is created once, because hashing a password is slow.
var Owner = sync.OnceValues(func() (account.Owner, error) { return account.NewOwner(Email, Password) })

// Owned returns a new database with an owner.
func Owned(t *testing.T) (store *postgres.Store, dsn string) {
	t.Helper()
	store, dsn = testdb.New(t)
	o, err := Owner()
	require.NoError(t, err)
	_, err = store.Accounts.SetOwner(t.Context(), o)
	require.NoError(t, err)
	return store, dsn
}

// Start starts a server with its own database and an owner.
func Start(t *testing.T, settings ...func(*api.Config)) *Site {
	t.Helper()
	store, dsn := Owned(t)
	return StartOn(t, store, dsn, settings...)
}

// StartOn starts another server on the same database.
func StartOn(t *testing.T, store *postgres.Store, dsn string, settings ...func(*api.Config)) *Site {
	t.Helper()
	config := api.Config{BaseURL: MustParse(t, "http://parichay.test"), Mail: true}
	for _, set := range settings {
		set(&config)
	}
	return StartWith(t, store, dsn, config)
}

// StartWith starts a server with exactly this configuration.
func StartWith(t *testing.T, store *postgres.Store, dsn string, config api.Config) *Site {
	t.Helper()
	return StartPictured(t, store, dsn, config, "file:"+t.TempDir())
}

// StartPictured starts a server that stores its pictures at an address.
func StartPictured(t *testing.T, store *postgres.Store, dsn string, config api.Config, address string) *Site {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	place, err := media.ParsePlace(address)
	require.NoError(t, err)
	pictures, err := media.Open(place)
	require.NoError(t, err)
	s, err := api.New(ctx, config, store, pictures)
	require.NoError(t, err)
	web := httptest.NewServer(s)
	watched := make(chan struct{})
	go func() { s.Watch(ctx); close(watched) }()
	t.Cleanup(func() { web.Close(); cancel(); <-watched })
	running := (&Site{T: t, Server: s, Config: config, Store: store, DSN: dsn, URL: web.URL, Client: web.Client()}).Browser()
	require.Eventually(t, func() bool { return running.Call(http.MethodGet, "/readyz", nil).StatusCode == http.StatusOK }, 5*time.Second, time.Millisecond)
	return running
}

// InLang returns the path of a page in a language. The primary language is English.
func InLang(lang locales.Lang, path string) string {
	return profile.Profile{}.Languages().Path(lang, path)
}

// LangOf returns the language of a path. The primary language is English.
func LangOf(path string) locales.Lang {
	lang, _, _ := profile.Profile{}.Languages().Find(path)
	return lang
}

// Browser returns the same site as seen by another browser, without cookies.
func (s *Site) Browser() *Site {
	s.T.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(s.T, err)
	other := *s
	other.Client = &http.Client{Transport: s.Client.Transport, Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	return &other
}

// Answer is a response with its body, which has been read.
type Answer struct {
	*http.Response
	Raw []byte
}

// Into decodes the JSON body into target.
func (a Answer) Into(t *testing.T, target any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.Raw, target), string(a.Raw))
}

// Problem decodes the body of a refusal.
func (a Answer) Problem(t *testing.T) wire.Problem {
	t.Helper()
	require.Equal(t, "application/problem+json", a.Header.Get("Content-Type"), string(a.Raw))
	var p wire.Problem
	a.Into(t, &p)
	require.Equal(t, a.StatusCode, p.Status)
	return p
}

// Call sends a request. body may be nil, a text, bytes, a reader, or a value to encode as JSON;
// pairs are headers.
func (s *Site) Call(method, path string, body any, pairs ...string) Answer {
	s.T.Helper()
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
		require.NoError(s.T, err)
		reader = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(s.T.Context(), method, s.URL+path, reader)
	require.NoError(s.T, err)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
	}
	response, err := s.Client.Do(r)
	require.NoError(s.T, err)
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	require.NoError(s.T, err)
	return Answer{response, raw}
}

// Cookie returns "name=value" of a cookie of the browser, or the empty string.
func (s *Site) Cookie(name string) string {
	s.T.Helper()
	for _, c := range s.Client.Jar.Cookies(MustParse(s.T, s.URL)) {
		if c.Name == name {
			return c.String()
		}
	}
	return ""
}

// SignIn signs the owner in with the password.
func (s *Site) SignIn() *Site {
	s.T.Helper()
	a := s.Call(http.MethodPost, "/api/v1/session", map[string]string{"email": Email, "password": Password})
	require.Equal(s.T, http.StatusOK, a.StatusCode, string(a.Raw))
	return s
}

// Stored returns the site as the owner saved it.
func (s *Site) Stored() (out wire.StoredSite) {
	s.T.Helper()
	s.Call(http.MethodGet, "/api/v1/site/stored", nil).Into(s.T, &out)
	return out
}

// Claim names the site and keeps the samples as the owner's content.
func (s *Site) Claim() *Site {
	s.T.Helper()
	require.Equal(s.T, http.StatusOK, s.Save(map[string]any{"named": "yes"}).StatusCode)
	require.Equal(s.T, http.StatusNoContent, s.Call(http.MethodPost, "/api/v1/samples", map[string]any{"deed": "keep"}).StatusCode)
	return s
}

// Save saves fields, based on the newest revision.
func (s *Site) Save(fields map[string]any) Answer {
	s.T.Helper()
	return s.Call(http.MethodPatch, "/api/v1/site", map[string]any{"revision": s.Stored().Revision, "site": fields})
}

// MustParse parses a URL.
func MustParse(t *testing.T, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	require.NoError(t, err)
	return u
}

// Preview returns a page with unsaved changes.
func (s *Site) Preview(query string, change map[string]any) (p site.Preview) {
	s.T.Helper()
	change["revision"] = 0
	s.Call(http.MethodPost, "/api/v1/preview?"+query, change).Into(s.T, &p)
	return p
}

// Text returns the only value that an SQL query selects.
func (s *Site) Text(sql string) (text string) {
	s.T.Helper()
	s.Scan(sql, &text)
	return text
}
