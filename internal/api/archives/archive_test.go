package archives_test

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

	"parichay/internal/api"
	"parichay/internal/api/archives"
	"parichay/internal/api/signin"
	"parichay/internal/testkit/apitest"
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
	s := apitest.Start(t, func(c *api.Config) { c.Program = "test" }).SignIn()
	testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('Bakery', '', 'Posters', 'quote_request', 'en', 'k', '')`)
	got := s.Call(http.MethodGet, "/api/v1/export", nil)
	require.Equal(t, http.StatusOK, got.StatusCode)
	assert.Equal(t, "application/zip", got.Header.Get("Content-Type"))
	assert.Regexp(t, `^attachment; filename="parichay-parichay\.test-\d{8}-\d{6}-export\.zip"$`, got.Header.Get("Content-Disposition"))
	from, err := zip.NewReader(bytes.NewReader(got.Raw), int64(len(got.Raw)))
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
		r.Header.Set("Cookie", s.Cookie(signin.SessionCookie))
		w := &patience{ResponseRecorder: httptest.NewRecorder(), read: time.Now()}
		s.Server.ServeHTTP(w, r)
		assert.Equal(t, http.StatusOK, w.Code, path)
		assert.True(t, w.read.IsZero(), "a read deadline would cancel a long response: "+path)
	}

	var figures bytes.Buffer
	s.Server.WriteMetrics(t.Context(), &figures)
	metrics.WritePrometheus(&figures, false)
	assert.Contains(t, figures.String(), `route="/api/v1/export"`)
	assert.NotContains(t, figures.String(), `route="/api/v1/export/`, "pages copied for the export are not counted under its route")
}

func TestTheOwnerSeesTheStateOfBackups(t *testing.T) {
	t.Parallel()
	without, with := apitest.Start(t).SignIn(), apitest.Start(t, func(c *api.Config) { c.Backups = true }).SignIn()
	var state archives.Backups
	without.Call(http.MethodGet, "/api/v1/backups", nil).Into(t, &state)
	assert.Equal(t, archives.Backups{}, state)
	with.Call(http.MethodGet, "/api/v1/backups", nil).Into(t, &state)
	assert.Equal(t, archives.Backups{SetUp: true}, state)
	testdb.Exec(t, with.DSN, `UPDATE backup_state SET made_at = now(), failed_at = now()`)
	with.Call(http.MethodGet, "/api/v1/backups", nil).Into(t, &state)
	require.NotNil(t, state.MadeAt)
	require.NotNil(t, state.FailedAt)
	assert.WithinDuration(t, time.Now(), *state.MadeAt, time.Minute)
}
