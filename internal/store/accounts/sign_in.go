package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
)

// PassPassword accepts a correct password. It opens the session of v or, if the account has a
// second factor, its half session. It returns the account's factors.
func (s Sessions) PassPassword(ctx context.Context, p account.Proof, v account.Visit) (f account.Factors, err error) {
	defer db.Translate(&err, "pass password")
	err = s.prove(ctx, p, func(ctx context.Context, tx pgx.Tx) error {
		if f, err = factors(ctx, tx); err != nil {
			return err
		}
		if !f.Any() {
			return openSession(ctx, tx, account.SignedIn, v)
		}
		_, err := tx.Exec(ctx, `INSERT INTO half_sessions (token, expires_at) VALUES ($1, now() + $2::interval)`, v.Half.Hash(), account.HalfLife)
		return err
	})
	return f, err
}

// Half returns the factors that can complete a half session, or ErrNotFound.
func (s Sessions) Half(ctx context.Context, half account.Token) (f account.Factors, err error) {
	defer db.Translate(&err, "half session")
	var found bool
	if err := s.db.QueryRow(ctx, `SELECT true FROM half_sessions WHERE token = $1 AND expires_at > now() AND attempts < $2`,
		half.Hash(), account.HalfAttempts).Scan(&found); err != nil {
		return f, err
	}
	return factors(ctx, s.db)
}

// TryHalf counts an attempt to complete a half session. It returns ErrNotFound if the half session
// is missing, has expired or was tried too often.
func (s Sessions) TryHalf(ctx context.Context, half account.Token) (err error) {
	defer db.Translate(&err, "try half session")
	var n int
	return s.db.QueryRow(ctx, `
		UPDATE half_sessions SET attempts = attempts + 1 WHERE token = $1 AND expires_at > now() AND attempts < $2 RETURNING attempts`,
		half.Hash(), account.HalfAttempts).Scan(&n)
}

// CompleteHalf turns a half session into the session of v.
func (s Sessions) CompleteHalf(ctx context.Context, half account.Token, p account.Proof, how account.LogKind, v account.Visit) (err error) {
	defer db.Translate(&err, "complete half session")
	return s.prove(ctx, p, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.Affect(ctx, tx, fault.ErrSignedOut, `DELETE FROM half_sessions WHERE token = $1 AND expires_at > now()`, half.Hash()); err != nil {
			return err
		}
		return openSession(ctx, tx, how, v)
	})
}

// SignIn opens the session of v for a proof that needs no second factor.
func (s Sessions) SignIn(ctx context.Context, p account.Proof, how account.LogKind, v account.Visit) (err error) {
	defer db.Translate(&err, "sign in")
	return s.prove(ctx, p, func(ctx context.Context, tx pgx.Tx) error {
		return openSession(ctx, tx, how, v)
	})
}

// Confirm lets the session of token change credentials for account.ConfirmLife, under the new token
// of v.
func (s Sessions) Confirm(ctx context.Context, token account.Token, p account.Proof, v account.Visit) (err error) {
	defer db.Translate(&err, "confirm")
	return s.prove(ctx, p, func(ctx context.Context, tx pgx.Tx) error {
		if err := renewToken(ctx, tx, token, v.Session); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE sessions SET confirmed_until = now() + $2::interval WHERE token = $1`, v.Session.Hash(), account.ConfirmLife)
		return err
	})
}

// prove uses up a proof and runs fn in the same transaction.
func (s Sessions) prove(ctx context.Context, p account.Proof, fn func(context.Context, pgx.Tx) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := useProof(ctx, tx, p); err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

// useProof uses up a proof. It takes the shared lock first. A concurrent credential change then
// either waits and ends the session that this transaction opens, or is committed and makes the
// proof fail.
func useProof(ctx context.Context, tx pgx.Tx, p account.Proof) error {
	refused := func(sql string, args ...any) error { return db.Affect(ctx, tx, fault.ErrCredentials, sql, args...) }
	if err := refused(`SELECT FROM owner WHERE email = $1 AND password_hash = $2 FOR SHARE`, p.Owner.Email, p.Owner.PasswordHash); err != nil {
		return err
	}
	if p.TOTP != nil {
		if err := refused(`UPDATE authenticators SET last_step = $2 WHERE id = $1 AND enabled_at IS NOT NULL AND last_step < $2`,
			p.TOTP.ID, p.TOTP.LastStep); err != nil {
			return err
		}
	}
	if p.Recovery != "" {
		if err := refused(`DELETE FROM recovery_codes WHERE code = $1`, p.Recovery); err != nil {
			return err
		}
	}
	if p.Challenge != "" {
		if err := useChallenge(ctx, tx, p.Challenge); err != nil {
			return err
		}
	}
	if p.Passkey != nil {
		return refused(`UPDATE passkeys SET credential = $2, last_used = now() WHERE id = $1`, p.Passkey.ID, p.Passkey.Credential)
	}
	return nil
}

// openSession stores a session and its known device. A new session counts as confirmed.
func openSession(ctx context.Context, tx pgx.Tx, how account.LogKind, v account.Visit) error {
	if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE token = $1`, v.Former.Hash()); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO sessions (token, expires_at, user_agent, network, confirmed_until) VALUES ($1, now() + $2::interval, $3, $4, now() + $5::interval)`,
		v.Session.Hash(), account.SessionIdle, v.UserAgent, v.Network, account.ConfirmLife); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO known_devices (token, expires_at) VALUES ($1, now() + $2::interval)
		ON CONFLICT (token) DO UPDATE SET expires_at = excluded.expires_at`,
		v.Device.Hash(), account.DeviceLife); err != nil {
		return err
	}
	return appendLog(ctx, tx, how, v.Browser)
}
