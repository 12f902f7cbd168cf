package db

import (
	"context"
	"errors"
	"maps"
	"net"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrTransactionPooling reports a pooler that assigns connections per transaction. State that
// belongs to a session, such as the schema lock and LISTEN channels, would leak to other clients.
var ErrTransactionPooling = errors.New("the address leads through PgBouncer (or another pooler) in transaction mode, which this program cannot use: " +
	"set pool_mode = session for this database in pgbouncer.ini, or use the address of PostgreSQL itself")

// Route configures the connections to one address. Before the first connection is used, it
// detects once whether the address leads to the database directly or through a pooler.
type Route struct {
	address   *pgx.ConnConfig
	exploring chan struct{} // semaphore: one detection at a time
	pooled    atomic.Pointer[bool]
}

// NewRoute returns the route to an address.
func NewRoute(address *pgx.ConnConfig) *Route {
	return &Route{address: reachable(address), exploring: make(chan struct{}, 1)}
}

// reachable returns a copy of address whose connections fail if the peer does not answer.
func reachable(address *pgx.ConnConfig) *pgx.ConnConfig {
	config := address.Copy()
	config.ConnectTimeout = connectPatience
	config.DialFunc = (&net.Dialer{KeepAliveConfig: keepAlive}).DialContext
	config.RuntimeParams["application_name"] = "parichay"
	config.RuntimeParams["timezone"] = "UTC"
	return config
}

// Prepare makes config set params on every connection. A direct connection gets them as startup
// parameters, without a round trip. Poolers refuse those, so a pooled connection gets them in its
// first statement.
func (r *Route) Prepare(ctx context.Context, config *pgx.ConnConfig, params map[string]string) error {
	pooled, err := r.explore(ctx)
	if err != nil {
		return err
	}
	if !pooled {
		maps.Copy(config.RuntimeParams, params)
		return nil
	}
	var set strings.Builder
	for _, name := range slices.Sorted(maps.Keys(params)) {
		delete(config.RuntimeParams, name)
		set.WriteString("SET " + name + " = '" + params[name] + "'; ")
	}
	config.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		return conn.Exec(ctx, set.String()).Close()
	}
	return nil
}

// Config returns a configuration for connections on this route with params set.
func (r *Route) Config(ctx context.Context, params map[string]string) (*pgx.ConnConfig, error) {
	config := r.address.Copy()
	return config, r.Prepare(ctx, config, params)
}

func (r *Route) explore(ctx context.Context) (pooled bool, err error) {
	if known := r.pooled.Load(); known != nil {
		return *known, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 2*connectPatience)
	defer cancel()
	select {
	case <-ctx.Done():
		return false, ctx.Err()
	case r.exploring <- struct{}{}:
	}
	defer func() { <-r.exploring }()
	if known := r.pooled.Load(); known != nil {
		return *known, nil
	}
	one, err := pgx.ConnectConfig(ctx, r.address.Copy())
	if err != nil {
		return false, err
	}
	defer func() { _ = one.Close(context.WithoutCancel(ctx)) }()
	if one.PgConn().ParameterStatus("standard_conforming_strings") == "" {
		return false, nil // not PostgreSQL; the next connection reports it
	}
	pid, err := backend(ctx, one)
	if err != nil {
		return false, err
	}
	// A pooler invents the process ID that clients use to cancel a query.
	if pooled = pid != one.PgConn().PID(); pooled {
		if err := r.sharesSessions(ctx, one); err != nil {
			return false, err
		}
	}
	r.pooled.Store(&pooled)
	return pooled, nil
}

// looks is how often sharesSessions repeats its check, because a third client may take the
// session in between.
const looks = 5

// sharesSessions returns ErrTransactionPooling if a second client gets the session that the first
// one just used. It sets nothing and locks nothing.
func (r *Route) sharesSessions(ctx context.Context, one *pgx.Conn) error {
	other, err := pgx.ConnectConfig(ctx, r.address.Copy())
	if err != nil {
		return err
	}
	defer func() { _ = other.Close(context.WithoutCancel(ctx)) }()
	for range looks {
		before, err := backend(ctx, one)
		if err != nil {
			return err
		}
		tx, err := other.Begin(ctx)
		if err != nil {
			return err
		}
		held, err := backend(ctx, tx)
		if err != nil {
			return err
		}
		after, err := backend(ctx, one)
		if err := errors.Join(err, tx.Rollback(ctx)); err != nil {
			return err
		}
		if held == before || after != before {
			return ErrTransactionPooling
		}
	}
	return nil
}

// backend returns the process ID of the server process that answers.
func backend(ctx context.Context, conn interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
},
) (pid uint32, err error) {
	err = conn.QueryRow(ctx, `SELECT pg_backend_pid()`, pgx.QueryExecModeSimpleProtocol).Scan(&pid)
	return pid, err
}
