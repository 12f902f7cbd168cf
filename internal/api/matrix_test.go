package api_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/signin"
	"parichay/internal/domain/account"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// everyMethod lists HTTP methods, including an unknown one.
var everyMethod = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodTrace, "BREW",
}

// surface lists all paths: those of the router and the public pages before it. It leaves out
// Hindi and prefixed English pages and most screens of the owner's app, which share their handlers with others.
func surface(t *testing.T, s *apitest.Site) (all []string) {
	t.Helper()
	require.NoError(t, chi.Walk(router(t, s), func(_, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		all = append(all, pattern)
		return nil
	}))
	for _, route := range everyRoute(t, s) {
		_, path, _ := strings.Cut(route, " ")
		all = append(all, path)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(pattern string) bool {
		prefix, _ := locales.Cut(pattern)
		return prefix == locales.Hindi || prefix == locales.English || strings.HasPrefix(pattern, "/admin/edit-")
	})
}

func router(t *testing.T, s *apitest.Site) chi.Routes {
	t.Helper()
	routes, ok := s.Server.Mux().(chi.Routes)
	require.True(t, ok)
	return routes
}

// taken returns the route that matches a request, or "".
func taken(t *testing.T, s *apitest.Site, method, path string) string {
	t.Helper()
	if slices.Contains([]string{http.MethodGet, http.MethodHead}, method) {
		if method = http.MethodGet; s.Server.Site().Has(path) {
			return path
		}
	}
	found := chi.NewRouteContext()
	if !router(t, s).Match(found, method, path) {
		return ""
	}
	return found.RoutePattern()
}

var examples = strings.NewReplacer("{id}", "1", "{token}", "AAAA", "{name}", "print.svg", "{code}", "aa", "{file}", "print.svg", "*", "x")

// caller is a sender of requests, defined by its cookies.
type caller struct {
	name      string
	session   account.Token
	half      account.Token
	owner     bool   // has an open session
	confirmed bool   // and has confirmed it recently
	stored    string // SQL: the end of the session, and of its confirmation
}

// everyCaller lists all kinds of callers, including one that uses a half session as a session.
var everyCaller = []caller{
	{name: "nobody"},
	{name: "garbage", session: "garbage"},
	{name: "expired", session: "expired"},
	{name: "revoked", session: "revoked"},
	{name: "half", half: "half"},
	{name: "half as whole", session: "half"},
	{name: "session", session: "session", owner: true, stored: `now() + interval '1 hour', NULL`},
	{name: "confirmed", session: "confirmed", owner: true, confirmed: true, stored: `now() + interval '1 hour', now() + interval '10 minutes'`},
}

// as sends a request as a caller. It first restores the caller's session, because an earlier
// call may have ended it.
func as(s *apitest.Site, who caller, method, path string) apitest.Answer {
	s.T.Helper()
	if who.owner {
		_, err := s.Store.Pool().Exec(s.T.Context(), `INSERT INTO sessions (token, id, created_at, last_seen, expires_at, confirmed_until) SELECT $1, $2, now(), now(), `+who.stored+
			` ON CONFLICT (id) DO UPDATE SET token = excluded.token, last_seen = excluded.last_seen, expires_at = excluded.expires_at, confirmed_until = excluded.confirmed_until`, who.session.Hash(), who.name)
		require.NoError(s.T, err)
	}
	ctx, cancel := context.WithTimeout(s.T.Context(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, s.URL+path, http.NoBody)
	require.NoError(s.T, err)
	if !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodTrace}, method) {
		r.Body = io.NopCloser(strings.NewReader(`{}`))
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", signin.SessionCookie+"="+string(who.session)+"; "+signin.HalfCookie+"="+string(who.half))
	got, err := s.Client.Transport.RoundTrip(r)
	require.NoError(s.T, err, "%s %s as %s", method, path, who.name)
	defer func() { _ = got.Body.Close() }()
	if strings.HasPrefix(got.Header.Get("Content-Type"), "text/event-stream") {
		return apitest.Answer{Response: got, Raw: nil} // the stream does not end
	}
	raw, err := io.ReadAll(got.Body)
	require.NoError(s.T, err, "%s %s as %s", method, path, who.name)
	return apitest.Answer{Response: got, Raw: raw}
}

func TestA3EveryRouteEnforcesItsAccessClass(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	testdb.Exec(t, s.DSN, `INSERT INTO sessions (token, id, created_at, last_seen, expires_at, confirmed_until) SELECT $1, 'expired', now(), now(), now() - interval '1 second', now() + interval '10 minutes'`, account.Token("expired").Hash())
	testdb.Exec(t, s.DSN, `INSERT INTO half_sessions (token, expires_at) VALUES ($1, now() + interval '1 hour')`, account.Token("half").Hash())
	ops := operations(s.Server)
	calls := 0
	all := surface(t, s)
	for _, pattern := range all {
		path := examples.Replace(pattern)
		for _, method := range everyMethod {
			by := taken(t, s, method, path)
			op := ops[strings.Replace(method, http.MethodHead, http.MethodGet, 1)+" "+by]
			callers := everyCaller
			if op == nil || op.Metadata[api.AccessKey] == api.Open {
				callers = []caller{everyCaller[0], everyCaller[len(everyCaller)-1]} // the caller makes no difference
			}
			for _, who := range callers {
				if pattern == "/api/v1/export" && by == pattern && who.owner && (who.confirmed || op.Metadata[api.AccessKey] != api.Confirmed) {
					continue // an export renders all pages; the export tests cover it
				}
				got := as(s, who, method, path)
				calls++
				label := method + " " + pattern + " as " + who.name
				assert.Less(t, got.StatusCode, 500, "%s: %s", label, got.Raw)
				assert.Equal(t, "nosniff", got.Header.Get("X-Content-Type-Options"), label)
				switch {
				case by == "":
					want := http.StatusMethodNotAllowed
					if strings.HasPrefix(path, "/api/") || method == http.MethodGet || method == http.MethodHead {
						want = http.StatusNotFound
					}
					assert.Equal(t, want, got.StatusCode, label)
				case op == nil || op.Metadata[api.AccessKey] == api.Open:
					assert.NotEqual(t, http.StatusForbidden, got.StatusCode, label)
				case !who.owner:
					assert.Equal(t, http.StatusUnauthorized, got.StatusCode, label)
				case op.Metadata[api.AccessKey] == api.Confirmed && !who.confirmed:
					assert.Equal(t, http.StatusUnauthorized, got.StatusCode, label)
					if method != http.MethodHead {
						assert.Equal(t, "unconfirmed", got.Problem(t).Code, label)
					}
				default:
					assert.NotContains(t, []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed}, got.StatusCode, "%s: %s", label, got.Raw)
				}
			}
		}
	}
	t.Logf("%d routes, %d methods, %d calls", len(all), len(everyMethod), calls)
}

func TestCrossSiteWritesAreRefusedOnEveryRoute(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, pattern := range surface(t, s) {
		for _, method := range everyMethod {
			if slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, method) {
				continue
			}
			for _, header := range [][2]string{
				{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"}, {"Origin", "http://other.parichay.test"}, {"Origin", "http://parichay.test.evil.example"},
			} {
				r := httptest.NewRequestWithContext(t.Context(), method, examples.Replace(pattern), strings.NewReader(`{}`))
				r.Header.Set(header[0], header[1])
				w := httptest.NewRecorder()
				s.Server.ServeHTTP(w, r)
				assert.Equal(t, http.StatusForbidden, w.Code, "%s %s with %v", method, pattern, header)
			}
		}
	}
}
