package api_test

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

	"parichay/internal/api"
	"parichay/internal/api/account"
	"parichay/internal/api/signin"
	domainaccount "parichay/internal/domain/account"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

// openRoutes lists all open routes a second time. If a route is open but not listed here, or
// listed but not open, the test fails and names the route.
var openRoutes = []string{
	"GET /api/v1/site", "GET /api/v1/page",
	"GET /api/v1/posts", "GET /api/v1/posts/{id}", "GET /api/v1/services", "GET /api/v1/portfolio", "GET /api/v1/portfolio/{id}", "POST /api/v1/leads", "POST /api/v1/leads/photos", "GET /api/v1/leads/token",
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

func operations(s *api.Server) map[string]*huma.Operation {
	all := map[string]*huma.Operation{}
	for path, item := range s.API().OpenAPI().Paths {
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
	s := apitest.Start(t)
	var open []string
	for name, op := range operations(s.Server) {
		if op.Metadata[api.AccessKey] == api.Access("open") {
			open = append(open, name)
			continue
		}
		method, path, _ := strings.Cut(name, " ")
		path = strings.ReplaceAll(path, "{id}", "1")
		for kind, cookie := range map[string]string{"no": "", "a garbage": "garbage", "a plausible": "Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9v"} {
			a := s.Call(method, path, `{"revision":1}`, "Cookie", signin.SessionCookie+"="+cookie)
			assert.Equal(t, http.StatusUnauthorized, a.StatusCode, "%s with %s cookie", name, kind)
			assert.Equal(t, "signed_out", a.Problem(t).Code, name)
		}
	}
	assert.ElementsMatch(t, openRoutes, open)
}

func TestA2SigningInNeedsTheRightPassword(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, wrong := range []map[string]string{
		{"email": apitest.Email, "password": "correct horse batterz"},
		{"email": "other@example.com", "password": apitest.Password},
	} {
		a := s.Call(http.MethodPost, "/api/v1/session", wrong)
		assert.Equal(t, http.StatusUnauthorized, a.StatusCode)
		assert.Equal(t, "bad_credentials", a.Problem(t).Code)
		assert.NotContains(t, string(a.Raw), wrong["password"])
	}

	a := s.Call(http.MethodPost, "/api/v1/session", map[string]string{"email": " Owner@EXAMPLE.com", "password": apitest.Password})
	require.Equal(t, http.StatusOK, a.StatusCode)
	require.NotEmpty(t, a.Header.Values("Set-Cookie"))
	for _, cookie := range a.Header.Values("Set-Cookie") {
		assert.Contains(t, cookie, "HttpOnly")
		assert.Contains(t, cookie, "SameSite=Lax")
	}
	var session account.Session
	a.Into(t, &session)
	assert.Equal(t, &account.User{Email: apitest.Email, Name: "Admin", Role: "admin"}, session.User)
	assert.InDelta(t, domainaccount.SessionIdle.Seconds(), session.ExpiresIn, 5)
}

func TestA2AnEmptySignInReportsEmailBeforePassword(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for range 20 { // with a random order, every other response would have the right one
		empty := s.Call(http.MethodPost, "/api/v1/session", map[string]string{"email": "", "password": ""})
		require.Equal(t, http.StatusUnprocessableEntity, empty.StatusCode)
		require.Equal(t, []fault.Issue{{Field: "email", Code: fault.Required}, {Field: "password", Code: fault.Required}}, empty.Problem(t).Issues)
	}
}

func TestA5ServerReportsTheSession(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	assert.JSONEq(t, `{}`, string(s.Call(http.MethodGet, "/api/v1/session", nil).Raw))
	s.SignIn()
	assert.Contains(t, string(s.Call(http.MethodGet, "/api/v1/session", nil).Raw), apitest.Email)
}

func TestA6SigningOutEndsTheSessionOnTheServer(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	cookie := s.Cookie(signin.SessionCookie)
	a := s.Call(http.MethodDelete, "/api/v1/session", nil)
	assert.Equal(t, http.StatusNoContent, a.StatusCode)
	assert.Empty(t, s.Cookie(signin.SessionCookie), "the cookie is deleted")
	old := s.Call(http.MethodGet, "/api/v1/site/stored", nil, "Cookie", cookie)
	assert.Equal(t, http.StatusUnauthorized, old.StatusCode, "a copy of the cookie is refused")
}

func TestA7SessionIsRenewedOnlyByUse(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	old := func() { // makes the session idle for 59 minutes
		testdb.Exec(t, s.DSN, `UPDATE sessions SET expires_at = expires_at - interval '59 minutes'`)
	}
	remaining := func() (seconds float64) {
		rows := s.Store.Pool().QueryRow(t.Context(), `SELECT extract(epoch FROM expires_at - now())::float8 FROM sessions`)
		require.NoError(t, rows.Scan(&seconds))
		return seconds
	}
	old()
	s.Call(http.MethodGet, "/api/v1/session", nil)
	assert.Less(t, remaining(), 90.0, "GET /session does not renew the session")
	assert.Equal(t, http.StatusOK, s.Call(http.MethodPut, "/api/v1/session", nil).StatusCode)
	assert.Greater(t, remaining(), 3500.0)

	testdb.Exec(t, s.DSN, `UPDATE sessions SET expires_at = now() - interval '1 second'`)
	assert.Equal(t, http.StatusUnauthorized, s.Call(http.MethodPut, "/api/v1/session", nil).StatusCode, "an expired session cannot be renewed")
}

func TestResettingTheOwnerEndsEverySession(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	o, err := domainaccount.NewOwner(apitest.Email, "another long password")
	require.NoError(t, err)
	_, err = s.Store.Accounts.SetOwner(t.Context(), o)
	require.NoError(t, err)
	assert.Equal(t, http.StatusUnauthorized, s.Call(http.MethodGet, "/api/v1/site/stored", nil).StatusCode)
}

func TestCrossSiteAPIWritesAreRefused(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for name := range operations(s.Server) {
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
			a := s.Call(method, path, `{}`, header[0], header[1])
			assert.Equal(t, http.StatusForbidden, a.StatusCode, "%s with %v", name, header)
		}
		a := s.Call(method, path, `{}`, "Origin", "http://parichay.test")
		assert.NotEqual(t, http.StatusForbidden, a.StatusCode, "our own origin is allowed, whatever the Host header")
	}
}

func TestAForwardedAddressCountsOnlyFromATrustedProxy(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	a := s.Call(http.MethodPost, "/api/v1/session", map[string]string{"email": apitest.Email, "password": "wrong password"}, "X-Forwarded-For", "10.0.7.1", "X-Real-IP", "10.1.1.1")
	assert.Equal(t, http.StatusUnauthorized, a.StatusCode)
	assert.Equal(t, "127.0.0.0/24", s.LastRefusal().Network, "a forged address must not count")
}

func TestEveryRouteHasACostClass(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for name, op := range operations(s.Server) {
		class, _ := op.Metadata[api.CostKey].(api.Cost)
		assert.Contains(t, []api.Cost{api.Constant, api.Edition, api.Limited, api.Private}, class, name)
		assert.Equal(t, op.Metadata[api.AccessKey] != api.Access("open"), class == api.Private, name)
		assert.Equal(t, class == api.Limited, op.Metadata[api.KindKey] != nil, "%s: a limited route has a kind of queue slot", name)
		assert.NotZero(t, op.MaxBodyBytes, name)
	}
	router, ok := s.Server.Mux().(*chi.Mux)
	require.True(t, ok)
	require.NoError(t, s.Server.Weigh(router))
	router.Get("/unweighed", s.Server.ServeHealthz)
	require.ErrorContains(t, s.Server.Weigh(router), "GET /unweighed")
}

func TestATooLongBodyIsRefusedUnread(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for name, op := range operations(s.Server) {
		method, path, _ := strings.Cut(name, " ")
		if op.MaxBodyBytes < 0 || method == http.MethodGet || op.Metadata[api.AccessKey] == api.Confirmed || method == http.MethodDelete {
			continue // a picture is streamed; the others have no body
		}
		unread := &untouched{t: t, name: name}
		r := httptest.NewRequestWithContext(t.Context(), method, strings.ReplaceAll(path, "{id}", "1"), unread)
		r.ContentLength = op.MaxBodyBytes + 1
		r.Header.Set("Cookie", s.Cookie(signin.SessionCookie))
		w := httptest.NewRecorder()
		s.Server.ServeHTTP(w, r)
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

func TestHealthzShowsTheClientAddressOnlyToCallersWithAVoucher(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	secret, err := s.Store.Leads.Secret(t.Context())
	require.NoError(t, err)
	now := s.Server.Config().Now()
	for _, voucher := range []string{"", "made up", lead.Secret("another").Vouch(now), secret.Vouch(now.Add(-time.Hour)), secret.Issue(now, 0).Text} {
		got := s.Call(http.MethodGet, "/healthz", nil, lead.Voucher, voucher, lead.Forwarded, "192.0.2.77")
		assert.Equal(t, "ok\n", string(got.Raw), voucher)
	}
	got := s.Call(http.MethodGet, "/healthz", nil, lead.Voucher, secret.Vouch(now), lead.Forwarded, "192.0.2.77")
	assert.Contains(t, string(got.Raw), `"forwarded":"192.0.2.77"`)
	assert.Equal(t, headers.Unkept, got.Header.Get("Cache-Control"))
}

func TestA3PasswordAloneDoesNotReplaceTheSecondFactor(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	secret, codes := s.SignIn().Confirm().SetUpTOTP(clock)
	assert.Len(t, codes, domainaccount.RecoveryCodes)

	b := s.Browser()
	a := b.SignInWith(apitest.Email, apitest.Password)
	require.Equal(t, http.StatusOK, a.StatusCode)
	assert.JSONEq(t, `{"needs":["totp","recovery"]}`, string(a.Raw), "no user yet")
	assert.Empty(t, b.Cookie(signin.SessionCookie))
	assert.Empty(t, b.Cookie(signin.DeviceCookie), "a device is known only after it has signed in")
	assert.JSONEq(t, `{"needs":["totp","recovery"]}`, string(b.Call(http.MethodGet, "/api/v1/session", nil).Raw), "the second step survives a reload")

	half := strings.TrimPrefix(b.Cookie(signin.HalfCookie), signin.HalfCookie+"=")
	for name, op := range operations(s.Server) {
		if op.Metadata[api.AccessKey] == api.Open {
			continue
		}
		method, path, _ := strings.Cut(name, " ")
		a := b.Call(method, strings.ReplaceAll(path, "{id}", "1"), `{}`, "Cookie", signin.SessionCookie+"="+half)
		assert.Equal(t, http.StatusUnauthorized, a.StatusCode, "%s with a half session", name)
	}

	assert.Equal(t, "bad_credentials", b.Second(map[string]string{"code": "000000"}).Problem(t).Code)
	right := b.Second(map[string]string{"code": apitest.CodeOf(t, secret, clock.Now())})
	require.Equal(t, http.StatusOK, right.StatusCode, string(right.Raw))
	assert.Equal(t, http.StatusOK, b.Status(apitest.OwnersOnly))
	assert.Empty(t, b.Cookie(signin.HalfCookie))
	assert.Equal(t, "signed_out", b.Second(map[string]string{"recovery": codes[0]}).Problem(t).Code, "a half session works once")
}

func TestARequiredSecondFactorMustBeSetUpFirst(t *testing.T) {
	t.Parallel()
	clock := &apitest.Clock{}
	store, dsn := apitest.Owned(t)
	s := apitest.StartWith(t, store, dsn, api.Config{BaseURL: apitest.MustParse(t, "http://localhost"), Now: clock.Now, RequireFactor: true})
	assert.Contains(t, string(s.SignInWith(apitest.Email, apitest.Password).Raw), `"mustSetUp":true`)
	for name, op := range operations(s.Server) {
		method, path, _ := strings.Cut(name, " ")
		if op.Metadata[api.AccessKey] == api.Open || strings.HasPrefix(path, "/api/v1/account") || strings.HasPrefix(path, "/api/v1/session") {
			continue
		}
		a := s.Call(method, strings.ReplaceAll(path, "{id}", "1"), `{}`)
		assert.Equal(t, http.StatusForbidden, a.StatusCode, name)
		assert.Equal(t, "factor_needed", a.Problem(t).Code, name)
	}
	assert.True(t, s.Account().FactorRequired)
	s.Confirm().SetUpTOTP(clock)
	assert.Equal(t, http.StatusOK, s.Status(apitest.OwnersOnly))
	assert.NotContains(t, string(s.Call(http.MethodGet, "/api/v1/session", nil).Raw), "mustSetUp")
	assert.Equal(t, "factor_needed", s.Call(http.MethodDelete, "/api/v1/account/totp", nil).Problem(t).Code, "the last factor cannot be removed")
	p := apitest.NewPhone(t)
	require.Equal(t, http.StatusOK, s.Register(p, "My phone").StatusCode)
	assert.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/account/totp", nil).StatusCode, "one of two factors can be removed")
}

func TestSensitiveRoutesRequireConfirmation(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	assert.Equal(t, http.StatusNoContent, s.Status("/api/v1/account/confirm"), "a new session is confirmed")
	unconfirmed := func() {
		var asking []string
		for name := range operations(s.Server) {
			method, path, _ := strings.Cut(name, " ")
			if name == "DELETE /api/v1/session" || name == "GET /api/v1/events" {
				continue // the first ends the session, the second never returns
			}
			a := s.Call(method, strings.NewReplacer("{id}", "1", "{code}", "none", "{file}", "none.svg").Replace(path), `{}`)
			if strings.Contains(string(a.Raw), `"unconfirmed"`) {
				assert.Equal(t, http.StatusUnauthorized, a.StatusCode, name)
				asking = append(asking, name)
			}
		}
		assert.ElementsMatch(t, confirmedRoutes, asking)
	}
	s.Stolen()
	unconfirmed()
	assert.Equal(t, http.StatusOK, s.Status("/api/v1/account"), "reading needs no confirmation")
	before := s.Cookie(signin.SessionCookie)
	s.Confirm()
	assert.NotEqual(t, before, s.Cookie(signin.SessionCookie), "confirming changes the token")
	assert.Equal(t, http.StatusUnauthorized, s.Browser().Call(http.MethodGet, apitest.OwnersOnly, nil, "Cookie", before).StatusCode)
	assert.Equal(t, http.StatusOK, s.Call(http.MethodPost, "/api/v1/account/totp", nil).StatusCode)
	testdb.Exec(t, s.DSN, `UPDATE sessions SET confirmed_until = confirmed_until - $1::interval`, domainaccount.ConfirmLife)
	unconfirmed()

	codes := map[int]int{}
	for range 8 {
		codes[s.Call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"password": "a wrong password"}).StatusCode]++
	}
	assert.Equal(t, map[int]int{401: apitest.ConfirmAttempts, 429: 8 - apitest.ConfirmAttempts}, codes, "guesses within a session are limited")
}
