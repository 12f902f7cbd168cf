package postgres_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/content"
	"parichay/internal/fault"
	"parichay/internal/lead"
	"parichay/internal/testdb"
)

func TestALeadAndTheProbeWaitForNoConnectionOfPages(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	holder, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	held, err := holder.Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), `LOCK services`)
	require.NoError(t, err)
	const pages = 30 // more than there are connections for them
	read := make(chan error, pages)
	for range pages {
		go func() {
			_, _, err := store.Items.List(t.Context(), content.CollectionNamed("services"))
			read <- err
		}()
	}
	require.Eventually(t, func() bool {
		return count(t, url, `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`) >= 8
	}, 2*time.Second, 5*time.Millisecond)

	got, err := store.Leads.Add(t.Context(), lead.Arrival{Key: "k", Lead: lead.Lead{Kind: lead.Quote}})
	require.NoError(t, err)
	assert.NotZero(t, got.ID)
	require.NoError(t, store.Ready(t.Context()))
	_, err = store.Work.Inbox.Counts(t.Context())
	require.NoError(t, err)
	assert.Empty(t, read, "all the while")
	require.ErrorIs(t, <-read, fault.ErrUnavailable, "a page waits for seconds, not minutes")
	require.NoError(t, held.Rollback(t.Context()))
	for range pages - 1 {
		<-read
	}
	require.NoError(t, holder.Close(t.Context()))
}

func TestTheQueuesStatementsMayTakeLongerThanARequest(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	var bound string
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SHOW statement_timeout`).Scan(&bound))
	assert.Equal(t, "1min", bound)
}
