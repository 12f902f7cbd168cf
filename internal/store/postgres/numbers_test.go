package postgres_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/lead"
	"parichay/internal/testkit/testdb"
)

// monday is noon of a Monday in India.
var monday = time.Date(2026, 11, 16, 6, 30, 0, 0, time.UTC)

func TestNumbersCountLeadsByWeek(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	n, err := store.Inbox.Numbers(t.Context(), monday)
	require.NoError(t, err)
	assert.Zero(t, n.Leads)
	assert.Nil(t, n.MedianSeconds)

	came := func(key, kind string, status lead.Status, ago time.Duration, moves ...time.Duration) {
		at := monday.Add(-ago)
		testdb.Exec(t, url, `INSERT INTO feedback (name, email, comment, feedback_type, status, language, idempotency_key, digest, created_at) VALUES ('', '', '', $1, $2, 'en', $3, '', $4)`,
			kind, status, key, at)
		for _, after := range moves {
			testdb.Exec(t, url, `INSERT INTO feedback_events (feedback_id, at, action, from_status, to_status) SELECT id, $2, 'moved', 'pending', 'contacted' FROM feedback WHERE idempotency_key = $1`,
				key, at.Add(after))
		}
	}
	const day = 24 * time.Hour
	came("waits", "quote_request", lead.Pending, time.Hour)
	came("answered", "quote_request", lead.Contacted, 2*time.Hour, 10*time.Minute)
	came("last week", "portfolio_request", lead.Won, day, time.Hour, 9*time.Hour) // reopened and answered again: the first answer counts
	came("slowly", "quote_request", lead.Won, 8*day, 3*day)
	came("spam", "quote_request", lead.Spam, time.Hour)
	came("own", "owner_feedback", lead.Pending, time.Hour)
	came("long ago", "quote_request", lead.Won, 100*day, time.Minute)
	testdb.Exec(t, url, `INSERT INTO feedback_events (feedback_id, at, action, from_status, to_status) SELECT id, created_at, 'moved', 'pending', 'spam' FROM feedback WHERE idempotency_key = 'waits'`)

	n, err = store.Inbox.Numbers(t.Context(), monday)
	require.NoError(t, err)
	assert.Equal(t, []int{4, 3, 2}, []int{n.Leads, n.Answered, n.Won})
	require.NotNil(t, n.MedianSeconds)
	assert.EqualValues(t, 3600, *n.MedianSeconds)
	last := slices.Clone(n.Weeks[lead.NumbersWeeks-3:])
	assert.Equal(t, []lead.Week{{Start: "2026-11-02", Leads: 1, Won: 1}, {Start: "2026-11-09", Leads: 1, Won: 1}, {Start: "2026-11-16", Leads: 2}}, last)
}
