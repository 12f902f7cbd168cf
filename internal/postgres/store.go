// Package postgres is the only place that speaks SQL. It keeps what the domain
// packages describe, and tells every replica when something changed. It decides
// nothing: rules live a floor below, HTTP a floor above.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"parichay/internal/fault"
)

// patience bounds every statement and every wait for a connection, so that a
// database that hangs costs a visitor seconds, not minutes.
const patience = 3 * time.Second

// Store is the database. It is safe for concurrent use.
type Store struct {
	pool  *pgxpool.Pool
	queue *river.Client[pgx.Tx] // only puts jobs in; package jobs works them
}

// Open prepares a pool for url without connecting: a database that is down at
// start makes the program wait, not fail.
func Open(ctx context.Context, url string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("database URL cannot be read") // the parser's own error repeats the URL, password included
	}
	config.MaxConns = max(config.MaxConns, 8)
	config.ConnConfig.ConnectTimeout = patience
	params := config.ConnConfig.RuntimeParams
	params["application_name"] = "parichay"
	params["statement_timeout"] = fmt.Sprint(patience.Milliseconds())
	params["idle_in_transaction_session_timeout"] = "10000"
	params["timezone"] = "UTC"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open pool: %w", err)
	}
	queue, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("open queue: %w", err)
	}
	return &Store{pool: pool, queue: queue}, nil
}

// Close ends all connections.
func (s *Store) Close() { s.pool.Close() }

// Pool is for the job queue, which brings its own SQL.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// Ready reports whether the database takes writes now.
func (s *Store) Ready(ctx context.Context) (err error) {
	defer translate(&err, "ready")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var readOnly bool
	if err := s.pool.QueryRow(ctx, `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool`).Scan(&readOnly); err != nil {
		return err
	}
	if readOnly {
		return fault.ErrUnavailable
	}
	return nil
}

// write runs fn in one transaction that either commits whole or leaves nothing.
func (s *Store) write(ctx context.Context, fn func(pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return pgx.BeginFunc(ctx, s.pool, fn)
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
