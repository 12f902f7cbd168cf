package schema

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

// schemaLock is the advisory lock under which the schema changes. Any number would do;
// it only has to stay the same.
const schemaLock = 0x7061726963686179 // "parichay"

// What waits is spoken of: soon, and then not too often.
const (
	lockEvery = 100 * time.Millisecond
	lookEvery = 500 * time.Millisecond
	sayEvery  = 10 * time.Second
)

// somebody is who holds what another waits for, as far as our role may see it.
const somebody = ` h.pid, coalesce(nullif(h.application_name, ''), h.usename, ''), coalesce(h.state, ''), coalesce(extract(epoch FROM clock_timestamp() - h.xact_start), 0)::bigint`

const holds = `SELECT 'advisory',` + somebody + ` FROM pg_locks l JOIN pg_stat_activity h USING (pid)
	WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND (l.classid::bigint << 32 | l.objid::bigint) = $1 LIMIT 1`

const blocks = `SELECT coalesce(l.relation::regclass::text, l.locktype),` + somebody + `
	FROM pg_stat_activity w JOIN pg_locks l ON l.pid = w.pid AND NOT l.granted, unnest(pg_blocking_pids(w.pid)) AS b (pid) JOIN pg_stat_activity h ON h.pid = b.pid
	WHERE w.datname = current_database() AND w.application_name = $1 LIMIT 1`

// stepsName is what the connections on which steps run are called.
const stepsName = "parichay migrate"

// named gives a connection that name.
func named(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `SET application_name = '`+stepsName+`'`)
	return err
}

// lock takes the lock, and says whom it waits for. It waits as long as the other one
// works: an index of a large table takes its time.
func lock(ctx context.Context, holder *pgx.Conn) error {
	var said time.Time
	for begun := time.Now(); ; {
		var got bool
		if err := holder.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, int64(schemaLock)).Scan(&got); err != nil || got {
			return err
		}
		if time.Since(begun) > lookEvery && time.Since(said) > sayEvery {
			said = time.Now()
			slog.InfoContext(ctx, "waiting for another program that changes the schema", culprit(ctx, holder, holds, int64(schemaLock))...)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockEvery):
		}
	}
}

// watch says, on the connection of the holder, what a step waits for, until the
// returned function is called.
func watch(ctx context.Context, holder *pgx.Conn) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var said time.Time
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(lookEvery):
			}
			if time.Since(said) < sayEvery {
				continue
			}
			// Cancelling a query would end the connection, and the lock with it.
			if found := culprit(context.WithoutCancel(ctx), holder, blocks, stepsName); found != nil {
				said = time.Now()
				slog.InfoContext(ctx, "waiting for a lock", found...)
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// culprit is whom a query finds, as words for the log; nothing: nobody.
func culprit(ctx context.Context, conn *pgx.Conn, query string, arg any) []any {
	var table, who, state string
	var pid int32
	var seconds int64
	if err := conn.QueryRow(ctx, query, arg).Scan(&table, &pid, &who, &state, &seconds); err != nil {
		return nil
	}
	return []any{"table", table, "held_by", fmt.Sprintf("process %d (%s), %s for %d s", pid, who, state, seconds)}
}
