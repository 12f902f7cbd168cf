package db

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/kit/fault"
)

type sessionKey struct{}

// As returns a context that acts for a session, which is given by the hash of its token.
func As(ctx context.Context, session string) context.Context {
	return context.WithValue(ctx, sessionKey{}, session)
}

// StillIn returns ErrSignedOut if the session of ctx has ended. It guards writes that must not
// happen after that: code that ends sessions locks the owner's row, and StillIn waits for it. A
// context without a session passes.
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
