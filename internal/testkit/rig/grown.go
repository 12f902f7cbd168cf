package rig

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
)

// Size is the amount of content of a site.
type Size struct {
	Posts, Cases, Leads, Revisions int
	NoCards                        bool // rows have no list cards, as after an import by SQL
}

var (
	// Grown is a business after ten busy years.
	Grown = Size{Posts: 10_000, Cases: 500, Leads: 100_000, Revisions: 5_000}
	// Public looks the same to visitors. Its small inbox makes it ten times faster to create.
	Public = Size{Posts: 10_000, Cases: 500, Leads: 1_000, Revisions: 1_000}
)

// GrownDatabase creates a database with the samples and the additional content of size.
func GrownDatabase(ctx context.Context, size Size) (address string, remove func(), err error) {
	address, remove, err = Database(ctx)
	if err != nil {
		return "", nil, err
	}
	if err := grow(ctx, address, size); err != nil {
		remove()
		return "", nil, err
	}
	return address, remove, nil
}

// grow multiplies the sample content: article-1, article-2 and so on. The copies keep the
// samples' length and all three languages, because the cost of a page depends on them.
func grow(ctx context.Context, database string, size Size) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	store, err := postgres.Open(ctx, database)
	if err != nil {
		return err
	}
	defer store.Close()
	state, err := schema.Read(ctx, conn)
	if err != nil {
		return err
	}
	for _, c := range []*content.Collection{content.Posts, content.Portfolio} {
		if len(state.Pending()) > 0 {
			break // database of an earlier release, whose program makes the cards itself
		}
		if _, err := store.Items.MakeCards(ctx, c, 100); err != nil {
			return err
		}
	}
	for _, step := range []struct {
		sql  string
		rows []any
	}{
		{`INSERT INTO posts (id, title, author, date, categories, content, translations, card, published, updated_at)
			SELECT 'article-' || n, s.title || ' ' || n, s.author, current_date - n / 10, s.categories, s.content || '<p>Number ' || n || '</p>', s.translations, CASE WHEN NOT $2 THEN s.card END, true, now() - n * interval '1 minute'
			FROM generate_series(1, $1) n JOIN (
				SELECT *, row_number() OVER (ORDER BY id) - 1 AS row, count(*) OVER () AS rows FROM posts WHERE translations ? 'hi' AND translations ? 'gu'
			) s ON s.row = n % s.rows`, []any{size.Posts, size.NoCards}},
		{`INSERT INTO portfolio_items (id, title, client, description, image_url, category, date, link, tags, case_study, translations, card, position)
			SELECT 'case-' || n, s.title || ' ' || n, s.client, s.description, s.image_url, s.category, s.date, s.link, s.tags, s.case_study, s.translations, s.card, 100 + n
			FROM generate_series(1, $1) n JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS row, count(*) OVER () AS rows FROM portfolio_items) s ON s.row = n % s.rows`, []any{size.Cases}},
		{`INSERT INTO feedback (name, email, phone, comment, feedback_type, status, company, services, language, source, idempotency_key, digest, created_at)
			SELECT 'Visitor ' || n, 'v' || n || '@example.in', '98' || to_char(n, 'FM00000000'),
				'Message ' || n || ': ' || repeat((ARRAY['we need posters and a page for our shop. ', 'દિવાળી માટે પોસ્ટર જોઈએ છે. ', 'हमें वेबसाइट चाहिए। '])[1 + n % 3], 1 + n % 12),
				CASE WHEN n % 500 = 0 THEN 'owner_feedback' WHEN n % 4 = 0 THEN 'portfolio_request' ELSE 'quote_request' END,
				(ARRAY['pending', 'contacted', 'won', 'lost', 'spam', 'contacted', 'contacted', 'won'])[1 + n % 8],
				CASE WHEN n % 4 = 0 THEN (ARRAY['Textile works', 'Tea house', 'Book shop'])[1 + n % 3] || ' ' || n ELSE '' END,
				'{SEO,Ads}', (ARRAY['en', 'gu', 'hi'])[1 + n % 3], (ARRAY['', 'instagram.com', 'qr'])[1 + n % 3], 'key ' || n, '', now() - ($1 - n) * interval '5 minutes'
			FROM generate_series(1, $1) n`, []any{size.Leads}},
		{`INSERT INTO website_content (brand_name, tagline, saved_by, updated_at)
			SELECT 'Brand ' || n, 'Tagline ' || n, 'owner@example.com', now() - ($1 - n) * interval '1 hour' FROM generate_series(1, $1 / 2) n`, []any{size.Revisions}},
		{`INSERT INTO item_revisions (collection, item_id, action, saved_by, saved_at, body)
			SELECT 'posts', p.id, 'saved', 'owner@example.com', now() - p.row * interval '1 hour', jsonb_build_object('published', true, 'translations', p.translations,
				'values', jsonb_build_object('title', p.title, 'author', p.author, 'date', p.date::text, 'categories', to_jsonb(p.categories), 'content', p.content))
			FROM (SELECT *, row_number() OVER (ORDER BY id) AS row FROM posts) p WHERE p.row <= $1 / 2`, []any{size.Revisions}},
		{`UPDATE posts SET revision = r.id FROM item_revisions r WHERE r.item_id = posts.id AND r.collection = 'posts'`, nil},
		{`UPDATE site_version SET version = version + 1`, nil},
		{`VACUUM ANALYZE`, nil},
	} {
		if _, err := conn.Exec(ctx, step.sql, step.rows...); err != nil {
			return err
		}
	}
	return nil
}
