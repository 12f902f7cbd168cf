package db

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/kit/fault"
)

type sessionKey struct{}

// As is a context in which things are done by a session; it goes by the hash of its token.
func As(ctx context.Context, session string) context.Context {
	return context.WithValue(ctx, sessionKey{}, session)
}

// StillIn refuses a session that was ended meanwhile with ErrSignedOut: for what must not
// be stored after that. Whoever ends sessions locks the owner's row, and is waited for.
// What no session does is let through.
func StillIn(ctx context.Context, tx pgx.Tx) error {
	session, _ := ctx.Value(sessionKey{}).(string)
	if session == "" {
		return nil
	}
	if _, err := tx.Exec(ctx, `SELECT FROM owner FOR SHARE`); err != nil {
		return err
	}
	return Affect(ctx, tx, fault.ErrSignedOut, `SELECT FROM sessions WHERE token = $1 AND expires_at > now()`, session)
}
