package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
)

// private returns fault.Invalid for an autosave if the item is public before or after the
// change.
func private(changes content.Changes, states ...content.Item) error {
	for _, state := range states {
		if changes.Auto && state.Published {
			return fault.Invalid{Issues: []fault.Issue{{Field: "published", Code: fault.InvalidValue}}}
		}
	}
	return nil
}

// savedHow returns the action that a save with these changes records.
func savedHow(changes content.Changes) field.Action {
	if changes.Auto {
		return field.Autosaved
	}
	return field.Saved
}

// writeFor calls publish, except for an autosave, which changes nothing public. An autosave takes
// the same lock but re-renders no page.
func (d *database) writeFor(ctx context.Context, action field.Action, scopes []string, fn func(context.Context, pgx.Tx) error) error {
	if action != field.Autosaved {
		return d.publish(ctx, scopes, fn)
	}
	return d.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT FROM site_version FOR UPDATE`); err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

// forgetAutosaved deletes an autosaved revision after a newer one was saved, if both it and its
// predecessor are at most ten minutes old. A history of keystrokes helps nobody (ADR 32), but
// earlier work must not be lost.
func forgetAutosaved(ctx context.Context, tx pgx.Tx, c *content.Collection, id string, revision int64) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM item_revisions AS r WHERE r.id = $3 AND r.action = 'autosaved' AND r.saved_at > now() - interval '10 minutes' AND r.saved_at < interval '10 minutes' + (
			SELECT p.saved_at FROM item_revisions AS p WHERE p.collection = $1 AND p.item_id = $2 AND p.id < r.id ORDER BY p.id DESC LIMIT 1)`,
		c.Name, id, revision)
	return err
}
