package postgres_test

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/testdb"
)

// figure returns the value of a series, or -1.
func figure(t *testing.T, text, series string) float64 {
	t.Helper()
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(series) + ` (\S+)$`).FindStringSubmatch(text)
	if found == nil {
		return -1
	}
	value, err := strconv.ParseFloat(found[1], 64)
	require.NoError(t, err)
	return value
}

func TestJobsAreCountedByKindAndState(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `
		INSERT INTO river_job (args, kind, queue, state, max_attempts, created_at, scheduled_at, finalized_at)
		SELECT '{}', 'lead_notice', 'mail', state::river_job_state, 1, now() - made, now() - made, CASE WHEN state IN ('completed', 'discarded') THEN now() END
		FROM (VALUES ('available', 12000, interval '1 hour'), ('completed', 30000, interval '9 hours'), ('retryable', 3, interval '2 hours'), ('discarded', 4, interval '9 hours')) AS those(state, n, made),
			LATERAL generate_series(1, n)`)
	testdb.Exec(t, url, `INSERT INTO river_job (args, kind, queue, state, max_attempts, created_at, scheduled_at) VALUES ('{}', 'purge', 'purge', 'scheduled', 1, now() - interval '3 hours', now() + interval '1 hour')`)
	testdb.Exec(t, url, `UPDATE backup_state SET made_at = 'epoch'::timestamptz + interval '5 seconds', failed_at = now()`)
	testdb.Exec(t, url, `
		WITH made AS (INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('Asha', '', 'A cake', 'quote_request', 'en', 'k', '') RETURNING id)
		INSERT INTO lead_photos (feedback_id, place, width, height, whole, small) SELECT id, 1, 1, 1, '\x0102', '\x03' FROM made`)
	var out bytes.Buffer
	store.WriteMetrics(t.Context(), &out)
	for series, want := range map[string]float64{
		`parichay_lead_photo_bytes{state="used"}`:            3,
		`parichay_lead_photo_bytes{state="most"}`:            1 << 30,
		`parichay_jobs{kind="lead_notice",state="waiting"}`:  10_000,
		`parichay_jobs{kind="lead_notice",state="retrying"}`: 3,
		`parichay_jobs{kind="lead_notice",state="failed"}`:   4,
		`parichay_jobs{kind="lead_notice",state="running"}`:  0,
		`parichay_jobs{kind="purge",state="waiting"}`:        1,
		`parichay_job_oldest_seconds{kind="purge"}`:          0, // not due
		`parichay_backup_timestamp_seconds`:                  5,
		`parichay_backup_failing`:                            1,
	} {
		assert.InDelta(t, want, figure(t, out.String(), series), 0, series)
	}
	assert.InDelta(t, 7200, figure(t, out.String(), `parichay_job_oldest_seconds{kind="lead_notice"}`), 60)
	assert.Greater(t, figure(t, out.String(), `parichay_schema_version`), 20.0)
	assert.InDelta(t, 8, figure(t, out.String(), `parichay_pool_connections{pool="leads",state="most"}`), 0)
	for _, pool := range []string{"requests", "leads", "work", "probe"} {
		for _, series := range []string{"acquires_total", "acquire_seconds_total", "waits_total", "refusals_total"} {
			assert.GreaterOrEqual(t, figure(t, out.String(), `parichay_pool_`+series+`{pool="`+pool+`"}`), 0.0, series)
		}
	}
}

func TestFrequentScrapesUseCachedVitals(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	var first, second bytes.Buffer
	store.WriteMetrics(t.Context(), &first)
	testdb.Exec(t, url, `INSERT INTO river_job (args, kind, queue, state, max_attempts) VALUES ('{}', 'lead_notice', 'mail', 'available', 1)`)
	store.WriteMetrics(t.Context(), &second)
	const series = `parichay_jobs{kind="lead_notice",state="waiting"}`
	assert.InDelta(t, 0, figure(t, first.String(), series), 0)
	assert.InDelta(t, 0, figure(t, second.String(), series), 0, "the cached value")
}
