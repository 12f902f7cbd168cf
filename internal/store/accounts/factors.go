package accounts

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/seal"
	"parichay/internal/store/db"
)

// pendingLife is how long an authenticator being set up keeps its secret: an app
// that was opened on the same phone may cost the page its memory.
const pendingLife = 15 * time.Minute

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func factors(ctx context.Context, q querier) (f account.Factors, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM authenticators WHERE enabled_at IS NOT NULL),
		(SELECT count(*) FROM passkeys), (SELECT count(*) FROM recovery_codes)`).Scan(&f.TOTP, &f.Passkeys, &f.Codes)
	return f, err
}

// change runs fn in a transaction that waits for other changes of credentials and for
// sign-ins under way. A session that was ended meanwhile changes nothing.
func (s Factors) change(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.Affect(ctx, tx, fault.ErrNotFound, `SELECT FROM owner FOR UPDATE`); err != nil {
			return err
		}
		if err := db.StillIn(ctx, tx); err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

// Enabled says which second factors are set up.
func (s Factors) Enabled(ctx context.Context) (f account.Factors, err error) {
	defer db.Translate(&err, "factors")
	return factors(ctx, s.db)
}

// about is what an authenticator's secret is sealed as.
const about = "authenticators.secret"

// With is the same store with secrets sealed by a key.
func (s Factors) With(key *seal.Key) Factors {
	s.key = key
	return s
}

// open makes a stored secret readable. One that another key sealed is as good as
// none: its code cannot be checked, and other ways in go on working.
func (s Factors) open(t *account.TOTP, err error) error {
	if err != nil {
		return err
	}
	if t.Secret, err = s.key.Open(t.Secret, about); err != nil {
		return fmt.Errorf("%w: %w", fault.ErrNotFound, err)
	}
	return nil
}

// Sealed tells how many stored secrets are encrypted, and how many of them this key
// does not open. It changes nothing.
func (s Factors) Sealed(ctx context.Context) (sealed, unreadable int, err error) {
	defer db.Translate(&err, "stored secrets")
	all, err := db.List(ctx, s.db, pgx.RowTo[string], `SELECT secret FROM authenticators`)
	for _, secret := range all {
		if seal.Sealed(secret) {
			sealed++
			if _, err := s.key.Open(secret, about); err != nil {
				unreadable++
			}
		}
	}
	return sealed, unreadable, err
}

// SealSecrets seals what was stored before there was a key, and tells how many
// authenticators in use this key does not open.
func (s Factors) SealSecrets(ctx context.Context) (unreadable int, err error) {
	defer db.Translate(&err, "seal secrets")
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, `SELECT id, secret FROM authenticators FOR UPDATE`) // the rows know its error, too
		all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (t account.TOTP, err error) {
			err = row.Scan(&t.ID, &t.Secret)
			return t, err
		})
		if err != nil {
			return err
		}
		for _, t := range all {
			if _, err := s.key.Open(t.Secret, about); err != nil {
				unreadable++
			} else if !seal.Sealed(t.Secret) && s.key != nil {
				if _, err := tx.Exec(ctx, `UPDATE authenticators SET secret = $2 WHERE id = $1`, t.ID, s.key.Seal(t.Secret, about)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return unreadable, err
}

// TOTP returns the authenticator app in use, or ErrNotFound.
func (s Factors) TOTP(ctx context.Context) (t account.TOTP, err error) {
	defer db.Translate(&err, "authenticator")
	err = s.db.QueryRow(ctx, `SELECT id, secret, last_step FROM authenticators WHERE enabled_at IS NOT NULL`).Scan(&t.ID, &t.Secret, &t.LastStep)
	return t, s.open(&t, err)
}

// PendingTOTP returns the authenticator being set up, or ErrNotFound.
func (s Factors) PendingTOTP(ctx context.Context) (t account.TOTP, err error) {
	defer db.Translate(&err, "pending authenticator")
	err = s.db.QueryRow(ctx, `SELECT id, secret FROM authenticators WHERE enabled_at IS NULL AND created_at > now() - $1::interval`,
		pendingLife).Scan(&t.ID, &t.Secret)
	return t, s.open(&t, err)
}

// BeginTOTP keeps the secret of an authenticator to be set up, unless one is
// being set up already.
func (s Factors) BeginTOTP(ctx context.Context, fresh account.TOTP) (t account.TOTP, err error) {
	defer db.Translate(&err, "begin authenticator")
	err = s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM authenticators WHERE enabled_at IS NULL AND created_at <= now() - $1::interval`, pendingLife); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `SELECT id, secret FROM authenticators WHERE enabled_at IS NULL`).Scan(&t.ID, &t.Secret)
		if err = s.open(&t, err); errors.Is(err, fault.ErrNotFound) { // one that another key sealed is begun anew
			_, err = tx.Exec(ctx, `DELETE FROM authenticators WHERE enabled_at IS NULL`)
		} else if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		t.Secret = fresh.Secret
		if s.key == nil {
			slog.WarnContext(ctx, "the authenticator app's secret is stored unencrypted: there is no key", "remedy", "start the program again, which makes a key and encrypts it; where pictures are in a bucket, set PARICHAY_SECRET_KEY")
		}
		return tx.QueryRow(ctx, `INSERT INTO authenticators (secret) VALUES ($1) RETURNING id`, s.key.Seal(t.Secret, about)).Scan(&t.ID)
	})
	return t, err
}

// EnableTOTP puts the authenticator that was set up in the place of the one in
// use. It returns the recovery codes if it stored them, as an account's first
// factor makes it do.
func (s Factors) EnableTOTP(ctx context.Context, t account.TOTP, codes account.Codes, by account.Visit) (kept []string, err error) {
	defer db.Translate(&err, "enable authenticator")
	err = s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if kept, err = firstCodes(ctx, tx, codes); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM authenticators WHERE enabled_at IS NOT NULL`); err != nil {
			return err
		}
		if err := db.Affect(ctx, tx, fault.ErrNotFound, `UPDATE authenticators SET enabled_at = now(), last_step = $2 WHERE id = $1 AND enabled_at IS NULL`,
			t.ID, t.LastStep); err != nil {
			return err
		}
		return changedBy(ctx, tx, account.TOTPAdded, by)
	})
	return kept, err
}

// RemoveTOTP takes the authenticator app away.
func (s Factors) RemoveTOTP(ctx context.Context, by Change) error {
	return s.remove(ctx, account.TOTPRemoved, by, `DELETE FROM authenticators WHERE enabled_at IS NOT NULL`)
}

// RemovePasskey takes a passkey away.
func (s Factors) RemovePasskey(ctx context.Context, id int64, by Change) error {
	return s.remove(ctx, account.PasskeyRemoved, by, `DELETE FROM passkeys WHERE id = $1`, id)
}

// TakeBackSince takes away the factors that were added then or later: by somebody who
// was not the owner, says the owner. ErrNotFound says that there are none.
func (s Factors) TakeBackSince(ctx context.Context, added account.LogKind, then time.Time, by account.Visit) error {
	then = then.Add(-transactionTime) // a row has the time its transaction began
	if added == account.TOTPAdded {
		return s.remove(ctx, account.TOTPRemoved, Change{Visit: by}, `DELETE FROM authenticators WHERE enabled_at >= $1`, then)
	}
	return s.remove(ctx, account.PasskeyRemoved, Change{Visit: by}, `DELETE FROM passkeys WHERE created_at >= $1`, then)
}

// TakeCodesBack ends all recovery codes: somebody else knows them. ErrNotFound says that
// there are none.
func (s Factors) TakeCodesBack(ctx context.Context, by account.Visit) error {
	return s.remove(ctx, account.CodesRemoved, Change{Visit: by}, `DELETE FROM recovery_codes`)
}

// transactionTime is how long one that adds a factor takes at most.
const transactionTime = 10 * time.Second

// remove takes a factor away. With the last one go the recovery codes, which
// stand in for nothing then.
func (s Factors) remove(ctx context.Context, kind account.LogKind, by Change, sql string, args ...any) (err error) {
	defer db.Translate(&err, "remove factor")
	return s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.Affect(ctx, tx, fault.ErrNotFound, sql, args...); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM recovery_codes WHERE NOT EXISTS (SELECT FROM passkeys)
			AND NOT EXISTS (SELECT FROM authenticators WHERE enabled_at IS NOT NULL)`); err != nil {
			return err
		}
		if by.Required {
			if f, err := factors(ctx, tx); err != nil {
				return err
			} else if !f.Any() {
				return fault.ErrFactorNeeded
			}
		}
		return changedBy(ctx, tx, kind, by.Visit)
	})
}

// Change is who takes a factor away, and whether one must stay.
type Change struct {
	account.Visit
	Required bool
}

// changedBy notes a change of factors by the session of v and ends all others, with
// sign-ins that wait for the factors there were, and forgets their devices: whoever
// changes factors may do so because of them.
func changedBy(ctx context.Context, tx pgx.Tx, kind account.LogKind, v account.Visit) error {
	if err := endSessions(ctx, tx, v.Session, v.Device); err != nil {
		return err
	}
	return appendLog(ctx, tx, kind, v.Browser)
}

// ReplaceCodes stores new recovery codes instead of those left, for an account
// that has a second factor.
func (s Factors) ReplaceCodes(ctx context.Context, codes account.Codes, by account.Visit) (err error) {
	defer db.Translate(&err, "replace recovery codes")
	return s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		f, err := factors(ctx, tx)
		if err != nil {
			return err
		}
		if !f.Any() {
			return fault.ErrNotFound
		}
		if err := insertCodes(ctx, tx, codes.Stored); err != nil {
			return err
		}
		return changedBy(ctx, tx, account.CodesMade, by)
	})
}

// firstCodes stores codes when the account gets its first second factor.
func firstCodes(ctx context.Context, tx pgx.Tx, codes account.Codes) (kept []string, err error) {
	f, err := factors(ctx, tx)
	if err != nil || f.Any() {
		return nil, err
	}
	return codes.Shown, insertCodes(ctx, tx, codes.Stored)
}

func insertCodes(ctx context.Context, tx pgx.Tx, stored []string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM recovery_codes`); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO recovery_codes (code) SELECT unnest($1::text[])`, stored)
	return err
}

// StoredCodes lists the recovery codes not used yet, as they are stored.
func (s Factors) StoredCodes(ctx context.Context) (all []string, err error) {
	defer db.Translate(&err, "recovery codes")
	return db.List(ctx, s.db, pgx.RowTo[string], `SELECT code FROM recovery_codes ORDER BY code`)
}

// SlowCodes hashes slowly what was stored before codes were, and tells how many there
// were. Nobody waits for it: what was used meanwhile stays used.
func (s Factors) SlowCodes(ctx context.Context) (n int, err error) {
	defer db.Translate(&err, "hash recovery codes")
	all, err := s.StoredCodes(ctx)
	if err != nil {
		return 0, err
	}
	quick := slices.DeleteFunc(all, account.Slow)
	if len(quick) == 0 {
		return 0, nil
	}
	slow := account.SlowCodes(quick)
	return len(quick), s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE recovery_codes r SET code = n.slow FROM unnest($1::text[], $2::text[]) AS n(quick, slow) WHERE r.code = n.quick`, quick, slow)
		return err
	})
}
