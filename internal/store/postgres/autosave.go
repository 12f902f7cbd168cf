package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
)

// private refuses to save by itself what the public sees, before or after.
func private(changes content.Changes, states ...content.Item) error {
	for _, state := range states {
		if changes.Auto && state.Published {
			return fault.Invalid{Issues: []fault.Issue{{Field: "published", Code: fault.InvalidValue}}}
		}
	}
	return nil
}

// savedHow is what a save that wants these changes is called.
func savedHow(changes content.Changes) field.Action {
	if changes.Auto {
		return field.Autosaved
	}
	return field.Saved
}

// writeFor is publish, unless nothing of an action is for the public: then it only lets
// one writer in at a time, too, and no page is made anew.
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

// forgetAutosaved removes a state that was saved by itself, now that a newer one was, if
// both it and the state before it are no older than ten minutes: a history of keystrokes
// helps nobody (ADR 32), and what somebody wrote earlier is not lost by what is typed now.
func forgetAutosaved(ctx context.Context, tx pgx.Tx, c *content.Collection, id string, revision int64) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM item_revisions AS r WHERE r.id = $3 AND r.action = 'autosaved' AND r.saved_at > now() - interval '10 minutes' AND r.saved_at < interval '10 minutes' + (
			SELECT p.saved_at FROM item_revisions AS p WHERE p.collection = $1 AND p.item_id = $2 AND p.id < r.id ORDER BY p.id DESC LIMIT 1)`,
		c.Name, id, revision)
	return err
}
