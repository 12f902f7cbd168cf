package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
)

// mostLinks is how many mailed links per purpose are valid at once. Anybody may request a link, so
// a new one must not revoke the one that the owner is about to open.
const mostLinks = 10

const isGood = `token = $1 AND purpose = $2 AND expires_at > now()`

// NewLink creates a link for the operator and revokes earlier links of the purpose. A set-up link
// is refused with ErrConflict if there is an owner, any other link with ErrNotFound if there is
// none.
func (s Account) NewLink(ctx context.Context, purpose account.Purpose) (token account.Token, err error) {
	defer db.Translate(&err, "new link")
	token = account.NewToken()
	return token, s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error { return addLink(ctx, tx, purpose, token, 0) })
}

// NewLinkFor creates a link to be mailed to email. It returns ErrNotFound if email is not the
// account's address any more. The newest earlier links stay valid.
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

// addLink stores a link. Of the earlier links of its purpose it retains the given number of
// newest ones and revokes the others.
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

// allowed returns an error if a link of the purpose makes no sense while there is (or is not)
// an owner, see NewLink.
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

// CheckOwned returns ErrNotFound while there is no owner.
func (s Account) CheckOwned(ctx context.Context) (err error) {
	defer db.Translate(&err, "check owned")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error { return allowed(ctx, tx, account.Reset) })
}

// CheckLink returns the errors of NewLink, and ErrNotFound if the link was used, has expired or
// never existed.
func (s Account) CheckLink(ctx context.Context, purpose account.Purpose, token account.Token) (err error) {
	defer db.Translate(&err, "check link")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := allowed(ctx, tx, purpose); err != nil {
			return err
		}
		return db.Affect(ctx, tx, fault.ErrNotFound, `SELECT FROM owner_links WHERE `+isGood, token.Hash(), purpose)
	})
}

// MakeOwner uses up a set-up link, creates the account and opens the session of v. Of several
// concurrent calls one succeeds.
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

// ResetPassword uses up a reset link and stores a new password. It ends all sessions and forgets
// all devices; second factors stay.
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
