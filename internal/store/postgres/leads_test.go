package postgres_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/internal/store/alarms"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
)

func TestOnlyNewArrivalsAreStored(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	arrival := func(key, message, nonce string) lead.Arrival {
		return lead.Arrival{Key: key, Lead: lead.Lead{Kind: lead.Quote, Message: message}, Nonce: []byte(nonce), Network: []byte("a network"), Notify: true}
	}
	full := arrival("full", "Buy", "3")
	full.Flag, full.NoRoom = lead.Trapped, true
	for _, step := range []struct {
		arrival lead.Arrival
		verdict lead.Verdict
	}{
		{arrival("key", "Posters", "1"), lead.New},
		{arrival("key", "Posters", "1"), lead.Known},
		{arrival("key", "Posters", "2"), lead.Known},
		{arrival("key", "Leaflets", "2"), lead.KeyTaken},
		{arrival("other", "Leaflets", "1"), lead.TokenUsed},
		{full, lead.NoRoom},
	} {
		got, err := store.Leads.Add(t.Context(), step.arrival)
		require.NoError(t, err)
		assert.Equal(t, step.verdict, got.Verdict)
		for _, one := range []string{"feedback", "form_tokens", "arrivals", "river_job"} {
			assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM `+one), "%s: %s", step.verdict, one)
		}
	}

	spam := arrival("spam", "Buy", "4")
	spam.Flag = lead.Trapped
	got, err := store.Leads.Add(t.Context(), spam)
	require.NoError(t, err)
	assert.True(t, got.Quarantined())
	got, err = store.Leads.Add(t.Context(), spam)
	require.NoError(t, err)
	assert.False(t, got.Quarantined(), "the repeated spam takes no more room")

	testdb.Exec(t, url, `ALTER TABLE arrivals ADD CONSTRAINT none CHECK (false) NOT VALID`)
	got, err = store.Leads.Add(t.Context(), arrival("refused", "Posters", "5"))
	require.Error(t, err)
	assert.Zero(t, got)
}

func TestJobOfALeadEqualsARowInsertedByRiver(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	got, err := store.Leads.Add(t.Context(), lead.Arrival{Key: "k", Lead: lead.Lead{Kind: lead.Quote}, Notify: true})
	require.NoError(t, err)
	client, err := river.NewClient(riverpgxv5.New(store.Pool()), &river.Config{})
	require.NoError(t, err)
	_, err = client.Insert(t.Context(), lead.Notice{ID: got.ID}, &river.InsertOpts{Queue: postgres.MailQueue, MaxAttempts: postgres.MailAttempts})
	require.NoError(t, err)
	assert.Equal(t, 2, count(t, url, `SELECT count(*) FROM river_job`))
	assert.Equal(t, 1, count(t, url, `SELECT count(DISTINCT to_jsonb(j) - '{id,created_at,scheduled_at}'::text[]) FROM river_job j`))
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM river_job j JOIN feedback f ON j.id = 1 AND j.scheduled_at = j.created_at AND f.created_at - j.created_at < interval '1 second'`))
}

// changes returns the inbox changes that a separate replica receives.
func changes(t *testing.T, store *postgres.Store) <-chan lead.Change {
	t.Helper()
	heard := make(chan lead.Change, 1000)
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		store.Watch(ctx, func(_, _ int64) error { return nil }, func(c lead.Change) { heard <- c }, func(error) {})
	}()
	t.Cleanup(func() { leave(); <-done })
	assert.Equal(t, lead.Change{What: lead.Resync}, <-heard)
	return heard
}

func TestManyLeadsAreCollapsedIntoAResync(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	heard := changes(t, store)
	held := store.Pool().AcquireAllIdle(t.Context())
	for len(held) < int(store.Pool().Config().MaxConns) { // blocks notifications
		conn, err := store.Pool().Acquire(t.Context())
		require.NoError(t, err)
		held = append(held, conn)
	}
	for i := range 100 {
		_, err := store.Leads.Add(t.Context(), lead.Arrival{Key: string(rune('a' + i)), Lead: lead.Lead{Kind: lead.Quote}})
		require.NoError(t, err)
	}
	for _, conn := range held {
		conn.Release()
	}
	n := 1
	for ; (<-heard).What != lead.Resync; n++ {
	}
	assert.Less(t, n, 64, "a tab that lags by 64 changes is dropped")
}

func TestLeadWithoutNotificationIsFoundByPolling(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	heard := changes(t, store)
	testdb.Exec(t, url, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('', '', '', 'quote_request', 'en', '', '')`)
	select {
	case change := <-heard:
		assert.Equal(t, lead.Change{What: lead.Resync}, change)
	case <-time.After(20 * time.Second):
		t.Fatal("a lead without a notification was not noticed")
	}
}

func TestEveryEnqueuedJobWakesTheWorkersOfItsQueue(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	store.PurgeCaches()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	_, err = conn.Exec(t.Context(), `LISTEN "public.river_insert"`)
	require.NoError(t, err)
	for queue, cause := range map[string]func() error{
		postgres.MailQueue: func() error {
			_, err := store.Leads.Add(t.Context(), lead.Arrival{Key: "k", Lead: lead.Lead{Kind: lead.Quote}, Notify: true})
			return err
		},
		alarms.Queue: func() error { return store.Inbox.AskReset(t.Context(), account.ResetMail{}) },
		postgres.PurgeQueue: func() error {
			content, err := store.Site.Content(t.Context())
			if err != nil {
				return err
			}
			_, err = store.Site.Save(t.Context(), "owner@example.com", content.Profile.ID, func(p profile.Profile) (profile.Profile, error) {
				p.BrandName = "Asha Looms"
				return p, nil
			})
			return err
		},
	} {
		require.NoError(t, cause(), queue)
		for heard := false; !heard; {
			notification, err := conn.WaitForNotification(t.Context())
			require.NoError(t, err)
			var job struct{ Queue string }
			require.NoError(t, json.Unmarshal([]byte(notification.Payload), &job))
			heard = job.Queue == queue
		}
	}
	now := count(t, url, `SELECT count(*) FROM river_job WHERE queue = 'purge' AND state = 'available'`)
	assert.Positive(t, now)
	assert.Equal(t, 2*now, count(t, url, `SELECT count(*) FROM river_job WHERE queue = 'purge' AND state = 'scheduled' AND scheduled_at > now()`), "each is repeated twice")
	for _, later := range []string{"3 seconds", "25 seconds"} { // a replica without notifications is not ready after 18 s
		assert.Equal(t, now, count(t, url, `SELECT count(*) FROM river_job WHERE queue = 'purge' AND max_attempts = 300 AND scheduled_at - created_at = interval '`+later+`'`), later)
	}
}

// During an upgrade the previous release still stores leads; it passes 31 parameters.
func TestPreviousReleaseStoresTheSameLead(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	_, err := store.Leads.Add(t.Context(), lead.Arrival{
		Key: "new", Prefix: "DM", Network: []byte("a network"), Wide: []byte("wide"), Nonce: []byte("1"), Notify: true,
		Lead: lead.Lead{
			Kind: lead.Quote, Name: "બેકરી", Email: "m@example.com", Phone: "+919876543210", Company: "C", Message: "Posters", Services: []string{"a", "b"},
			Edition: "e", Language: "gu", Page: "/gu", Source: "s", Consent: "1",
		},
	})
	require.NoError(t, err)
	testdb.Exec(t, url, `
		DELETE FROM form_tokens;
		SELECT take_lead('old', digest, reference_prefix, flag, '\x61206e6574776f726b', NULL, '\x31', name, email, phone, comment, feedback_type, rating,
			company, services, edition, language, page, source, consent, 3, 3, false, 'notice', 'mail', 8::smallint, '\x77696465', 30, NULL, 600, 128)
		FROM feedback`)
	rows := func(query string) int { return count(t, url, query) }
	assert.Equal(t, 2, rows(`SELECT count(*) FROM feedback`))
	assert.Equal(t, 1, rows(`SELECT count(DISTINCT to_jsonb(f) - ARRAY['id', 'idempotency_key', 'created_at', 'search']) FROM feedback f`), "all other columns are equal")
	assert.Equal(t, 1, rows(`SELECT count(DISTINCT (network, wide, inbox)) FROM arrivals`))
	assert.Equal(t, 2, rows(`SELECT count(*) FROM river_job`))
}
