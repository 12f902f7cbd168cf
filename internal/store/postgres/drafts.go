package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/domain/content"
	"parichay/internal/store/db"
)

// Share creates a link to an item for readers without an account, and returns its expiry. It
// replaces the item's earlier link.
func (s Items) Share(ctx context.Context, c *content.Collection, id string, token account.Token) (until time.Time, err error) {
	defer db.Translate(&err, "share %q of %s", id, c.Name)
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.StillIn(ctx, tx); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `
			INSERT INTO draft_links (token, collection, item_id, expires_at)
			SELECT $1, $2, id, now() + $4::interval FROM `+c.Table+` WHERE id = $3 AND deleted_at IS NULL
			ON CONFLICT (collection, item_id) DO UPDATE SET token = EXCLUDED.token, expires_at = EXCLUDED.expires_at RETURNING expires_at`,
			token.Hash(), c.Name, id, content.DraftLinkLife).Scan(&until)
	})
	return until, err
}

// SharedUntil returns the expiry of the link to an item, or ErrNotFound.
func (s Items) SharedUntil(ctx context.Context, c *content.Collection, id string) (until time.Time, err error) {
	defer db.Translate(&err, "link to %q of %s", id, c.Name)
	return db.One(ctx, s.db.DB, pgx.RowTo[time.Time], `
		SELECT expires_at FROM draft_links WHERE collection = $1 AND item_id = $2 AND expires_at > now()`, c.Name, id)
}

// Unshare revokes the link to an item, if there is one.
func (s Items) Unshare(ctx context.Context, c *content.Collection, id string) (err error) {
	defer db.Translate(&err, "revoke link to %q of %s", id, c.Name)
	_, err = s.db.Exec(ctx, `DELETE FROM draft_links WHERE collection = $1 AND item_id = $2`, c.Name, id)
	return err
}

// Shared returns the item of a draft link, public or not, or ErrNotFound.
func (s Items) Shared(ctx context.Context, c *content.Collection, token account.Token) (item content.Item, err error) {
	defer db.Translate(&err, "shared item of %s", c.Name)
	return db.One(ctx, s.db.DB, scanner(c), `SELECT `+itemColumns(c)+` FROM `+c.Table+` WHERE deleted_at IS NULL
		AND id = (SELECT item_id FROM draft_links WHERE token = $1 AND collection = $2 AND expires_at > now())`, token.Hash(), c.Name)
}
