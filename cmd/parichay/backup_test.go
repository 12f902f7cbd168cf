package main

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/store/dump"
	"parichay/internal/store/schema"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

func TestBackupRoundTrip(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO website_content (brand_name) VALUES ('Loom'), ('Loom Weavers')`)
	folder := t.TempDir()
	file, key := filepath.Join(folder, "site.tar.zst.age"), filepath.Join(folder, "key")
	identity, err := age.GenerateX25519Identity()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(key, []byte(identity.String()+"\n"), 0o600))
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir())

	code, _, stderr := command(t.Context(), environ, "", "backup", "--to", file, "--recipient", "hunter2")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "age-keygen")
	code, _, stderr = command(t.Context(), environ, "", "backup", "--to", file, "--recipient", identity.Recipient().String())
	assert.Equal(t, 0, code, stderr)
	assert.Regexp(t, `^backup: \d+ rows, 0 picture files, .* done, schema \d+, in `, stderr)
	code, _, stderr = command(t.Context(), environ, "", "backup", "--to", file)
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "already exists")
	code, stdout, _ := command(t.Context(), environ, "", "backup", "--to", "-")
	assert.Equal(t, 0, code)
	assert.Equal(t, "\x28\xb5\x2f\xfd", stdout[:4], "standard output is the archive only")
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "no temporary file is left")

	_, other := testdb.Empty(t)
	environ["PARICHAY_DATABASE_URL"], environ["PARICHAY_MEDIA"] = other, "file:"+t.TempDir()
	code, _, stderr = command(t.Context(), environ, "", "restore", file)
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "--identity")
	assert.Contains(t, stderr, "nothing was changed")
	code, _, stderr = command(t.Context(), environ, "", "restore", "--identity", key, file)
	assert.Equal(t, 0, code, stderr)
	assert.Contains(t, stderr, "restored")
	assert.Contains(t, stderr, "all sessions ended")
	code, _, stderr = command(t.Context(), environ, "", "restore", "--identity", key, file)
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "--replace")
}

func TestManualBackupIsEncryptedLikeNightlyOnes(t *testing.T) {
	store, address := testdb.New(t)
	identity, err := age.GenerateX25519Identity()
	require.NoError(t, err)
	folder := filepath.Join(t.TempDir(), "nightly")
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_BACKUP_RECIPIENT", identity.Recipient().String())
	const encrypted, plain = "age-encryption.org", "\x28\xb5\x2f\xfd"
	_, stdout, stderr := command(t.Context(), environ, "", "backup", "--to", "-")
	require.True(t, strings.HasPrefix(stdout, encrypted), stderr)
	_, stdout, stderr = command(t.Context(), environ, "", "backup", "--to", "-", "--plain")
	require.True(t, strings.HasPrefix(stdout, plain), stderr)

	code, _, stderr := command(t.Context(), environ, "", "backup", "--nightly")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "PARICHAY_BACKUP is not set")
	environ["PARICHAY_BACKUP"] = "file:" + folder
	code, _, stderr = command(t.Context(), environ, "", "backup", "--nightly", "--to", "elsewhere")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "omit --to")
	require.NoError(t, dump.NoteFailure(t.Context(), store))
	code, _, stderr = command(t.Context(), environ, "", "backup", "--nightly")
	require.Equal(t, 0, code, stderr)
	last, err := dump.LastBackups(t.Context(), store)
	require.NoError(t, err)
	assert.NotNil(t, last.MadeAt, "the backup is recorded")
	assert.Nil(t, last.FailedAt, "the failure is cleared")
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	assert.True(t, strings.HasSuffix(entries[0].Name(), ".age"), entries[0].Name())
}

// older returns the URL of a database with the schema of a version that had no blocks yet.
func older(t *testing.T) string {
	t.Helper()
	store, address := testdb.Empty(t)
	require.NoError(t, schema.UpTo(t.Context(), store.Pool().Config().ConnConfig, 20))
	testdb.Exec(t, address, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (5, true)`) // the sample content
	return address
}

func TestBackupWithMissingPicturesFails(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO media (name) VALUES ('public/posts/00000000000000000000000000000001-400x300.jpg')`)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir())
	name := filepath.Join(t.TempDir(), "all.tar.zst")
	code, _, stderr := command(t.Context(), environ, "", "backup", "--to", name)
	assert.Equal(t, 1, code, "a script must notice")
	assert.Contains(t, stderr, "1 pictures are missing from the archive")
	assert.FileExists(t, name)
}

func TestMigrateMakesABackupFirst(t *testing.T) {
	address := older(t)
	folder := filepath.Join(t.TempDir(), "backups")
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_BACKUP", "s3://away?endpoint=http://127.0.0.1:1")
	t.Setenv("AWS_ACCESS_KEY_ID", "k")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "s")
	code, _, stderr := command(t.Context(), environ, "", "migrate")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "schema not migrated")
	environ["PARICHAY_BACKUP"] = "file:" + folder
	code, stdout, stderr := command(t.Context(), environ, "", "migrate")
	assert.Equal(t, 0, code, stderr)
	assert.Contains(t, stdout, "backup: made before the schema migration: parichay-localhost-8080-")
	assert.Contains(t, stdout, "applied 00021")
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)

	_, other := testdb.Empty(t)
	environ["PARICHAY_DATABASE_URL"] = other
	code, stdout, stderr = command(t.Context(), environ, "", "restore", filepath.Join(folder, entries[0].Name()))
	assert.Equal(t, 0, code, stdout+stderr)
	code, stdout, _ = command(t.Context(), environ, "", "migrate")
	assert.Equal(t, 0, code)
	assert.Equal(t, "schema is current\n", stdout, "nothing to migrate, so no backup")
}

func TestMigrateReportsWhyNoBackupIsMade(t *testing.T) {
	address := older(t)
	code, stdout, stderr := command(t.Context(), environment("PARICHAY_DATABASE_URL", address), "", "migrate")
	assert.Equal(t, 0, code, stderr)
	assert.Contains(t, stdout, "PARICHAY_BACKUP is not set")
}

func TestRestoreRefusesAForeignFile(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir())
	compressed, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	letter := make([]byte, 1<<20)
	_, _ = rand.Read(letter)
	name := filepath.Join(t.TempDir(), "holiday.jpg")
	for _, body := range [][]byte{nil, []byte("PK\x03\x04"), []byte(strings.Repeat("not a backup ", 100)), compressed.EncodeAll(letter, nil)} {
		require.NoError(t, os.WriteFile(name, body, 0o600))
		code, _, stderr := command(t.Context(), environ, "", "restore", name)
		assert.Equal(t, 1, code)
		assert.Equal(t, "parichay: restore: the file is not a backup of Parichay; nothing was changed\n", stderr, "%q", body)
	}
}

func TestRestoreReportsATruncatedBackupAsDamaged(t *testing.T) {
	_, address := testdb.New(t)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir())
	_, whole, stderr := command(t.Context(), environ, "", "backup", "--to", "-")
	require.NotEmpty(t, whole, stderr)
	name := filepath.Join(t.TempDir(), "half.tar.zst")
	for _, length := range []int{60, len(whole) / 2, len(whole) - 1} {
		require.NoError(t, os.WriteFile(name, []byte(whole[:length]), 0o600))
		code, _, stderr := command(t.Context(), environ, "", "restore", name)
		assert.Equal(t, 1, code)
		assert.Contains(t, stderr, "the archive is damaged", length)
	}
}

func TestCommandsReportADatabaseWithoutTables(t *testing.T) {
	_, address := testdb.Empty(t)
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	defer mails.Stop()
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_SMTP_URL", mails.URL())
	for _, args := range []string{"export --to " + t.TempDir() + "/x.zip", "backup --to -", "mail test"} {
		code, _, stderr := command(t.Context(), environ, "", strings.Fields(args)...)
		assert.Equal(t, 1, code, args)
		assert.Equal(t, "parichay: the database has no tables yet: start the program once, or run `parichay migrate`\n", stderr, args)
	}
}

func TestErrorNamesTheMissingFolder(t *testing.T) {
	_, address := testdb.New(t)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir())
	gone := filepath.Join(t.TempDir(), "gone")
	for _, args := range []string{"backup --to " + gone + "/all.tar.zst", "export --to " + gone + "/all.zip", "export --to " + gone + "/all"} {
		code, _, stderr := command(t.Context(), environ, "", strings.Fields(args)...)
		assert.Equal(t, 1, code, args)
		assert.True(t, strings.HasSuffix(stderr, "parichay: --to: the folder "+gone+" does not exist: create it, or choose another\n"), stderr)
	}
}
