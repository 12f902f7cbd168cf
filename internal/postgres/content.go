package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/content"
	"parichay/locales"
)

// Services lists the services in the owner's order.
func (s Items) Services(ctx context.Context) (all []content.Service, err error) {
	defer translate(&err, "services")
	return list(ctx, s.db, func(row pgx.CollectableRow) (i content.Service, err error) {
		err = row.Scan(&i.ID, &i.Icon, &i.Title, &i.Description, &i.Features, &i.Translations)
		return i, err
	}, `
		SELECT id, icon, title, description, features, translations
		FROM services WHERE deleted_at IS NULL ORDER BY position, id`)
}

// Portfolio lists the case studies in the owner's order.
func (s Items) Portfolio(ctx context.Context) (all []content.Project, err error) {
	defer translate(&err, "portfolio")
	return list(ctx, s.db, func(row pgx.CollectableRow) (p content.Project, err error) {
		err = row.Scan(&p.ID, &p.Title, &p.Client, &p.Description, &p.ImageURL, &p.Category, &p.Date, &p.Link, &p.Tags, &p.CaseStudy, &p.Translations)
		return p, err
	}, `
		SELECT id, title, client, description, image_url, category, date, link, tags, case_study, translations
		FROM portfolio_items WHERE deleted_at IS NULL ORDER BY position, id`)
}

const postColumns = `id, date, author, title, categories, content, translations`

func scanPost(row pgx.CollectableRow) (p content.Post, err error) {
	err = row.Scan(&p.ID, &p.Date, &p.Author, &p.Title, &p.Categories, &p.Content, &p.Translations)
	return p, err
}

// public is what of the articles readers may see on the day that is $1: one with
// a later date waits for it.
const public = `published AND deleted_at IS NULL AND date <= $1`

// Posts lists the articles public on a day, newest first, and how many there are
// in all.
func (s Items) Posts(ctx context.Context, day time.Time, offset, limit int) (page []content.Post, total int, err error) {
	defer translate(&err, "posts")
	// The count must belong to the list.
	err = s.db.snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM posts WHERE `+public, day).Scan(&total); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `
			SELECT `+postColumns+` FROM posts WHERE `+public+` ORDER BY date DESC, id OFFSET $2 LIMIT $3`, day, offset, limit)
		page, err = pgx.CollectRows(rows, scanPost)
		return err
	})
	return page, total, err
}

// Post returns one article public on a day, or ErrNotFound.
func (s Items) Post(ctx context.Context, day time.Time, id string) (p content.Post, err error) {
	defer translate(&err, "post %q", id)
	return one(ctx, s.db, scanPost, `SELECT `+postColumns+` FROM posts WHERE `+public+` AND id = $2`, day, id)
}

// PostAddress is enough of an article to list it in a sitemap.
type PostAddress struct {
	ID         string
	Changed    string // day of the last change
	Translated []string
}

// Written lists the languages the article exists in.
func (p PostAddress) Written() []locales.Lang {
	written := []locales.Lang{locales.English}
	for _, lang := range locales.Translated {
		if slices.Contains(p.Translated, string(lang)) {
			written = append(written, lang)
		}
	}
	return written
}

// PostAddresses lists every article public on a day.
func (s Items) PostAddresses(ctx context.Context, day time.Time) (all []PostAddress, err error) {
	defer translate(&err, "post addresses")
	return list(ctx, s.db, pgx.RowToStructByPos[PostAddress], `
		SELECT id, to_char(greatest(updated_at::date, date), 'YYYY-MM-DD'), ARRAY(SELECT jsonb_object_keys(translations)) FROM posts
		WHERE `+public+` ORDER BY date DESC, id`, day)
}
