package db

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
)

// interrupts is pgx's way to cancel a statement, which sets a deadline on the connection. It
// remembers that it did so.
type interrupts struct {
	pgconn.DeadlineContextWatcherHandler
	happened bool
}

// HandleCancel implements ctxwatch.Handler.
func (i *interrupts) HandleCancel(ctx context.Context) {
	i.happened = true
	i.DeadlineContextWatcherHandler.HandleCancel(ctx)
}

const interruptsKey = "interrupts"

// dropInterrupted makes a pool close a connection on which a statement was canceled, even if the
// statement succeeded. While the machine is busy, pgx reads in the background. Its reader may have
// met the deadline, and would report it to the next statement, of another request.
func dropInterrupted(config *pgxpool.Config) {
	config.ConnConfig.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		i := &interrupts{DeadlineContextWatcherHandler: pgconn.DeadlineContextWatcherHandler{Conn: conn.Conn()}}
		conn.CustomData()[interruptsKey] = i
		return i
	}
	config.PrepareConn = func(_ context.Context, conn *pgx.Conn) (usable bool, err error) {
		i, ok := conn.PgConn().CustomData()[interruptsKey].(*interrupts)
		return !ok || !i.happened, nil
	}
}
