package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/signin"
	"parichay/internal/domain/account"
	"parichay/internal/kit/headers"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

// fingerprint returns a hash of each table. It leaves out the times of sessions, the visits, and
// the row that /readyz writes as a test.
func fingerprint(s *apitest.Site) map[string]string {
	s.T.Helper()
	rows, err := s.Store.Pool().Query(s.T.Context(), `SELECT table_name, md5(query_to_xml(format('SELECT to_jsonb(t) - ''last_seen'' - ''expires_at'' - ''user_agent'' - ''network'' - ''confirmed_until'' AS row FROM %I t ORDER BY 1', table_name), true, true, '')::text)
		FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name !~ '^(river_|goose_|visit|probe$)'`)
	require.NoError(s.T, err)
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var table, held string
		require.NoError(s.T, rows.Scan(&table, &held))
		all[table] = held
	}
	require.NoError(s.T, rows.Err())
	return all
}

// Fails if a GET request writes data or signs in.
func TestGETRequestsChangeNothing(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	s.Item(t, http.MethodPost, "posts", map[string]any{"values": apitest.NewItems["posts"].Values}, "Idempotency-Key", "one")
	require.Equal(t, http.StatusCreated, s.Send("k", s.Request("Textile works")).StatusCode)
	nobody, owner := everyCaller[0], everyCaller[len(everyCaller)-1]
	as(s, owner, http.MethodGet, apitest.OwnersOnly)
	before := fingerprint(s)
	require.Greater(t, len(before), 30)
	require.Equal(t, 1, s.Count(`SELECT count(*) FROM feedback`))
	for _, pattern := range surface(t, s) {
		for _, who := range []caller{nobody, owner} {
			if pattern == "/api/v1/export" {
				continue // an export renders all pages; the export tests cover it
			}
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				for _, cookie := range as(s, who, method, examples.Replace(pattern)).Cookies() {
					assert.False(t, cookie.Name == signin.SessionCookie && cookie.Value != "" && !who.owner, "%s %s signs in", method, pattern)
				}
			}
		}
	}
	assert.Equal(t, before, fingerprint(s))
}

// Fails if a private response may be cached.
func TestPrivateResponsesAreNotCached(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for name, op := range operations(s.Server) {
		method, path, _ := strings.Cut(name, " ")
		if method != http.MethodGet || op.Metadata[api.AccessKey] == api.Open || path == "/api/v1/export" {
			continue
		}
		nobody, owner := everyCaller[0], everyCaller[len(everyCaller)-1]
		for _, who := range []caller{owner, nobody} {
			got := as(s, who, method, examples.Replace(path))
			assert.Equal(t, !who.owner, got.StatusCode == http.StatusUnauthorized, "%s as %s: %d", name, who.name, got.StatusCode)
			assert.Equal(t, headers.Unkept, got.Header.Get("Cache-Control"), "%s as %s: %d", name, who.name, got.StatusCode)
		}
	}
}

func TestASessionEndsAfterADayDespiteUse(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	left := func(age string) (seconds float64) {
		testdb.Exec(t, s.DSN, `UPDATE sessions SET created_at = now() - $1::interval, expires_at = now() + interval '1 minute'`, age)
		s.Call(http.MethodPut, "/api/v1/session", nil)
		s.Scan(`SELECT extract(epoch FROM expires_at - now())::float8 FROM sessions`, &seconds)
		return seconds
	}
	assert.Greater(t, left("22 hours"), 3500.0)
	assert.Less(t, left("23 hours 50 minutes"), 601.0)
	assert.LessOrEqual(t, left("24 hours"), 0.0)
	assert.Equal(t, http.StatusUnauthorized, s.Status(apitest.OwnersOnly))
	assert.Equal(t, 24*time.Hour, account.SessionLife)
}

// Fails if a caller is admitted although the sessions cannot be read.
func TestOwnerRoutesFailClosedWithoutSessions(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	testdb.Exec(t, s.DSN, `ALTER TABLE sessions RENAME TO sessions_gone`)
	for name, op := range operations(s.Server) {
		method, path, _ := strings.Cut(name, " ")
		if op.Metadata[api.AccessKey] == api.Open {
			continue
		}
		a := s.Call(method, examples.Replace(path), `{}`)
		assert.GreaterOrEqual(t, a.StatusCode, http.StatusInternalServerError, name)
		assert.NotContains(t, string(a.Raw), "sessions", name)
	}
}

func TestBodyFieldsAreNotReadFromTheURL(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	proof := url.Values{"email": {apitest.Email}, "password": {apitest.Password}}.Encode()
	for path, body := range map[string]any{
		"/api/v1/session?" + proof:               map[string]string{},
		"/api/v1/session?email=" + apitest.Email: map[string]string{"password": apitest.Password},
	} {
		a := s.Call(http.MethodPost, path, body)
		assert.Contains(t, []int{http.StatusUnauthorized, http.StatusUnprocessableEntity}, a.StatusCode, path)
	}
	form := map[string][]string{"name": {"Bakery"}, "email": {"bakery@example.in"}, "token": {s.Token(time.Minute)}}
	refused := s.Post("/services/quote?message=Textile+works+need+posters", form)
	assert.Equal(t, http.StatusUnprocessableEntity, refused.StatusCode)
	assert.Zero(t, s.Count(`SELECT count(*) FROM feedback`))
	form["message"] = []string{"Textile works need posters"}
	s.Post("/services/quote?message=Another+text+altogether", form)
	assert.Equal(t, "Textile works need posters", s.Text(`SELECT comment FROM feedback`))
}

func TestSourcesListingsAndDebugPagesAreNotServed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, path := range []string{
		"/.git/HEAD", "/.git/config", "/.svn/entries", "/.env", "/go.mod", "/package.json", "/web/src/main.tsx", "/assets", "/assets/", "/media", "/media/", "/locales/",
		"/debug/pprof/", "/debug/vars", "/metrics", "/server-status", "/trace.axd",
	} {
		assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, path, nil).StatusCode, path)
	}
}
