// Package impostor is a fake PostgreSQL server for tests that need a startup response which
// the real server cannot give.
package impostor

import (
	"fmt"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/stretchr/testify/require"
)

// Version starts a server that claims to have the given version, and returns its URL.
func Version(t *testing.T, password, version string) string {
	t.Helper()
	return Address(t, password, func(backend *pgproto3.Backend) {
		backend.Send(&pgproto3.AuthenticationOk{})
		backend.Send(&pgproto3.ParameterStatus{Name: "server_version", Value: version})
		backend.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	})
}

// Address starts a server that answers every connection with say, and returns its URL.
func Address(t *testing.T, password string, say func(*pgproto3.Backend)) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go meet(conn, say)
		}
	}()
	return fmt.Sprintf("postgres://u:%s@%s/db?sslmode=disable", password, listener.Addr())
}

func meet(conn net.Conn, say func(*pgproto3.Backend)) {
	defer conn.Close()
	backend := pgproto3.NewBackend(conn, conn)
	if _, err := backend.ReceiveStartupMessage(); err != nil {
		return
	}
	say(backend)
	_ = backend.Flush()
	_, _ = backend.Receive() // until the client closes the connection
}
