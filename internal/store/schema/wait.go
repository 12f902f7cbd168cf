package schema

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

// schemaLock is the advisory lock that guards schema changes. The number is arbitrary but must
// never change.
const schemaLock = 0x7061726963686179 // "parichay"

// A wait is logged after lookEvery, and then once per logEvery.
const (
	lockEvery = 100 * time.Millisecond
	lookEvery = 500 * time.Millisecond
	logEvery  = 10 * time.Second
)

// somebody selects the columns that describe a lock's holder, as far as our role may see them.
const somebody = ` h.pid, coalesce(nullif(h.application_name, ''), h.usename, ''), coalesce(h.state, ''), coalesce(extract(epoch FROM clock_timestamp() - h.xact_start), 0)::bigint`

const holds = `SELECT 'advisory',` + somebody + ` FROM pg_locks l JOIN pg_stat_activity h USING (pid)
	WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND (l.classid::bigint << 32 | l.objid::bigint) = $1 LIMIT 1`

const blocks = `SELECT coalesce(l.relation::regclass::text, l.locktype),` + somebody + `
	FROM pg_stat_activity w JOIN pg_locks l ON l.pid = w.pid AND NOT l.granted, unnest(pg_blocking_pids(w.pid)) AS b (pid) JOIN pg_stat_activity h ON h.pid = b.pid
	WHERE w.datname = current_database() AND w.application_name = $1 LIMIT 1`

// stepsName is the application_name of connections that run steps.
const stepsName = "parichay migrate"

// named sets the application_name of a connection to stepsName.
func named(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `SET application_name = '`+stepsName+`'`)
	return err
}

// lock takes the schema lock and logs who holds it meanwhile. It waits without limit, because
// another process may be building an index on a large table.
func lock(ctx context.Context, holder *pgx.Conn) error {
	var logged time.Time
	for begun := time.Now(); ; {
		var got bool
		if err := holder.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, int64(schemaLock)).Scan(&got); err != nil || got {
			return err
		}
		if time.Since(begun) > lookEvery && time.Since(logged) > logEvery {
			logged = time.Now()
			slog.InfoContext(ctx, "waiting for another process to finish changing the schema", culprit(ctx, holder, holds, int64(schemaLock))...)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockEvery):
		}
	}
}

// watch logs what a step waits for until stop is called. It queries on the connection that holds
// the schema lock, which is idle meanwhile.
func watch(ctx context.Context, holder *pgx.Conn) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var logged time.Time
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(lookEvery):
			}
			if time.Since(logged) < logEvery {
				continue
			}
			// Cancelling a query would close the connection and release the lock.
			if found := culprit(context.WithoutCancel(ctx), holder, blocks, stepsName); found != nil {
				logged = time.Now()
				slog.InfoContext(ctx, "waiting for a lock", found...)
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// culprit runs query and returns log attributes for the lock's holder, or nil if there is none.
func culprit(ctx context.Context, conn *pgx.Conn, query string, arg any) []any {
	var table, who, state string
	var pid int32
	var seconds int64
	if err := conn.QueryRow(ctx, query, arg).Scan(&table, &pid, &who, &state, &seconds); err != nil {
		return nil
	}
	return []any{"table", table, "held_by", fmt.Sprintf("process %d (%s), %s for %d s", pid, who, state, seconds)}
}
