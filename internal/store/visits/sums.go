package visits

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/visit"
	"parichay/internal/store/db"
)

// sumPatience is the timeout for summing up a day. If this took a time t, the day is not
// summed up again for restFactor times t, so that a large site gets its figures later instead
// of being slowed down. About three quarters of t are pauses, see breath.
const (
	sumPatience = 20 * time.Minute
	restFactor  = 12
)

// breath is an always-true predicate that sleeps 1 ms on about 0.1 % of rows, so that summing
// up a large day does not starve requests. Without it, one core would be busy for seconds;
// only one, because PostgreSQL does not run writes in parallel.
const breath = `CASE WHEN random() < 0.001 THEN pg_sleep(0.001) IS NOT NULL ELSE true END`

// SumUp recomputes the sums of all days with new visits, oldest first, and returns the number of
// days. It skips days while another replica holds the lock.
func (b Book) SumUp(ctx context.Context) (days int, err error) {
	defer db.Translate(&err, "sum up visits")
	stale, err := db.List(ctx, b.db, pgx.RowTo[time.Time], `SELECT day FROM visit_changed WHERE changes > counted AND next <= clock_timestamp() ORDER BY day`)
	failed := []error{err}
	for _, day := range stale {
		done, err := b.SumUpDay(ctx, day) // a failure does not stop the other days
		failed = append(failed, err)
		if done {
			days++
		}
	}
	return days, errors.Join(failed...)
}

// SumUpDay recomputes the sums of a day in one transaction. An event that was sent twice
// counts once. SumUpDay returns done=false if another replica holds the lock.
func (b Book) SumUpDay(ctx context.Context, day time.Time) (done bool, err error) {
	defer db.Translate(&err, "sums of %s", day.Format(time.DateOnly))
	ctx, cancel := context.WithTimeout(ctx, sumPatience)
	defer cancel()
	begun := time.Now()
	err = pgx.BeginFunc(ctx, b.db.Pool, func(tx pgx.Tx) error {
		// Hashing evaluates breath row by row; sorting would not pause.
		if _, err := tx.Exec(ctx, `SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL enable_sort = off`); err != nil {
			return err
		}
		var ours bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(hashtext('visit_counts'))`).Scan(&ours); err != nil || !ours {
			return err
		}
		// Visits that are committed later raise changes again, so the next run counts them.
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
		done = err == nil
		return err
	})
	return done && err == nil, err
}

// dimension is a key by which a day is summed up.
type dimension struct {
	key  visit.Key
	from string // SQL expression for the key's value in a row of visits
	// ours distinguishes real keys from those that anybody can invent in a link's URL. Real keys
	// rank first, however many invented ones there are. Empty: all are real.
	ours string
}

var dimensions = []dimension{
	{visit.ByChannel, `channel`, `key !~ '^(site|named|code|link):' OR EXISTS (SELECT FROM codes WHERE key = CASE kind WHEN 'q' THEN 'code:' ELSE 'link:' END || code)`},
	{visit.ByCampaign, `campaign`, ``},
	{visit.ByTarget, `CASE WHEN kind IN ('tap', 'share') THEN target ELSE '' END`, ``},
	{visit.ByPage, `page`, `key IN ('/', '/services', '/portfolio', '/blog', '/download', '/privacy')`},
	{visit.ByHour, `extract(hour FROM at AT TIME ZONE 'Asia/Kolkata')::text`, ``},
	{visit.ByLanguage, `language`, ``},
}

// sumsOfDay counts every event of day $1 once under each of its keys. In each report the top
// $2 keys have a row of their own. All others share one row with the key $3, which some events
// may have as their own key. People are counted by these rows, which is faster than by key.
var sumsOfDay = func() string {
	var keys, values []string
	var report, people, ours strings.Builder
	for i, d := range dimensions {
		key := d.key.Dimension()
		keys, values = append(keys, key), append(values, d.from+" AS "+key)
		// grouping() has one bit per key, the first key the highest. A bit is set if rows
		// are not grouped by that key, so a report has all bits set but its own.
		fmt.Fprintf(&report, " WHEN %d THEN '%s'", 1<<len(dimensions)-1-1<<(len(dimensions)-1-i), key)
		fmt.Fprintf(&people, `
	UNION ALL SELECT '%[1]s', place, count(*) FROM (SELECT DISTINCT place, visitor FROM told JOIN placed ON report = '%[1]s' AND key = %[1]s WHERE %[2]s) AS seen WHERE %[2]s GROUP BY place`, key, breath)
		if d.ours != "" {
			fmt.Fprintf(&ours, " WHEN '%s' THEN %s", key, d.ours)
		}
	}
	all := strings.Join(keys, ", ")
	return `
WITH told AS MATERIALIZED (
	SELECT DISTINCT ON (token, n) kind = 'view' AND first AS visit, kind = 'view' AS view, kind = 'tap' AS tap, kind = 'open' AS open, kind = 'share' AS share, kind = 'scan' AS scan,
		visitor, ` + strings.Join(values, ", ") + `
	FROM visits WHERE day = $1 AND ` + breath + ` ORDER BY token, n, at
), counted AS (
	SELECT CASE grouping(` + all + `)` + report.String() + ` ELSE 'all' END AS report, coalesce(` + all + `, '') AS key, count(*) AS events,
		count(*) FILTER (WHERE visit) AS visits, count(*) FILTER (WHERE view) AS views, count(*) FILTER (WHERE tap) AS taps,
		count(*) FILTER (WHERE open) AS opens, count(*) FILTER (WHERE share) AS shares, count(*) FILTER (WHERE scan) AS scans
	FROM told WHERE ` + breath + ` GROUP BY GROUPING SETS ((), (` + strings.Join(keys, "), (") + `)) HAVING count(*) > 0
), placed AS MATERIALIZED (
	SELECT *, least(row_number() OVER (PARTITION BY report ORDER BY key = $3, CASE report` + ours.String() + ` ELSE true END DESC, events DESC, key), $2 + 1) AS place FROM counted WHERE key <> '' OR report = 'all'
), seen(report, place, people) AS (
	SELECT 'all', 1::bigint, count(*) FROM (SELECT DISTINCT visitor FROM told WHERE ` + breath + `) AS seen` + people.String() + `
)
INSERT INTO visit_counts (day, report, key, visits, views, taps, opens, shares, scans, people)
SELECT $1, report, CASE WHEN place <= $2 THEN min(key) ELSE $3 END, sum(visits), sum(views), sum(taps), sum(opens), sum(shares), sum(scans), min(people)
FROM placed JOIN seen USING (report, place) GROUP BY report, place`
}()
