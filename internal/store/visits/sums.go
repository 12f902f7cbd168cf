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

// A day's sums may take so long, and are then not made anew for restFactor times what
// they took, three quarters of it in breaths: a large site sees its figures later, and
// is not slowed down by them.
const (
	sumPatience = 20 * time.Minute
	restFactor  = 12
)

// breath is true. One in a thousand rows that pass it waits a moment, so that who serves
// pages beside waits for a core no longer than a thousand rows take. Without it a large
// day's sums keep one busy for seconds (one only: what writes is never done in parallel).
const breath = `CASE WHEN random() < 0.001 THEN pg_sleep(0.001) IS NOT NULL ELSE true END`

// SumUp makes the sums of the days anew that got visits since, the oldest first. It
// returns how many days that were. Where another program is at it, none.
func (b Book) SumUp(ctx context.Context) (days int, err error) {
	defer db.Translate(&err, "sums of visits")
	stale, err := db.List(ctx, b.db, pgx.RowTo[time.Time], `SELECT day FROM visit_changed WHERE changes > counted AND next <= clock_timestamp() ORDER BY day`)
	failed := []error{err}
	for _, day := range stale {
		done, err := b.SumUpDay(ctx, day) // one that fails does not keep the others waiting
		failed = append(failed, err)
		if done {
			days++
		}
	}
	return days, errors.Join(failed...)
}

// SumUpDay makes the sums of a day anew, in one transaction. What was sent twice
// counts once. Where another program is at it, it is not done.
func (b Book) SumUpDay(ctx context.Context, day time.Time) (done bool, err error) {
	defer db.Translate(&err, "sums of %s", day.Format(time.DateOnly))
	ctx, cancel := context.WithTimeout(ctx, sumPatience)
	defer cancel()
	begun := time.Now()
	err = pgx.BeginFunc(ctx, b.db.Pool, func(tx pgx.Tx) error {
		// Hashing goes row by row and so takes breaths, sorting does not.
		if _, err := tx.Exec(ctx, `SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL enable_sort = off`); err != nil {
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
		done = err == nil
		return err
	})
	return done && err == nil, err
}

// keys are the columns that a day is summed up by, each a report of its own.
var keys = []string{"channel", "campaign", "target", "page", "hour", "language"}

// ours tells keys that exist from those that anybody can make up by the address of a
// link: those we know have their places first, however many others there are.
const ours = `CASE report
	WHEN 'channel' THEN key !~ '^(site|named|code|link):' OR EXISTS (SELECT FROM codes WHERE key = CASE kind WHEN 'q' THEN 'code:' ELSE 'link:' END || code)
	WHEN 'target' THEN key !~ '^(link|page):' OR EXISTS (SELECT FROM blocks WHERE key = 'link:' || split_part(address, '?', 1))
	WHEN 'page' THEN key IN ('/', '/services', '/portfolio', '/blog', '/download', '/privacy')
	ELSE true END`

// sumsOfDay counts every event of day $1 once, under each key it has. Of each report
// the $2 keys with most events have a place of their own; the others share one and are
// called $3. People are told apart by place, which is quicker than by name.
var sumsOfDay = func() string {
	var report, people strings.Builder
	for i, key := range keys {
		// grouping() has a bit for each key, the first the highest: set where rows are not
		// grouped by it. So of a report all are set but its own.
		fmt.Fprintf(&report, " WHEN %d THEN '%s'", 1<<len(keys)-1-1<<(len(keys)-1-i), key)
		fmt.Fprintf(&people, `
	UNION ALL SELECT '%[1]s', place, count(*) FROM (SELECT DISTINCT place, visitor FROM told JOIN placed ON report = '%[1]s' AND key = %[1]s WHERE %[2]s) AS seen WHERE %[2]s GROUP BY place`, key, breath)
	}
	all := strings.Join(keys, ", ")
	return `
WITH told AS MATERIALIZED (
	SELECT DISTINCT ON (token, n) kind = 'view' AND first AS visit, kind = 'view' AS view, kind = 'tap' AS tap, kind = 'open' AS open, kind = 'share' AS share, kind = 'scan' AS scan,
		visitor, channel, campaign, CASE WHEN kind IN ('tap', 'share') THEN target ELSE '' END AS target, page,
		extract(hour FROM at AT TIME ZONE 'Asia/Kolkata')::text AS hour, language
	FROM visits WHERE day = $1 AND ` + breath + ` ORDER BY token, n, at
), counted AS (
	SELECT CASE grouping(` + all + `)` + report.String() + ` ELSE 'all' END AS report, coalesce(` + all + `, '') AS key, count(*) AS events,
		count(*) FILTER (WHERE visit) AS visits, count(*) FILTER (WHERE view) AS views, count(*) FILTER (WHERE tap) AS taps,
		count(*) FILTER (WHERE open) AS opens, count(*) FILTER (WHERE share) AS shares, count(*) FILTER (WHERE scan) AS scans
	FROM told WHERE ` + breath + ` GROUP BY GROUPING SETS ((), (` + strings.Join(keys, "), (") + `)) HAVING count(*) > 0
), placed AS MATERIALIZED (
	SELECT *, least(row_number() OVER (PARTITION BY report ORDER BY ` + ours + ` DESC, events DESC, key), $2 + 1) AS place FROM counted WHERE key <> '' OR report = 'all'
), seen(report, place, people) AS (
	SELECT 'all', 1::bigint, count(*) FROM (SELECT DISTINCT visitor FROM told WHERE ` + breath + `) AS seen` + people.String() + `
)
INSERT INTO visit_counts (day, report, key, visits, views, taps, opens, shares, scans, people)
SELECT $1, report, CASE WHEN place <= $2 THEN min(key) ELSE $3 END, sum(visits), sum(views), sum(taps), sum(opens), sum(shares), sum(scans), min(people)
FROM placed JOIN seen USING (report, place) GROUP BY report, place`
}()
