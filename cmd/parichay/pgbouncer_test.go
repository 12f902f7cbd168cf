package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// through starts a PgBouncer in front of a database and returns its address.
func through(t *testing.T, address, mode string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // Debian's path, which may not be in PATH
	}
	if _, err := os.Stat(program); err != nil {
		t.Skip("pgbouncer is not installed: scripts/setup installs it")
	}
	at, err := url.Parse(address)
	require.NoError(t, err)
	free, err := rig.FreeAddress(t.Context())
	require.NoError(t, err)
	_, port, _ := strings.Cut(free, ":")
	folder, err := os.MkdirTemp("", "parichay-pgbouncer") //nolint:usetesting // the pooler is not root, and only root can enter t.TempDir
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	require.NoError(t, os.Chmod(folder, 0o755))
	file := filepath.Join(folder, "pgbouncer.ini")
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, `[databases]
* = host=%s port=%s user=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %s
unix_socket_dir =
auth_type = any
pool_mode = %s
default_pool_size = 40
`, at.Hostname(), at.Port(), at.User.Username(), port, mode), 0o644))
	args := []string{file}
	if os.Getuid() == 0 {
		args = append([]string{"-u", "postgres"}, args...) // it refuses to run as root
	}
	var log transcript
	pooler := exec.CommandContext(context.WithoutCancel(t.Context()), program, args...)
	pooler.Stdout, pooler.Stderr = &log, &log
	require.NoError(t, pooler.Start())
	t.Cleanup(func() {
		_ = pooler.Process.Kill()
		_ = pooler.Wait()
	})
	at.Host = free
	require.Eventually(t, func() bool {
		conn, err := pgx.Connect(t.Context(), at.String())
		if err != nil {
			return false
		}
		return conn.Close(t.Context()) == nil
	}, 30*time.Second, 10*time.Millisecond, "pgbouncer does not answer: %s", &log)
	return at.String()
}

func TestServeWorksThroughPgBouncerInSessionMode(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", through(t, address, "session"))
	const password = "correct horse battery"
	code, _, stderr := command(t.Context(), environ, password, "owner", "set", "--email", "owner@example.com", "--password-stdin")
	require.Equal(t, 0, code, stderr)
	p := serve(t, environ)
	owns(t, p, password)
	// Notifications from other processes arrive.
	testdb.Exec(t, address, `INSERT INTO website_content (brand_name, updated_at) VALUES ('Somebody else''s', now() + interval '1 second'); UPDATE site_version SET version = version + 1; NOTIFY site_changed`)
	require.Eventually(t, func() bool {
		_, body := p.ask(t, http.MethodGet, "/")
		return strings.Contains(body, "Somebody else")
	}, 8*time.Second, 10*time.Millisecond, "must be notified: it polls only after ten seconds")
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	p.stop()
	assert.Equal(t, 0, p.ends(t))
	assert.Empty(t, locksOf(t, conn))
}

func TestPgBouncerInTransactionModeIsRefused(t *testing.T) {
	_, address := testdb.Empty(t)
	pooled := through(t, address, "transaction")
	// Other clients use the pooler, and some of its sessions are busy.
	for range 3 {
		other, err := pgx.Connect(t.Context(), pooled)
		require.NoError(t, err)
		t.Cleanup(func() { _ = other.Close(context.WithoutCancel(t.Context())) })
		_, err = other.Exec(t.Context(), `BEGIN; SELECT 1`)
		require.NoError(t, err)
	}
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	for _, args := range []string{"migrate", "migrate --status", "owner set --email owner@example.com --password-stdin", "serve"} {
		code, _, stderr := command(t.Context(), environment("PARICHAY_DATABASE_URL", pooled, "PARICHAY_LISTEN", "127.0.0.1:0", "PARICHAY_MEDIA", "file:"+t.TempDir()), "a long password", strings.Fields(args)...)
		assert.Equal(t, 1, code, args)
		last := stderr[strings.LastIndex(strings.TrimSpace(stderr), "\n")+1:]
		assert.Contains(t, last, "parichay: PARICHAY_DATABASE_URL: the address leads through PgBouncer (or another pooler) in transaction mode", args)
		assert.Contains(t, last, "set pool_mode = session", args)
		assert.Empty(t, locksOf(t, conn), args)
	}
	// The pooler's sessions are unchanged.
	client, err := pgx.Connect(t.Context(), pooled)
	require.NoError(t, err)
	defer func() { _ = client.Close(context.WithoutCancel(t.Context())) }()
	for range 5 {
		var limit string
		require.NoError(t, client.QueryRow(t.Context(), `SHOW statement_timeout`, pgx.QueryExecModeSimpleProtocol).Scan(&limit))
		assert.Equal(t, "0", limit)
	}
}

// locksOf lists the advisory locks that sessions of a database hold.
func locksOf(t *testing.T, conn *pgx.Conn) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT objid::text FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
	require.NoError(t, err)
	held, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return held
}
