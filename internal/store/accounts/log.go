package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/store/alarms"
	"parichay/internal/store/db"
)

// mostRefusals is how many networks get their own log entries for refused attempts per hour.
// Strangers must not push the owner's entries out of sight.
const mostRefusals = 5

// appendLog appends an entry to the account's log, in the transaction of the event. A refusal is
// added to a matching entry of the last hour if there is one.
func appendLog(ctx context.Context, tx pgx.Tx, kind account.LogKind, by account.Browser) error {
	if kind.Refusal() {
		counted, err := tx.Exec(ctx, `
			UPDATE security_events SET times = times + 1, at = clock_timestamp(), user_agent = $3 WHERE id =
				(SELECT id FROM security_events WHERE kind = $1 AND at > now() - interval '1 hour' AND (network = $2 OR
					(SELECT count(*) FROM security_events WHERE kind = $1 AND at > now() - interval '1 hour') >= $4)
				ORDER BY network = $2 DESC, at DESC LIMIT 1)`,
			kind, by.Network, by.UserAgent, mostRefusals)
		if err != nil {
			return err
		}
		if counted.RowsAffected() > 0 {
			return warnOfGuesses(ctx, tx, kind)
		}
	}
	if _, err := tx.Exec(ctx, `INSERT INTO security_events (kind, user_agent, network) VALUES ($1, $2, $3)`, kind, by.UserAgent, by.Network); err != nil {
		return err
	}
	if kind.Refusal() {
		return warnOfGuesses(ctx, tx, kind)
	}
	if kind.Alarming() && kind != account.EmailChanged {
		return alarms.RaiseNow(ctx, tx, "", alarms.Change{Subject: alarms.Account, Field: string(kind)})
	}
	return nil
}

// warnOfGuesses raises an alarm, at most once a day, if somebody guesses codes, because the
// guesser already knows the password. A few mistyped codes raise no alarm.
func warnOfGuesses(ctx context.Context, tx pgx.Tx, kind account.LogKind) error {
	if kind != account.CodeRefused {
		return nil
	}
	var due bool
	if err := tx.QueryRow(ctx, `
		SELECT coalesce(sum(times) FILTER (WHERE at > now() - interval '1 hour'), 0) >= $2 OR coalesce(sum(times), 0) >= $3
		FROM security_events WHERE kind = $1 AND at > now() - interval '1 day' AND NOT EXISTS (
			SELECT FROM alarm_changes WHERE subject = $4 AND field = $1 AND at > now() - interval '1 day')`,
		kind, account.GuessesTold, account.GuessesADay, alarms.Account).Scan(&due); err != nil || !due {
		return err
	}
	return alarms.RaiseNow(ctx, tx, "", alarms.Change{Subject: alarms.Account, Field: string(kind)})
}

// appendEmail logs a change of address and raises an alarm at the old address.
func appendEmail(ctx context.Context, tx pgx.Tx, from, to string, by account.Browser) error {
	if err := appendLog(ctx, tx, account.EmailChanged, by); err != nil {
		return err
	}
	return alarms.RaiseNow(ctx, tx, from, alarms.Change{Subject: alarms.Account, Field: string(account.EmailChanged), Before: from, After: to})
}

// TakeEmailBack restores the account's earlier address, however often it was changed since, and
// resends the alarms that went to other addresses. It returns ErrConflict if the account already
// has that address.
func (s Account) TakeEmailBack(ctx context.Context, was string, by account.Browser) (err error) {
	defer db.Translate(&err, "restore email")
	var now string
	if err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT email FROM owner FOR UPDATE`).Scan(&now); err != nil {
			return err
		}
		if err := alarms.Readdress(ctx, tx, was, string(account.EmailChanged)); err != nil || now == was {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE owner SET email = $1, updated_at = now()`, was); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM owner_links WHERE purpose = $1`, account.Reset); err != nil { // created after the sessions ended
			return err
		}
		return appendEmail(ctx, tx, now, was, by)
	}); err != nil {
		return err
	}
	if now == was {
		return fault.ErrConflict
	}
	return nil
}

// Record appends an event that has no transaction of its own.
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
