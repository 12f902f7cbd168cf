package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/rig"
	"parichay/internal/testdb"
)

// diagnosis is what doctor says, by what it looked at.
func diagnosis(t *testing.T, environ map[string]string) (code int, said map[string]string) {
	t.Helper()
	code, stdout, stderr := command(t.Context(), environ, "", "doctor")
	assert.NotContains(t, stdout+stderr, "hunter2")
	said = map[string]string{}
	for line := range strings.Lines(stdout) {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, text, _ := strings.Cut(strings.TrimSpace(rest), " ")
		said[name] = mark + " " + strings.TrimSpace(text)
	}
	require.Len(t, said, len(checks), stdout+stderr)
	return code, said
}

func TestDoctorFindsNothingAtASiteThatIsWell(t *testing.T) {
	_, address := testdb.New(t)
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	defer mails.Stop()
	folder := filepath.Join(t.TempDir(), "media")
	require.NoError(t, os.Mkdir(folder, 0o700))
	require.NoError(t, writeKey(folder+".key"))
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder, "PARICHAY_SMTP_URL", mails.URL(),
		"PARICHAY_BACKUP", "file:"+t.TempDir(), "PARICHAY_TRUSTED_PROXIES", "127.0.0.1/32")
	code, said := diagnosis(t, environ)
	assert.Equal(t, 0, code, said)
	for name, text := range said {
		assert.True(t, strings.HasPrefix(text, "ok "), "%s: %s", name, text)
	}
	assert.Empty(t, mails.All(), "it sends nothing")
}

func TestDoctorSaysOfEachFaultWhatToDo(t *testing.T) {
	_, address := testdb.Empty(t)
	folder := t.TempDir()
	code, said := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder, "PARICHAY_SMTP_URL", "smtp://shop:hunter2@127.0.0.1:1",
		"PARICHAY_BASE_URL", "https://127.0.0.1:1", "PARICHAY_TRUSTED_PROXIES", "0.0.0.0/0"))
	assert.Equal(t, 1, code)
	assert.Regexp(t, "^WRONG [0-9]+ steps are to be applied: run `parichay migrate`", said["schema"])
	assert.Regexp(t, `^WRONG rows cannot be written: `, said["writing"])
	assert.Regexp(t, `^WRONG PARICHAY_SMTP_URL: 127\.0\.0\.1, as \S+ cannot be used: `, said["mail"])
	assert.Regexp(t, `^WRONG https://127\.0\.0\.1:1 cannot be reached from here `, said["address"])
	assert.Regexp(t, `^WRONG PARICHAY_TRUSTED_PROXIES: 0\.0\.0\.0/0 is so wide `, said["proxies"])
	assert.Equal(t, "WRONG PARICHAY_BACKUP is not set: no backups are made by themselves", said["backup"])
	assert.Regexp(t, `^WRONG PARICHAY_SECRET_KEY: there is none`, said["key"])

	code, said = diagnosis(t, environment("PARICHAY_DATABASE_URL", "postgres://parichay:hunter2@127.0.0.1:1/none", "PARICHAY_MEDIA", "file:"+folder))
	assert.Equal(t, 1, code)
	assert.Regexp(t, `^WRONG PARICHAY_DATABASE_URL: `, said["database"])
	assert.Equal(t, "? not known without the database", said["schema"])
}
