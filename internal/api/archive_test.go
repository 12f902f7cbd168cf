package api

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/archives"
	"parichay/internal/api/signin"
	"parichay/internal/ops/backup"
	"parichay/internal/testkit/testdb"
)

// patience is a response writer that records the read deadline that the handler sets.
type patience struct {
	*httptest.ResponseRecorder
	read time.Time
}

func (p *patience) SetReadDeadline(at time.Time) error { p.read = at; return nil }

func (*patience) SetWriteDeadline(time.Time) error { return nil }

func TestAFullExportContainsAllData(t *testing.T) {
	s := start(t, func(c *Config) { c.Program = "test" }).signIn()
	testdb.Exec(t, s.dsn, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('Bakery', '', 'Posters', 'quote_request', 'en', 'k', '')`)
	got := s.call(http.MethodGet, "/api/v1/export", nil)
	require.Equal(t, http.StatusOK, got.StatusCode)
	assert.Equal(t, "application/zip", got.Header.Get("Content-Type"))
	assert.Regexp(t, `^attachment; filename="parichay-parichay\.test-\d{8}-\d{6}-export\.zip"$`, got.Header.Get("Content-Disposition"))
	from, err := zip.NewReader(bytes.NewReader(got.body), int64(len(got.body)))
	require.NoError(t, err)
	for name, want := range map[string]string{
		"data/feedback.json": "Posters", "data/feedback.csv": "Bakery", "manifest.json": `"program": "test"`,
		"site/index.html": "Digital Market", "site/hi/blog/index.html": "../index.html", "site/gu/services/index.html": "Digital Market",
	} {
		body, err := fs.ReadFile(from, name)
		require.NoError(t, err, name)
		assert.Contains(t, string(body), want, name)
	}
	_, err = fs.Stat(from, "data/owner.json")
	require.ErrorIs(t, err, fs.ErrNotExist)

	for _, path := range []string{"/api/v1/export", "/api/v1/leads/export"} {
		r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
		r.Header.Set("Cookie", s.cookie(s.server.guard.CookieName(signin.SessionCookie)))
		w := &patience{ResponseRecorder: httptest.NewRecorder(), read: time.Now()}
		s.server.ServeHTTP(w, r)
		assert.Equal(t, http.StatusOK, w.Code, path)
		assert.True(t, w.read.IsZero(), "a read deadline would cancel a long response: "+path)
	}

	var figures bytes.Buffer
	s.server.WriteMetrics(t.Context(), &figures)
	metrics.WritePrometheus(&figures, false)
	assert.Contains(t, figures.String(), `route="/api/v1/export"`)
	assert.NotContains(t, figures.String(), `route="/api/v1/export/`, "pages copied for the export are not counted under its route")

	assert.JSONEq(t, `{"done": 0, "of": 0}`, string(s.call(http.MethodGet, "/api/v1/export/progress", nil).body))
	s.server.exporting.Step.Store(&backup.Step{Doing: "pages", Pages: 12, OfPages: 30_000})
	assert.JSONEq(t, `{"doing": "pages", "done": 12, "of": 30000}`, string(s.call(http.MethodGet, "/api/v1/export/progress", nil).body))

	s.server.exporting.Alone.Lock()
	defer s.server.exporting.Alone.Unlock()
	assert.Equal(t, http.StatusTooManyRequests, s.call(http.MethodGet, "/api/v1/export", nil).StatusCode)
}

func TestTheOwnerSeesTheStateOfBackups(t *testing.T) {
	t.Parallel()
	without, with := start(t).signIn(), start(t, func(c *Config) { c.Backups = true }).signIn()
	var state archives.Backups
	without.call(http.MethodGet, "/api/v1/backups", nil).into(t, &state)
	assert.Equal(t, archives.Backups{}, state)
	with.call(http.MethodGet, "/api/v1/backups", nil).into(t, &state)
	assert.Equal(t, archives.Backups{SetUp: true}, state)
	testdb.Exec(t, with.dsn, `UPDATE backup_state SET made_at = now(), failed_at = now()`)
	with.call(http.MethodGet, "/api/v1/backups", nil).into(t, &state)
	require.NotNil(t, state.MadeAt)
	require.NotNil(t, state.FailedAt)
	assert.WithinDuration(t, time.Now(), *state.MadeAt, time.Minute)
}
