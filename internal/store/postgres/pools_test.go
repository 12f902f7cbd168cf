package postgres_test

import (
	"context"
	"errors"
	neturl "net/url"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
)

func TestLeadsJobsAndProbesDoNotWaitForPageConnections(t *testing.T) {
	t.Parallel()
	_, url := testdb.New(t)
	holder, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer holder.Close(context.WithoutCancel(t.Context()))
	address, err := neturl.Parse(url)
	require.NoError(t, err)
	values := address.Query()
	values.Set("pool_max_conns", "8") // the default is the number of processors
	address.RawQuery = values.Encode()
	store, err := postgres.Open(t.Context(), address.String())
	require.NoError(t, err)
	defer store.Close()
	held, err := holder.Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), `LOCK services`)
	require.NoError(t, err)
	ctx, leave := context.WithCancel(t.Context())
	var pages sync.WaitGroup
	defer pages.Wait()
	defer leave()
	for range 20 { // more than the connections for pages
		pages.Go(func() {
			for ctx.Err() == nil {
				_, _, _ = store.Items.List(ctx, content.CollectionNamed("services"), postgres.Part{Limit: 50})
			}
		})
	}
	watcher, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer watcher.Close(context.WithoutCancel(t.Context()))
	waiting := func() (n int, which string) {
		err := watcher.QueryRow(t.Context(), `SELECT count(*), coalesce(string_agg(pid || ' ' || query_start, ',' ORDER BY pid), '')
			FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`).Scan(&n, &which)
		assert.NoError(t, err)
		return n, which
	}
	for name, call := range map[string]func() error{
		"lead": func() error {
			_, err := store.Leads.Add(t.Context(), lead.Arrival{Key: "k", Lead: lead.Lead{Kind: lead.Quote}})
			return err
		},
		"job":   func() error { _, err := store.Work.Inbox.Counts(t.Context()); return err },
		"probe": func() error { return store.Ready(t.Context()) },
	} {
		require.Eventually(t, func() bool { // the same pages hold all their connections before and after the call
			n, before := waiting()
			err := call()
			_, after := waiting()
			return err == nil && n == 8 && before == after
		}, 20*time.Second, time.Millisecond, name)
	}
}

func TestConcurrentReadinessChecksShareOneWrite(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	var asking sync.WaitGroup
	for range 50 {
		asking.Go(func() { assert.NoError(t, store.Ready(t.Context())) })
	}
	asking.Wait()
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM probe WHERE xmax = 0`), "written only once")
	testdb.Exec(t, url, `DO $$ BEGIN EXECUTE 'ALTER DATABASE "' || current_database() || '" SET default_transaction_read_only = on'; END $$`)
	readOnly, err := postgres.Open(t.Context(), url)
	require.NoError(t, err)
	defer readOnly.Close()
	require.ErrorIs(t, readOnly.Ready(t.Context()), fault.ErrUnavailable)
}

func TestNotReadyWhileLeadsCannotBeStored(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	add := func(key string) (lead.Receipt, error) {
		return store.Leads.Add(t.Context(), lead.Arrival{Key: key, Lead: lead.Lead{Kind: lead.Quote}})
	}
	ready := func(want error) {
		t.Helper()
		require.Eventually(t, func() bool { return errors.Is(store.Ready(t.Context()), want) }, 10*time.Second, 10*time.Millisecond)
	}
	first, err := add("first")
	require.NoError(t, err)
	require.NoError(t, store.Ready(t.Context()))
	testdb.Exec(t, url, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
		CREATE TRIGGER full_disk BEFORE INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION full_disk()`)
	_, err = add("second")
	require.ErrorIs(t, err, fault.ErrUnavailable)
	ready(fault.ErrUnavailable)
	require.ErrorContains(t, store.Ready(t.Context()), "No space left on device")
	testdb.Exec(t, url, `DROP TRIGGER full_disk ON feedback`)
	ready(nil)
	second, err := add("second")
	require.NoError(t, err)
	assert.Equal(t, first.ID+2, second.ID, "the refused lead took a number, the probe did not")
	assert.Equal(t, 2, count(t, url, `SELECT count(*) FROM feedback`), "the probe leaves no row")
}

func TestLeadTimeoutDoesNotAffectReadiness(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	holder, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer holder.Close(context.WithoutCancel(t.Context()))
	_, err = holder.Exec(t.Context(), `BEGIN; LOCK feedback`)
	require.NoError(t, err)
	_, err = store.Leads.Add(t.Context(), lead.Arrival{Key: "k", Lead: lead.Lead{Kind: lead.Quote}})
	require.ErrorIs(t, err, fault.ErrUnavailable)
	asked := time.Now()
	require.NoError(t, store.Ready(t.Context()))
	assert.Less(t, time.Since(asked), time.Second, "readiness does not wait for the lock")
}

func TestJobsHaveALongerStatementTimeoutThanRequests(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	var bound string
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SHOW statement_timeout`).Scan(&bound))
	assert.Equal(t, "1min", bound)
}
