package accounts

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/store/alarms"
	"parichay/internal/store/db"
)

// Owner returns the only account, or ErrNotFound if it has not been created yet.
func (s Account) Owner(ctx context.Context) (o account.Owner, err error) {
	defer db.Translate(&err, "owner")
	err = s.db.QueryRow(ctx, `SELECT email, password_hash, handle FROM owner`).Scan(&o.Email, &o.PasswordHash, &o.Handle)
	return o, err
}

// SetOwner creates or replaces the account. In the same transaction it deletes everything that
// could keep the owner out: sessions, counted attempts and second factors. It returns the factors
// that it deleted.
func (s Account) SetOwner(ctx context.Context, o account.Owner) (had account.Factors, err error) {
	defer db.Translate(&err, "set owner")
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `
			INSERT INTO owner (email, password_hash) VALUES ($1, $2)
			ON CONFLICT (only_row) DO UPDATE SET email = $1, password_hash = $2, updated_at = now()`,
			o.Email, o.PasswordHash); err != nil {
			return err
		}
		if had, err = factors(ctx, tx); err != nil {
			return err
		}
		for _, table := range s.tables {
			if _, err := tx.Exec(ctx, `DELETE FROM `+table); err != nil {
				return err
			}
		}
		return appendLog(ctx, tx, account.OwnerSet, account.Browser{})
	})
	return had, err
}

// ChangeOwner stores a new email or password. It ends every other session, half session and known
// device. This session continues under the new token of v.
func (s Account) ChangeOwner(ctx context.Context, from, to account.Owner, token account.Token, v account.Visit) (err error) {
	defer db.Translate(&err, "change owner")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.Affect(ctx, tx, fault.ErrConflict, `
			UPDATE owner SET email = $3, password_hash = $4, updated_at = now() WHERE email = $1 AND password_hash = $2`,
			from.Email, from.PasswordHash, to.Email, to.PasswordHash); err != nil {
			return err
		}
		if err := renewToken(ctx, tx, token, v.Session); err != nil {
			return err
		}
		if err := endOthers(ctx, tx, v.Session, v.Device); err != nil {
			return err
		}
		if from.Email != to.Email {
			if err := alarms.Returned(ctx, tx, to.Email, string(account.EmailChanged)); err != nil {
				return err
			}
			if err := appendEmail(ctx, tx, from.Email, to.Email, v.Browser); err != nil {
				return err
			}
		}
		if from.PasswordHash != to.PasswordHash {
			return appendLog(ctx, tx, account.PasswordChanged, v.Browser)
		}
		return nil
	})
}

// wait selects the number of seconds until every counter is below its limit. Per counter it
// reads at most as many rows as the limit.
const wait = `
	SELECT coalesce(max(extract(epoch FROM recent.first + $3::interval - clock_timestamp())), 0)
	FROM unnest($1::text[], $2::int[]) AS gate(counter, most), LATERAL (
		SELECT count(*) AS n, min(at) AS first FROM (
			SELECT at FROM sign_in_attempts a
			WHERE a.counter = gate.counter AND a.at > clock_timestamp() - $3::interval
			ORDER BY at DESC LIMIT gate.most) newest) recent
	WHERE recent.n >= gate.most`

// TryAttempt counts a sign-in attempt under its counters, or returns how long it has to wait
// because a counter has reached its limit within the window. A refused attempt is not counted: a
// flood costs one short query per attempt and does not prolong the wait. Attempts are counted
// before the password is checked, so that concurrent guesses cannot slip through.
func (s Account) TryAttempt(ctx context.Context, window time.Duration, most map[string]int) (refused time.Duration, err error) {
	defer db.Translate(&err, "try attempt")
	if refused, err = s.AttemptsWait(ctx, window, most); err != nil || refused > 0 {
		return refused, err
	}
	counters, limits := countersOf(most)
	var seconds float64
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// The counters are sorted, so that concurrent attempts cannot deadlock.
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended(counter, 0)) FROM unnest($1::text[]) counter`, counters); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, wait, counters, limits, window).Scan(&seconds); err != nil || seconds > 0 {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO sign_in_attempts (counter) SELECT unnest($1::text[])`, counters)
		return err
	})
	return time.Duration(seconds * float64(time.Second)), err
}

// AttemptsWait returns how long an attempt would have to wait, 0 if it would be allowed now.
func (s Account) AttemptsWait(ctx context.Context, window time.Duration, most map[string]int) (refused time.Duration, err error) {
	defer db.Translate(&err, "attempts")
	counters, limits := countersOf(most)
	var seconds float64
	err = s.db.QueryRow(ctx, wait, counters, limits, window).Scan(&seconds)
	return time.Duration(seconds * float64(time.Second)), err
}

func countersOf(most map[string]int) (counters []string, limits []int) {
	counters = slices.Sorted(maps.Keys(most))
	for _, counter := range counters {
		limits = append(limits, most[counter])
	}
	return counters, limits
}

// ForgetAttempts clears counters after a successful sign-in.
func (s Account) ForgetAttempts(ctx context.Context, counters ...string) (err error) {
	defer db.Translate(&err, "forget attempts")
	_, err = s.db.Exec(ctx, `DELETE FROM sign_in_attempts WHERE counter = ANY($1)`, counters)
	return err
}
