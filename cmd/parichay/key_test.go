package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/seal"
	"parichay/internal/testkit/testdb"
)

func TestSecretsAreEncryptedWithAKeyOutsideBackups(t *testing.T) {
	store, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO authenticators (secret, enabled_at) VALUES ('JBSWY3DPEHPK3PXP', now())`)
	folder := filepath.Join(t.TempDir(), "media")
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder)
	secret := func() (text string) {
		require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT secret FROM authenticators`).Scan(&text))
		return text
	}
	p := serve(t, environ)
	p.stop()
	require.Equal(t, 0, p.ends(t))
	sealed := secret()
	assert.True(t, seal.Sealed(sealed), "a secret stored before the key was created is encrypted, too")
	text, err := os.ReadFile(folder + ".key")
	require.NoError(t, err)
	info, err := os.Stat(folder + ".key")
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode())
	key, err := seal.Parse(string(text))
	require.NoError(t, err)
	opened, err := store.Factors.With(key).TOTP(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "JBSWY3DPEHPK3PXP", opened.Secret)

	p = serve(t, environ)
	p.stop()
	require.Equal(t, 0, p.ends(t))
	assert.Equal(t, sealed, secret(), "the next start uses the same key")
	assert.NotContains(t, p.log.String(), strings.TrimSpace(string(text)))

	file := filepath.Join(t.TempDir(), "site.tar.zst")
	code, _, stderr := command(t.Context(), environ, "", "backup", "--to", file)
	require.Equal(t, 0, code, stderr)
	_, other := testdb.Empty(t)
	elsewhere := environment("PARICHAY_DATABASE_URL", other, "PARICHAY_MEDIA", "file:"+filepath.Join(t.TempDir(), "media"))
	code, _, stderr = command(t.Context(), elsewhere, "", "restore", file)
	assert.Equal(t, 0, code, stderr)
	assert.Contains(t, stderr, "set up the app again")
	elsewhere["PARICHAY_SECRET_KEY"] = strings.TrimSpace(string(text))
	code, _, stderr = command(t.Context(), elsewhere, "", "restore", "--replace", file)
	assert.Equal(t, 0, code, stderr)
	assert.NotContains(t, stderr, "set up the app again")
}

func TestNoKeyIsCreatedWhileSecretsAreEncrypted(t *testing.T) {
	_, address := testdb.New(t)
	mine, err := seal.Parse(seal.Make())
	require.NoError(t, err)
	text := seal.Make()
	folder := filepath.Join(t.TempDir(), "media")
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder)
	testdb.Exec(t, address, `INSERT INTO authenticators (secret, enabled_at) VALUES ($1, now())`, mine.Seal("JBSWY3DPEHPK3PXP", "authenticator"))

	p := serve(t, environ)
	assert.Contains(t, p.log.String(), "the key is missing, but the database holds secrets encrypted with it")
	p.stop()
	require.Equal(t, 0, p.ends(t))
	assert.NoFileExists(t, folder+".key")
	_, report := diagnosis(t, environ)
	assert.Contains(t, report["key"], "WRONG PARICHAY_SECRET_KEY: the key is missing, but the database holds secrets encrypted with it: put it back")

	environ["PARICHAY_SECRET_KEY"] = text
	_, report = diagnosis(t, environ)
	assert.Contains(t, report["key"], "WRONG the authenticator app's secret was encrypted with another key: put that key back")

	testdb.Exec(t, address, `UPDATE authenticators SET secret = 'JBSWY3DPEHPK3PXP'`)
	p = serve(t, environ)
	p.stop()
	require.Equal(t, 0, p.ends(t))
	_, report = diagnosis(t, environ)
	assert.Equal(t, "ok decrypts the stored secrets; keep a copy apart from the backups", report["key"])
}

func TestUndecryptableHTTPSKeysAreReported(t *testing.T) {
	store, address := testdb.New(t)
	mine, err := seal.Parse(seal.Make())
	require.NoError(t, err)
	store.Certificates.SealWith(mine)
	require.NoError(t, store.Certificates.Store(t.Context(), "certificates/ca/shop.example/shop.example.key", []byte("secret")))
	folder := filepath.Join(t.TempDir(), "media")
	require.NoError(t, os.Mkdir(folder, 0o700))
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder)
	report := func() (log, doctor string) {
		p := serve(t, environ)
		p.stop()
		require.Equal(t, 0, p.ends(t))
		_, found := diagnosis(t, environ)
		return p.log.String(), found["key"]
	}
	log, doctor := report()
	assert.Contains(t, log, "the key is missing, but the database holds secrets encrypted with it")
	assert.Regexp(t, "^WRONG PARICHAY_SECRET_KEY: the key is missing, but the database holds secrets", doctor)
	assert.NoFileExists(t, folder+".key")

	environ["PARICHAY_SECRET_KEY"] = seal.Make()
	log, doctor = report()
	assert.Contains(t, log, "private keys of HTTPS were encrypted with another key: put that key back (PARICHAY_SECRET_KEY)")
	assert.Regexp(t, `^WRONG private keys of HTTPS were encrypted with another key: put that key back \(PARICHAY_SECRET_KEY\)`, doctor)
}

func TestErrorNamesTheUnusableKeyFile(t *testing.T) {
	_, address := testdb.New(t)
	folder := filepath.Join(t.TempDir(), "media")
	require.NoError(t, os.Mkdir(folder, 0o700))
	require.NoError(t, os.Mkdir(folder+".key", 0o700))
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder)
	want := "PARICHAY_SECRET_KEY: the key file " + folder + ".key cannot be read (is a directory): give the program's user read access"
	environ["PARICHAY_LISTEN"] = "127.0.0.1:0"
	code, _, stderr := command(t.Context(), environ, "", "serve")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "parichay: "+want+"\n")
	_, report := diagnosis(t, environ)
	assert.Equal(t, "WRONG "+want, report["key"])
}
