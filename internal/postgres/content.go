package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/content"
	"parichay/locales"
)

// public is what of a collection readers may see on the day that is $1. One with a
// later day than that waits for it.
func public(c *content.Collection) string {
	day := "$1::date"
	if c.Scheduled != "" {
		day = c.Field(c.Scheduled).Column
	}
	return `deleted_at IS NULL AND ` + published(c) + ` AND ` + day + ` <= $1`
}

// Public lists all of a collection that is public on a day, in its order.
func (s Items) Public(ctx context.Context, c *content.Collection, day time.Time) (items []content.Item, err error) {
	defer translate(&err, "public %s", c.Name)
	return list(ctx, s.db, scanner(c), selectPublic(c)+` ORDER BY `+order(c), day)
}

// PublicPage lists a part of it, and how much there is in all.
func (s Items) PublicPage(ctx context.Context, c *content.Collection, day time.Time, offset, limit int) (items []content.Item, total int, err error) {
	defer translate(&err, "page of public %s", c.Name)
	// The count must belong to the list.
	err = s.db.snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM `+c.Table+` WHERE `+public(c), day).Scan(&total); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, selectPublic(c)+` ORDER BY `+order(c)+` OFFSET $2 LIMIT $3`, day, offset, limit)
		if err != nil {
			return err
		}
		items, err = pgx.CollectRows(rows, scanner(c))
		return err
	})
	return items, total, err
}

// PublicItem returns one item that is public on a day, or ErrNotFound.
func (s Items) PublicItem(ctx context.Context, c *content.Collection, day time.Time, id string) (item content.Item, err error) {
	defer translate(&err, "public item %q of %s", id, c.Name)
	return one(ctx, s.db, scanner(c), selectPublic(c)+` AND id = $2`, day, id)
}

func selectPublic(c *content.Collection) string {
	return `SELECT ` + itemColumns(c) + ` FROM ` + c.Table + ` WHERE ` + public(c)
}

func scanner(c *content.Collection) pgx.RowToFunc[content.Item] {
	return func(row pgx.CollectableRow) (content.Item, error) { return scanItem(c, row) }
}

// Address is enough of an item to list it in a sitemap.
type Address struct {
	ID      string
	Changed string         // day of the last change
	Written []locales.Lang // languages it can be read in, besides English
}

// Addresses lists every item of a collection that is public on a day.
func (s Items) Addresses(ctx context.Context, c *content.Collection, day time.Time) (all []Address, err error) {
	defer translate(&err, "addresses of %s", c.Name)
	return list(ctx, s.db, pgx.RowToStructByPos[Address], `
		SELECT id, to_char(greatest(updated_at::date, `+c.Field(c.Scheduled).Column+`), 'YYYY-MM-DD'),
			ARRAY(SELECT lang FROM jsonb_each(translations) AS t (lang, texts) WHERE texts ?& $2 ORDER BY lang DESC)
		FROM `+c.Table+` WHERE `+public(c)+` ORDER BY `+order(c), day, c.MustBeTranslated())
}
