package visits

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
)

// Link gives access to the reports without signing in.
type Link struct {
	ID        int64     `json:"id"`
	Label     string    `json:"label" doc:"Whom it is for, in the owner's words; its readers are not shown it"`
	Money     bool      `json:"money" doc:"Whether its readers see what won leads are worth"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// MostLinks is how many links may be valid at a time.
const MostLinks = 20

const linkColumns = `id, label, money, created_at, expires_at`

// Share creates a link to the reports. It returns ErrFull if there are MostLinks already.
func (s Reports) Share(ctx context.Context, token account.Token, label string, money bool, life time.Duration) (made Link, err error) {
	defer db.Translate(&err, "share reports")
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.StillIn(ctx, tx); err != nil {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue(`LOCK TABLE report_links IN SHARE ROW EXCLUSIVE MODE`) // concurrent calls must not exceed the limit
		batch.Queue(`DELETE FROM report_links WHERE expires_at <= now()`)
		if err := tx.SendBatch(ctx, batch).Close(); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `
			INSERT INTO report_links (token, label, money, expires_at) SELECT $1, $2, $3, now() + $4::interval
			WHERE (SELECT count(*) FROM report_links) < $5 RETURNING `+linkColumns, token.Hash(), label, money, life, MostLinks)
		all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Link])
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return fault.ErrFull
		}
		made = all[0]
		return nil
	})
	return made, err
}

// Shared lists the valid links, newest first.
func (s Reports) Shared(ctx context.Context) (all []Link, err error) {
	defer db.Translate(&err, "report links")
	return db.List(ctx, s.db, pgx.RowToStructByPos[Link], `SELECT `+linkColumns+` FROM report_links WHERE expires_at > now() ORDER BY id DESC`)
}

// Unshare revokes a link. It returns ErrNotFound if there is none.
func (s Reports) Unshare(ctx context.Context, id int64) (err error) {
	defer db.Translate(&err, "revoke report link")
	ended, err := s.db.Exec(ctx, `DELETE FROM report_links WHERE id = $1`, id)
	if err == nil && ended == 0 {
		return fault.ErrNotFound
	}
	return err
}

// Opened returns the valid link of a token, or ErrNotFound.
func (s Reports) Opened(ctx context.Context, token account.Token) (link Link, err error) {
	defer db.Translate(&err, "open reports")
	return db.One(ctx, s.db, pgx.RowToStructByPos[Link], `SELECT `+linkColumns+` FROM report_links WHERE token = $1 AND expires_at > now()`, token.Hash())
}
