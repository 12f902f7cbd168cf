package backup_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/ops/backup"
	"parichay/internal/store/media"
	"parichay/internal/testkit/testdb"
)

// shelf returns the archives of shop.example in a folder.
func shelf(t *testing.T, at string, keep int) *backup.Shelf {
	t.Helper()
	place, err := media.ParsePlace("file:" + at)
	require.NoError(t, err)
	open, err := media.OpenShelf(place)
	require.NoError(t, err)
	return &backup.Shelf{Site: "shop.example", At: open, Keep: keep}
}

func names(t *testing.T, at string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(at)
	require.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

const (
	first   = "parichay-shop.example-20261101-010101.tar.zst"
	second  = "parichay-shop.example-20261102-010101.tar.zst.age"
	third   = "parichay-shop.example-20261103-010101.tar.zst"
	foreign = "parichay-shop.example.org-20260101-010101.tar.zst"
)

// shelved returns a folder with three archives of shop.example and one of another site.
func shelved(t *testing.T) string {
	t.Helper()
	at := t.TempDir()
	for _, name := range []string{first, second, third, foreign} {
		require.NoError(t, os.WriteFile(filepath.Join(at, name), nil, 0o600))
	}
	return at
}

func TestNewArchiveReplacesTheOldest(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	at, pictures := shelved(t), bucket(t, folder(t))
	s := shelf(t, at, 3)
	last, err := s.Last(t.Context())
	require.NoError(t, err)
	assert.Equal(t, time.Date(2026, time.November, 3, 1, 1, 1, 0, time.UTC), last)
	m, name, err := s.Add(t.Context(), store, pictures)
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{second, third, name, foreign}, names(t, at))
	assert.Positive(t, m.Rows())

	testdb.Exec(t, url, `INSERT INTO media (name) VALUES ('public/posts/00000000000000000000000000000001-400x300.jpg')`)
	at = shelved(t)
	m, name, err = shelf(t, at, 1).Add(t.Context(), store, pictures)
	require.NoError(t, err)
	assert.Len(t, m.Missing, 1)
	assert.ElementsMatch(t, []string{third, name, foreign}, names(t, at), "an archive without all pictures does not replace an older one")
}

func TestEmptyShelfHasNoLastArchive(t *testing.T) {
	t.Parallel()
	at := t.TempDir()
	s := shelf(t, at, 1)
	last, err := s.Last(t.Context())
	require.NoError(t, err)
	assert.Zero(t, last)
	require.NoError(t, os.RemoveAll(at))
	_, err = s.Last(t.Context())
	require.Error(t, err)
}

// started returns an older site to which the sample content was added.
func started(t *testing.T) place {
	t.Helper()
	before, _ := older(t)
	testdb.Exec(t, before.url, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (5, true)`)
	return before
}

func TestArchiveIsMadeBeforeTheSchemaIsMigrated(t *testing.T) {
	t.Parallel()
	var said []string
	say := func(text string) { said = append(said, text) }
	at := t.TempDir()
	before := started(t)
	full := shelf(t, at, 2)
	require.NoError(t, os.RemoveAll(at))
	_, err := backup.Migrate(t.Context(), before.Store, before.pictures, full, say)
	require.ErrorIs(t, err, backup.ErrNotSaved)
	assert.Equal(t, "19", before.ask(t, `SELECT max(version_id)::text FROM goose_db_version`), "the schema stays as it is")
	assert.Empty(t, said)

	at = t.TempDir()
	applied, err := backup.Migrate(t.Context(), before.Store, before.pictures, shelf(t, at, 1), say)
	require.NoError(t, err)
	assert.NotEmpty(t, applied)
	require.Len(t, names(t, at), 1)
	assert.Equal(t, []string{"made before the schema migration: " + names(t, at)[0]}, said)
}

func TestMigrationReportsMissingBackup(t *testing.T) {
	t.Parallel()
	var said []string
	say := func(text string) { said = append(said, text) }
	fresh := empty(t, folder(t))
	_, err := backup.Migrate(t.Context(), fresh.Store, fresh.pictures, nil, say)
	require.NoError(t, err)
	assert.Empty(t, said, "a new site has nothing to lose")
	before := started(t)
	_, err = backup.Migrate(t.Context(), before.Store, before.pictures, nil, say)
	require.NoError(t, err)
	require.Len(t, said, 1)
	assert.Contains(t, said[0], "PARICHAY_BACKUP is not set")
}

func TestRestoreFailsIfPicturesCannotBeStored(t *testing.T) {
	t.Parallel()
	at := t.TempDir()
	before, after := lived(t, folder(t)), empty(t, "file:"+at)
	require.NoError(t, os.RemoveAll(filepath.Join(at, "public")))
	require.NoError(t, os.WriteFile(filepath.Join(at, "public"), nil, 0o600)) // where the folder should be
	require.ErrorContains(t, after.restore(t, before.backup(t), backup.Restore{}), "public")
	assert.Equal(t, "0", after.count(t, "feedback"))
}

// refusing is a folder that cannot store files whose names contain a text.
type refusing struct {
	backup.Sink
	text string
}

// Put implements backup.Sink.
func (r refusing) Put(name string, write func(io.Writer) error) error {
	if strings.Contains(name, r.text) {
		return assert.AnError
	}
	return r.Sink.Put(name, write)
}

func TestExportFailsIfAnyOfItsFilesCannotBeStored(t *testing.T) {
	t.Parallel()
	before := lived(t, folder(t))
	pages := backup.Pages{Start: []string{"/"}, Count: func(context.Context) (int64, error) { return 1, nil }, Fetch: func(context.Context, string) (int, string, []byte, error) {
		return 200, "text/html", nil, nil
	}}
	for _, text := range []string{"feedback.json", "feedback.csv", ".jpg", "index.html", "manifest.json", "nothing"} {
		_, err := backup.Export{Pages: pages}.Write(t.Context(), before.Store, before.pictures, refusing{backup.NewZip(io.Discard), text})
		if text == "nothing" {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, assert.AnError, text)
		}
	}
}
