package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/trade"
	"parichay/internal/store/db"
)

// RemoveSamples moves all samples to the bin.
func (s Items) RemoveSamples(ctx context.Context, by Author) (err error) {
	defer db.Translate(&err, "remove samples")
	return s.eachSample(ctx, by, `deleted_at IS NULL`, field.Deleted, deleted)
}

// RestoreSamples takes the samples out of the bin. They are still samples.
func (s Items) RestoreSamples(ctx context.Context, by Author) (err error) {
	defer db.Translate(&err, "restore samples")
	return s.eachSample(ctx, by, `deleted_at IS NOT NULL`, field.Undeleted, undeleted)
}

// KeepSamples turns the samples outside the bin into the owner's own content.
func (s Items) KeepSamples(ctx context.Context) (err error) {
	defer db.Translate(&err, "keep samples")
	return s.forSamples(ctx, func(ctx context.Context, tx pgx.Tx, c *content.Collection) error {
		_, err := tx.Exec(ctx, `UPDATE `+c.Table+` SET sample = false WHERE sample AND deleted_at IS NULL`)
		return err
	})
}

// changeTrade gives a site the samples and the order of blocks of another trade. What the owner wrote
// or ordered stays as it is.
func (d *database) changeTrade(ctx context.Context, tx pgx.Tx, before, after *trade.Trade) error {
	scopes := []string{content.Blocks.Name}
	for i := range content.Collections {
		c := &content.Collections[i]
		if !c.Samples {
			continue
		}
		changed, err := useSamples(ctx, tx, c, after)
		if err != nil {
			return err
		}
		scopes = append(scopes, c.Name)
		for _, id := range changed {
			scopes = append(scopes, ItemScope(c, id))
		}
	}
	rows, _ := tx.Query(ctx, `SELECT id FROM blocks ORDER BY position, id`)
	blocks, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	if slices.Equal(blocks, content.BlockOrder(before)) {
		if err := putInOrder(ctx, tx, content.Blocks, content.BlockOrder(after)); err != nil {
			return err
		}
	}
	slices.Sort(scopes) // an item may have been and be a sample
	return d.raiseVersion(ctx, tx, slices.Compact(scopes))
}

// useSamples replaces the samples of a list that are not in the bin, and returns the ids of all that
// were or are samples. An item whose id the list has or had is left out.
func useSamples(ctx context.Context, tx pgx.Tx, c *content.Collection, t *trade.Trade) ([]string, error) {
	items, err := c.SamplesOf(t)
	if err != nil {
		return nil, err
	}
	rows, _ := tx.Query(ctx, `DELETE FROM `+c.Table+` WHERE sample AND deleted_at IS NULL RETURNING id`)
	changed, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		changed = append(changed, item.ID)
		if err := insertSample(ctx, tx, c, item); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

func insertSample(ctx context.Context, tx pgx.Tx, c *content.Collection, item content.Item) error {
	var known bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM `+c.Table+` WHERE id = $1)`, item.ID).Scan(&known); err != nil || known {
		return err
	}
	if err := insertRow(ctx, tx, c, item); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE `+c.Table+` SET sample = true WHERE id = $1`, item.ID)
	return err
}

func (s Items) eachSample(ctx context.Context, by Author, which string, action field.Action, change func(content.Item) (content.Item, error)) error {
	return s.forSamples(ctx, func(ctx context.Context, tx pgx.Tx, c *content.Collection) error {
		rows, _ := tx.Query(ctx, `SELECT id FROM `+c.Table+` WHERE sample AND `+which)
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := changeIn(ctx, tx, by, c, id, action, change); err != nil {
				return err
			}
		}
		return nil
	})
}

// forSamples calls do for every list with samples, in one transaction.
func (s Items) forSamples(ctx context.Context, do func(context.Context, pgx.Tx, *content.Collection) error) error {
	var lists []*content.Collection
	var scopes []string
	for i := range content.Collections {
		c := &content.Collections[i]
		if !c.Samples {
			continue
		}
		items, err := c.Starter()
		if err != nil {
			return err
		}
		lists, scopes = append(lists, c), append(scopes, c.Name)
		for _, item := range items {
			scopes = append(scopes, ItemScope(c, item.ID))
		}
	}
	return s.db.publish(ctx, scopes, func(ctx context.Context, tx pgx.Tx) error {
		for _, c := range lists {
			if err := do(ctx, tx, c); err != nil {
				return err
			}
		}
		return nil
	})
}
