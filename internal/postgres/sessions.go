package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// Sessions keeps scs's session data. Times are handed over as durations, so only
// the database's clock decides what has expired.
type Sessions struct{ *Store }

// FindCtx returns the data of a session that has not expired.
func (s Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	defer translate(&err, "find session")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = s.pool.QueryRow(ctx, `SELECT data FROM sessions WHERE token = $1 AND expires_at > now()`, token).Scan(&data)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	return data, err == nil, err
}

// CommitCtx stores the session until expiry.
func (s Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) (err error) {
	defer translate(&err, "commit session")
	return s.write(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO sessions (token, data, expires_at) VALUES ($1, $2, now() + $3::interval)
			ON CONFLICT (token) DO UPDATE SET data = $2, expires_at = now() + $3::interval`,
			token, data, time.Until(expiry))
		return err
	})
}

// DeleteCtx ends a session.
func (s Sessions) DeleteCtx(ctx context.Context, token string) (err error) {
	defer translate(&err, "delete session")
	return s.write(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE token = $1`, token)
		return err
	})
}

// Find is FindCtx without a context, as are the two below: scs.Store wants them,
// and scs uses the others wherever it has a context.
func (s Sessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (s Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context.
func (s Sessions) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }
