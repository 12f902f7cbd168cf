package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
)

// Revision is one entry of a history.
type Revision struct {
	ID      int64
	Before  int64  // the item's previous revision; 0: none
	Item    string // empty for the site itself
	Title   string
	At      time.Time
	By      string
	Action  field.Action
	Current bool
	Changes []field.Change
}

// Revisions lists the profile's revisions older than before, newest first, with their changes.
// before = 0 starts with the newest.
func (s Site) Revisions(ctx context.Context, before int64, limit int) (history []Revision, err error) {
	defer db.Translate(&err, "profile revisions")
	var states []profile.Profile
	all, err := db.List(ctx, s.db.DB, func(row pgx.CollectableRow) (r Revision, err error) {
		state, err := scanProfile(row, &r.By, &r.Action, &r.Current)
		r.ID, r.At = state.ID, state.UpdatedAt
		states = append(states, state.Profile)
		return r, err
	}, selectProfile+`, saved_by, action, id = (SELECT id FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1)
		FROM website_content WHERE $1::bigint = 0 OR id < $1 ORDER BY updated_at DESC, id DESC LIMIT $2`, before, limit+1)
	for i := range all {
		if i+1 < len(states) {
			all[i].Changes = profile.Diff(states[i+1], states[i])
		} else if i < limit { // the very first
			all[i].Action, all[i].Changes = field.Created, []field.Change{}
		}
	}
	return all[:min(limit, len(all))], err
}

// Revisions lists the revisions of a collection's items, or of one item, like Site.Revisions.
func (s Items) Revisions(ctx context.Context, c *content.Collection, item string, before int64, limit int) (history []Revision, err error) {
	defer db.Translate(&err, "revisions of %s %s", c.Name, item)
	return db.List(ctx, s.db.DB, func(row pgx.CollectableRow) (r Revision, err error) {
		var now body
		var old *body
		err = row.Scan(&r.ID, &r.Item, &r.Action, &r.By, &r.At, &r.Current, &now, &r.Before, &old)
		r.Title, r.Changes = c.TitleOf(now.item()), []field.Change{}
		if old != nil {
			r.Changes = c.Diff(old.item(), now.item())
		}
		return r, err
	}, `
		SELECT r.id, r.item_id, r.action, r.saved_by, r.saved_at, r.id = t.revision, r.body, coalesce(p.id, 0), p.body
		FROM item_revisions AS r JOIN `+c.Table+` AS t ON t.id = r.item_id
		LEFT JOIN LATERAL (SELECT p.id, p.body FROM item_revisions AS p WHERE p.collection = r.collection AND p.item_id = r.item_id AND p.id < r.id ORDER BY p.id DESC LIMIT 1) AS p ON true
		WHERE r.collection = $1 AND ($2 = '' OR r.item_id = $2) AND ($3::bigint = 0 OR r.id < $3) ORDER BY r.id DESC LIMIT $4`, c.Name, item, before, limit)
}

func (b body) item() content.Item {
	return content.Item{Published: b.Published, Values: b.Values, Translations: b.Translations}
}

// Restore stores an older state of an item as its next revision and takes the item out of the bin.
// If base is not the newest revision, Restore stores nothing and returns the newest with
// ErrConflict.
func (s Items) Restore(ctx context.Context, by Author, c *content.Collection, base, revision int64) (content.Item, error) {
	id, old, err := s.revision(ctx, c, revision)
	if err != nil {
		return content.Item{}, err
	}
	return s.change(ctx, by, c, id, field.Restored, func(current content.Item) (content.Item, error) {
		next, err := c.Again(current, old.item())
		if err == nil && current.Revision != base && !c.Same(current, next) {
			err = fault.ErrConflict
		}
		return next, err
	})
}

func (s Items) revision(ctx context.Context, c *content.Collection, revision int64) (id string, old body, err error) {
	defer db.Translate(&err, "revision %d of %s", revision, c.Name)
	err = s.db.QueryRow(ctx, `SELECT item_id, body FROM item_revisions WHERE id = $1 AND collection = $2`, revision, c.Name).Scan(&id, &old)
	return id, old, err
}
