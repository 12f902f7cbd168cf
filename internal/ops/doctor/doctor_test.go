package doctor

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/ops/secrets"
	"parichay/internal/ops/settings"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// environment returns settings as pairs of name and value.
func environment(pairs ...string) map[string]string {
	all := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]] = pairs[i+1]
	}
	return all
}

// run returns doctor's output and its error, at a moment at which the table of festivals has not
// ended.
func run(t *testing.T, environ map[string]string) (printed string, err error) {
	t.Helper()
	return runAt(t, environ, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
}

func runAt(t *testing.T, environ map[string]string, now time.Time) (printed string, err error) {
	t.Helper()
	var pairs []string
	for name, value := range environ {
		pairs = append(pairs, name+"="+value)
	}
	c, err := settings.Read(pairs)
	require.NoError(t, err)
	store, err := postgres.Open(t.Context(), c.DatabaseURL)
	require.NoError(t, err)
	defer store.Close()
	var out bytes.Buffer
	err = report(t.Context(), &out, &patient{config: c, store: store}, now)
	return out.String(), err
}

// diagnosis returns doctor's findings by the name of the check.
func diagnosis(t *testing.T, environ map[string]string) (report map[string]string, err error) {
	t.Helper()
	printed, err := run(t, environ)
	assert.NotContains(t, printed, "hunter2")
	report = map[string]string{}
	for line := range strings.Lines(printed) {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, text, _ := strings.Cut(strings.TrimSpace(rest), " ")
		report[name] = mark + " " + strings.TrimSpace(text)
	}
	require.Len(t, report, len(checks), printed)
	return report, err
}

// answering returns the address of a server that answers /readyz.
func answering(t *testing.T, status int, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

func TestDoctorReportsWhetherTheProgramAnswers(t *testing.T) {
	_, address := testdb.New(t)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir())
	for listen, want := range map[string]string{
		"127.0.0.1:1":                          `^WRONG nothing answers on 127\.0\.0\.1:1 \(connection refused\): the program is not running\. Start it; if it stops, its log says why$`,
		answering(t, 200, "ready\n"):           `^ok answers on \S+ and is ready$`,
		answering(t, 503, ""):                  `^WRONG answers on \S+ but is not ready: its log says why$`,
		answering(t, 200, "<h1>It works</h1>"): `^WRONG another program answers on \S+: stop it, or correct PARICHAY_LISTEN$`,
	} {
		environ["PARICHAY_LISTEN"] = listen
		report, _ := diagnosis(t, environ)
		assert.Regexp(t, want, report["program"])
	}
}

func TestDoctorPassesBeforeTheFirstStart(t *testing.T) {
	_, address := testdb.Empty(t)
	folder := filepath.Join(t.TempDir(), "media")
	report, err := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder, "PARICHAY_BACKUP", "file:"+t.TempDir(), "PARICHAY_LISTEN", "127.0.0.1:1"))
	require.NoError(t, err, report)
	assert.Equal(t, "WARN the database has no tables yet: start the program once, or run `parichay migrate`", report["schema"])
	assert.Equal(t, "? not checked: the database has no tables yet", report["writing"])
	assert.Equal(t, "WARN PARICHAY_MEDIA: the folder "+folder+" does not exist: the first start creates it", report["pictures"])
	assert.Regexp(t, `^ok \d+ MiB are free for pictures$`, report["disk"])
	assert.Regexp(t, `^WARN nothing answers on 127\.0\.0\.1:1 \(connection refused\): the program is not running`, report["program"])
	assert.Regexp(t, `^ok none yet; `, report["backup"])
	assert.Equal(t, "? not checked: the database has no tables yet", report["key"])
	assert.NoDirExists(t, folder)
}

func TestDoctorFindsNoProblemsAtAHealthySite(t *testing.T) {
	_, address := testdb.New(t)
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	defer mails.Stop()
	folder := filepath.Join(t.TempDir(), "media")
	require.NoError(t, os.Mkdir(folder, 0o700))
	require.NoError(t, secrets.Write(folder+".key"))
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder, "PARICHAY_SMTP_URL", mails.URL(),
		"PARICHAY_BACKUP", "file:"+t.TempDir(), "PARICHAY_TRUSTED_PROXIES", "127.0.0.1/32", "PARICHAY_LISTEN", answering(t, http.StatusOK, "ready\n"))
	report, err := diagnosis(t, environ)
	require.NoError(t, err, report)
	for name, text := range report {
		assert.True(t, strings.HasPrefix(text, "ok "), "%s: %s", name, text)
	}
	assert.Regexp(t, `^ok answers within \d+ ms, (unencrypted|encrypted)`, report["database"], "must report the encryption")
	assert.Empty(t, mails.All(), "doctor must not send mail")
}

func TestDoctorReportsSlowSearchWithCTypeC(t *testing.T) {
	_, plain := testdb.WithCType(t, "C")
	report, _ := diagnosis(t, environment("PARICHAY_DATABASE_URL", plain, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Equal(t, "ok complete, but slow in Hindi and Gujarati: the database was created with LC_CTYPE C, so its index holds English letters only. "+
		"To speed it up, recreate the database with LC_CTYPE C.UTF-8: docs/operate.md, \"Search in Indian scripts\"", report["search"])

	_, full := testdb.WithCType(t, "C.UTF-8")
	report, _ = diagnosis(t, environment("PARICHAY_DATABASE_URL", full, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Equal(t, "ok words in all scripts are indexed (LC_CTYPE C.UTF-8)", report["search"])
}

func TestDoctorReportsMissingPictures(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO media (name) VALUES ('public/posts/00000000000000000000000000000001-400x300.jpg')`)
	report, _ := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Contains(t, report["pictures"], "WRONG 1 of the newest 1 pictures are missing or damaged")
}

func TestDoctorReportsThatTheRoomForPhotosIsNearlyFull(t *testing.T) {
	_, address := testdb.New(t)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir())
	report, _ := diagnosis(t, environ)
	assert.Equal(t, "ok those that came with leads take 0 of 1024 MiB", report["photos"])
	testdb.Exec(t, address, `
		ALTER TABLE lead_photos DROP COLUMN bytes; ALTER TABLE lead_photos ADD COLUMN bytes integer NOT NULL DEFAULT 1000 << 20;
		WITH made AS (INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('Asha', '', 'A cake', 'quote_request', 'en', 'k', '') RETURNING id)
		INSERT INTO lead_photos (feedback_id, place, width, height, whole, small) SELECT id, 1, 1, 1, '', '' FROM made`)
	report, err := diagnosis(t, environ)
	require.Error(t, err)
	assert.Regexp(t, `^WRONG those that came with leads take 1000 of 1024 MiB\. .*: ask the owner to delete`, report["photos"])
}

func TestDoctorIgnoresFailedUploads(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO media (name, stored_at) VALUES ('public/posts/00000000000000000000000000000001-400x300.jpg', NULL)`)
	report, _ := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Equal(t, "ok can be written and removed; the newest 0 are intact", report["pictures"])
}

func TestDoctorReportsARemedyForEachProblem(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `DELETE FROM goose_db_version WHERE version_id = 2; DROP TABLE probe`)
	folder := t.TempDir()
	report, err := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder, "PARICHAY_SMTP_URL", "smtp://shop:hunter2@127.0.0.1:1",
		"PARICHAY_BASE_URL", "https://127.0.0.1:1", "PARICHAY_TRUSTED_PROXIES", "0.0.0.0/0", "PARICHAY_PURGE_URL", "http://127.0.0.1:1"))
	require.Error(t, err)
	assert.Regexp(t, "^WRONG [0-9]+ migration steps are pending: run `parichay migrate`", report["schema"])
	assert.Regexp(t, `^WRONG cannot write rows: `, report["writing"])
	assert.Regexp(t, `^WRONG PARICHAY_SMTP_URL: 127\.0\.0\.1, as \S+ cannot be used: the server is unreachable: correct host and port`, report["mail"])
	assert.Regexp(t, `^WRONG https://127\.0\.0\.1:1 cannot be reached from here `, report["address"])
	assert.Regexp(t, `^WRONG PARICHAY_TRUSTED_PROXIES: 0\.0\.0\.0/0 is so wide `, report["proxies"])
	assert.Regexp(t, `^WRONG PARICHAY_PURGE_URL is set without PARICHAY_PURGE_SECRET: `, report["purge"])
	assert.Equal(t, "WRONG PARICHAY_BACKUP is not set: no backups are made automatically", report["backup"])
	assert.Regexp(t, `^WRONG PARICHAY_SECRET_KEY is not set and there is no key file`, report["key"])

	report, err = diagnosis(t, environment("PARICHAY_DATABASE_URL", "postgres://parichay:hunter2@127.0.0.1:1/none", "PARICHAY_MEDIA", "file:"+folder))
	require.Error(t, err)
	assert.Regexp(t, `^WRONG PARICHAY_DATABASE_URL: `, report["database"])
	assert.Equal(t, "? not checked: needs the database", report["schema"])
}

func TestDoctorChecksTheBackupFolder(t *testing.T) {
	_, address := testdb.New(t)
	typo := filepath.Join(t.TempDir(), "typo")
	report, err := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+typo))
	require.Error(t, err)
	assert.Equal(t, "WRONG PARICHAY_MEDIA: the folder "+typo+" does not exist: correct the path, or mount its disk", report["pictures"])
	assert.NoDirExists(t, typo)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_BACKUP", "file:"+typo)
	report, _ = diagnosis(t, environ)
	assert.Equal(t, "WRONG PARICHAY_BACKUP: the folder "+typo+" does not exist: create it for the program's user, or correct the path", report["backup"])
	assert.NoDirExists(t, typo)
	environ["PARICHAY_BACKUP"] = "file:" + t.TempDir()
	report, _ = diagnosis(t, environ)
	assert.Regexp(t, `^ok none yet; .*; \d+ MiB are free there$`, report["backup"])
	entries, err := os.ReadDir(strings.TrimPrefix(environ["PARICHAY_BACKUP"], "file:"))
	require.NoError(t, err)
	assert.Empty(t, entries)
}

func TestDoctorReportsNewerSchema(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`)
	report, _ := diagnosis(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir()))
	assert.Regexp(t, `^WRONG step 99999, newer than this program, which can run on it but cannot back it up: .*pg_dump`, report["schema"])
}

func TestDoctorHintsAtTheEndOfTheFestivals(t *testing.T) {
	t.Parallel()
	for now, want := range map[string]string{
		"2026-11-19T00:00:00+05:30": ``,
		"2030-11-01T23:59:59+05:30": ``,
		"2030-11-02T00:00:00+05:30": `^the table of festivals ends with 2030: install a newer version`,
		"2030-12-31T23:59:59+05:30": `^the table of festivals ends with 2030: install a newer version`,
		"2031-01-01T00:00:00+05:30": `^the table of festivals ended with 2030: owners are offered none; install`,
		"2040-01-01T00:00:00+05:30": `^the table of festivals ended with 2030: owners are offered none; install`,
	} {
		at, err := time.Parse(time.RFC3339, now)
		require.NoError(t, err)
		hint := festivalsEnd(at)
		assert.Regexp(t, want, hint, now)
		assert.Equal(t, want == "", hint == "", now)
	}
}

func TestDoctorPassesAfterTheEndOfTheFestivals(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_BACKUP", "file:"+t.TempDir(), "PARICHAY_LISTEN", "127.0.0.1:1")
	printed, err := run(t, environ)
	require.NoError(t, err, printed)
	assert.NotContains(t, printed, "festivals")
	printed, err = runAt(t, environ, time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC))
	require.NoError(t, err, printed)
	assert.Equal(t, 1, strings.Count(printed, "\nWARN  festivals the table of festivals ended with 2030"), printed)
}
