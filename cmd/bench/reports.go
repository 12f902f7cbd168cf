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
	reportTime  = 300 * time.Millisecond
	reportRuns  = 60
	reportLeads = 20_000
	twoYears    = 730 // a year, and the one before it to compare with
)

// reports fills five weeks with visits ("reports million=10", or one large day with
// "days=1"), adds each day up, gives
// the two years before the same sums, and reads all reports of a year beside the year
// before it.
func reports(ctx context.Context, r *rig.Replica) (string, bool, error) {
	total, days := rig.Number("million", 1)*1_000_000, rig.Number("days", postgresvisits.DaysKept)
	r.Stop() // it would add up the days before they are measured
	if err := rig.Past(ctx, r.Database, total, days); err != nil {
		return "", false, err
	}
	store, err := postgres.Open(ctx, r.Database)
	if err != nil {
		return "", false, err
	}
	defer store.Close()
	var sums []float64
	for back := range days {
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
			days, twoYears/days),
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
		if _, err := store.Reports.Read(ctx, visit.Year.Ending(visit.Day(time.Now()))); err != nil {
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
	return fmt.Sprintf("%d visits of %d days: %.0f MB a million with indexes; a day's sums in %.2f s (worst %.2f); sums of two years: %d rows, %.0f MB; all reports of a year p95 %v (at most %v), the last half hour p95 %v (%d runs, %d leads)",
		rows, days, float64(bytes)/float64(rows), median(sums), slices.Max(sums), kept, float64(keptBytes)/1e6,
		p95.Round(time.Millisecond), reportTime, quantile(live, 0.95).Round(time.Millisecond), reportRuns, reportLeads), p95 <= reportTime, nil
}

func quantile(times []time.Duration, q float64) time.Duration {
	slices.Sort(times)
	return times[int(q*float64(len(times)-1))]
}
