package api

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/account"
	"parichay/internal/api/signin"
	domainaccount "parichay/internal/domain/account"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/testkit/testdb"
)

// openRoutes lists all open routes a second time: a route that is open but not listed here,
// or the reverse, fails the test by name.
var openRoutes = []string{
	"GET /api/v1/site", "GET /api/v1/page",
	"GET /api/v1/posts", "GET /api/v1/posts/{id}", "GET /api/v1/services", "GET /api/v1/portfolio", "GET /api/v1/portfolio/{id}", "POST /api/v1/leads", "GET /api/v1/leads/token",
	"GET /api/v1/session", "POST /api/v1/session", "DELETE /api/v1/session",
	"POST /api/v1/setup", "POST /api/v1/setup/link", "GET /api/v1/report", "POST /api/v1/alarm", "POST /api/v1/alarm/link", "GET /api/v1/reset", "POST /api/v1/reset", "PUT /api/v1/reset", "POST /api/v1/reset/link",
	"POST /api/v1/session/second", "POST /api/v1/session/passkey", "POST /api/v1/session/passkey/options",
}

// confirmedRoutes lists a second time all routes that need a confirmed session: those that
// delete or export data, give others access, or protect the account.
var confirmedRoutes = []string{
	"GET /api/v1/export", "GET /api/v1/leads/export", "POST /api/v1/leads/erase", "DELETE /api/v1/leads/{id}", "PUT /api/v1/leads/settings",
	"POST /api/v1/report-links", "POST /api/v1/posts/{id}/link", "DELETE /api/v1/codes/{code}", "DELETE /api/v1/media",
	"PATCH /api/v1/account", "GET /api/v1/account/confirm", "POST /api/v1/account/alarms/{id}", "DELETE /api/v1/account/sessions", "DELETE /api/v1/account/sessions/{id}",
	"POST /api/v1/account/totp", "GET /api/v1/account/totp/qr", "PUT /api/v1/account/totp", "DELETE /api/v1/account/totp", "POST /api/v1/account/recovery-codes",
	"POST /api/v1/account/passkeys/options", "POST /api/v1/account/passkeys", "PATCH /api/v1/account/passkeys/{id}", "DELETE /api/v1/account/passkeys/{id}",
}

func operations(s *Server) map[string]*huma.Operation {
	all := map[string]*huma.Operation{}
	for path, item := range s.api.OpenAPI().Paths {
		for method, op := range map[string]*huma.Operation{
			"GET": item.Get, "PUT": item.Put, "POST": item.Post, "PATCH": item.Patch, "DELETE": item.Delete, "HEAD": item.Head, "OPTIONS": item.Options,
		} {
			if op != nil {
				all[method+" "+path] = op
			}
		}
	}
	return all
}

func TestA3EveryClosedRouteRefusesSignedOutCallers(t *testing.T) {
	t.Parallel()
	s := start(t)
	var open []string
	for name, op := range operations(s.server) {
		if op.Metadata[accessKey] == access("open") {
			open = append(open, name)
			continue
		}
		method, path, _ := strings.Cut(name, " ")
		path = strings.ReplaceAll(path, "{id}", "1")
		for kind, cookie := range map[string]string{"no": "", "a garbage": "garbage", "a plausible": "Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9v"} {
			a := s.call(method, path, `{"revision":1}`, "Cookie", signin.SessionCookie+"="+cookie)
			assert.Equal(t, http.StatusUnauthorized, a.StatusCode, "%s with %s cookie", name, kind)
			assert.Equal(t, "signed_out", a.problem(t).Code, name)
		}
	}
	assert.ElementsMatch(t, openRoutes, open)
}

func TestA2SigningInNeedsTheRightPassword(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, wrong := range []map[string]string{
		{"email": testEmail, "password": "correct horse batterz"},
		{"email": "other@example.com", "password": testPassword},
	} {
		a := s.call(http.MethodPost, "/api/v1/session", wrong)
		assert.Equal(t, http.StatusUnauthorized, a.StatusCode)
		assert.Equal(t, "bad_credentials", a.problem(t).Code)
		assert.NotContains(t, string(a.body), wrong["password"])
	}

	a := s.call(http.MethodPost, "/api/v1/session", map[string]string{"email": " Owner@EXAMPLE.com", "password": testPassword})
	require.Equal(t, http.StatusOK, a.StatusCode)
	require.NotEmpty(t, a.Header.Values("Set-Cookie"))
	for _, cookie := range a.Header.Values("Set-Cookie") {
		assert.Contains(t, cookie, "HttpOnly")
		assert.Contains(t, cookie, "SameSite=Lax")
	}
	var session account.Session
	a.into(t, &session)
	assert.Equal(t, &account.User{Email: testEmail, Name: "Admin", Role: "admin"}, session.User)
	assert.InDelta(t, domainaccount.SessionIdle.Seconds(), session.ExpiresIn, 5)
}

func TestA2EmptySignInNamesEmailBeforePassword(t *testing.T) {
	t.Parallel()
	s := start(t)
	for range 20 { // with a random order, every other response would have the right one
		empty := s.call(http.MethodPost, "/api/v1/session", map[string]string{"email": "", "password": ""})
		require.Equal(t, http.StatusUnprocessableEntity, empty.StatusCode)
		require.Equal(t, []fault.Issue{{Field: "email", Code: fault.Required}, {Field: "password", Code: fault.Required}}, empty.problem(t).Issues)
	}
}

func TestA5ServerReportsTheSession(t *testing.T) {
	t.Parallel()
	s := start(t)
	assert.JSONEq(t, `{}`, string(s.call(http.MethodGet, "/api/v1/session", nil).body))
	s.signIn()
	assert.Contains(t, string(s.call(http.MethodGet, "/api/v1/session", nil).body), testEmail)
}

func TestA6SigningOutEndsTheSessionOnTheServer(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	cookie := s.cookie(signin.SessionCookie)
	a := s.call(http.MethodDelete, "/api/v1/session", nil)
	assert.Equal(t, http.StatusNoContent, a.StatusCode)
	assert.Empty(t, s.cookie(signin.SessionCookie), "the cookie is deleted")
	old := s.call(http.MethodGet, "/api/v1/site/stored", nil, "Cookie", cookie)
	assert.Equal(t, http.StatusUnauthorized, old.StatusCode, "a copy of the cookie is refused")
}

func TestA7SessionIsRenewedOnlyByUse(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	old := func() { // makes the session idle for 59 minutes
		testdb.Exec(t, s.dsn, `UPDATE sessions SET expires_at = expires_at - interval '59 minutes'`)
	}
	remaining := func() (seconds float64) {
		rows := s.store.Pool().QueryRow(t.Context(), `SELECT extract(epoch FROM expires_at - now())::float8 FROM sessions`)
		require.NoError(t, rows.Scan(&seconds))
		return seconds
	}
	old()
	s.call(http.MethodGet, "/api/v1/session", nil)
	assert.Less(t, remaining(), 90.0, "GET /session does not renew the session")
	assert.Equal(t, http.StatusOK, s.call(http.MethodPut, "/api/v1/session", nil).StatusCode)
	assert.Greater(t, remaining(), 3500.0)

	testdb.Exec(t, s.dsn, `UPDATE sessions SET expires_at = now() - interval '1 second'`)
	assert.Equal(t, http.StatusUnauthorized, s.call(http.MethodPut, "/api/v1/session", nil).StatusCode, "an expired session cannot be renewed")
}

func TestResettingTheOwnerEndsEverySession(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	o, err := domainaccount.NewOwner(testEmail, "another long password")
	require.NoError(t, err)
	_, err = s.store.Accounts.SetOwner(t.Context(), o)
	require.NoError(t, err)
	assert.Equal(t, http.StatusUnauthorized, s.call(http.MethodGet, "/api/v1/site/stored", nil).StatusCode)
}

func TestCrossSiteAPIWritesAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	for name := range operations(s.server) {
		method, path, _ := strings.Cut(name, " ")
		if method == http.MethodGet {
			continue
		}
		for _, header := range [][2]string{
			{"Sec-Fetch-Site", "cross-site"},
			{"Sec-Fetch-Site", "same-site"},
			{"Origin", "https://evil.example"},
			{"Origin", "null"},
		} {
			a := s.call(method, path, `{}`, header[0], header[1])
			assert.Equal(t, http.StatusForbidden, a.StatusCode, "%s with %v", name, header)
		}
		a := s.call(method, path, `{}`, "Origin", "http://parichay.test")
		assert.NotEqual(t, http.StatusForbidden, a.StatusCode, "our own origin is allowed, whatever the Host header")
	}
}

func TestAForwardedAddressCountsOnlyFromATrustedProxy(t *testing.T) {
	t.Parallel()
	s := start(t)
	a := s.call(http.MethodPost, "/api/v1/session", map[string]string{"email": testEmail, "password": "wrong password"}, "X-Forwarded-For", "10.0.7.1", "X-Real-IP", "10.1.1.1")
	assert.Equal(t, http.StatusUnauthorized, a.StatusCode)
	assert.Equal(t, "127.0.0.0/24", s.lastRefusal().Network, "a forged address must not count")
}

func TestEveryRouteHasACostClass(t *testing.T) {
	t.Parallel()
	s := start(t)
	for name, op := range operations(s.server) {
		class, _ := op.Metadata[costKey].(cost)
		assert.Contains(t, []cost{constant, edition, limited, private}, class, name)
		assert.Equal(t, op.Metadata[accessKey] != access("open"), class == private, name)
		assert.Equal(t, class == limited, op.Metadata[kindKey] != nil, "%s: a limited route has a kind of queue slot", name)
		assert.NotZero(t, op.MaxBodyBytes, name)
	}
	router, ok := s.server.mux.(*chi.Mux)
	require.True(t, ok)
	require.NoError(t, s.server.weigh(router))
	router.Get("/unweighed", s.server.serveHealthz)
	require.ErrorContains(t, s.server.weigh(router), "GET /unweighed")
}

func TestATooLongBodyIsRefusedUnread(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	for name, op := range operations(s.server) {
		method, path, _ := strings.Cut(name, " ")
		if op.MaxBodyBytes < 0 || method == http.MethodGet || op.Metadata[accessKey] == confirmed || method == http.MethodDelete {
			continue // a picture is streamed; the others have no body
		}
		unread := &untouched{t: t, name: name}
		r := httptest.NewRequestWithContext(t.Context(), method, strings.ReplaceAll(path, "{id}", "1"), unread)
		r.ContentLength = op.MaxBodyBytes + 1
		r.Header.Set("Cookie", s.cookie(signin.SessionCookie))
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, r)
		assert.Equal(t, http.StatusRequestEntityTooLarge, w.Code, "%s: %s", name, w.Body)
	}
}

// untouched is a body that fails the test if it is read.
type untouched struct {
	t    *testing.T
	name string
}

func (u *untouched) Read([]byte) (int, error) {
	u.t.Errorf("%s: the body was read", u.name)
	return 0, io.EOF
}

func TestHealthzShowsTheClientAddressOnlyToVouchedCallers(t *testing.T) {
	t.Parallel()
	s := start(t)
	secret, err := s.store.Leads.Secret(t.Context())
	require.NoError(t, err)
	now := s.server.config.Now()
	for _, voucher := range []string{"", "made up", lead.Secret("another").Vouch(now), secret.Vouch(now.Add(-time.Hour)), secret.Issue(now, 0).Text} {
		got := s.call(http.MethodGet, "/healthz", nil, lead.Voucher, voucher, lead.Forwarded, "192.0.2.77")
		assert.Equal(t, "ok\n", string(got.body), voucher)
	}
	got := s.call(http.MethodGet, "/healthz", nil, lead.Voucher, secret.Vouch(now), lead.Forwarded, "192.0.2.77")
	assert.Contains(t, string(got.body), `"forwarded":"192.0.2.77"`)
	assert.Equal(t, headers.Unkept, got.Header.Get("Cache-Control"))
}
