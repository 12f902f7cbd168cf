package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
)

// mostLinks is how many mailed links of a purpose work at once. Anybody may ask for one, so
// a new one must not end the one that the owner is about to open.
const mostLinks = 10

const isGood = `token = $1 AND purpose = $2 AND expires_at > now()`

// NewLink makes a link for whoever runs the program and ends the purpose's earlier ones. A
// link that makes the account is refused with ErrConflict once there is an owner, any other
// with ErrNotFound while there is none.
func (s Account) NewLink(ctx context.Context, purpose account.Purpose) (token account.Token, err error) {
	defer db.Translate(&err, "new link")
	token = account.NewToken()
	return token, s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error { return addLink(ctx, tx, purpose, token, 0) })
}

// NewLinkFor makes a link that is mailed to an address, or returns ErrNotFound if the account
// has another address by now. Of the earlier links the newest stay.
func (s Account) NewLinkFor(ctx context.Context, purpose account.Purpose, email string) (token account.Token, err error) {
	defer db.Translate(&err, "new link")
	token = account.NewToken()
	return token, s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.Affect(ctx, tx, fault.ErrNotFound, `SELECT FROM owner WHERE email = $1 FOR SHARE`, email); err != nil {
			return err
		}
		return addLink(ctx, tx, purpose, token, mostLinks-1)
	})
}

// addLink stores a link and retains the newest earlier ones of its purpose.
func addLink(ctx context.Context, tx pgx.Tx, purpose account.Purpose, token account.Token, retained int) error {
	if err := allowed(ctx, tx, purpose); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		DELETE FROM owner_links WHERE purpose = $1 AND token NOT IN (
			SELECT token FROM owner_links WHERE purpose = $1 ORDER BY made_at DESC LIMIT $2)`, purpose, retained); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO owner_links (token, purpose, expires_at) VALUES ($1, $2, now() + $3::interval)`,
		token.Hash(), purpose, purpose.Life())
	return err
}

// allowed tells whether links of a purpose have a meaning now.
func allowed(ctx context.Context, tx pgx.Tx, purpose account.Purpose) error {
	var owned bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM owner)`).Scan(&owned)
	switch {
	case err != nil:
		return err
	case purpose == account.SetUp && owned:
		return fault.ErrConflict
	case purpose != account.SetUp && !owned:
		return fault.ErrNotFound
	}
	return nil
}

// CheckOwned is ErrNotFound while there is no owner.
func (s Account) CheckOwned(ctx context.Context) (err error) {
	defer db.Translate(&err, "check owned")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error { return allowed(ctx, tx, account.Reset) })
}

// CheckLink tells whether a link works, as NewLink does, and with ErrNotFound when it
// was used, has expired or never was.
func (s Account) CheckLink(ctx context.Context, purpose account.Purpose, token account.Token) (err error) {
	defer db.Translate(&err, "check link")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := allowed(ctx, tx, purpose); err != nil {
			return err
		}
		return db.Affect(ctx, tx, fault.ErrNotFound, `SELECT FROM owner_links WHERE `+isGood, token.Hash(), purpose)
	})
}

// MakeOwner uses a link up to make the account and opens the session of v. Of several
// that try at once one succeeds.
func (s Account) MakeOwner(ctx context.Context, link account.Token, o account.Owner, v account.Visit) (err error) {
	defer db.Translate(&err, "make owner")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.Affect(ctx, tx, fault.ErrNotFound, `DELETE FROM owner_links WHERE `+isGood, link.Hash(), account.SetUp); err != nil {
			return err
		}
		if err := db.Affect(ctx, tx, fault.ErrConflict, `INSERT INTO owner (email, password_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
			o.Email, o.PasswordHash); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM owner_links`); err != nil {
			return err
		}
		if err := appendLog(ctx, tx, account.OwnerMade, v.Browser); err != nil {
			return err
		}
		return openSession(ctx, tx, account.SignedIn, v)
	})
}

// ResetPassword uses a link up to store another password. All sessions end and all
// devices are forgotten; second factors stay.
func (s Account) ResetPassword(ctx context.Context, link account.Token, from, to account.Owner, by account.Browser) (err error) {
	defer db.Translate(&err, "reset password")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := lockOwner(ctx, tx); err != nil {
			return err
		}
		if err := db.Affect(ctx, tx, fault.ErrNotFound, `DELETE FROM owner_links WHERE `+isGood, link.Hash(), account.Reset); err != nil {
			return err
		}
		if err := db.Affect(ctx, tx, fault.ErrConflict, `UPDATE owner SET password_hash = $3, updated_at = now() WHERE email = $1 AND password_hash = $2`,
			from.Email, from.PasswordHash, to.PasswordHash); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM owner_links`); err != nil {
			return err
		}
		if err := endOthers(ctx, tx, "", ""); err != nil {
			return err
		}
		return appendLog(ctx, tx, account.PasswordReset, by)
	})
}
