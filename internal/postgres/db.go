package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"parichay/internal/fault"
)

// db is the database for one purpose: connections that no other purpose can use
// up, and a bound on every statement and every wait for a connection.
type db struct {
	pool     *pgxpool.Pool
	patience time.Duration
	queue    *river.Client[pgx.Tx] // only puts jobs in; package jobs works them
	purges   bool                  // whether caches in front of the program are to be emptied
	refused  atomic.Bool           // the last row was not stored although the database answered
}

// keepAlive finds a peer that went without a word within twenty seconds.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 3 * time.Second, Count: 3}

// open prepares a pool without connecting.
func open(ctx context.Context, config *pgxpool.Config, conns int32, patience time.Duration) (*db, error) {
	config = config.Copy()
	config.MaxConns = conns
	config.ConnConfig.ConnectTimeout = requestPatience
	config.ConnConfig.DialFunc = (&net.Dialer{KeepAliveConfig: keepAlive}).DialContext
	milliseconds := func(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }
	params := config.ConnConfig.RuntimeParams
	params["application_name"] = "parichay"
	params["statement_timeout"] = milliseconds(patience)
	params["lock_timeout"] = milliseconds(patience * 4 / 5) // ends the wait, and not the connection as the caller's deadline would
	params["idle_in_transaction_session_timeout"] = milliseconds(max(patience, 10*time.Second))
	params["timezone"] = "UTC"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open pool: %w", err)
	}
	return &db{pool: pool, patience: patience}, nil
}

func (d *db) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d.patience)
}

// errUndo, returned by what write runs, leaves nothing behind and is no failure.
var errUndo = errors.New("undo")

// write runs fn in one transaction that either commits whole or leaves nothing.
func (d *db) write(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	return d.transact(ctx, pgx.TxOptions{}, fn)
}

// snapshot runs fn with statements that all see the same instant.
func (d *db) snapshot(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	return d.transact(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, fn)
}

func (d *db) transact(ctx context.Context, options pgx.TxOptions, fn func(context.Context, pgx.Tx) error) error {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	err := pgx.BeginTxFunc(ctx, d.pool, options, func(tx pgx.Tx) error { return fn(ctx, tx) })
	if errors.Is(err, errUndo) {
		return nil
	}
	return err
}

// affect runs a statement of a transaction that must find a row; otherwise is the
// error when it finds none.
func affect(ctx context.Context, tx pgx.Tx, otherwise error, sql string, args ...any) error {
	done, err := tx.Exec(ctx, sql, args...)
	if err == nil && done.RowsAffected() == 0 {
		return otherwise
	}
	return err
}

// Exec runs one statement and tells how many rows it touched.
func (d *db) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	done, err := d.pool.Exec(ctx, sql, args...)
	return done.RowsAffected(), err
}

// QueryRow asks for one row, whose Scan ends the statement.
func (d *db) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	ctx, cancel := d.bound(ctx)
	return boundRow{d.pool.QueryRow(ctx, sql, args...), cancel}
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

// each scans every row of a query into the same targets and calls fn.
func (d *db) each(ctx context.Context, into []any, fn func(), sql string, args ...any) error {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	rows, _ := d.pool.Query(ctx, sql, args...) // the rows know its error, too
	_, err := pgx.ForEachRow(rows, into, func() error { fn(); return nil })
	return err
}

// list returns all rows of a query.
func list[T any](ctx context.Context, d *db, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	rows, _ := d.pool.Query(ctx, sql, args...) // the rows know its error, too
	return pgx.CollectRows(rows, scan)
}

// one returns the only row of a query, or pgx.ErrNoRows.
func one[T any](ctx context.Context, d *db, scan pgx.RowToFunc[T], sql string, args ...any) (T, error) {
	ctx, cancel := d.bound(ctx)
	defer cancel()
	rows, _ := d.pool.Query(ctx, sql, args...) // the rows know its error, too
	return pgx.CollectExactlyOneRow(rows, scan)
}

// translate adds context to *errp and says in the house's words what the driver
// said: no row is ErrNotFound, no reachable or willing database is ErrUnavailable.
func translate(errp *error, format string, args ...any) {
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
	return server.Code == "55P03" // lock not available
}

// cannotStore recognises a database that answers but takes no rows: no room, no
// right, no table, or files it cannot read. A lock or a slow answer is none of it.
func cannotStore(err error) bool {
	server, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains([]string{"42", "53", "58", "XX"}, server.Code[:2])
}

// isBrokenPipe recognises a connection that ended under us. pgconn reports a
// connection already closed by an earlier failure with a plain string.
func isBrokenPipe(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "conn closed")
}
