package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testdb"
)

// TestAStoppedProgramHasWrittenEveryVisitDownAndNobodysAddressOrUserAgent looks for them
// where they would lie: in all of the database, and in a log that tells everything.
func TestAStoppedProgramHasWrittenEveryVisitDownAndNobodysAddressOrUserAgent(t *testing.T) {
	store, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_TRUSTED_PROXIES", "127.0.0.1/32", "PARICHAY_LOG_LEVEL", "debug"))
	const phone, agent = "203.0.113.77", "Mozilla/5.0 (Linux; Android 14; Remarkable-7) Chrome/130.0.0.0 Mobile"
	const nonsense = "not what pages send"
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

	var kept, left int
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT (SELECT count(*) FROM visits), (SELECT sum(count) FROM visit_skips)`).Scan(&kept, &left))
	assert.Equal(t, [2]int{3, 2}, [2]int{kept, left})
	dump, err := exec.CommandContext(t.Context(), filepath.Join(os.Getenv("DEV_PG_BIN"), "pg_dump"), "--inserts", address).Output()
	require.NoError(t, err)
	require.Contains(t, string(dump), "diwali")
	for _, found := range []string{phone, "cb00714d", "Remarkable", "919825012345"} {
		assert.NotContains(t, strings.ToLower(string(dump)), strings.ToLower(found))
		assert.NotContains(t, p.log.String(), found)
	}
}
