// Package db provides what all stores share: connection pools, transactions, timeouts on every
// wait, and the translation of driver errors. It knows no tables, except those that StillIn needs
// to check a session.
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

// DB is a connection pool for one purpose. No other purpose can use up its connections, and every
// statement and every wait for a connection has a timeout.
type DB struct {
	Pool     *pgxpool.Pool
	patience time.Duration
	route    *Route
}

// connectPatience is the timeout for opening a connection.
const connectPatience = 3 * time.Second

// A quiet site closes idle connections, because other sites may share the server.
const (
	idlePatience = 30 * time.Second
	idleLook     = 10 * time.Second
)

// keepAlive detects within twenty seconds that a peer has vanished silently.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 3 * time.Second, Count: 3}

// Open prepares a pool without connecting.
func Open(ctx context.Context, route *Route, config *pgxpool.Config, conns int32, patience time.Duration) (*DB, error) {
	config = config.Copy()
	config.MaxConns = conns
	config.MaxConnIdleTime, config.HealthCheckPeriod = idlePatience, idleLook
	config.ConnConfig = reachable(config.ConnConfig)
	dropInterrupted(config)
	d := &DB{patience: patience, route: route}
	config.BeforeConnect = d.prepare
	var err error
	if d.Pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("open pool: %w", err)
	}
	return d, nil
}

// prepare sets the timeouts of a connection.
func (d *DB) prepare(ctx context.Context, config *pgx.ConnConfig) error {
	milliseconds := func(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }
	return d.route.Prepare(ctx, config, map[string]string{
		"statement_timeout":                   milliseconds(d.patience),
		"lock_timeout":                        milliseconds(d.patience * 4 / 5), // shorter than the caller's deadline, which would close the connection
		"idle_in_transaction_session_timeout": milliseconds(max(d.patience, 10*time.Second)),
	})
}

// Connect opens a connection outside the pool.
func (d *DB) Connect(ctx context.Context) (*pgx.Conn, error) {
	config := d.Pool.Config().ConnConfig.Copy()
	if err := d.prepare(ctx, config); err != nil {
		return nil, err
	}
	return pgx.ConnectConfig(ctx, config)
}

// Bound returns ctx with the timeout of this pool.
func (d *DB) Bound(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d.patience)
}

// ErrUndo makes Write roll back and return nil.
var ErrUndo = errors.New("undo")

// Write runs fn in one transaction and rolls it back if fn returns an error.
func (d *DB) Write(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	return d.transact(ctx, pgx.TxOptions{}, fn)
}

// Snapshot runs fn in a read-only transaction whose statements all see the same instant.
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

// Affect runs a statement that must affect a row. It returns otherwise if no row matches.
func Affect(ctx context.Context, tx pgx.Tx, otherwise error, sql string, args ...any) error {
	done, err := tx.Exec(ctx, sql, args...)
	if err == nil && done.RowsAffected() == 0 {
		return otherwise
	}
	return err
}

// Exec runs one statement and returns the number of rows it affected.
func (d *DB) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	ctx, cancel := d.Bound(ctx)
	defer cancel()
	done, err := d.Pool.Exec(ctx, sql, args...)
	return done.RowsAffected(), err
}

// QueryRow queries one row. The caller must call Scan, which releases the timeout.
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

// Each scans every row of a query into the same targets and calls fn after each.
func (d *DB) Each(ctx context.Context, into []any, fn func(), sql string, args ...any) error {
	ctx, cancel := d.Bound(ctx)
	defer cancel()
	rows, _ := d.Pool.Query(ctx, sql, args...) // rows also reports this error
	_, err := pgx.ForEachRow(rows, into, func() error { fn(); return nil })
	return err
}

// List returns all rows of a query.
func List[T any](ctx context.Context, d *DB, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	ctx, cancel := d.Bound(ctx)
	defer cancel()
	rows, _ := d.Pool.Query(ctx, sql, args...) // rows also reports this error
	return pgx.CollectRows(rows, scan)
}

// One returns the only row of a query, or pgx.ErrNoRows.
func One[T any](ctx context.Context, d *DB, scan pgx.RowToFunc[T], sql string, args ...any) (T, error) {
	ctx, cancel := d.Bound(ctx)
	defer cancel()
	rows, _ := d.Pool.Query(ctx, sql, args...) // rows also reports this error
	return pgx.CollectExactlyOneRow(rows, scan)
}

// Translate adds context to *errp and maps driver errors to those of package fault: no row is
// ErrNotFound, and a database that is down or refuses to work is ErrUnavailable.
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

// unstorable reports whether an error was caused by invalid input rather than by a bug of
// ours: bytes that are not text, or keys too large for an index.
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
		// An error that comes neither from the server nor from us means that the connection
		// broke half-way ("conn closed", "unexpected EOF").
		return pgconn.SafeToRetry(err) || errors.Is(err, pgx.ErrTxClosed) || isBrokenPipe(err)
	}
	switch server.Code[:2] {
	case "08", "53", "57", "25": // connection, resources, operator intervention, read-only
		return true
	}
	// A lock is not available, or a table, column or function is missing because the
	// schema has not been migrated yet.
	return slices.Contains([]string{"55P03", "42P01", "42703", "42883"}, server.Code)
}

// CannotStore reports whether the database answers but cannot store rows: disk full, missing
// privilege, missing table, or unreadable files. Locks and timeouts do not count.
func CannotStore(err error) bool {
	server, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains([]string{"42", "53", "58", "XX"}, server.Code[:2])
}

// isBrokenPipe reports whether err comes from a connection that was closed under us. pgconn
// reports a connection closed by an earlier failure with a plain string.
func isBrokenPipe(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "conn closed")
}
