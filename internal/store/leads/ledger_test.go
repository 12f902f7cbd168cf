package leads_test

import (
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/store/leads"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
	"parichay/internal/testkit/testdb"
)

// arrive stores a visitor's lead.
func arrive(t *testing.T, store *postgres.Store, key, source string) int64 {
	t.Helper()
	l, err := lead.Lead{Kind: lead.Quote, Name: "Bakery", Email: "bakery@example.in", Message: "Posters", Source: source}.Clean()
	require.NoError(t, err)
	got, err := store.Leads.Add(t.Context(), lead.Arrival{Lead: l, Prefix: "DM", Key: key})
	require.NoError(t, err)
	return got.ID
}

func worth(n int64) *lead.Value { return &lead.Value{Rupees: &n} }

func TestWinningALeadSetsTheTimeOfWinning(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	id := arrive(t, store, "k", "")
	won := lead.Won
	began := time.Now().Add(-time.Minute)
	for range 2 { // retried after a lost response
		require.NoError(t, store.Inbox.Change(t.Context(), id, lead.Edit{Status: &won, Value: worth(12_000)}))
	}
	l, history, err := store.Inbox.Find(t.Context(), id)
	require.NoError(t, err)
	require.NotNil(t, l.WonAt)
	assert.True(t, l.WonAt.After(began))
	assert.Equal(t, int64(12_000), *l.Value)
	require.Len(t, history, 2)
	assert.Equal(t, "valued", history[1].Action)
	assert.Equal(t, int64(12_000), *history[1].Value)

	before := *l.WonAt
	require.NoError(t, store.Inbox.Change(t.Context(), id, lead.Edit{Value: worth(15_000)}))
	l, _, err = store.Inbox.Find(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, before, *l.WonAt, "a new value does not change the time of winning")

	pending := lead.Pending
	require.NoError(t, store.Inbox.Change(t.Context(), id, lead.Edit{Status: &pending, Value: &lead.Value{}}))
	l, history, err = store.Inbox.Find(t.Context(), id)
	require.NoError(t, err)
	assert.Nil(t, l.WonAt)
	assert.Nil(t, l.Value)
	assert.Nil(t, history[len(history)-1].Value, "the value was removed")

	// The previous release does not know the column.
	testdb.Exec(t, url, `UPDATE feedback SET status = 'won', flag = '' WHERE id = $1`, id)
	l, _, err = store.Inbox.Find(t.Context(), id)
	require.NoError(t, err)
	assert.NotNil(t, l.WonAt)

	lost := lead.Lost
	require.ErrorIs(t, store.Inbox.Change(t.Context(), id, lead.Edit{Status: &lost, Value: worth(1)}), fault.ErrConflict)
	l, _, err = store.Inbox.Find(t.Context(), id)
	require.NoError(t, err)
	assert.Nil(t, l.Value, "a refused change stores neither half")
	require.ErrorIs(t, store.Inbox.Change(t.Context(), 99, lead.Edit{Value: worth(1)}), fault.ErrNotFound)
}

func TestEnteredLeadIsStoredOnce(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	own, err := lead.Own{Name: "Textile Mills", Channel: "walkin", Status: lead.Pending}.Clean("")
	require.NoError(t, err)
	var together sync.WaitGroup
	receipts := make([]lead.Receipt, 8)
	for i := range receipts {
		together.Go(func() {
			var err error
			receipts[i], err = store.Inbox.Enter(t.Context(), own, "DM", "k")
			assert.NoError(t, err)
		})
	}
	together.Wait()
	fresh := 0
	for _, got := range receipts {
		assert.Equal(t, receipts[0].ID, got.ID)
		if got.Verdict == lead.New {
			fresh++
		}
	}
	assert.Equal(t, 1, fresh)
	own.Name = "Somebody else"
	got, err := store.Inbox.Enter(t.Context(), own, "DM", "k")
	require.NoError(t, err)
	assert.Equal(t, lead.KeyTaken, got.Verdict)

	l, _, err := store.Inbox.Find(t.Context(), receipts[0].ID)
	require.NoError(t, err)
	assert.True(t, l.ByHand)
	assert.Equal(t, "walkin", l.Channel)
	assert.Nil(t, l.Due())
	arrive(t, store, "visitor", "walkin")
	counts, err := store.Inbox.Counts(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 2, counts.Rows(lead.Pending, ""))
	assert.Equal(t, 1, counts.Waiting(), "only the visitor is waiting for an answer")
	page, err := store.Inbox.List(t.Context(), lead.Query{Limit: 10})
	require.NoError(t, err)
	assert.Equal(t, "named:walkin", page[0].Channel, "a link cannot claim the walk-in channel")

	own, err = lead.Own{Name: "Paid at once", Channel: "phone", Status: lead.Won}.Clean("500")
	require.NoError(t, err)
	got, err = store.Inbox.Enter(t.Context(), own, "DM", "won")
	require.NoError(t, err)
	l, _, err = store.Inbox.Find(t.Context(), got.ID)
	require.NoError(t, err)
	assert.NotNil(t, l.WonAt)
	assert.Equal(t, int64(500), *l.Value)
}

func TestWeekIsSummedByIndianDays(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	monday := time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC)
	now, before, err := store.Inbox.Week(t.Context(), monday)
	require.NoError(t, err)
	assert.Equal(t, []leads.Sums{{}, {}}, []leads.Sums{now, before})
	assert.True(t, now.Quiet())
	best, err := store.Inbox.Best(t.Context(), monday)
	require.NoError(t, err)
	assert.Zero(t, best)

	testdb.Exec(t, url, `INSERT INTO visit_counts (day, report, key, visits, taps) VALUES
		('2026-11-08', 'all', '', 100, 40), ('2026-11-09', 'all', '', 7, 2), ('2026-11-15', 'all', '', 5, 1), ('2026-11-16', 'all', '', 1000, 1000), ('2026-11-01', 'all', '', 1000, 1000),
		('2026-11-09', 'channel', 'direct', 50, 9), ('2026-11-09', 'channel', 'instagram', 2, 9), ('2026-11-15', 'channel', 'instagram', 2, 0), ('2026-11-09', 'channel', 'google', 3, 0),
		('2026-11-09', 'target', 'whatsapp', 0, 2), ('2026-11-15', 'target', 'call', 0, 3), ('2026-11-08', 'target', 'maps', 0, 30)`)
	came := func(key, kind, status, created string, won *string, value *int64) {
		testdb.Exec(t, url, `INSERT INTO feedback (name, email, comment, feedback_type, status, language, idempotency_key, digest, created_at, won_at, value_inr) VALUES ('', '', '', $1, $2, 'en', $3, '', $4::text::timestamptz, $5::text::timestamptz, $6)`,
			kind, status, key, created, won, value)
	}
	came("first minute", "quote_request", "pending", "2026-11-09 00:00:00+05:30", nil, nil)
	came("last minute", "quote_request", "lost", "2026-11-15 23:59:59+05:30", nil, nil)
	came("before", "quote_request", "pending", "2026-11-08 23:59:59+05:30", nil, nil)
	came("after", "quote_request", "pending", "2026-11-16 00:00:00+05:30", nil, nil)
	came("spam", "quote_request", "spam", "2026-11-10 00:00:00+05:30", nil, nil)
	came("own", "owner_feedback", "won", "2026-11-10 00:00:00+05:30", new("2026-11-10 00:00:00+05:30"), new(int64(9)))
	came("long ago", "quote_request", "won", "2026-10-01 00:00:00+05:30", new("2026-11-12 00:00:00+05:30"), new(int64(12_000)))
	came("no value", "quote_request", "won", "2026-10-01 00:00:00+05:30", new("2026-11-12 00:00:00+05:30"), nil)
	came("earlier", "quote_request", "won", "2026-10-01 00:00:00+05:30", new("2026-11-02 00:00:00+05:30"), new(int64(700)))
	now, before, err = store.Inbox.Week(t.Context(), monday)
	require.NoError(t, err)
	assert.Equal(t, leads.Sums{Visits: 12, Taps: 3, Leads: 2, Won: 2, Rupees: 12_000}, now)
	assert.Equal(t, leads.Sums{Visits: 100, Taps: 40, Leads: 1, Won: 1, Rupees: 700}, before)
	best, err = store.Inbox.Best(t.Context(), monday)
	require.NoError(t, err)
	assert.Equal(t, leads.Best{Channel: "instagram", Visits: 4, Target: "call", Taps: 3}, best)
}

func TestMigrationDatesFormerlyWonLeadsByTheirLastStatusChange(t *testing.T) {
	t.Parallel()
	store, url := testdb.Empty(t)
	config, err := pgx.ParseConfig(url)
	require.NoError(t, err)
	const before = 34
	require.NoError(t, schema.UpTo(t.Context(), config, before))
	testdb.Exec(t, url, `INSERT INTO feedback (name, email, comment, feedback_type, status, language, idempotency_key, digest, created_at)
		SELECT status, '', '', 'quote_request', split_part(status, ' ', 1), 'en', status, '', '2026-10-01 10:00+05:30' FROM unnest('{won,won at once,contacted}'::text[]) status`)
	testdb.Exec(t, url, `INSERT INTO feedback_events (feedback_id, at, action, from_status, to_status)
		SELECT id, at::timestamptz, 'moved', '', step FROM feedback, (VALUES ('2026-10-10 10:00+05:30', 'won'), ('2026-10-12 10:00+05:30', 'contacted'), ('2026-10-15 10:00+05:30', 'won')) steps (at, step)
		WHERE name <> 'won at once'`)
	require.NoError(t, schema.UpTo(t.Context(), config, schema.Newest()))
	page, err := store.Inbox.List(t.Context(), lead.Query{Limit: 10})
	require.NoError(t, err)
	days := map[string]string{}
	for _, l := range page {
		if l.WonAt != nil {
			days[l.Name] = l.WonAt.UTC().Format(time.DateOnly)
		}
	}
	assert.Equal(t, map[string]string{"won": "2026-10-15", "won at once": "2026-10-01"}, days)
}
