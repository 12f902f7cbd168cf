package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/store/schema"
	"parichay/internal/testkit/testdb"
)

// The step that fails in these tests, and the cause: a type has the name of its table.
const (
	failing  = "00023_support"
	obstacle = `CREATE TYPE schema_support AS ENUM ('in the way')`
	mended   = `DROP TYPE schema_support`
)

// halfway returns a database whose migration has failed, and the error output.
func halfway(t *testing.T) (address, stderr string) {
	t.Helper()
	_, address = testdb.Empty(t)
	testdb.Exec(t, address, obstacle)
	code, _, stderr := command(t.Context(), environment("PARICHAY_DATABASE_URL", address), "", "migrate")
	require.Equal(t, 1, code)
	return address, stderr
}

func TestMigrateStatusChangesNothing(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address)
	for range 2 {
		code, stdout, _ := command(t.Context(), environ, "", "migrate", "--status")
		assert.Equal(t, 0, code)
		assert.Contains(t, stdout, fmt.Sprintf("program: step %05d\ndatabase: step 00000, %d pending\n", schema.Newest(), len(schema.Steps())))
		assert.Regexp(t, `(?m)^queue: 0 of [0-9]+ steps, [0-9]+ pending$`, stdout)
		assert.Regexp(t, `(?m)^queue 002 .+  not yet$`, stdout)
		code, stdout, _ = command(t.Context(), environ, "", "migrate", "--plan")
		assert.Equal(t, 0, code)
		assert.Contains(t, stdout, "00014_lead_reference: How a message's reference begins.\n    blocks reads and writes of feedback\n    takes a moment\n")
		assert.Contains(t, stdout, failing+": Which programs may run on these tables.\n    blocks nothing\n")
	}
	code, _, _ := command(t.Context(), environ, "", "migrate")
	require.Equal(t, 0, code)
	code, stdout, _ := command(t.Context(), environ, "", "migrate", "--status")
	assert.Equal(t, 0, code)
	assert.Contains(t, stdout, "current\n")
	assert.Regexp(t, failing+` +`+time.Now().UTC().Format("2006-01-02 15"), stdout)
	assert.NotContains(t, stdout, "not yet")
	assert.Regexp(t, `(?m)^queue: ([0-9]+) of [0-9]+ steps, current$`, stdout)
	assert.Regexp(t, `(?m)^queue 002 .+  done$`, stdout)
	testdb.Exec(t, address, `DELETE FROM river_migration WHERE version = (SELECT max(version) FROM river_migration)`)
	_, stdout, _ = command(t.Context(), environ, "", "migrate", "--status")
	assert.Contains(t, stdout, " steps, 1 pending\n", "as after an upgrade of River")
	assert.Equal(t, 1, strings.Count(stdout, "not yet"))
	_, stdout, _ = command(t.Context(), environ, "", "migrate", "--plan")
	assert.Equal(t, "nothing to apply: the schema is current\n", stdout)
}

func TestOlderProgramRunsOnCompatibleNewerSchema(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99990, true)`)
	environ := environment("PARICHAY_DATABASE_URL", address)
	p := serve(t, environ)
	assert.Contains(t, p.log.String(), "database schema is newer than this binary; running alongside the newer release")
	p.stop()
	require.Equal(t, 0, p.ends(t))
	_, stdout, _ := command(t.Context(), environ, "", "migrate", "--status")
	assert.Contains(t, stdout, "database: step 99990, newer than this program, which can run on it\n")
	assert.Contains(t, stdout, "99990 (from a newer program)")

	testdb.Exec(t, address, `UPDATE schema_support SET oldest_step = 99990`)
	for _, args := range []string{"migrate", "migrate --plan", "serve"} {
		code, _, stderr := command(t.Context(), environ, "", strings.Fields(args)...)
		assert.Equal(t, 1, code, args)
		last := stderr[strings.LastIndex(strings.TrimSpace(stderr), "\n")+1:]
		assert.Contains(t, last, "database schema is newer than this binary (step 99990, newest known step ", args)
		assert.Contains(t, last, "start the newer release again, or restore the backup", args)
	}
}

func TestMigrateLogsWhoHoldsALock(t *testing.T) {
	address, _ := halfway(t)
	testdb.Exec(t, address, mended)
	other, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer func() { _ = other.Close(context.WithoutCancel(t.Context())) }()
	_, err = other.Exec(t.Context(), `SET application_name = 'somebody else'; BEGIN; LOCK TABLE goose_db_version IN SHARE MODE`)
	require.NoError(t, err)

	var out, log transcript
	code := make(chan int, 1)
	go func() {
		code <- run(t.Context(), []string{"migrate"}, from(environment("PARICHAY_DATABASE_URL", address)), nil, &out, &log)
	}()
	require.Eventually(t, func() bool {
		return strings.Contains(log.String(), `msg="waiting for a lock" table=goose_db_version held_by="process`) &&
			strings.Contains(log.String(), "(somebody else), idle in transaction for") &&
			strings.Contains(log.String(), "step timed out waiting for a lock; retrying")
	}, 30*time.Second, 10*time.Millisecond, "must log what it waits for")
	_, err = other.Exec(t.Context(), `ROLLBACK`)
	require.NoError(t, err)
	assert.Equal(t, 0, <-code, log.String())
	assert.Contains(t, out.String(), "applied 00023")
}

func TestConcurrentMigrationsLogWhoTheyWaitFor(t *testing.T) {
	_, address := testdb.New(t)
	other, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer func() { _ = other.Close(context.WithoutCancel(t.Context())) }()
	_, err = other.Exec(t.Context(), `SET application_name = 'the first'; SELECT pg_advisory_lock(x'7061726963686179'::bigint)`)
	require.NoError(t, err)
	var log transcript
	code := make(chan int, 1)
	go func() {
		code <- run(t.Context(), []string{"migrate"}, from(environment("PARICHAY_DATABASE_URL", address)), nil, &log, &log)
	}()
	require.Eventually(t, func() bool {
		return strings.Contains(log.String(), "waiting for another process to finish changing the schema") && strings.Contains(log.String(), "(the first)")
	}, 30*time.Second, 10*time.Millisecond)
	require.NoError(t, other.Close(t.Context()))
	assert.Equal(t, 0, <-code)
}

func TestFailedMigrationKeepsPagesUp(t *testing.T) {
	_, whole := testdb.New(t)
	testdb.Exec(t, whole, `INSERT INTO website_content (brand_name) VALUES ('Loom Weavers')`)
	folder := t.TempDir()
	p := serve(t, environment("PARICHAY_DATABASE_URL", whole, "PARICHAY_MEDIA", "file:"+folder))
	p.stop()
	require.Equal(t, 0, p.ends(t))
	require.FileExists(t, filepath.Join(folder, "private", "content"))

	address, stderr := halfway(t)
	assert.Equal(t, 1, strings.Count(stderr, "\n"), "must be one line: %s", stderr)
	assert.Contains(t, stderr, `step `+failing+` failed and was rolled back (ERROR: type "schema_support" already exists`)
	assert.Contains(t, stderr, "the database is at step 00022 and nothing is lost; fix the cause and run `parichay migrate`, or start the previous release")

	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_MEDIA", "file:"+folder)
	p = begin(t, environ)
	require.Eventually(t, func() bool { return strings.Contains(p.log.String(), "serving the fallback copy") }, 30*time.Second, 10*time.Millisecond)
	for _, path := range []string{"/", "/gu/services", "/blog"} {
		status, body := p.ask(t, http.MethodGet, path)
		assert.Equal(t, http.StatusOK, status, path)
		assert.Contains(t, body, "Loom Weavers", path)
	}
	assert.Equal(t, http.StatusServiceUnavailable, p.get(t, "/readyz"))
	testdb.Exec(t, address, `ALTER TABLE sessions RENAME COLUMN last_seen TO seen_before`) // simulates that the failed migration step renames this column
	assert.Equal(t, http.StatusServiceUnavailable, owned(t, p), "a request that needs the newer tables must be retryable")
	testdb.Exec(t, address, `ALTER TABLE sessions RENAME COLUMN seen_before TO last_seen`)
	assert.Contains(t, p.log.String(), "or start the previous release")
	_, stdout, _ := command(t.Context(), environ, "", "migrate", "--status")
	assert.Contains(t, stdout, "database: step 00022, ")
	assert.Regexp(t, failing+` +not yet`, stdout)

	testdb.Exec(t, address, mended)
	code, _, stderr := command(t.Context(), environ, "", "migrate")
	require.Equal(t, 0, code, stderr)
	require.Eventually(t, func() bool { return p.get(t, "/readyz") == http.StatusOK }, 30*time.Second, 10*time.Millisecond, "must notice that the schema is current")
	p.stop()
	assert.Equal(t, 0, p.ends(t))
}

func TestFailedMigrationWithoutContentExits(t *testing.T) {
	_, address := testdb.Empty(t)
	testdb.Exec(t, address, obstacle)
	p := begin(t, environment("PARICHAY_DATABASE_URL", address))
	assert.Equal(t, 1, p.ends(t))
	assert.Contains(t, p.log.String(), "parichay: migrate: step "+failing+" failed and was rolled back")
}

func TestServeWorksWithARestrictedRole(t *testing.T) {
	_, admin := testdb.Empty(t)
	owner, app := "owner_"+rand.Text(), "app_"+rand.Text()
	at, err := url.Parse(admin)
	require.NoError(t, err)
	as := func(role string) string {
		other := *at
		other.User = url.User(role)
		return other.String()
	}
	quoted := func(name string) string { return pgx.Identifier{name}.Sanitize() }
	database := quoted(at.Path[1:])
	testdb.Exec(t, admin, `CREATE ROLE `+quoted(owner)+` LOGIN; ALTER DATABASE `+database+` OWNER TO `+quoted(owner))
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.WithoutCancel(t.Context()), admin)
		require.NoError(t, err)
		defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
		_, err = conn.Exec(context.WithoutCancel(t.Context()), fmt.Sprintf(`DROP OWNED BY %[2]s CASCADE; DROP OWNED BY %[1]s CASCADE; ALTER DATABASE %[3]s OWNER TO CURRENT_USER; DROP ROLE %[1]s, %[2]s`, quoted(owner), quoted(app), database))
		assert.NoError(t, err)
	})
	grants := strings.NewReplacer("parichay_app", quoted(app), "ROLE parichay ", "ROLE "+quoted(owner)+" ").Replace(documented(t))
	testdb.Exec(t, admin, grants)

	// There are no tables yet. The serving role cannot create them; the error says which role
	// can.
	code, _, stderr := command(t.Context(), environment("PARICHAY_DATABASE_URL", as(app)), "", "migrate")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "the user lacks a privilege (permission denied for schema public)")
	assert.Contains(t, stderr, "PARICHAY_MIGRATE_DATABASE_URL")
	astray := environment("PARICHAY_DATABASE_URL", as(app), "PARICHAY_MIGRATE_DATABASE_URL", as("nobody"))
	_, _, stderr = command(t.Context(), astray, "", "migrate")
	assert.Contains(t, stderr, `parichay: PARICHAY_MIGRATE_DATABASE_URL: PostgreSQL at `)

	both := environment("PARICHAY_DATABASE_URL", as(app), "PARICHAY_MIGRATE_DATABASE_URL", as(owner))
	code, _, stderr = command(t.Context(), both, "", "owner", "link")
	require.Equal(t, 0, code, "the owner of the tables makes them: %s", stderr)
	code, stdout, stderr := command(t.Context(), both, "", "migrate")
	require.Equal(t, 0, code, stderr)
	assert.Contains(t, stdout, "current")
	conn, err := pgx.Connect(t.Context(), as(app))
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	for _, sql := range []string{`CREATE TABLE mine ()`, `ALTER TABLE feedback ADD mine int`, `DROP TABLE feedback`, `TRUNCATE feedback`, `CREATE INDEX ON feedback (name)`} {
		_, err := conn.Exec(t.Context(), sql)
		require.ErrorContains(t, err, "42501", sql)
	}

	// From here on the owner of the tables is not needed.
	environ := environment("PARICHAY_DATABASE_URL", as(app))
	const password = "correct horse battery"
	code, _, stderr = command(t.Context(), environ, password, "owner", "set", "--email", "owner@example.com", "--password-stdin")
	require.Equal(t, 0, code, stderr)
	_, stdout, _ = command(t.Context(), environ, "", "migrate", "--status")
	assert.Contains(t, stdout, "current\n")
	folder := t.TempDir()
	environ["PARICHAY_BACKUP"], environ["PARICHAY_MEDIA"] = "file:"+filepath.Join(folder, "nightly"), "file:"+filepath.Join(folder, "media")
	p := serve(t, environ)
	owns(t, p, password)
	require.Eventually(t, func() bool { return strings.Contains(p.log.String(), `msg="backup made"`) }, 30*time.Second, 10*time.Millisecond, "must make a backup automatically")
	p.stop()
	assert.Equal(t, 0, p.ends(t))
	assert.NotContains(t, p.log.String(), "permission denied")
	for _, kind := range []string{"backup", "export"} {
		code, _, stderr = command(t.Context(), environ, "", kind, "--to", filepath.Join(folder, kind+".zip"))
		assert.Equal(t, 0, code, stderr)
	}

	// Commands that truncate tables use the role that owns them.
	both["PARICHAY_MEDIA"] = environ["PARICHAY_MEDIA"]
	for _, args := range [][]string{{"import", "--replace", filepath.Join(folder, "export.zip")}, {"restore", "--replace", filepath.Join(folder, "backup.zip")}} {
		code, _, stderr = command(t.Context(), both, "", args...)
		assert.Equal(t, 0, code, "%s: %s", args[0], stderr)
	}

	// A rehearsal that changes only one of the two addresses must not overwrite the other database.
	both["PARICHAY_DATABASE_URL"] = strings.Replace(as(app), at.Path, "/rehearsal", 1)
	code, _, stderr = command(t.Context(), both, "", "restore", "--replace", filepath.Join(folder, "backup.zip"))
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "both must name the same database; nothing was changed")

	// If an older guide granted fewer privileges, the error says what to grant.
	testdb.Exec(t, as(owner), `REVOKE SELECT ON ALL SEQUENCES IN SCHEMA public FROM `+quoted(app))
	code, _, stderr = command(t.Context(), environ, "", "backup", "--to", filepath.Join(folder, "another"))
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "permission denied for sequence")
	assert.Contains(t, stderr, `grant it the privileges that docs/operate.md lists under "Two roles"`)
}

// owned returns the status of an owner's endpoint for a request with a session cookie.
func owned(t *testing.T, p program) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+p.address+"/api/v1/account", http.NoBody)
	require.NoError(t, err)
	request.AddCookie(&http.Cookie{Name: "parichay_session", Value: "anything"})
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	return response.StatusCode
}

// owns signs in, saves, and checks that the page shows the change.
func owns(t *testing.T, p program, password string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar}
	call := func(method, path, body string) (int, string) {
		request, err := http.NewRequestWithContext(t.Context(), method, "http://"+p.address+path, strings.NewReader(body))
		require.NoError(t, err)
		request.Header.Set("Content-Type", "application/json")
		response, err := browser.Do(request)
		require.NoError(t, err)
		defer response.Body.Close()
		whole, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response.StatusCode, string(whole)
	}
	status, body := call(http.MethodPost, "/api/v1/session", fmt.Sprintf(`{"email":"owner@example.com","password":%q}`, password))
	require.Equal(t, http.StatusOK, status, body)
	status, body = call(http.MethodGet, "/api/v1/site/stored", "")
	require.Equal(t, http.StatusOK, status, body)
	var stored struct{ Revision int64 }
	require.NoError(t, json.Unmarshal([]byte(body), &stored))
	status, body = call(http.MethodPatch, "/api/v1/site", fmt.Sprintf(`{"revision":%d,"site":{"brandName":"Loom Weavers"}}`, stored.Revision))
	require.Equal(t, http.StatusOK, status, body)
	status, body = call(http.MethodPost, "/api/v1/feedback", `{"message":"All of it works for us.","rating":5}`)
	require.Less(t, status, http.StatusInternalServerError, body)
	_, body = p.ask(t, http.MethodGet, "/")
	assert.Contains(t, body, "Loom Weavers")
}

// documented returns the SQL for two roles from docs/operate.md.
func documented(t *testing.T) string {
	t.Helper()
	guide, err := os.ReadFile(filepath.Join("..", "..", "docs", "operate.md"))
	require.NoError(t, err)
	_, after, found := bytes.Cut(guide, []byte("```sql\n"))
	require.True(t, found, "docs/operate.md has no SQL block")
	sql, _, _ := bytes.Cut(after, []byte("```"))
	return string(sql)
}
