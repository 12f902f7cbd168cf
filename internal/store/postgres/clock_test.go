package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
)

func TestJobsAreScheduledByTheDatabaseClock(t *testing.T) {
	t.Parallel()
	_, url := testdb.New(t)
	testdb.Exec(t, url, `CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT pg_catalog.clock_timestamp() + interval '2 hours' $$`)
	testdb.Exec(t, url, `DO $$ BEGIN EXECUTE 'ALTER DATABASE "' || current_database() || '" SET search_path = public, pg_catalog'; END $$`)
	store, err := postgres.Open(t.Context(), url)
	require.NoError(t, err)
	defer store.Close()
	assert.WithinDuration(t, time.Now(), store.Clock.Now(), time.Second)
	changes(t, store)
	require.Eventually(t, func() bool { return store.Clock.Now().After(time.Now().Add(time.Hour)) }, 10*time.Second, time.Millisecond)
	assert.WithinDuration(t, time.Now().Add(2*time.Hour), *store.Clock.NowOrNil(), time.Minute)
}

func TestSessionDatedHoursInTheFutureIsRefused(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	owner, err := account.NewOwner("owner@example.com", "correct horse battery")
	require.NoError(t, err)
	_, err = store.Accounts.SetOwner(t.Context(), owner)
	require.NoError(t, err)
	stored, err := store.Accounts.Owner(t.Context())
	require.NoError(t, err)
	visit := account.Visit{Session: account.NewToken(), Device: account.NewToken()}
	require.NoError(t, store.Sessions.SignIn(t.Context(), account.Proof{Owner: stored}, account.SignedIn, visit))
	for _, ahead := range []string{"5 seconds", "2 hours"} {
		testdb.Exec(t, url, `UPDATE sessions SET created_at = now() + $1::interval, last_seen = now() + $1::interval, expires_at = now() + $1::interval + interval '1 hour'`, ahead)
		_, found := store.Sessions.Find(t.Context(), visit.Session)
		_, extended := store.Sessions.Extend(t.Context(), visit.Session, account.Browser{})
		if ahead == "5 seconds" {
			require.NoError(t, found, "small clock corrections are normal")
			require.NoError(t, extended)
			continue
		}
		require.ErrorIs(t, found, fault.ErrNotFound)
		require.ErrorIs(t, extended, fault.ErrNotFound)
		open, err := store.Sessions.List(t.Context(), "")
		require.NoError(t, err)
		assert.Empty(t, open)
	}
}
