package visits

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/postgres/db"
	"parichay/internal/visit"
)

// A day's sums may take so long, and are then not made anew for restFactor times what
// they took: a large site sees its figures later, and is not slowed down by them.
const (
	sumPatience = 10 * time.Minute
	restFactor  = 9
)

// SumUp makes the sums of the days anew that got visits since, the oldest first. It
// returns how many days that were. Where another program is at it, none.
func (b Book) SumUp(ctx context.Context) (days int, err error) {
	defer db.Translate(&err, "sums of visits")
	stale, err := db.List(ctx, b.db, pgx.RowTo[time.Time], `SELECT day FROM visit_changed WHERE changes > counted AND next <= clock_timestamp() ORDER BY day`)
	for _, day := range stale {
		if err := b.SumUpDay(ctx, day); err != nil {
			return days, err
		}
		days++
	}
	return days, err
}

// SumUpDay makes the sums of a day anew, in one transaction. What was sent twice
// counts once.
func (b Book) SumUpDay(ctx context.Context, day time.Time) (err error) {
	defer db.Translate(&err, "sums of %s", day.Format(time.DateOnly))
	ctx, cancel := context.WithTimeout(ctx, sumPatience)
	defer cancel()
	begun := time.Now()
	return pgx.BeginFunc(ctx, b.db.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'`); err != nil {
			return err
		}
		var ours bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(hashtext('visit_counts'))`).Scan(&ours); err != nil || !ours {
			return err
		}
		// What is committed later is counted by the next sums, because it changes the
		// number again.
		var changes int64
		if err := tx.QueryRow(ctx, `SELECT coalesce((SELECT changes FROM visit_changed WHERE day = $1), 0)`, day).Scan(&changes); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM visit_counts WHERE day = $1`, day); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, sumsOfDay, day, visit.MostKeys, visit.Other); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE visit_changed SET counted = $2, next = clock_timestamp() + $3::interval WHERE day = $1`, day, changes, restFactor*time.Since(begun))
		return err
	})
}

// sumsOfDay counts every event of day $1 once, under each key it has. Of each report
// the $2 keys with most events are kept, the others together as $3.
const sumsOfDay = `
WITH told AS MATERIALIZED (
	SELECT DISTINCT ON (token, n) * FROM visits WHERE day = $1 ORDER BY token, n, at
), keyed AS MATERIALIZED (
	SELECT report, key, visitor, count(*) AS events,
		count(*) FILTER (WHERE kind = 'view' AND first) AS visits, count(*) FILTER (WHERE kind = 'view') AS views, count(*) FILTER (WHERE kind = 'tap') AS taps,
		count(*) FILTER (WHERE kind = 'open') AS opens, count(*) FILTER (WHERE kind = 'share') AS shares, count(*) FILTER (WHERE kind = 'scan') AS scans
	FROM told, LATERAL (VALUES ('all', ''), ('channel', channel), ('campaign', nullif(campaign, '')),
		('target', CASE WHEN kind IN ('tap', 'share') THEN nullif(target, '') END), ('page', nullif(page, '')),
		('hour', extract(hour FROM at AT TIME ZONE 'Asia/Kolkata')::text), ('language', language)) AS under(report, key)
	WHERE key IS NOT NULL GROUP BY report, key, visitor
), placed AS (
	SELECT report, key, row_number() OVER (PARTITION BY report ORDER BY sum(events) DESC, key) AS place FROM keyed GROUP BY report, key
), kept AS (
	SELECT report, CASE WHEN place <= $2 THEN key ELSE $3 END AS key, visitor, sum(visits) AS visits, sum(views) AS views, sum(taps) AS taps,
		sum(opens) AS opens, sum(shares) AS shares, sum(scans) AS scans
	FROM keyed JOIN placed USING (report, key) GROUP BY 1, 2, 3
)
INSERT INTO visit_counts (day, report, key, visits, views, taps, opens, shares, scans, people)
SELECT $1, report, key, sum(visits), sum(views), sum(taps), sum(opens), sum(shares), sum(scans), count(*) FROM kept GROUP BY report, key`
