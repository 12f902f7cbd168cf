package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/internal/postgres/db"
)

// Passkeys lists the registered passkeys, oldest first.
func (s Factors) Passkeys(ctx context.Context) (all []account.Passkey, err error) {
	defer db.Translate(&err, "passkeys")
	return db.List(ctx, s.db, func(row pgx.CollectableRow) (p account.Passkey, err error) {
		return p, row.Scan(&p.ID, &p.Name, &p.CreatedAt, &p.LastUsed, &p.Credential)
	}, `SELECT id, name, created_at, last_used, credential FROM passkeys ORDER BY id`)
}

// AddPasskey stores a passkey. It returns the recovery codes if it stored them,
// as an account's first factor makes it do.
func (s Factors) AddPasskey(ctx context.Context, p account.Passkey, codes []string, by account.Browser) (kept []string, err error) {
	defer db.Translate(&err, "add passkey")
	err = s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if kept, err = firstCodes(ctx, tx, codes); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO passkeys (credential_id, credential, name) VALUES ($1, $2, $3)`,
			p.Credential.ID, p.Credential, p.Name); err != nil {
			return err
		}
		return appendLog(ctx, tx, account.PasskeyAdded, by)
	})
	return kept, err
}

// NamePasskey gives a passkey another name.
func (s Factors) NamePasskey(ctx context.Context, id int64, name string) (err error) {
	defer db.Translate(&err, "name passkey")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return db.Affect(ctx, tx, fault.ErrNotFound, `UPDATE passkeys SET name = $2 WHERE id = $1`, id, name)
	})
}

// KeepChallenge remembers a question until it is answered; session is that of a
// registration, empty otherwise.
func (s Factors) KeepChallenge(ctx context.Context, c account.Challenge, session string) error {
	return s.keepChallenge(ctx, c, session, "", 1)
}

// KeepStrangersChallenge does the same for anybody, while fewer than most of
// that network's questions are open.
func (s Factors) KeepStrangersChallenge(ctx context.Context, c account.Challenge, network string, most int) error {
	return s.keepChallenge(ctx, c, "", network, most)
}

func (s Factors) keepChallenge(ctx context.Context, c account.Challenge, session, network string, most int) (err error) {
	defer db.Translate(&err, "keep challenge")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM challenges WHERE expires_at < now()`); err != nil {
			return err
		}
		return db.Affect(ctx, tx, fault.TooMany{RetrySeconds: int(account.ChallengeLife.Seconds())}, `
			INSERT INTO challenges (challenge, session, network, data, expires_at) SELECT $1, $2, $3, $4, now() + $5::interval
			WHERE (SELECT count(*) FROM challenges WHERE network = $3 AND network <> '') < $6`,
			c.Value, session, network, c.Data, account.ChallengeLife, most)
	})
}

// TakeChallenge returns a challenge to check an answer against, once.
func (s Factors) TakeChallenge(ctx context.Context, value, session string) (c account.Challenge, err error) {
	defer db.Translate(&err, "take challenge")
	c.Value = value
	err = s.db.QueryRow(ctx, `DELETE FROM challenges WHERE challenge = $1 AND session = $2 AND expires_at > now() RETURNING data`,
		value, session).Scan(&c.Data)
	return c, err
}
