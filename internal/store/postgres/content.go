package postgres

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/store/db"
	"parichay/locales"
)

// public returns the condition for items that readers may see at the time $1, in Indian time. Items
// with a later day or hour are not public yet.
func public(c *content.Collection) string {
	return present(c) + ` AND ` + due(c, "$1::timestamp")
}

// due returns the condition that an item's day and hour have been reached at a time, in Indian
// time.
func due(c *content.Collection, at string) string {
	if c.Scheduled == "" {
		return at + ` IS NOT NULL`
	}
	return c.Field(c.Scheduled).Column + ` <= ` + at + `::date AND ` + begun(c, at)
}

// begun returns the condition that an item's hour has been reached, given that its day has
// been.
func begun(c *content.Collection, at string) string {
	if c.Hour == "" {
		return `true`
	}
	return `(` + c.Field(c.Scheduled).Column + ` < ` + at + `::date OR ` + c.Field(c.Hour).Column + ` <= to_char(` + at + `, 'HH24:MI'))`
}

// waits returns the condition that an item's day and hour have not been reached at a time. The
// first part compares only the day, so that the index is used.
func waits(c *content.Collection, at string) string {
	if c.Scheduled == "" {
		return at + ` IS NULL`
	}
	return c.Field(c.Scheduled).Column + ` >= ` + at + `::date AND NOT (` + due(c, at) + `)`
}

// Upcoming lists the next scheduled items of a collection, which readers may not see yet.
func (s Items) Upcoming(ctx context.Context, c *content.Collection, at time.Time, limit int) (items []content.Item, err error) {
	defer db.Translate(&err, "upcoming %s", c.Name)
	day := c.Field(c.Scheduled).Column
	return db.List(ctx, s.db.DB, scanner(c), `SELECT `+itemColumns(c)+` FROM `+c.Table+` WHERE `+present(c)+`
		AND (`+day+` > $1::timestamp::date OR NOT `+begun(c, "$1::timestamp")+`) ORDER BY `+day+`, `+c.Field(c.Hour).Column+`, id LIMIT $2`, at, limit)
}

// Limits on how many past and future moments are read.
const passedMoments, comingMoments = 100, 1000

// momentsOf selects the moments around the time $1 at which items of a scheduled collection become
// public at an hour.
func momentsOf(c *content.Collection) string {
	day, hour := c.Field(c.Scheduled).Column, c.Field(c.Hour).Column
	part := func(side, direction string, most int) string {
		return `(SELECT DISTINCT ` + day + `, ` + hour + ` FROM ` + c.Table + ` WHERE ` + hour + ` <> '' AND ` + present(c) + `
			AND (` + day + `, ` + hour + `) ` + side + ` ($1::timestamp::date, to_char($1::timestamp, 'HH24:MI'))
			ORDER BY ` + day + direction + `, ` + hour + direction + ` LIMIT ` + strconv.Itoa(most) + `)`
	}
	return `SELECT to_char(` + day + `, 'YYYY-MM-DD') || 'T' || ` + hour + ` FROM (` + part("<=", " DESC", passedMoments) + ` UNION ALL ` + part(">", "", comingMoments) + `) AS m
		ORDER BY 1`
}

// present returns the condition for items that readers may see now or at a scheduled time. A
// named site does not show samples.
func present(c *content.Collection) string {
	where := `deleted_at IS NULL AND ` + published(c)
	if c.Samples {
		where += ` AND NOT (sample AND (SELECT named FROM site_version))`
	}
	return where
}

// Public lists all items of a collection that are public at a time, in the collection's order.
func (s Items) Public(ctx context.Context, c *content.Collection, day time.Time) (items []content.Item, err error) {
	defer db.Translate(&err, "public %s", c.Name)
	return db.List(ctx, s.db.DB, scanner(c), selectPublic(c)+` ORDER BY `+order(c), day)
}

// PublicPage lists one page of the items that Public lists.
func (s Items) PublicPage(ctx context.Context, c *content.Collection, day time.Time, offset, limit int) (items []content.Item, err error) {
	defer db.Translate(&err, "page of public %s", c.Name)
	return db.List(ctx, s.db.DB, scanner(c), selectPublic(c)+` ORDER BY `+order(c)+` OFFSET $2 LIMIT $3`, day, offset, limit)
}

// onPage returns the condition for the rows of a page: limit $3, offset $2. It selects by id first,
// because the other columns would otherwise be computed for skipped rows, too.
func onPage(c *content.Collection) string {
	return `id = ANY(ARRAY(SELECT id FROM ` + c.Table + ` WHERE ` + public(c) + ` ORDER BY ` + order(c) + ` OFFSET $2 LIMIT $3))`
}

// cardColumns returns itemColumns with the card's short texts instead of whole articles. For
// items that have no card yet, it selects the whole texts.
func cardColumns(c *content.Collection) string {
	columns := itemColumns(c)
	if !hasCards(c) {
		return columns
	}
	for _, key := range c.Bodies() {
		column := c.Field(key).Column
		columns = strings.Replace(columns, ", "+column, `, coalesce(card->'values'->>'`+key+`', `+column+`)`, 1)
	}
	return strings.Replace(columns, "translations", "coalesce(card->'translations', translations)", 1)
}

// hasCards reports whether items of a collection have list cards. Only such collections have the
// precomputed columns that filters use.
func hasCards(c *content.Collection) bool { return len(c.Bodies()) > 0 }

// MakeCards creates up to most missing list cards and returns how many it created. Items that
// were written by an older program or a manual SQL statement have no card.
func (s Items) MakeCards(ctx context.Context, c *content.Collection, most int) (made int, err error) {
	defer db.Translate(&err, "cards of %s", c.Name)
	if !hasCards(c) {
		return 0, nil
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// The row locks keep the items unchanged. Other replicas skip locked items.
		rows, _ := tx.Query(ctx, `SELECT `+itemColumns(c)+` FROM `+c.Table+` WHERE card IS NULL OR `+missingColumn+` IS NULL LIMIT $1 FOR UPDATE SKIP LOCKED`, most) // rows also reports this error
		items, err := pgx.CollectRows(rows, scanner(c))
		if made = len(items); err != nil || made == 0 {
			return err
		}
		ids, cards, shown := make([]string, made), make([]content.Card, made), make([]string, made)
		for i, item := range items {
			ids[i], cards[i], shown[i] = item.ID, c.Card(item, time.Now()), strings.Join(shownBy(c, item), " ")
		}
		_, err = tx.Exec(ctx, `UPDATE `+c.Table+` SET card = its, `+picturesColumn+` = string_to_array(shown, ' '), `+listed(c)+`
			FROM unnest($1::text[], $2::jsonb[], $3::text[]) AS made (of, its, shown) WHERE id = of`, ids, cards, shown)
		return err
	})
	return made, err
}

// PublicCards lists one page of the public items, with only as much of each article as a card
// needs, and returns the total count.
func (s Items) PublicCards(ctx context.Context, c *content.Collection, day time.Time, offset, limit int) (items []content.Item, total int, err error) {
	defer db.Translate(&err, "cards of public %s", c.Name)
	// Both queries use one snapshot, so that the count matches the list.
	err = s.db.Snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, countPublic(c), day).Scan(&total); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `SELECT `+cardColumns(c)+` FROM `+c.Table+` WHERE `+onPage(c)+` ORDER BY `+order(c), day, offset, limit)
		if err != nil {
			return err
		}
		items, err = pgx.CollectRows(rows, scanner(c))
		return err
	})
	return items, total, err
}

// PublicItem returns the public item with this id or with this current or former address, or
// ErrNotFound.
func (s Items) PublicItem(ctx context.Context, c *content.Collection, day time.Time, id string) (item content.Item, err error) {
	defer db.Translate(&err, "public item %q of %s", id, c.Name)
	return db.One(ctx, s.db.DB, scanner(c), selectPublic(c)+` AND id = coalesce((SELECT item_id FROM item_addresses WHERE collection = $3 AND address = $2), $2)`, day, id, c.Name)
}

// PublicAmong returns those of the given ids and addresses that belong, or once belonged, to a
// public item. One statement looks up all of them in indexes.
func (s Items) PublicAmong(ctx context.Context, c *content.Collection, day time.Time, ids []string) (found []string, err error) {
	defer db.Translate(&err, "look up %d public %s", len(ids), c.Name)
	return db.List(ctx, s.db.DB, pgx.RowTo[string], `SELECT given.name FROM unnest($2::text[]) AS given (name) WHERE EXISTS (SELECT FROM `+c.Table+` WHERE `+public(c)+`
		AND id = coalesce((SELECT item_id FROM item_addresses WHERE collection = $3 AND address = given.name), given.name))`, day, ids, c.Name)
}

// PublicNext returns the card of the item after id in its list, or ErrNotFound after the last one.
func (s Items) PublicNext(ctx context.Context, c *content.Collection, day time.Time, id string) (item content.Item, err error) {
	defer db.Translate(&err, "next after %q of %s", id, c.Name)
	column, down := "position", ">"
	if !c.Ordered {
		column, down = c.Field(c.Scheduled).Column, "<"
	}
	own := `(SELECT ` + column + ` FROM ` + c.Table + ` WHERE id = $2)`
	return db.One(ctx, s.db.DB, scanner(c), `SELECT `+cardColumns(c)+` FROM `+c.Table+` WHERE `+public(c)+`
		AND `+column+` `+down+`= `+own+` AND (`+column+` `+down+` `+own+` OR id > $2)
		ORDER BY `+order(c)+` LIMIT 1`, day, id)
}

func selectPublic(c *content.Collection) string {
	return `SELECT ` + itemColumns(c) + ` FROM ` + c.Table + ` WHERE ` + public(c)
}

func scanner(c *content.Collection) pgx.RowToFunc[content.Item] {
	return func(row pgx.CollectableRow) (content.Item, error) { return scanItem(c, row) }
}

// Address is a sitemap entry of an item.
type Address struct {
	Address string         // last part of the URL
	Changed string         // day of the last change
	Written []locales.Lang // languages with a complete text
}

// CountPublic counts the items of a collection that are public at a time.
func (s Items) CountPublic(ctx context.Context, c *content.Collection, day time.Time) (n int, err error) {
	defer db.Translate(&err, "count public %s", c.Name)
	err = s.db.QueryRow(ctx, countPublic(c), day).Scan(&n)
	return n, err
}

// countPublic returns a query for the number of public items at the time $1. A collection with sums
// counts from them and subtracts the scheduled items.
func countPublic(c *content.Collection) string {
	if !hasCards(c) {
		return `SELECT count(*) FROM ` + c.Table + ` WHERE ` + public(c)
	}
	return `SELECT coalesce(sum(items), 0)::bigint - (SELECT count(*) FROM ` + c.Table + ` WHERE ` + present(c) + ` AND ` + waits(c, "$1::timestamp") + `)
		FROM item_sums WHERE list = '` + c.Table + `' AND NOT deleted AND published AND NOT (sample AND (SELECT named FROM site_version))`
}

// lastChanged returns an expression for the day on which an item last changed for readers: it was
// saved, or became public.
func lastChanged(c *content.Collection) string {
	if c.Scheduled == "" {
		return `updated_at::date`
	}
	return `greatest(updated_at::date, ` + c.Field(c.Scheduled).Column + `)`
}

// LastChanges splits the public items into parts of size and returns the day of each part's last
// change.
func (s Items) LastChanges(ctx context.Context, c *content.Collection, day time.Time, size int) (all []string, err error) {
	defer db.Translate(&err, "changes of %s", c.Name)
	return db.List(ctx, s.db.DB, pgx.RowTo[string], `
		SELECT to_char(max(changed), 'YYYY-MM-DD')
		FROM (SELECT `+lastChanged(c)+` AS changed, (row_number() OVER (ORDER BY `+order(c)+`) - 1) / $2 AS part FROM `+c.Table+` WHERE `+public(c)+`) AS item
		GROUP BY part ORDER BY part`, day, size)
}

// Addresses lists one page of the public items' sitemap entries.
func (s Items) Addresses(ctx context.Context, c *content.Collection, day time.Time, offset, limit int) (all []Address, err error) {
	defer db.Translate(&err, "addresses of %s", c.Name)
	return db.List(ctx, s.db.DB, pgx.RowToStructByPos[Address], `
		SELECT `+addressed(c)+`, to_char(`+lastChanged(c)+`, 'YYYY-MM-DD'),
			`+written(c)+`
		FROM `+c.Table+` WHERE `+onPage(c)+` ORDER BY `+order(c), day, offset, limit)
}

// addressed returns an expression for the last part of an item's URL.
func addressed(c *content.Collection) string {
	if c.Address == "" {
		return `id`
	}
	return `coalesce(nullif(` + c.Field(c.Address).Column + `, ''), id)`
}
