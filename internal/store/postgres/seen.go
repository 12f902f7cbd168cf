package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/store/db"
)

// Seen is a public item, and the former state of it that a reader saw.
type Seen struct {
	content.Item
	Former *content.Item // nil: there was no such state, or it was not public
	Recent bool          // it was the newest state at or after the given time
}

// PublicAsSeen returns those of the items that are public on a day, by id. seen maps each id to the
// revision that a reader saw; 0 is the state before the first change. Whether a former state is
// recent depends on when the next one replaced it. One statement reads all from indexes, so a save
// in between changes nothing.
func (s Items) PublicAsSeen(ctx context.Context, c *content.Collection, day time.Time, seen map[string]int64, since time.Time) (found map[string]Seen, err error) {
	defer db.Translate(&err, "%d of %s as seen", len(seen), c.Name)
	ids, revisions := make([]string, 0, len(seen)), make([]int64, 0, len(seen))
	for id, revision := range seen {
		ids, revisions = append(ids, id), append(revisions, revision)
	}
	all, err := db.List(ctx, s.db.DB, func(row pgx.CollectableRow) (one Seen, err error) {
		var former *body
		var revision *int64
		var until *time.Time
		if one.Item, err = scanMore(c, row, func(*content.Item) []any { return []any{&former, &revision, &until} }); err != nil {
			return one, err
		}
		if former != nil && former.Published {
			item := former.item()
			item.ID, item.Primary, item.Revision = one.ID, one.Primary, *revision
			one.Former, one.Recent = &item, until != nil && until.After(since)
		}
		return one, nil
	}, `SELECT `+itemColumns(c)+`, former, former_revision, former_until FROM `+c.Table+`
		JOIN unnest($2::text[], $3::bigint[]) AS wanted (wanted_id, wanted_revision) ON id = wanted_id
		LEFT JOIN LATERAL (
			SELECT r.body AS former, r.id AS former_revision,
				(SELECT later.saved_at FROM item_revisions AS later WHERE later.collection = $4 AND later.item_id = wanted_id AND later.id > r.id ORDER BY later.id LIMIT 1) AS former_until
			FROM item_revisions AS r
			WHERE r.collection = $4 AND r.item_id = wanted_id AND wanted_revision >= 0 AND r.id >= wanted_revision ORDER BY r.id LIMIT 1
		) AS shown ON wanted_revision <> revision AND (wanted_revision = 0 OR former_revision = wanted_revision)
		WHERE `+public(c), day, ids, revisions, c.Name)
	found = make(map[string]Seen, len(all))
	for _, one := range all {
		found[one.ID] = one
	}
	return found, err
}
