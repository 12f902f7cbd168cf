package main

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/ops/settings"
	"parichay/internal/testkit/testdb"
	"parichay/internal/testkit/testdb/impostor"
)

var update = flag.Bool("update", false, "write the golden file instead of comparing it")

// guest creates a role that needs a password and returns a database's address with that
// role.
func guest(t *testing.T, database, password string) (role, address string) {
	t.Helper()
	server := os.Getenv("PARICHAY_DATABASE_URL")
	role = "guest_" + rand.Text()
	name := pgx.Identifier{role}.Sanitize()
	testdb.Exec(t, server, `DO $$ BEGIN CREATE ROLE guarded; EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
	testdb.Exec(t, server, `CREATE ROLE `+name+` LOGIN PASSWORD '`+password+`' IN ROLE guarded`)
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		conn, err := pgx.Connect(ctx, server)
		require.NoError(t, err)
		defer func() { _ = conn.Close(ctx) }()
		_, err = conn.Exec(ctx, `DROP ROLE `+name)
		require.NoError(t, err)
	})
	u, err := url.Parse(database)
	require.NoError(t, err)
	u.User = url.UserPassword(role, secret)
	return role, u.String()
}

// postgres14 returns the address of a server that claims to be PostgreSQL 14, because none
// can be installed beside the tests' own server.
func postgres14(t *testing.T) string {
	t.Helper()
	return impostor.Version(t, secret, "14.9 (Debian 14.9-1)")
}

// wrongs returns settings with which the program refuses to start. Only some of them are
// malformed; settings.Table has more such cases.
func wrongs(t *testing.T) (cases [][]string) {
	t.Helper()
	_, empty := testdb.Empty(t)
	_, shut := testdb.New(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))

	_, badPassword := guest(t, empty, "another")
	_, mayNotCreate := guest(t, empty, secret)
	_, mayNotConnect := guest(t, shut, secret)
	base, err := url.Parse(shut)
	require.NoError(t, err)
	testdb.Exec(t, shut, `REVOKE CONNECT ON DATABASE `+pgx.Identifier{base.Path[1:]}.Sanitize()+` FROM PUBLIC`)
	missing, nobody, tls, misspelt := *base, *base, *base, *base
	misspelt.RawQuery = "sslmod=disable"
	missing.Path = "/none"
	nobody.User = url.UserPassword("nobody", secret)
	tls.RawQuery = "sslmode=require"

	return [][]string{
		{settings.DatabaseURL, badPassword},
		{settings.DatabaseURL, nobody.String()},
		{settings.DatabaseURL, missing.String()},
		{settings.DatabaseURL, mayNotConnect},
		{settings.DatabaseURL, mayNotCreate},
		{settings.DatabaseURL, tls.String()},
		{settings.DatabaseURL, misspelt.String()},
		{settings.DatabaseURL, postgres14(t)},
		{"PARICHAY_DATABASE_URL_FILE", "/" + secret, settings.DatabaseURL, ""},
		{"PARICHAY_SMTP_URL_FILE", file},
		{settings.Media, "file:" + filepath.Join(file, "media")},
		{settings.Media, "file:/proc"},
		{settings.Listen, occupied(t)},
		{settings.Listen, "192.0.2.1:8080"},
		{settings.MetricsListen, occupied(t)},
		{"PARICHAY_LISTN", secret},
		{"PARICHAY_DATABASE_URI", secret},
		{settings.DatabaseURL, "postgres://u:" + secret + "#" + secret + "@host/db"},
		{settings.DatabaseURL, "postgres://u:" + secret + "%zz@host/db"},
		{settings.Listen, "http://127.0.0.1:8080"},
		{settings.MetricsListen, secret},
		{"PARICHAY_BASE_URL", "https://host/" + secret},
		{settings.Media, "s3://u:" + secret + "@bucket"},
		{"PARICHAY_TRUSTED_PROXIES", "127.0.0.1"},
		{"PARICHAY_SMTP_URL", "smtp://u:25?" + secret + "@host"},
		{"PARICHAY_SMTP_URL", "smtp://u:" + secret + "@host:99999"},
		{"PARICHAY_CACHE_MIB", "64M"},
		{"PARICHAY_PURGE_URL", "http://u:80#" + secret + "@host"},
		{"PARICHAY_STOP_DELAY", "5"},
	}
}

// changing matches the parts that differ from run to run.
var changing = regexp.MustCompile(`(test|guest)_[A-Z0-9]+|(127\.0\.0\.1:|localhost:)\d+|/tmp/\S*/file\b`)

func TestWrongSettingIsReportedInOneLine(t *testing.T) {
	_, whole := testdb.New(t)
	cases := wrongs(t)
	require.GreaterOrEqual(t, len(cases), 25)
	var answers strings.Builder
	for _, pairs := range cases {
		environ := environment("PARICHAY_DATABASE_URL", whole, "PARICHAY_MEDIA", "file:"+t.TempDir(), "PARICHAY_LISTEN", "127.0.0.1:0", "PARICHAY_STOP_DELAY", "0s")
		for i := 0; i < len(pairs); i += 2 {
			environ[pairs[i]] = pairs[i+1]
		}
		code, stdout, stderr := command(t.Context(), environ, "", "serve")
		assert.Equal(t, 1, code, pairs)
		assert.NotContains(t, stdout+stderr, secret, pairs[0])
		var messages []string
		for line := range strings.Lines(stderr) {
			if answer, found := strings.CutPrefix(line, "parichay: "); found {
				messages = append(messages, answer)
			} else {
				assert.NotContains(t, line, pairs[0], "the error must be reported once")
			}
		}
		require.Len(t, messages, 1, "%s: %s", pairs[0], stderr)
		assert.True(t, strings.HasPrefix(messages[0], pairs[0]), messages[0])
		fmt.Fprintf(&answers, "%s=%s\n  %s", pairs[0], shownAs(pairs[1]), shownAs(messages[0]))
	}
	const golden = "testdata/wrong.txt"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(answers.String()), 0o600))
		return
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), answers.String(), "go test -update rewrites it")
}

func shownAs(text string) string {
	return changing.ReplaceAllStringFunc(text, func(found string) string {
		for _, constant := range []string{"127.0.0.1:", "localhost:", "test_", "guest_"} {
			if strings.HasPrefix(found, constant) && found != "127.0.0.1:8080" {
				return constant + "…"
			}
		}
		if strings.HasPrefix(found, "/") {
			return "/…/file"
		}
		return found
	})
}

func TestChangedPasswordKeepsPagesUp(t *testing.T) {
	defer func(before time.Duration) { wrongWait = before }(wrongWait)
	wrongWait = 10 * time.Millisecond
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO website_content (brand_name) VALUES ('Loom Weavers')`)
	role, known := guest(t, address, secret)
	name := pgx.Identifier{role}.Sanitize()
	testdb.Exec(t, address, `GRANT ALL ON ALL TABLES IN SCHEMA public TO `+name+`; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO `+name+`; GRANT ALL ON SCHEMA public TO `+name)
	defer testdb.Exec(t, address, `DROP OWNED BY `+name)
	environ := environment("PARICHAY_DATABASE_URL", known, "PARICHAY_MEDIA", "file:"+t.TempDir())
	p := serve(t, environ)
	p.stop()
	require.Equal(t, 0, p.ends(t))

	testdb.Exec(t, address, `ALTER ROLE `+name+` PASSWORD 'another'`)
	p = begin(t, environ)
	status, body := p.ask(t, http.MethodGet, "/")
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, body, "Loom Weavers")
	assert.Equal(t, http.StatusServiceUnavailable, p.get(t, "/readyz"))
	require.Eventually(t, func() bool { return strings.Contains(p.log.String(), `msg="database is down"`) }, 30*time.Second, time.Millisecond)
	assert.Contains(t, p.log.String(), "PARICHAY_DATABASE_URL: PostgreSQL at 127.0.0.1:")
	assert.Contains(t, p.log.String(), "refuses the password of user")

	testdb.Exec(t, address, `ALTER ROLE `+name+` PASSWORD '`+secret+`'`)
	require.Eventually(t, func() bool { return p.get(t, "/readyz") == http.StatusOK }, 30*time.Second, 10*time.Millisecond)
	p.stop()
	assert.Equal(t, 0, p.ends(t))
	assert.NotContains(t, p.log.String(), secret)
}

func TestReadOnlyDatabaseKeepsPagesUp(t *testing.T) {
	defer func(before time.Duration) { wrongWait = before }(wrongWait)
	wrongWait = 10 * time.Millisecond
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO website_content (brand_name) VALUES ('Loom Weavers')`)
	at, err := url.Parse(address)
	require.NoError(t, err)
	database, server := pgx.Identifier{at.Path[1:]}.Sanitize(), os.Getenv("PARICHAY_DATABASE_URL")
	for name, c := range map[string]struct{ begin, end, logged string }{
		"as after a failover":            {`ALTER DATABASE ` + database + ` SET default_transaction_read_only = on`, `ALTER DATABASE ` + database + ` RESET default_transaction_read_only`, "PARICHAY_DATABASE_URL: the server is read-only (cannot execute "},
		"a fault that nobody thought of": {`ALTER TABLE authenticators RENAME TO gone`, `ALTER TABLE gone RENAME TO authenticators`, "PARICHAY_DATABASE_URL: the database reports an error (relation "},
	} {
		environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+t.TempDir())
		p := serve(t, environ)
		p.stop()
		require.Equal(t, 0, p.ends(t), name)

		change := func(sql string) {
			if strings.Contains(sql, "DATABASE") {
				testdb.Exec(t, server, sql)
			} else {
				testdb.Exec(t, address, sql)
			}
		}
		change(c.begin)
		p = begin(t, environ)
		status, body := p.ask(t, http.MethodGet, "/")
		assert.Equal(t, http.StatusOK, status, name)
		assert.Contains(t, body, "Loom Weavers", name)
		assert.Equal(t, http.StatusServiceUnavailable, p.get(t, "/readyz"), name)
		require.Eventually(t, func() bool { return strings.Contains(p.log.String(), c.logged) }, 30*time.Second, time.Millisecond, name)
		change(c.end)
		testdb.Exec(t, server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, at.Path[1:]) // the setting applies to new connections
		require.Eventually(t, func() bool { return p.get(t, "/readyz") == http.StatusOK }, 30*time.Second, 10*time.Millisecond, name)
		p.stop()
		assert.Equal(t, 0, p.ends(t), name)
	}
}

func TestCommandReportsUnreachableDatabase(t *testing.T) {
	code, _, stderr := command(t.Context(), environment("PARICHAY_DATABASE_URL", "postgres://u:"+secret+"@127.0.0.1:1/db"), "", "migrate")
	assert.Equal(t, 1, code)
	assert.Equal(t, "parichay: PARICHAY_DATABASE_URL: PostgreSQL at 127.0.0.1:1 cannot be reached (connection refused): start it, or correct host and port\n", stderr)
}
