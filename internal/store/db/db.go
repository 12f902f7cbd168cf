// Package db is the database for one purpose at a time: connections, transactions,
// bounds on every wait, and the driver's errors in the house's words. What all
// stores share is here; which rows there are, the stores know, but for the session that acts
// (StillIn).
package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"parichay/internal/kit/fault"
)

// DB is the database for one purpose: connections that no other purpose can use
// up, and a bound on every statement and every wait for a connection.
type DB struct {
	Pool     *pgxpool.Pool
	patience time.Duration
	route    *Route
}

// connectPatience is how long any purpose waits for a new connection.
const connectPatience = 3 * time.Second

// A quiet site gives connections back: others may share the server.
const (
	idlePatience = 30 * time.Second
	idleLook     = 10 * time.Second
)

// keepAlive finds a peer that went without a word within twenty seconds.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 3 * time.Second, Count: 3}

// Open prepares a pool without connecting.
func Open(ctx context.Context, route *Route, config *pgxpool.Config, conns int32, patience time.Duration) (*DB, error) {
	config = config.Copy()
	config.MaxConns = conns
	config.MaxConnIdleTime, config.HealthCheckPeriod = idlePatience, idleLook
	config.ConnConfig = reachable(config.ConnConfig)
	d := &DB{patience: patience, route: route}
	config.BeforeConnect = d.prepare
	var err error
	if d.Pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("open pool: %w", err)
	}
	return d, nil
}

// prepare bounds what a connection waits for.
func (d *DB) prepare(ctx context.Context, config *pgx.ConnConfig) error {
	milliseconds := func(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }
	return d.route.Prepare(ctx, config, map[string]string{
		"statement_timeout":                   milliseconds(d.patience),
		"lock_timeout":                        milliseconds(d.patience * 4 / 5), // ends the wait, and not the connection as the caller's deadline would
		"idle_in_transaction_session_timeout": milliseconds(max(d.patience, 10*time.Second)),
	})
}

// Connect opens a connection that is not the pool's.
func (d *DB) Connect(ctx context.Context) (*pgx.Conn, error) {
	config := d.Pool.Config().ConnConfig.Copy()
	if err := d.prepare(ctx, config); err != nil {
		return nil, err
	}
	return pgx.ConnectConfig(ctx, config)
}

// Bound ends what takes longer than the purpose has patience for.
func (d *DB) Bound(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d.patience)
}

// ErrUndo leaves nothing behind when what Write runs returns it, and is no failure.
var ErrUndo = errors.New("undo")

// Write runs fn in one transaction that either commits whole or leaves nothing.
func (d *DB) Write(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	return d.transact(ctx, pgx.TxOptions{}, fn)
}

// Snapshot runs fn with statements that all see the same instant.
func (d *DB) Snapshot(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	return d.transact(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, fn)
}

func (d *DB) transact(ctx context.Context, options pgx.TxOptions, fn func(context.Context, pgx.Tx) error) error {
	ctx, cancel := d.Bound(ctx)
	defer cancel()
	err := pgx.BeginTxFunc(ctx, d.Pool, options, func(tx pgx.Tx) error { return fn(ctx, tx) })
	if errors.Is(err, ErrUndo) {
		return nil
	}
	return err
}

// Affect runs a statement of a transaction that must find a row; otherwise is the
// error when it finds none.
func Affect(ctx context.Context, tx pgx.Tx, otherwise error, sql string, args ...any) error {
	done, err := tx.Exec(ctx, sql, args...)
	if err == nil && done.RowsAffected() == 0 {
		return otherwise
	}
	return err
}

// Exec runs one statement and tells how many rows it touched.
func (d *DB) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	ctx, cancel := d.Bound(ctx)
	defer cancel()
	done, err := d.Pool.Exec(ctx, sql, args...)
	return done.RowsAffected(), err
}

// QueryRow asks for one row, whose Scan ends the statement.
func (d *DB) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	ctx, cancel := d.Bound(ctx)
	return boundRow{d.Pool.QueryRow(ctx, sql, args...), cancel}
}

type boundRow struct {
	pgx.Row
	cancel context.CancelFunc
}

// Scan implements pgx.Row.
func (r boundRow) Scan(into ...any) error {
	defer r.cancel()
	return r.Row.Scan(into...)
}

// Each scans every row of a query into the same targets and calls fn.
func (d *DB) Each(ctx context.Context, into []any, fn func(), sql string, args ...any) error {
	ctx, cancel := d.Bound(ctx)
	defer cancel()
	rows, _ := d.Pool.Query(ctx, sql, args...) // the rows know its error, too
	_, err := pgx.ForEachRow(rows, into, func() error { fn(); return nil })
	return err
}

// List returns all rows of a query.
func List[T any](ctx context.Context, d *DB, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	ctx, cancel := d.Bound(ctx)
	defer cancel()
	rows, _ := d.Pool.Query(ctx, sql, args...) // the rows know its error, too
	return pgx.CollectRows(rows, scan)
}

// One returns the only row of a query, or pgx.ErrNoRows.
func One[T any](ctx context.Context, d *DB, scan pgx.RowToFunc[T], sql string, args ...any) (T, error) {
	ctx, cancel := d.Bound(ctx)
	defer cancel()
	rows, _ := d.Pool.Query(ctx, sql, args...) // the rows know its error, too
	return pgx.CollectExactlyOneRow(rows, scan)
}

// Translate adds context to *errp and says in the house's words what the driver
// said: no row is ErrNotFound, no reachable or willing database is ErrUnavailable.
func Translate(errp *error, format string, args ...any) {
	err := *errp
	if err == nil {
		return
	}
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		err = fmt.Errorf("%w: %w", fault.ErrNotFound, err)
	case unavailable(err):
		err = fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
	case unstorable(err):
		err = fmt.Errorf("%w: %w", fault.Invalid{}, err)
	}
	*errp = err
	fault.Wrap(errp, format, args...)
}

// unstorable tells bytes that are no text, and keys larger than an index takes,
// from mistakes of ours.
func unstorable(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && slices.Contains([]string{"22021", "22P05", "54000"}, server.Code)
}

func unavailable(err error) bool {
	var refused *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &refused) || errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, net.ErrClosed) {
		return true
	}
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		// Whatever is neither the server's answer nor our own refusal is a
		// connection that broke half-way ("conn closed", "unexpected EOF").
		return pgconn.SafeToRetry(err) || errors.Is(err, pgx.ErrTxClosed) || isBrokenPipe(err)
	}
	switch server.Code[:2] {
	case "08", "53", "57", "25": // connection, resources, operator intervention, read-only
		return true
	}
	// A lock that is not available; and a table, a column or a function that is not
	// there: the schema is not this program's yet.
	return slices.Contains([]string{"55P03", "42P01", "42703", "42883"}, server.Code)
}

// CannotStore recognises a database that answers but takes no rows: no room, no
// right, no table, or files it cannot read. A lock or a slow answer is none of it.
func CannotStore(err error) bool {
	server, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains([]string{"42", "53", "58", "XX"}, server.Code[:2])
}

// isBrokenPipe recognises a connection that ended under us. pgconn reports a
// connection already closed by an earlier failure with a plain string.
func isBrokenPipe(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "conn closed")
}
