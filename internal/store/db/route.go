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

// ErrTransactionPooling is an address that leads through a pooler which gives every
// transaction another connection: what a session holds, such as the lock under which
// the schema changes and the channels it listens on, would be left with strangers.
var ErrTransactionPooling = errors.New("the address leads through PgBouncer (or another pooler) in transaction mode, which this program cannot use: " +
	"set pool_mode = session for this database in pgbouncer.ini, or give the address of PostgreSQL itself")

// Route is how the program comes to the database of one address: directly or through
// a pooler. It is found out once, before the first connection that is used.
type Route struct {
	address   *pgx.ConnConfig
	exploring chan struct{} // holds something while somebody finds out
	pooled    atomic.Pointer[bool]
}

// NewRoute is the route to an address.
func NewRoute(address *pgx.ConnConfig) *Route {
	return &Route{address: reachable(address), exploring: make(chan struct{}, 1)}
}

// reachable is an address whose connections end when nobody answers.
func reachable(address *pgx.ConnConfig) *pgx.ConnConfig {
	config := address.Copy()
	config.ConnectTimeout = connectPatience
	config.DialFunc = (&net.Dialer{KeepAliveConfig: keepAlive}).DialContext
	config.RuntimeParams["application_name"] = "parichay"
	config.RuntimeParams["timezone"] = "UTC"
	return config
}

// Prepare makes config set params on every connection: as it starts, which costs
// nothing; or, since poolers refuse that, as its first statement.
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

// Config is what opens connections on this route, with params set.
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
		return false, nil // no server of ours; who connects next will say so
	}
	pid, err := backend(ctx, one)
	if err != nil {
		return false, err
	}
	// A pooler makes up the number under which a session may be cancelled.
	if pooled = pid != one.PgConn().PID(); pooled {
		if err := r.sharesSessions(ctx, one); err != nil {
			return false, err
		}
	}
	r.pooled.Store(&pooled)
	return pooled, nil
}

// looks is how often two clients of a pooler try to meet in one session: another
// client may come between them.
const looks = 5

// sharesSessions is ErrTransactionPooling if a second client is given the session
// that the first one just used. It sets nothing and locks nothing.
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

// backend is the number of the server's process that answers.
func backend(ctx context.Context, conn interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
},
) (pid uint32, err error) {
	err = conn.QueryRow(ctx, `SELECT pg_backend_pid()`, pgx.QueryExecModeSimpleProtocol).Scan(&pid)
	return pid, err
}
