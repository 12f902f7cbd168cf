package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/account"
)

// Owner returns the one account, or ErrNotFound before `parichay owner set`.
func (s *Store) Owner(ctx context.Context) (o account.Owner, err error) {
	defer translate(&err, "owner")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = s.pool.QueryRow(ctx, `SELECT email, password_hash FROM owner`).Scan(&o.Email, &o.PasswordHash)
	return o, err
}

// SetOwner creates or replaces the account. All sessions and counted attempts
// end in the same transaction.
func (s *Store) SetOwner(ctx context.Context, o account.Owner) (err error) {
	defer translate(&err, "set owner")
	return s.write(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `
			INSERT INTO owner (email, password_hash) VALUES ($1, $2)
			ON CONFLICT (only_row) DO UPDATE SET email = $1, password_hash = $2, updated_at = now()`,
			o.Email, o.PasswordHash); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM sign_in_attempts`)
		return err
	})
}

// CountAttempt notes a sign-in attempt and returns how many each counter has had
// within the window, this one included, and how long until the oldest leaves it.
// It counts before the password is looked at, so that guesses made at once
// cannot all slip through.
func (s *Store) CountAttempt(ctx context.Context, window time.Duration, counters ...string) (counts map[string]int, oldest time.Duration, err error) {
	defer translate(&err, "count attempt")
	counts = make(map[string]int, len(counters))
	err = s.write(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO sign_in_attempts (counter) SELECT unnest($1::text[])`, counters); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			SELECT counter, count(*), extract(epoch FROM min(at) + $2 - clock_timestamp())
			FROM sign_in_attempts WHERE counter = ANY($1) AND at > clock_timestamp() - $2 GROUP BY counter`, counters, window)
		if err != nil {
			return err
		}
		var counter string
		var n int
		var seconds float64
		_, err = pgx.ForEachRow(rows, []any{&counter, &n, &seconds}, func() error {
			counts[counter] = n
			oldest = max(oldest, time.Duration(seconds*float64(time.Second)))
			return nil
		})
		return err
	})
	return counts, oldest, err
}

// ForgetAttempts clears counters after a sign-in that succeeded.
func (s *Store) ForgetAttempts(ctx context.Context, counters ...string) (err error) {
	defer translate(&err, "forget attempts")
	return s.write(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM sign_in_attempts WHERE counter = ANY($1)`, counters)
		return err
	})
}

// Prune removes sessions that ended and attempts older than keep.
func (s *Store) Prune(ctx context.Context, keep time.Duration) (err error) {
	defer translate(&err, "prune")
	return s.write(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE expires_at < now()`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM sign_in_attempts WHERE at < now() - $1::interval`, keep)
		return err
	})
}
