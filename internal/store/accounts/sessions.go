package accounts

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
)

// Only the database's clock decides whether a session has expired. Nothing here revives a
// session that another replica has ended, because a renewal only updates an existing row.

// A session whose last_seen is in the future was stored while the clock was ahead. It would live
// too long, so it counts as expired. Corrections of less than clockStep are normal.
const (
	clockStep = `interval '1 minute'`
	isOpen    = `s.expires_at > now() AND s.last_seen < now() + ` + clockStep
)

const sessionColumns = `s.id, o.email, s.created_at, s.last_seen, now() - s.last_seen, s.expires_at - now(),
	coalesce(s.confirmed_until - now(), '0'), s.user_agent, s.network,
	EXISTS (SELECT FROM passkeys) OR EXISTS (SELECT FROM authenticators WHERE enabled_at IS NOT NULL)`

func scanSession(row pgx.CollectableRow) (v account.Session, err error) {
	err = row.Scan(&v.ID, &v.Email, &v.CreatedAt, &v.LastSeen, &v.Idle, &v.ExpiresIn, &v.ConfirmedFor, &v.UserAgent, &v.Network, &v.Factor)
	return v, err
}

// Find returns the open session of a token, or ErrNotFound.
func (s Sessions) Find(ctx context.Context, token account.Token) (found account.Session, err error) {
	defer db.Translate(&err, "session")
	return db.One(ctx, s.db, scanSession, `SELECT `+sessionColumns+` FROM sessions s, owner o WHERE s.token = $1 AND `+isOpen, token.Hash())
}

// Extend restarts the idle timeout and returns the remaining time.
func (s Sessions) Extend(ctx context.Context, token account.Token, b account.Browser) (left time.Duration, err error) {
	defer db.Translate(&err, "extend session")
	err = s.db.QueryRow(ctx, `
		UPDATE sessions s SET last_seen = now(), expires_at = least(now() + $2::interval, created_at + $3::interval), user_agent = $4, network = $5
		WHERE token = $1 AND `+isOpen+` RETURNING expires_at - now()`,
		token.Hash(), account.SessionIdle, account.SessionLife, b.UserAgent, b.Network).Scan(&left)
	return left, err
}

// List returns the open sessions: the session with the id first, then the others, most
// recently used first.
func (s Sessions) List(ctx context.Context, first string) (all []account.Session, err error) {
	defer db.Translate(&err, "sessions")
	return db.List(ctx, s.db, scanSession, `
		SELECT `+sessionColumns+` FROM sessions s, owner o WHERE `+isOpen+` ORDER BY s.id = $1 DESC, s.last_seen DESC, s.id`, first)
}

// End signs a browser out: it ends its session and its half session.
func (s Sessions) End(ctx context.Context, token, half account.Token) (err error) {
	defer db.Translate(&err, "end session")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM half_sessions WHERE token = $1`, half.Hash()); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE token = $1`, token.Hash())
		return err
	})
}

// Revoke ends the session with the id, if it is still open.
func (s Sessions) Revoke(ctx context.Context, id string, by account.Browser) (err error) {
	defer db.Translate(&err, "revoke session")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := lockOwner(ctx, tx); err != nil {
			return err
		}
		ended, err := tx.Exec(ctx, `DELETE FROM sessions WHERE id = $1`, id)
		if err != nil || ended.RowsAffected() == 0 {
			return err
		}
		return appendLog(ctx, tx, account.SessionsEnded, by)
	})
}

// EndOthers ends every session except the session of token and forgets every known device except
// v.Device. It also revokes draft links, report links and password reset links.
func (s Sessions) EndOthers(ctx context.Context, token account.Token, v account.Visit) (err error) {
	defer db.Translate(&err, "end other sessions")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := lockOwner(ctx, tx); err != nil {
			return err
		}
		if err := endOthers(ctx, tx, token, v.Device); err != nil {
			return err
		}
		return appendLog(ctx, tx, account.SessionsEnded, v.Browser)
	})
}

// lockOwner must be called first in every transaction that ends sessions. Writes guarded by
// db.StillIn then happen before the end or not at all, and the lock order prevents deadlocks.
func lockOwner(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `SELECT FROM owner FOR UPDATE`)
	return err
}

func endOthers(ctx context.Context, tx pgx.Tx, token, device account.Token) error {
	batch := &pgx.Batch{}
	batch.Queue(`DELETE FROM draft_links`) // an intruder's session may have created some
	batch.Queue(`DELETE FROM report_links`)
	batch.Queue(`DELETE FROM owner_links WHERE purpose = $1`, account.Reset) // or had one mailed to another address
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	return endSessions(ctx, tx, token, device)
}

// endSessions ends all sessions except one. It does not revoke links. It deletes a pending
// authenticator, because its secret may have been shown to an ended session.
func endSessions(ctx context.Context, tx pgx.Tx, token, device account.Token) error {
	batch := &pgx.Batch{}
	batch.Queue(`DELETE FROM sessions WHERE token <> $1`, token.Hash())
	batch.Queue(`DELETE FROM half_sessions`)
	batch.Queue(`DELETE FROM authenticators WHERE enabled_at IS NULL`)
	batch.Queue(`DELETE FROM known_devices WHERE token <> $1`, device.Hash())
	return tx.SendBatch(ctx, batch).Close()
}

// renewToken gives a session a new token, so that a token stolen earlier becomes worthless.
func renewToken(ctx context.Context, tx pgx.Tx, old, renewed account.Token) error {
	return db.Affect(ctx, tx, fault.ErrSignedOut, `UPDATE sessions s SET token = $2 WHERE token = $1 AND `+isOpen, old.Hash(), renewed.Hash())
}

// KnowsDevice reports whether a browser has signed in before.
func (s Sessions) KnowsDevice(ctx context.Context, device account.Token) (known bool, err error) {
	defer db.Translate(&err, "known device")
	err = s.db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM known_devices WHERE token = $1 AND expires_at > now())`, device.Hash()).Scan(&known)
	return known, err
}
