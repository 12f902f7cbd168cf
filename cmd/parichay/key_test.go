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

func TestStoredSecretsAreEncryptedWithAKeyThatIsNotInTheBackup(t *testing.T) {
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
	assert.True(t, seal.Sealed(sealed), "what was there before the key is sealed, too")
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
	assert.Equal(t, sealed, secret(), "the next start takes the same key")
	assert.NotContains(t, p.log.String(), strings.TrimSpace(string(text)))

	file := filepath.Join(t.TempDir(), "site.tar.zst")
	code, _, stderr := command(t.Context(), environ, "", "backup", "--to", file)
	require.Equal(t, 0, code, stderr)
	_, other := testdb.Empty(t)
	elsewhere := environment("PARICHAY_DATABASE_URL", other, "PARICHAY_MEDIA", "file:"+filepath.Join(t.TempDir(), "media"))
	code, _, stderr = command(t.Context(), elsewhere, "", "restore", file)
	assert.Equal(t, 0, code, stderr)
	assert.Contains(t, stderr, "set the app up anew")
	elsewhere["PARICHAY_SECRET_KEY"] = strings.TrimSpace(string(text))
	code, _, stderr = command(t.Context(), elsewhere, "", "restore", "--replace", file)
	assert.Equal(t, 0, code, stderr)
	assert.NotContains(t, stderr, "set the app up anew")
}

func TestDoctorTriesTheKeyAndNoOtherIsMadeWhileSecretsAreSealed(t *testing.T) {
	_, address := testdb.New(t)
	mine, err := seal.Parse(seal.Make())
	require.NoError(t, err)
	text := seal.Make()
	folder := filepath.Join(t.TempDir(), "media")
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder)
	testdb.Exec(t, address, `INSERT INTO authenticators (secret, enabled_at) VALUES ($1, now())`, mine.Seal("JBSWY3DPEHPK3PXP", "authenticator"))

	p := serve(t, environ)
	assert.Contains(t, p.log.String(), "there is no key, and the database holds secrets that one encrypted")
	p.stop()
	require.Equal(t, 0, p.ends(t))
	assert.NoFileExists(t, folder+".key")
	_, said := diagnosis(t, environ)
	assert.Contains(t, said["key"], "WRONG PARICHAY_SECRET_KEY: there is no key, and the database holds secrets that one encrypted: put it back")

	environ["PARICHAY_SECRET_KEY"] = text
	_, said = diagnosis(t, environ)
	assert.Contains(t, said["key"], "WRONG the authenticator app's secret was encrypted with another key: put that key back")

	testdb.Exec(t, address, `UPDATE authenticators SET secret = 'JBSWY3DPEHPK3PXP'`)
	p = serve(t, environ)
	p.stop()
	require.Equal(t, 0, p.ends(t))
	_, said = diagnosis(t, environ)
	assert.Equal(t, "ok it opens what is stored; keep a copy apart from the backups", said["key"])
}

func TestPrivateKeysOfHTTPSThatAnotherKeySealedAreToldByTheLogAndByDoctor(t *testing.T) {
	store, address := testdb.New(t)
	mine, err := seal.Parse(seal.Make())
	require.NoError(t, err)
	store.Certificates.SealWith(mine)
	require.NoError(t, store.Certificates.Store(t.Context(), "certificates/ca/shop.example/shop.example.key", []byte("secret")))
	folder := filepath.Join(t.TempDir(), "media")
	require.NoError(t, os.Mkdir(folder, 0o700))
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder)
	said := func() (log, doctor string) {
		p := serve(t, environ)
		p.stop()
		require.Equal(t, 0, p.ends(t))
		_, found := diagnosis(t, environ)
		return p.log.String(), found["key"]
	}
	log, doctor := said()
	assert.Contains(t, log, "there is no key, and the database holds secrets that one encrypted")
	assert.Regexp(t, "^WRONG PARICHAY_SECRET_KEY: there is no key, and the database holds secrets", doctor)
	assert.NoFileExists(t, folder+".key")

	environ["PARICHAY_SECRET_KEY"] = seal.Make()
	log, doctor = said()
	assert.Contains(t, log, "private keys of HTTPS were encrypted with another key: put that key back (PARICHAY_SECRET_KEY)")
	assert.Regexp(t, `^WRONG private keys of HTTPS were encrypted with another key: put that key back \(PARICHAY_SECRET_KEY\)`, doctor)
}
