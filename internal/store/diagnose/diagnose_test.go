package diagnose

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
	"parichay/internal/testkit/testdb/impostor"
)

const secret = "hunter2"

// answering returns the address of a server that answers every client with one error.
func answering(t *testing.T, code, message string) string {
	t.Helper()
	return impostor.Address(t, secret, func(backend *pgproto3.Backend) {
		backend.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: message})
	})
}

func ask(t *testing.T, address string) error {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), address)
	require.NoError(t, err)
	defer pool.Close()
	return Ask(t.Context(), pool)
}

func TestOnlyTemporaryErrorsPass(t *testing.T) {
	t.Parallel()
	closed, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, closed.Close())
	for address, passes := range map[string]bool{
		answering(t, "57P03", "the database system is starting up"):              true,
		answering(t, "57P03", "the database system is in recovery mode"):         true,
		answering(t, "53300", "sorry, too many clients already"):                 true,
		answering(t, "55000", "database is not currently accepting connections"): true,
		"postgres://u:" + secret + "@" + closed.Addr().String() + "/db":          true,
		"postgres://u:" + secret + "@nowhere.invalid/db":                         true,
		answering(t, "08P01", "server login has been failing"):                   true,
		answering(t, "42704", "unrecognized configuration parameter \"sslmod\""): false,
		answering(t, "22023", "invalid value for parameter \"work_mem\""):        false,
		answering(t, "08P01", "unsupported startup parameter: sslmod"):           false,
		answering(t, "0A000", "something that nobody thought of"):                false,
		answering(t, "28P01", "password authentication failed for user \"u\""):   false,
		answering(t, "28000", "role \"u\" does not exist"):                       false,
		answering(t, "3D000", "database \"db\" does not exist"):                  false,
		answering(t, "42501", "permission denied for database \"db\""):           false,
	} {
		err := ask(t, address)
		require.Error(t, err, address)
		trouble := Of(err)
		require.NotNil(t, trouble, address)
		assert.Equal(t, passes, trouble.Passes, "%s: %s", address, trouble)
		assert.NotContains(t, trouble.Error(), "\n")
		assert.NotContains(t, trouble.Error(), "waited for", "the caller may not be waiting")
		assert.NotContains(t, trouble.Error(), secret)
		assert.Same(t, trouble, Of(fmt.Errorf("again: %w", trouble)))
	}
}

func version(t *testing.T, version string) error {
	t.Helper()
	return ask(t, impostor.Version(t, secret, version))
}

func TestServerOlderThan15IsRefused(t *testing.T) {
	t.Parallel()
	for _, enough := range []string{"15.18 (Debian 15.18-0)", "15.0", "17.2", "18beta1", "19devel", "something else"} {
		require.NoError(t, version(t, enough), enough)
	}
	for _, old := range []string{"14.9 (Debian 14.9-1)", "9.6.24", "14beta2"} {
		err := version(t, old)
		require.ErrorContains(t, err, "PostgreSQL "+old+", and 15 or later is needed")
		assert.False(t, Of(err).Passes)
	}
}

func TestMissingPrivilegeIsExplained(t *testing.T) {
	t.Parallel()
	lacks := Of(fmt.Errorf("migrate: %w", &pgconn.PgError{Code: "42501", Message: "permission denied for schema public"}))
	require.NotNil(t, lacks)
	assert.False(t, lacks.Passes)
	assert.Contains(t, lacks.Error(), "permission denied for schema public")
	assert.Nil(t, Of(errors.New("something else")))
	assert.Nil(t, Of(&pgconn.PgError{Code: "42601", Message: "syntax error"}))
	assert.Nil(t, Of(nil))
}

func TestAnyExplainsEveryDatabaseError(t *testing.T) {
	t.Parallel()
	readOnly := Of(&pgconn.PgError{Code: "25006", Message: "cannot execute INSERT in a read-only transaction"})
	require.NotNil(t, readOnly)
	assert.False(t, readOnly.Passes)
	assert.Contains(t, readOnly.Error(), "RESET default_transaction_read_only")
	unknown := Any(fmt.Errorf("seal secrets: %w", &pgconn.PgError{Code: "42P01", Message: "relation \"gone\" does not exist"}))
	require.NotNil(t, unknown)
	assert.False(t, unknown.Passes)
	assert.Contains(t, unknown.Error(), "42P01")
	for _, passes := range []error{&pgconn.PgError{Code: "57P01", Message: "terminating connection"}, fault.ErrUnavailable, io.ErrUnexpectedEOF} {
		trouble := Any(fmt.Errorf("read: %w", passes))
		require.NotNil(t, trouble, passes)
		assert.True(t, trouble.Passes, passes)
	}
	assert.Nil(t, Any(errors.New("something else")))
	assert.Nil(t, Any(nil))
}
