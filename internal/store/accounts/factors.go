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

// pendingLife is how long the secret of a pending authenticator is stored. The server stores it
// because switching to the app on the same phone may unload the page.
const pendingLife = 15 * time.Minute

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func factors(ctx context.Context, q querier) (f account.Factors, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM authenticators WHERE enabled_at IS NOT NULL),
		(SELECT count(*) FROM passkeys), (SELECT count(*) FROM recovery_codes)`).Scan(&f.TOTP, &f.Passkeys, &f.Codes)
	return f, err
}

// change runs fn in a transaction that waits for concurrent credential changes and sign-ins. It
// fails if the session of ctx has ended meanwhile.
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

// Enabled returns the second factors that are set up.
func (s Factors) Enabled(ctx context.Context) (f account.Factors, err error) {
	defer db.Translate(&err, "factors")
	return factors(ctx, s.db)
}

// about is the sealing context of an authenticator's secret.
const about = "authenticators.secret"

// With returns the same store with secrets sealed by key.
func (s Factors) With(key *seal.Key) Factors {
	s.key = key
	return s
}

// open decrypts a stored secret. A secret that was sealed with a different key counts as missing:
// its codes cannot be checked, and other ways to sign in keep working.
func (s Factors) open(t *account.TOTP, err error) error {
	if err != nil {
		return err
	}
	if t.Secret, err = s.key.Open(t.Secret, about); err != nil {
		return fmt.Errorf("%w: %w", fault.ErrNotFound, err)
	}
	return nil
}

// Sealed returns the number of sealed secrets, and how many of them this key cannot open. It
// changes nothing.
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

// SealSecrets seals secrets that were stored before a key existed, and returns how many
// secrets this key cannot open.
func (s Factors) SealSecrets(ctx context.Context) (unreadable int, err error) {
	defer db.Translate(&err, "seal secrets")
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, `SELECT id, secret FROM authenticators FOR UPDATE`) // rows also reports this error
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

// BeginTOTP stores fresh as the pending authenticator, unless one is pending already, and returns
// the pending one.
func (s Factors) BeginTOTP(ctx context.Context, fresh account.TOTP) (t account.TOTP, err error) {
	defer db.Translate(&err, "begin authenticator")
	err = s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM authenticators WHERE enabled_at IS NULL AND created_at <= now() - $1::interval`, pendingLife); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `SELECT id, secret FROM authenticators WHERE enabled_at IS NULL`).Scan(&t.ID, &t.Secret)
		if err = s.open(&t, err); errors.Is(err, fault.ErrNotFound) { // sealed with a different key: start over
			_, err = tx.Exec(ctx, `DELETE FROM authenticators WHERE enabled_at IS NULL`)
		} else if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		t.Secret = fresh.Secret
		if s.key == nil {
			slog.WarnContext(ctx, "storing the authenticator secret unencrypted because there is no key", "remedy", "restart the program, which creates a key and encrypts the secret; if pictures are in a bucket, set PARICHAY_SECRET_KEY")
		}
		return tx.QueryRow(ctx, `INSERT INTO authenticators (secret) VALUES ($1) RETURNING id`, s.key.Seal(t.Secret, about)).Scan(&t.ID)
	})
	return t, err
}

// EnableTOTP replaces the authenticator in use with the pending one. If it is the account's first
// factor, EnableTOTP also stores the recovery codes and returns them.
func (s Factors) EnableTOTP(ctx context.Context, t account.TOTP, codes account.Codes, by account.Visit) (shown []string, err error) {
	defer db.Translate(&err, "enable authenticator")
	err = s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if shown, err = firstCodes(ctx, tx, codes); err != nil {
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
	return shown, err
}

// RemoveTOTP removes the authenticator app.
func (s Factors) RemoveTOTP(ctx context.Context, by Change) error {
	return s.remove(ctx, account.TOTPRemoved, by, `DELETE FROM authenticators WHERE enabled_at IS NOT NULL`)
}

// RemovePasskey removes a passkey.
func (s Factors) RemovePasskey(ctx context.Context, id int64, by Change) error {
	return s.remove(ctx, account.PasskeyRemoved, by, `DELETE FROM passkeys WHERE id = $1`, id)
}

// TakeBackSince removes the factors that were added since then, because the owner says that somebody
// else added them. It returns ErrNotFound if there are none.
func (s Factors) TakeBackSince(ctx context.Context, added account.LogKind, then time.Time, by account.Visit) error {
	then = then.Add(-transactionTime) // a row is stamped with the start of its transaction
	if added == account.TOTPAdded {
		return s.remove(ctx, account.TOTPRemoved, Change{Visit: by}, `DELETE FROM authenticators WHERE enabled_at >= $1`, then)
	}
	return s.remove(ctx, account.PasskeyRemoved, Change{Visit: by}, `DELETE FROM passkeys WHERE created_at >= $1`, then)
}

// TakeCodesBack deletes all recovery codes, because the owner says that somebody else created
// them. It returns ErrNotFound if there are none.
func (s Factors) TakeCodesBack(ctx context.Context, by account.Visit) error {
	return s.remove(ctx, account.CodesRemoved, Change{Visit: by}, `DELETE FROM recovery_codes`)
}

// transactionTime is the maximum duration of a transaction that adds a factor.
const transactionTime = 10 * time.Second

// remove deletes a factor. With the last factor it also deletes the recovery codes, which are
// useless without one.
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

// Change describes the removal of a factor.
type Change struct {
	account.Visit
	Required bool // at least one factor must remain
}

// changedBy logs a change of factors by the session of v. It ends all other sessions and half
// sessions and forgets their devices, because the owner may have changed the factors to lock an
// intruder out.
func changedBy(ctx context.Context, tx pgx.Tx, kind account.LogKind, v account.Visit) error {
	if err := endSessions(ctx, tx, v.Session, v.Device); err != nil {
		return err
	}
	return appendLog(ctx, tx, kind, v.Browser)
}

// ReplaceCodes replaces the recovery codes. It returns ErrNotFound for an account without a second
// factor.
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

// firstCodes stores codes and returns them in clear text if the account has no second factor
// yet. Otherwise it returns nil.
func firstCodes(ctx context.Context, tx pgx.Tx, codes account.Codes) (shown []string, err error) {
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

// StoredCodes lists the unused recovery codes as stored, that is, hashed.
func (s Factors) StoredCodes(ctx context.Context) (all []string, err error) {
	defer db.Translate(&err, "recovery codes")
	return db.List(ctx, s.db, pgx.RowTo[string], `SELECT code FROM recovery_codes ORDER BY code`)
}

// SlowCodes replaces the fast hashes of an earlier release with slow ones, and returns how many it
// replaced. It hashes without a lock; a code that is used meanwhile stays used.
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
