package jobs

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/archive"
	"parichay/internal/media"
	"parichay/internal/postgres/whole"
)

// shelf is a folder of archives of a site of a shop.
func shelf(t *testing.T, folder string, keep int) *archive.Shelf {
	t.Helper()
	place, err := media.ParsePlace("file:" + folder)
	require.NoError(t, err)
	at, err := media.OpenShelf(place)
	require.NoError(t, err)
	return &archive.Shelf{Site: "shop.example", At: at, Keep: keep}
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

func TestANightlyBackupIsMadeKeptAndToldAndTheOldestGoes(t *testing.T) {
	t.Parallel()
	p, folder := open(t), t.TempDir()
	another := "parichay-shop.example.org-20260101-010101.tar.zst"
	for _, name := range []string{"parichay-shop.example-20261101-010101.tar.zst", "parichay-shop.example-20261102-010101.tar.zst.age", another, "notes.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	p.shelf = shelf(t, folder, 2)
	p.run(t)
	require.Eventually(t, func() bool {
		made, err := whole.LastBackups(t.Context(), p.Store)
		return err == nil && made.MadeAt != nil && made.Bytes > 0 && made.FailedAt == nil
	}, 30*time.Second, 20*time.Millisecond)
	names := listed(t, folder)
	require.Len(t, names, 4)
	assert.Contains(t, names, another, "several sites may share a folder")
	assert.Contains(t, names, "parichay-shop.example-20261102-010101.tar.zst.age")
	last, err := p.shelf.Last(t.Context())
	require.NoError(t, err)
	assert.WithinDuration(t, time.Now(), last, time.Minute)
	whole := p.shelf.Name("shop.example", last)
	file, err := os.Open(filepath.Join(folder, whole))
	require.NoError(t, err)
	defer file.Close()
	m, err := archive.Restore{}.Check(t.Context(), file)
	require.NoError(t, err)
	assert.Positive(t, m.Rows())
}

func TestABackupThatCannotBeMadeIsToldAndMadeUpFor(t *testing.T) {
	t.Parallel()
	p, folder := open(t), filepath.Join(t.TempDir(), "backups")
	a := &archivist{store: p.Store, pictures: nil, shelf: shelf(t, folder, 2), stop: t.Context()}
	require.NoError(t, os.RemoveAll(folder))
	require.NoError(t, a.Work(t.Context(), nil))
	state, err := whole.LastBackups(t.Context(), p.Store)
	require.NoError(t, err)
	require.NotNil(t, state.FailedAt)
	assert.Nil(t, state.MadeAt)
	a.shelf = shelf(t, folder, 2)
	require.NoError(t, a.Work(t.Context(), nil))
	require.NoError(t, a.Work(t.Context(), nil), "the next is not due yet")
	state, err = whole.LastBackups(t.Context(), p.Store)
	require.NoError(t, err)
	assert.Nil(t, state.FailedAt)
	assert.NotNil(t, state.MadeAt)
	assert.Len(t, listed(t, folder), 1)
}

func TestABackupIsMadeAtNightOrWhenItIsLate(t *testing.T) {
	t.Parallel()
	india := time.FixedZone("IST", 5*3600+1800)
	night, noon := time.Date(2026, 11, 15, 2, 30, 0, 0, india), time.Date(2026, 11, 15, 12, 0, 0, 0, india)
	assert.True(t, archive.Due(time.Time{}, noon), "there is none yet")
	assert.True(t, archive.Due(night.Add(-24*time.Hour), night))
	assert.False(t, archive.Due(night.Add(-time.Hour), night))
	assert.False(t, archive.Due(noon.Add(-22*time.Hour), noon), "it waits for the night")
	assert.True(t, archive.Due(noon.Add(-27*time.Hour), noon), "the night was missed")
}

func TestAStoppedProgramLeavesNoHalfBackup(t *testing.T) {
	t.Parallel()
	p, folder := open(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := shelf(t, folder, 2).Add(ctx, p.Store, nil)
	require.Error(t, err)
	assert.Empty(t, strings.Join(listed(t, folder), " "))
}
