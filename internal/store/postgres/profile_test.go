package postgres_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

func brand(name string) func(profile.Profile) (profile.Profile, error) {
	return func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"brandName": name}, nil)
	}
}

func TestEveryFieldHasItsColumn(t *testing.T) {
	t.Parallel()
	_, url := testdb.New(t)
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	rows, err := conn.Query(t.Context(), `SELECT column_name::text FROM information_schema.columns WHERE table_name = 'website_content'`)
	require.NoError(t, err)
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	for i := range profile.Fields {
		if f := profile.Fields[i]; !slices.Contains(columns, f.Column) {
			t.Errorf("field %s: website_content has no column %s, write a migration", f.Key, f.Column)
		}
	}
	for _, column := range columns {
		if !slices.Contains(append(profile.Columns(), "id", "updated_at", "translations", "saved_by", "action"), column) {
			t.Errorf("column %s of website_content belongs to no field", column)
		}
	}
	require.NoError(t, conn.Close(t.Context()))
}

func TestC2DefaultsAreInsertedOnceWithoutARow(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	var group errgroup.Group
	for range 20 {
		group.Go(func() error {
			content, err := store.Site.Content(t.Context())
			if err == nil && content.Profile.Profile.BrandName != "Digital Market" {
				return fmt.Errorf("brand is %q", content.Profile.Profile.BrandName)
			}
			return err
		})
	}
	require.NoError(t, group.Wait())
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM website_content`))
}

func TestC1LatestRowByUpdatedAtIsUsed(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	first, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	saved, err := store.Site.Save(t.Context(), "owner@example.com", first.Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"brandName": "Loom & Sons"}, profile.Translations{locales.Gujarati: {"brandName": "રવિ એન્ડ સન્સ"}})
	})
	require.NoError(t, err)
	after, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	assert.Equal(t, saved, after.Profile)
	assert.Equal(t, "રવિ એન્ડ સન્સ", after.Profile.Profile.Shown(locales.Gujarati).BrandName)
	assert.Greater(t, after.Version, first.Version)
	assert.True(t, after.Profile.UpdatedAt.After(first.Profile.UpdatedAt))
	assert.Equal(t, 2, count(t, url, `SELECT count(*) FROM website_content`))

	testdb.Exec(t, url, `UPDATE website_content SET updated_at = updated_at + interval '1 hour' WHERE id = $1`, first.Profile.ID)
	back, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	assert.Equal(t, first.Profile.ID, back.Profile.ID, "updated_at decides, not the id")
}

func TestSaveOnStaleRevisionReturnsTheNewest(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	base, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	newest, err := store.Site.Save(t.Context(), "owner@example.com", base.Profile.ID, brand("First Tab"))
	require.NoError(t, err)

	current, err := store.Site.Save(t.Context(), "owner@example.com", base.Profile.ID, brand("Second Tab"))
	require.ErrorIs(t, err, fault.ErrConflict)
	assert.Equal(t, newest, current)

	again, err := store.Site.Save(t.Context(), "owner@example.com", base.Profile.ID, brand("First Tab"))
	require.NoError(t, err, "a retry after a lost response is not a conflict")
	assert.Equal(t, newest, again)
}

func TestExactlyOneOfManyConcurrentSavesWins(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	base, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	var won, lost int
	var mu sync.Mutex
	var group errgroup.Group
	for i := range 20 {
		group.Go(func() error {
			_, err := store.Site.Save(t.Context(), "owner@example.com", base.Profile.ID, brand(fmt.Sprintf("Writer %d", i)))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won++
			} else {
				lost++
			}
			return nil
		})
	}
	require.NoError(t, group.Wait())
	assert.Equal(t, []int{1, 19}, []int{won, lost})
	assert.Equal(t, 2, count(t, url, `SELECT count(*) FROM website_content`))
}

func TestRefusedSaveChangesNothing(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	before, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	_, err = store.Site.Save(t.Context(), "owner@example.com", before.Profile.ID, brand("X"))
	require.ErrorAs(t, err, &fault.Invalid{})
	after, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	assert.Equal(t, before, after)
}

func TestConcurrentStartsApplyEachMigrationOnce(t *testing.T) {
	t.Parallel()
	_, url := testdb.Empty(t)
	var mu sync.Mutex
	var applied []string
	var group errgroup.Group
	for range 5 {
		group.Go(func() error {
			store, err := postgres.Open(t.Context(), url)
			if err != nil {
				return err
			}
			defer store.Close()
			names, err := store.Migrate(t.Context())
			mu.Lock()
			defer mu.Unlock()
			applied = append(applied, names...)
			return err
		})
	}
	require.NoError(t, group.Wait())
	unique := slices.Clone(applied)
	slices.Sort(unique)
	assert.NotEmpty(t, applied)
	assert.Len(t, slices.Compact(unique), len(applied), "applied: %v", applied)
}

func TestListenerCatchesUpAfterLostConnection(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	content, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	versions, losses := make(chan int64, 100), make(chan error, 100)
	go store.Watch(ctx, func(v, _ int64) error { versions <- v; return nil }, func(lead.Change) {}, func(err error) { losses <- err })
	assert.Equal(t, content.Version, <-versions)

	base := content.Profile.ID
	for i := range 3 {
		// The listener's connection is cut before the content changes, so the notification is lost.
		testdb.Exec(t, url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' OR (datname = current_database() AND query LIKE 'SELECT version%' AND pid <> pg_backend_pid())`)
		saved, err := store.Site.Save(t.Context(), "owner@example.com", base, brand(fmt.Sprintf("Brand %d", i)))
		require.NoError(t, err)
		base = saved.ID
		<-losses
		for want := content.Version + int64(i) + 1; <-versions != want; {
		}
	}
}

func TestUnreachableDatabaseIsReportedAsUnavailable(t *testing.T) {
	t.Parallel()
	store, err := postgres.Open(t.Context(), "postgres://nobody@127.0.0.1:1/none")
	require.NoError(t, err)
	defer store.Close()
	_, err = store.Site.Content(t.Context())
	require.ErrorIs(t, err, fault.ErrUnavailable)
	require.ErrorIs(t, store.Ready(t.Context()), fault.ErrUnavailable)
}

func TestErrorForInvalidDatabaseURLDoesNotRepeatIt(t *testing.T) {
	t.Parallel()
	_, err := postgres.Open(t.Context(), "postgres://user:hunter2@host:port/x")
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "hunter2")
}

func count(t *testing.T, url, sql string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	require.NoError(t, conn.QueryRow(t.Context(), sql).Scan(&n))
	return n
}
