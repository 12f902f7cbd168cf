package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/visit"
	"parichay/internal/store/postgres"
	postgresvisits "parichay/internal/store/visits"
	"parichay/internal/testkit/rig"
)

const (
	reportTime  = 300 * time.Millisecond
	reportRuns  = 60
	reportLeads = 20_000
	twoYears    = 730 // a year, and the one before it to compare with
)

// reports fills five weeks with visits ("reports million=10", or one large day with
// "days=1"), computes the sums of each day, copies them to the two years before, and
// reads all reports of a year with the year before for comparison.
func reports(ctx context.Context, r *rig.Replica) (string, bool, error) {
	total, days := rig.Number("million", 1)*1_000_000, rig.Number("days", postgresvisits.DaysKept)
	r.Stop() // otherwise the program would compute the sums before they are measured
	if err := rig.Past(ctx, r.Database, total, days); err != nil {
		return "", false, err
	}
	store, err := postgres.Open(ctx, r.Database)
	if err != nil {
		return "", false, err
	}
	defer store.Close()
	conn, err := pgx.Connect(ctx, r.Database)
	if err != nil {
		return "", false, err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := store.Reports.Live(ctx); err != nil { // opens the store's connection
		return "", false, err
	}
	before, err := processorTime(ctx, conn)
	if err != nil {
		return "", false, err
	}
	var sums []float64
	for back := range days {
		begun := time.Now()
		if _, err := store.Visits.SumUpDay(ctx, visit.Day(time.Now()).AddDate(0, 0, -back)); err != nil {
			return "", false, err
		}
		sums = append(sums, time.Since(begun).Seconds())
	}
	summed, err := processorTime(ctx, conn)
	if err != nil {
		return "", false, err
	}
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
	ready, err := processorTime(ctx, conn)
	if err != nil {
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
		if _, err := store.Reports.Live(ctx); err != nil {
			return "", false, err
		}
		live = append(live, time.Since(begun))
	}
	read, err := processorTime(ctx, conn)
	if err != nil {
		return "", false, err
	}
	p95 := quantile(screens, 0.95)
	return fmt.Sprintf("%d visits of %d days: %.0f MB a million with indexes; a day's sums in %.2f s (worst %.2f), %.2f s of it PostgreSQL's CPU time; sums of two years: %d rows, %.0f MB; all reports of a year p95 %v (at most %v), the last half hour p95 %v (%d runs, %d leads, %.0f ms of PostgreSQL's CPU time for both)",
		rows, days, float64(bytes)/float64(rows), median(sums), slices.Max(sums), (summed-before)/float64(days), kept, float64(keptBytes)/1e6,
		p95.Round(time.Millisecond), reportTime, quantile(live, 0.95).Round(time.Millisecond), reportRuns, reportLeads, 1000*(read-ready)/reportRuns), p95 <= reportTime, nil
}

func quantile(times []time.Duration, q float64) time.Duration {
	slices.Sort(times)
	return times[int(q*float64(len(times)-1))]
}

// ticksASecond is the unit of CPU times in /proc (USER_HZ).
const ticksASecond = 100

// processorTime returns the CPU time of all connections to the database in seconds.
// Unlike wall-clock time, it does not depend on other processes.
func processorTime(ctx context.Context, conn *pgx.Conn) (seconds float64, err error) {
	rows, _ := conn.Query(ctx, `SELECT pid FROM pg_stat_activity WHERE datname = current_database()`) // CollectRows returns the error
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		return 0, err
	}
	for _, pid := range pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue // the connection has ended
		}
		_, after, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(after); len(fields) > 12 {
			for _, ticks := range fields[11:13] {
				n, _ := strconv.ParseFloat(ticks, 64)
				seconds += n / ticksASecond
			}
		}
	}
	return seconds, nil
}
