package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
)

// Passkeys lists the registered passkeys, oldest first.
func (s Factors) Passkeys(ctx context.Context) (all []account.Passkey, err error) {
	defer db.Translate(&err, "passkeys")
	return db.List(ctx, s.db, func(row pgx.CollectableRow) (p account.Passkey, err error) {
		return p, row.Scan(&p.ID, &p.Name, &p.CreatedAt, &p.LastUsed, &p.Credential)
	}, `SELECT id, name, created_at, last_used, credential FROM passkeys ORDER BY id`)
}

// AddPasskey stores a passkey. If it is the account's first factor, AddPasskey also stores the
// recovery codes and returns them.
func (s Factors) AddPasskey(ctx context.Context, p account.Passkey, codes account.Codes, by account.Visit) (shown []string, err error) {
	defer db.Translate(&err, "add passkey")
	err = s.change(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := useChallenge(ctx, tx, p.Challenge); err != nil {
			return err
		}
		if shown, err = firstCodes(ctx, tx, codes); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO passkeys (credential_id, credential, name) VALUES ($1, $2, $3)`,
			p.Credential.ID, p.Credential, p.Name); err != nil {
			return err
		}
		return changedBy(ctx, tx, account.PasskeyAdded, by)
	})
	return shown, err
}

// NamePasskey renames a passkey.
func (s Factors) NamePasskey(ctx context.Context, id int64, name string) (err error) {
	defer db.Translate(&err, "name passkey")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return db.Affect(ctx, tx, fault.ErrNotFound, `UPDATE passkeys SET name = $2 WHERE id = $1`, id, name)
	})
}

// useChallenge marks a challenge as used, in the transaction that the answer authorises, or refuses
// a second answer. It is called only for valid signatures, so strangers cannot store rows.
func useChallenge(ctx context.Context, tx pgx.Tx, challenge string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM used_challenges WHERE expires_at < now()`); err != nil {
		return err
	}
	return db.Affect(ctx, tx, fault.ErrCredentials, `INSERT INTO used_challenges (challenge, expires_at) VALUES ($1, now() + $2::interval) ON CONFLICT DO NOTHING`,
		challenge, account.UsedLife)
}
