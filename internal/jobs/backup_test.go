package jobs

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/ops/backup"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
)

// shelf returns the backup storage of the site shop.example in a folder.
func shelf(t *testing.T, folder string, keep int) *backup.Shelf {
	t.Helper()
	place, err := media.ParsePlace("file:" + folder)
	require.NoError(t, err)
	at, err := media.OpenShelf(place)
	require.NoError(t, err)
	return &backup.Shelf{Site: "shop.example", At: at, Keep: keep}
}

func listed(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestNightlyBackupDeletesTheOldestBackup(t *testing.T) {
	t.Parallel()
	p, folder := open(t), t.TempDir()
	another := "parichay-shop.example.org-20260101-010101.tar.zst"
	for _, name := range []string{"parichay-shop.example-20261101-010101.tar.zst", "parichay-shop.example-20261102-010101.tar.zst.age", another, "notes.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	p.shelf = shelf(t, folder, 2)
	p.run(t)
	require.Eventually(t, func() bool {
		made, err := dump.LastBackups(t.Context(), p.Store)
		return err == nil && made.MadeAt != nil && made.Bytes > 0 && made.FailedAt == nil
	}, 30*time.Second, 20*time.Millisecond)
	names := listed(t, folder)
	require.Len(t, names, 4)
	assert.Contains(t, names, another, "backups of another site in the same folder are kept")
	assert.Contains(t, names, "parichay-shop.example-20261102-010101.tar.zst.age")
	last, err := p.shelf.Last(t.Context())
	require.NoError(t, err)
	assert.WithinDuration(t, time.Now(), last, time.Minute)
	whole := p.shelf.Name("shop.example", last)
	file, err := os.Open(filepath.Join(folder, whole))
	require.NoError(t, err)
	defer file.Close()
	m, err := backup.Restore{}.Check(t.Context(), file)
	require.NoError(t, err)
	assert.Positive(t, m.Rows())
}

func TestIncompleteBackupKeepsOlderBackups(t *testing.T) {
	t.Parallel()
	p, folder := open(t), t.TempDir()
	for _, name := range []string{"parichay-shop.example-20261101-010101.tar.zst", "parichay-shop.example-20261102-010101.tar.zst", "parichay-shop.example-20261103-010101.tar.zst"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	_, err := p.Pool().Exec(t.Context(), `INSERT INTO media (name) VALUES ('public/posts/00000000000000000000000000000001-400x300.jpg')`)
	require.NoError(t, err)
	place, err := media.ParsePlace("file:" + t.TempDir())
	require.NoError(t, err)
	pictures, err := media.Open(place)
	require.NoError(t, err)
	a := &archivist{store: p.Store, pictures: pictures, shelf: shelf(t, folder, 2), stop: t.Context()}
	require.NoError(t, a.Work(t.Context(), nil))
	state, err := dump.LastBackups(t.Context(), p.Store)
	require.NoError(t, err)
	assert.NotNil(t, state.MadeAt)
	assert.NotNil(t, state.FailedAt, "monitoring must see an incomplete backup as failed")
	assert.Len(t, listed(t, folder), 4, "older backups may still have the picture")
}

func TestFailedBackupIsRecordedUntilTheNextSucceeds(t *testing.T) {
	t.Parallel()
	p, folder := open(t), filepath.Join(t.TempDir(), "backups")
	a := &archivist{store: p.Store, pictures: nil, shelf: shelf(t, folder, 2), stop: t.Context()}
	require.NoError(t, os.RemoveAll(folder))
	require.NoError(t, a.Work(t.Context(), nil))
	state, err := dump.LastBackups(t.Context(), p.Store)
	require.NoError(t, err)
	require.NotNil(t, state.FailedAt)
	assert.Nil(t, state.MadeAt)
	a.shelf = shelf(t, folder, 2)
	require.NoError(t, a.Work(t.Context(), nil))
	require.NoError(t, a.Work(t.Context(), nil), "the next is not due yet")
	state, err = dump.LastBackups(t.Context(), p.Store)
	require.NoError(t, err)
	assert.Nil(t, state.FailedAt)
	assert.NotNil(t, state.MadeAt)
	assert.Len(t, listed(t, folder), 1)
}

func TestBackupIsDueAtNightOrAfterAMissedNight(t *testing.T) {
	t.Parallel()
	india := time.FixedZone("IST", 5*3600+1800)
	night, noon := time.Date(2026, 11, 15, 2, 30, 0, 0, india), time.Date(2026, 11, 15, 12, 0, 0, 0, india)
	assert.True(t, backup.Due(time.Time{}, noon), "there is none yet")
	assert.True(t, backup.Due(night.Add(-24*time.Hour), night))
	assert.False(t, backup.Due(night.Add(-time.Hour), night))
	assert.False(t, backup.Due(noon.Add(-22*time.Hour), noon), "it waits for the night")
	assert.True(t, backup.Due(noon.Add(-27*time.Hour), noon), "the night was missed")
}

// killedAt and killedInto are the environment variables that pass the database and the folder
// to the child process that is killed.
const killedAt, killedInto = "KILLED_AT", "KILLED_INTO"

// TestProcessToBeKilled runs in a child process of the next test.
func TestProcessToBeKilled(t *testing.T) {
	address := os.Getenv(killedAt)
	if address == "" {
		t.Skip("runs only as a child process of another test")
	}
	store, err := postgres.Open(t.Context(), address)
	require.NoError(t, err)
	defer store.Close()
	post{Store: store, shelf: shelf(t, os.Getenv(killedInto), 2)}.run(t)
	<-time.After(time.Minute) // or until it is killed
}

func TestBackupInterruptedByAKillIsRepeatedAtTheNextStart(t *testing.T) {
	t.Parallel()
	store, address := testdb.New(t)
	folder := t.TempDir()
	wall, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	_, err = wall.Exec(t.Context(), `BEGIN; LOCK TABLE feedback`)
	require.NoError(t, err)
	killed := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProcessToBeKilled$")
	killed.Env = append(os.Environ(), killedAt+"="+address, killedInto+"="+folder, "TMPDIR="+t.TempDir()) // a killed process cannot clean up
	require.NoError(t, killed.Start())
	require.Eventually(t, func() bool {
		var waits bool
		err := store.Pool().QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'feedback'::regclass)
			AND EXISTS (SELECT FROM river_job WHERE kind = 'backup' AND state = 'running')`).Scan(&waits)
		return err == nil && waits
	}, 30*time.Second, 20*time.Millisecond, "the backup is in progress")
	require.NoError(t, killed.Process.Kill())
	require.Error(t, killed.Wait())
	require.NoError(t, wall.Close(t.Context()))
	half := listed(t, folder)
	require.Len(t, half, 1)
	long := time.Now().Add(-2 * time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(folder, half[0]), long, long))

	post{Store: store, shelf: shelf(t, folder, 2)}.run(t)
	require.Eventually(t, func() bool {
		last, err := dump.LastBackups(t.Context(), store)
		return err == nil && last.MadeAt != nil
	}, 2*time.Minute, 20*time.Millisecond, "the next start makes the backup")
	assert.NotContains(t, listed(t, folder), half[0])
	assert.Len(t, listed(t, folder), 1)
}

func TestOfTwoReplicasOnlyOneMakesTheBackup(t *testing.T) {
	t.Parallel()
	store, address := testdb.New(t)
	other, err := postgres.Open(t.Context(), address)
	require.NoError(t, err)
	defer other.Close()
	folder := t.TempDir()
	var both sync.WaitGroup
	for _, s := range []*postgres.Store{store, other} {
		both.Go(func() {
			assert.NoError(t, (&archivist{store: s, shelf: shelf(t, folder, 2), stop: t.Context()}).Work(t.Context(), nil))
		})
	}
	both.Wait()
	assert.Len(t, listed(t, folder), 1)
}

func TestBackupIsMadeEvenIfTheQueueLeaderHasNoBackupFolder(t *testing.T) {
	t.Parallel()
	store, address := testdb.New(t)
	other, err := postgres.Open(t.Context(), address)
	require.NoError(t, err)
	defer other.Close()
	post{Store: other}.run(t)
	require.Eventually(t, func() bool {
		var leads bool
		err := store.Pool().QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM river_leader)`).Scan(&leads)
		return err == nil && leads
	}, 30*time.Second, 20*time.Millisecond, "it is the queue's leader")
	post{Store: store, shelf: shelf(t, t.TempDir(), 2)}.run(t)
	require.Eventually(t, func() bool {
		last, err := dump.LastBackups(t.Context(), store)
		return err == nil && last.MadeAt != nil
	}, 30*time.Second, 20*time.Millisecond)
}

func TestStoppedBackupLeavesNoFile(t *testing.T) {
	t.Parallel()
	p, folder := open(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := shelf(t, folder, 2).Add(ctx, p.Store, nil)
	require.Error(t, err)
	assert.Empty(t, strings.Join(listed(t, folder), " "))
}
