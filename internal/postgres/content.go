package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"parichay/internal/content"
	"parichay/locales"
)

// Services lists the services in the owner's order.
func (s *Store) Services(ctx context.Context) (all []content.Service, err error) {
	defer translate(&err, "services")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := s.pool.Query(ctx, `
		SELECT id, icon, title, description, features, translations
		FROM services WHERE deleted_at IS NULL ORDER BY position, id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (i content.Service, err error) {
		err = row.Scan(&i.ID, &i.Icon, &i.Title, &i.Description, &i.Features, &i.Translations)
		return i, err
	})
}

// Portfolio lists the case studies in the owner's order.
func (s *Store) Portfolio(ctx context.Context) (all []content.Project, err error) {
	defer translate(&err, "portfolio")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := s.pool.Query(ctx, `
		SELECT id, title, client, description, image_url, category, date, link, tags, case_study, translations
		FROM portfolio_items WHERE deleted_at IS NULL ORDER BY position, id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (p content.Project, err error) {
		err = row.Scan(&p.ID, &p.Title, &p.Client, &p.Description, &p.ImageURL, &p.Category, &p.Date, &p.Link, &p.Tags, &p.CaseStudy, &p.Translations)
		return p, err
	})
}

const postColumns = `id, date, author, title, categories, content, translations`

func scanPost(row pgx.CollectableRow) (p content.Post, err error) {
	err = row.Scan(&p.ID, &p.Date, &p.Author, &p.Title, &p.Categories, &p.Content, &p.Translations)
	return p, err
}

// Posts lists published articles, newest first, and how many there are in all.
func (s *Store) Posts(ctx context.Context, offset, limit int) (page []content.Post, total int, err error) {
	defer translate(&err, "posts")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	// One snapshot, so that the count belongs to the list.
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM posts WHERE published AND deleted_at IS NULL`).Scan(&total); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			SELECT `+postColumns+` FROM posts WHERE published AND deleted_at IS NULL
			ORDER BY date DESC, id OFFSET $1 LIMIT $2`, offset, limit)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, scanPost)
		return err
	})
	return page, total, err
}

// Post returns one published article, or ErrNotFound.
func (s *Store) Post(ctx context.Context, id string) (p content.Post, err error) {
	defer translate(&err, "post %q", id)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := s.pool.Query(ctx, `SELECT `+postColumns+` FROM posts WHERE id = $1 AND published AND deleted_at IS NULL`, id)
	if err != nil {
		return p, err
	}
	return pgx.CollectExactlyOneRow(rows, scanPost)
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

// PostAddresses lists every published article.
func (s *Store) PostAddresses(ctx context.Context) (all []PostAddress, err error) {
	defer translate(&err, "post addresses")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := s.pool.Query(ctx, `
		SELECT id, to_char(greatest(updated_at::date, date), 'YYYY-MM-DD'), ARRAY(SELECT jsonb_object_keys(translations)) FROM posts
		WHERE published AND deleted_at IS NULL ORDER BY date DESC, id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[PostAddress])
}
