package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/account"
	"parichay/internal/postgres/db"
)

// mostRefusals is how many networks of an hour's refusals have entries of their own:
// strangers must not push what the owner did out of sight.
const mostRefusals = 5

// appendLog appends to the account's log, in the transaction of what happened. A
// refusal like one of the last hour is counted with it.
func appendLog(ctx context.Context, tx pgx.Tx, kind account.LogKind, by account.Browser) error {
	if kind.Refusal() {
		counted, err := tx.Exec(ctx, `
			UPDATE security_events SET times = times + 1, at = clock_timestamp(), user_agent = $3 WHERE id =
				(SELECT id FROM security_events WHERE kind = $1 AND at > now() - interval '1 hour' AND (network = $2 OR
					(SELECT count(*) FROM security_events WHERE kind = $1 AND at > now() - interval '1 hour') >= $4)
				ORDER BY network = $2 DESC, at DESC LIMIT 1)`,
			kind, by.Network, by.UserAgent, mostRefusals)
		if err != nil || counted.RowsAffected() > 0 {
			return err
		}
	}
	_, err := tx.Exec(ctx, `INSERT INTO security_events (kind, user_agent, network) VALUES ($1, $2, $3)`, kind, by.UserAgent, by.Network)
	return err
}

// Record appends what has no transaction of its own to be part of.
func (s Account) Record(ctx context.Context, kind account.LogKind, by account.Browser) (err error) {
	defer db.Translate(&err, "append to the account log")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error { return appendLog(ctx, tx, kind, by) })
}

// Log lists the newest entries of the account's log.
func (s Account) Log(ctx context.Context, most int) (all []account.LogEntry, err error) {
	defer db.Translate(&err, "account log")
	return db.List(ctx, s.db, func(row pgx.CollectableRow) (e account.LogEntry, err error) {
		return e, row.Scan(&e.Kind, &e.At, &e.Times, &e.UserAgent, &e.Network)
	}, `SELECT kind, at, times, user_agent, network FROM security_events ORDER BY at DESC, id DESC LIMIT $1`, most)
}
