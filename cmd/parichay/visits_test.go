package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/testdb"
)

// TestVisitsAreStoredWithoutAddressOrUserAgent searches a dump of
// the whole database and a debug log.
func TestVisitsAreStoredWithoutAddressOrUserAgent(t *testing.T) {
	store, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_TRUSTED_PROXIES", "127.0.0.1/32", "PARICHAY_LOG_LEVEL", "debug"))
	const phone, agent = "203.0.113.77", "Mozilla/5.0 (Linux; Android 14; Remarkable-7) Chrome/130.0.0.0 Mobile"
	const nonsense = "not a beacon"
	send := func(method, path, body string, headers ...string) {
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+p.address+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("User-Agent", agent)
		r.Header.Set("X-Forwarded-For", phone)
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, body == nonsense, response.StatusCode == http.StatusBadRequest, response.Status)
		require.Less(t, response.StatusCode, 500)
	}
	send(http.MethodPost, "/api/v1/visits", `{"p":"/gu","s":"instagram/diwali","f":1,"t":1,"n":0,"e":[["view"],["tap","https://wa.me/919825012345"]]}`)
	send(http.MethodGet, "/api/v1/visits/view.gif?p=/gu/blog", "")
	send(http.MethodPost, "/api/v1/visits", nonsense)
	send(http.MethodPost, "/api/v1/visits", "{}", "User-Agent", agent+" Googlebot/2.1")
	send(http.MethodGet, "/gu", "")
	p.stop()
	require.Equal(t, 0, p.ends(t), p.log)

	var stored, skipped int
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT (SELECT count(*) FROM visits), (SELECT sum(count) FROM visit_skips)`).Scan(&stored, &skipped))
	assert.Equal(t, [2]int{3, 2}, [2]int{stored, skipped})
	dump, err := exec.CommandContext(t.Context(), filepath.Join(os.Getenv("DEV_PG_BIN"), "pg_dump"), "--inserts", address).Output()
	require.NoError(t, err)
	require.Contains(t, string(dump), "diwali")
	for _, found := range []string{phone, "cb00714d", "Remarkable", "919825012345"} {
		assert.NotContains(t, strings.ToLower(string(dump)), strings.ToLower(found))
		assert.NotContains(t, p.log.String(), found)
	}
}

// TestBeaconWithInventedPathIsNotStored sends paths of pages and articles that do not exist
// together with paths that do.
func TestBeaconWithInventedPathIsNotStored(t *testing.T) {
	store, address := testdb.New(t)
	var article, project, draft string
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT (SELECT min(id) FROM posts WHERE published), (SELECT min(id) FROM portfolio_items), (SELECT max(id) FROM posts WHERE published)`).Scan(&article, &project, &draft))
	testdb.Exec(t, address, `UPDATE posts SET published = false WHERE id = (SELECT max(id) FROM posts WHERE published)`)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address))
	paths := map[string]int{
		"/": 204, "/gu/services": 204, "/hi/services/quote": 204, "/privacy": 204, "/gu/blog?page=2": 204, "/blog/" + article: 204, "/hi/portfolio/" + project: 204,
		"/blog/invented": 204, "/gu/portfolio/invented": 204, "/blog/" + draft: 204, "/services/" + article: 204, // rejected later, by the database
		"/invented": 400, "/draft/secret": 400, "/gu/hi": 400,
	}
	token := 0
	for path, want := range paths {
		token++
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+p.address+"/api/v1/visits", strings.NewReader(fmt.Sprintf(`{"p":%q,"f":1,"t":%d,"n":0,"e":[["view"],["share"]]}`, path, token)))
		require.NoError(t, err)
		r.Header.Set("User-Agent", "Mozilla/5.0 (Linux; Android 14) Chrome/130.0.0.0 Mobile")
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		assert.Equal(t, want, response.StatusCode, path)
	}
	p.stop()
	require.Equal(t, 0, p.ends(t), p.log)
	rows, err := store.Pool().Query(t.Context(), `SELECT DISTINCT page FROM visits`)
	require.NoError(t, err)
	pages, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"/", "/services", "/services/quote", "/privacy", "/blog", "/blog/" + article, "/portfolio/" + project}, pages)
	var skipped int
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT sum(count) FROM visit_skips WHERE reason = 'malformed'`).Scan(&skipped))
	assert.Equal(t, 3+4*2, skipped, "a refused beacon counts once; other events count individually")
}
