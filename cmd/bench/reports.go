package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/postgres"
	postgresvisits "parichay/internal/postgres/visits"
	"parichay/internal/rig"
	"parichay/internal/visit"
)

const (
	reportTime = 300 * time.Millisecond
	reportRuns = 60
	yearOfDays = 365
)

// reports fills five weeks with visits ("reports million=10"), adds each day up, keeps
// the sums of a year, and reads all reports of that year.
func reports(ctx context.Context, r *rig.Replica) (string, bool, error) {
	total := rig.Number("million", 1) * 1_000_000
	r.Stop() // it would add up the days before they are measured
	if err := rig.Past(ctx, r.Database, total, postgresvisits.DaysKept); err != nil {
		return "", false, err
	}
	store, err := postgres.Open(ctx, r.Database)
	if err != nil {
		return "", false, err
	}
	defer store.Close()
	var sums []float64
	for back := range postgresvisits.DaysKept {
		begun := time.Now()
		if err := store.Visits.SumUpDay(ctx, visit.Day(time.Now()).AddDate(0, 0, -back)); err != nil {
			return "", false, err
		}
		sums = append(sums, time.Since(begun).Seconds())
	}
	conn, err := pgx.Connect(ctx, r.Database)
	if err != nil {
		return "", false, err
	}
	defer func() { _ = conn.Close(ctx) }()
	var rows, bytes, kept, keptBytes int64
	for _, sql := range []string{
		fmt.Sprintf(`INSERT INTO visit_counts SELECT day - %d * k, report, key, visits, views, taps, opens, shares, scans, people FROM visit_counts, generate_series(1, %d) k`,
			postgresvisits.DaysKept, yearOfDays/postgresvisits.DaysKept),
		`VACUUM ANALYZE visit_counts`,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return "", false, err
		}
	}
	if err := conn.QueryRow(ctx, `SELECT (SELECT count(*) FROM visits), (SELECT sum(pg_total_relation_size(inhrelid))::bigint FROM pg_inherits WHERE inhparent = 'visits'::regclass),
		(SELECT count(*) FROM visit_counts), pg_total_relation_size('visit_counts')`).Scan(&rows, &bytes, &kept, &keptBytes); err != nil {
		return "", false, err
	}
	var screens, live []time.Duration
	for range reportRuns {
		begun := time.Now()
		if err := readYear(ctx, conn); err != nil {
			return "", false, err
		}
		screens = append(screens, time.Since(begun))
		begun = time.Now()
		if _, err := store.Visits.Live(ctx); err != nil {
			return "", false, err
		}
		live = append(live, time.Since(begun))
	}
	p95 := quantile(screens, 0.95)
	return fmt.Sprintf("%d visits of %d days: %.0f MB a million with indexes; a day's sums in %.2f s (worst %.2f); sums of a year: %d rows, %.0f MB; all reports of that year p95 %v (at most %v), the last half hour p95 %v (%d runs)",
		rows, postgresvisits.DaysKept, float64(bytes)/float64(rows), median(sums), slices.Max(sums), kept, float64(keptBytes)/1e6,
		p95.Round(time.Millisecond), reportTime, quantile(live, 0.95).Round(time.Millisecond), reportRuns), p95 <= reportTime, nil
}

func quantile(times []time.Duration, q float64) time.Duration {
	slices.Sort(times)
	return times[int(q*float64(len(times)-1))]
}

// readYear reads what the screen of a year shows beside the year before: a line for
// each day, the most of each report, the hours of the week, and what was left out.
func readYear(ctx context.Context, conn *pgx.Conn) error {
	batch := &pgx.Batch{}
	const sums = `sum(visits), sum(views), sum(taps), sum(opens), sum(shares), sum(scans), sum(people)`
	batch.Queue(`SELECT day, ` + sums + ` FROM visit_counts WHERE report = 'all' AND day > current_date - 730 GROUP BY day`)
	batch.Queue(`SELECT extract(isodow FROM day), key, ` + sums + ` FROM visit_counts WHERE report = 'hour' AND day > current_date - 365 GROUP BY 1, 2`)
	for _, report := range []string{"channel", "campaign", "target", "page", "language"} {
		batch.Queue(`SELECT key, `+sums+` FROM visit_counts WHERE report = $1 AND day > current_date - 365 GROUP BY key ORDER BY 2 DESC LIMIT 1000`, report)
	}
	batch.Queue(`SELECT reason, sum(count) FROM visit_skips WHERE day > current_date - 365 GROUP BY reason`)
	return conn.SendBatch(ctx, batch).Close()
}
