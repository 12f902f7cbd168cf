package rig

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/visit"
	"parichay/internal/store/postgres"
)

// Past adds about total visits to a site, spread over the last days up to now, and over pages,
// channels, links and hours in a realistic way.
func Past(ctx context.Context, database string, total, days int) (err error) {
	store, err := postgres.Open(ctx, database)
	if err != nil {
		return err
	}
	defer store.Close()
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	now := time.Now()
	for back := days; back > -8; back -= 8 { // each call creates partitions for the next days
		if err := store.Visits.Tidy(ctx, now.AddDate(0, 0, -max(back, 0))); err != nil {
			return err
		}
	}
	for back := range days {
		if _, err := conn.Exec(ctx, pastDay, visit.Day(now).AddDate(0, 0, -back), total/days); err != nil {
			return err
		}
	}
	_, err = conn.Exec(ctx, `VACUUM ANALYZE visits`)
	return err
}

// pastDay inserts $2 events of day $1. One in three is the first view of a visit. The most
// popular page, channel and link each have a third of all events.
const pastDay = `
WITH made AS (
	SELECT n, n / 3 AS page_number, n % 3 AS of_page, power(random(), 3) AS p, power(random(), 3) AS c, power(random(), 3) AS t, random() AS k,
		$1::timestamp AT TIME ZONE 'Asia/Kolkata' + interval '1 day' * (0.25 + 0.74 * (random() + random()) / 2) AS at
	FROM generate_series(1, $2) n
), filled AS (
	INSERT INTO visits (day, at, visitor, token, n, first, kind, language, page, channel, campaign, target)
	SELECT $1, at, hashint8extended(page_number / 2, 7), (extract(epoch FROM $1)::bigint << 24) + page_number, of_page, of_page = 0 AND k < 0.7,
		CASE of_page WHEN 0 THEN 'view' WHEN 1 THEN 'tap' ELSE (ARRAY['view', 'open', 'share'])[1 + floor(k * 3)::int] END, (ARRAY['gu', 'en', 'hi'])[1 + floor(c * 3)::int],
		CASE WHEN p < 0.4 THEN (ARRAY['/', '/services', '/portfolio', '/blog'])[1 + floor(p * 10)::int] ELSE '/blog/article-' || floor(p * 400)::int END,
		CASE WHEN c < 0.7 THEN (ARRAY['instagram', 'whatsapp', 'google', 'direct', 'facebook', 'youtube', 'code:board'])[1 + floor(c * 10)::int] ELSE 'site:host' || floor(c * 500)::int || '.example' END,
		CASE WHEN k < 0.3 THEN 'campaign ' || floor(k * 100)::int ELSE '' END,
		CASE WHEN of_page <> 1 THEN '' WHEN t < 0.7 THEN (ARRAY['whatsapp', 'call', 'maps', 'social:instagram', 'contact', 'email', 'store'])[1 + floor(t * 10)::int]
			ELSE 'link:https://shop' || floor(t * 300)::int || '.example/offers' END
	FROM made WHERE at < now() RETURNING day
)
INSERT INTO visit_changed (day) SELECT DISTINCT day FROM filled ON CONFLICT (day) DO UPDATE SET changes = visit_changed.changes + 1`
