package visits

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/visit"
	"parichay/internal/store/db"
)

// Reports reads the sums of visits and leads. Only Live reads visits themselves.
type Reports struct{ db *db.DB }

// NewReports returns Reports on d.
func NewReports(d *db.DB) Reports { return Reports{d} }

// Reading is all data for the reports of a span, from one snapshot.
type Reading struct {
	Days  []visit.Sums // of the previous span, followed by this one
	Keys  map[string]Counted
	Hours [7][24]visit.Sums      // by weekday from Monday, and hour
	Sent  []Sent                 // in the span
	Left  map[visit.Reason]int64 // numbers of events that were not counted
	Since time.Time              // the first day with counts; zero: none
}

// Counted holds the sums of the top keys, largest first, and the total of all keys, including
// those that are not listed.
type Counted struct {
	Rows []Keyed
	All  visit.Sums
	Keys int
}

// Keyed holds the sums of one key.
type Keyed struct {
	Key string
	visit.Sums
}

// Sent holds the leads of a source. A lead counts on the day it arrived, and as won on the day it
// was won.
type Sent struct {
	Source string
	ByHand bool // entered by the owner
	visit.Sums
}

// Read loads all report data for span in one snapshot.
func (s Reports) Read(ctx context.Context, span visit.Span) (r Reading, err error) {
	defer db.Translate(&err, "reports")
	both := visit.Span{From: span.Before().From, Until: span.Until}
	r = Reading{Days: make([]visit.Sums, both.Days()), Keys: map[string]Counted{}, Left: map[visit.Reason]int64{}}
	err = s.db.Snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		steps := []func() error{
			func() error { return r.readSince(ctx, tx) },
			func() error { return r.readDays(ctx, tx, both) },
			func() error { return r.readHours(ctx, tx, span) },
			func() error { return r.readSent(ctx, tx, span) },
			func() error { return r.readLeft(ctx, tx, span) },
		}
		for i := range visit.Reports {
			if report := &visit.Reports[i]; report.Listed() && report.Key.Dimension() != "" {
				steps = append(steps, func() error { return r.readKeys(ctx, tx, report, span) })
			}
		}
		for _, step := range steps {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
	return r, err
}

// ReadDay reads the sums of visits and leads of one day.
func (s Reports) ReadDay(ctx context.Context, day time.Time) (all visit.Sums, err error) {
	defer db.Translate(&err, "reports of %s", day.Format(time.DateOnly))
	r := Reading{Days: make([]visit.Sums, 1)}
	err = s.db.Snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return r.readDays(ctx, tx, visit.Span{From: day, Until: day})
	})
	return r.Days[0], err
}

// sums selects the sums of the columns of visit_counts, in the order of sumsOf.
const sums = `sum(visits), sum(views), sum(taps), sum(opens), sum(shares), sum(scans), sum(people)`

func sumsOf(s *visit.Sums, before ...any) []any {
	return append(before, &s.Visits, &s.Views, &s.Taps, &s.Opens, &s.Shares, &s.Scans, &s.People)
}

// each scans every row of a query into the same targets and calls fn after each.
func each(ctx context.Context, tx pgx.Tx, into []any, fn func(), sql string, args ...any) error {
	rows, _ := tx.Query(ctx, sql, args...) // rows also reports this error
	_, err := pgx.ForEachRow(rows, into, func() error { fn(); return nil })
	return err
}

func (r *Reading) readSince(ctx context.Context, tx pgx.Tx) error {
	var since *time.Time
	err := tx.QueryRow(ctx, `SELECT min(day) FROM visit_counts WHERE report = 'all'`).Scan(&since)
	if since != nil {
		r.Since = *since
	}
	return err
}

// Since returns the first day with counts, or zero if there is none.
func (s Reports) Since(ctx context.Context) (day time.Time, err error) {
	defer db.Translate(&err, "first day counted")
	var r Reading
	err = s.db.Snapshot(ctx, r.readSince)
	return r.Since, err
}

func (r *Reading) readDays(ctx context.Context, tx pgx.Tx, span visit.Span) error {
	var day time.Time
	var one visit.Sums
	if err := each(ctx, tx, sumsOf(&one, &day), func() { r.Days[span.Index(day)] = one }, `
		SELECT day, `+sums+` FROM visit_counts WHERE report = 'all' AND day BETWEEN $1 AND $2 GROUP BY day`, span.From, span.Until); err != nil {
		return err
	}
	var came visit.Sums
	return each(ctx, tx, []any{&day, &came.Leads, &came.Won, &came.Value}, func() {
		r.Days[span.Index(day)] = r.Days[span.Index(day)].Plus(came)
	}, leadsBy("day"), span.From, span.Until)
}

// readKeys reads the sums that a report consists of. It reads them only once if two reports
// share them.
func (r *Reading) readKeys(ctx context.Context, tx pgx.Tx, of *visit.Report, span visit.Span) error {
	dimension := of.Key.Dimension()
	if _, known := r.Keys[dimension]; known {
		return nil
	}
	var row Keyed
	var whole bool
	var keys int
	counted := Counted{Rows: []Keyed{}}
	err := each(ctx, tx, sumsOf(&row.Sums, &whole, &keys, &row.Key), func() {
		if whole {
			counted.All, counted.Keys = row.Sums, keys
		} else {
			counted.Rows = append(counted.Rows, row)
		}
	}, `
		WITH keys AS (
			SELECT key, sum(visits) AS visits, sum(views) AS views, sum(taps) AS taps, sum(opens) AS opens, sum(shares) AS shares, sum(scans) AS scans, sum(people) AS people
			FROM visit_counts WHERE report = $1 AND day BETWEEN $2 AND $3 GROUP BY key
		)
		SELECT true, count(*), '', coalesce(sum(visits), 0)::bigint, coalesce(sum(views), 0)::bigint, coalesce(sum(taps), 0)::bigint, coalesce(sum(opens), 0)::bigint,
			coalesce(sum(shares), 0)::bigint, coalesce(sum(scans), 0)::bigint, coalesce(sum(people), 0)::bigint FROM keys
		UNION ALL (SELECT false, 0, key, visits, views, taps, opens, shares, scans, people FROM keys WHERE key <> $6
			ORDER BY CASE $4 WHEN 'views' THEN views WHEN 'taps' THEN taps ELSE visits END DESC, scans DESC, key LIMIT $5)`,
		dimension, span.From, span.Until, string(of.Columns[0]), visit.MostRows, visit.Other)
	r.Keys[dimension] = counted
	return err
}

func (r *Reading) readHours(ctx context.Context, tx pgx.Tx, span visit.Span) error {
	var weekday, hour int
	var one visit.Sums
	return each(ctx, tx, sumsOf(&one, &weekday, &hour), func() {
		if hour < 24 {
			r.Hours[weekday-1][hour] = one
		}
	}, `
		SELECT extract(isodow FROM day)::int, key::int, `+sums+` FROM visit_counts
		WHERE report = 'hour' AND day BETWEEN $1 AND $2 AND key ~ '^[0-9]{1,2}$' GROUP BY 1, 2`, span.From, span.Until)
}

func (r *Reading) readSent(ctx context.Context, tx pgx.Tx, span visit.Span) error {
	var row Sent
	return each(ctx, tx, []any{&row.Source, &row.ByHand, &row.Leads, &row.Won, &row.Value}, func() { r.Sent = append(r.Sent, row) },
		leadsBy("source, by_hand"), span.From, span.Until)
}

// leadsBy returns a query for the leads that arrived and were won from day $1 to day $2.
func leadsBy(keys string) string {
	return `SELECT ` + keys + `, sum(leads)::bigint, sum(won)::bigint, sum(value_inr)::bigint FROM lead_sums WHERE day BETWEEN $1 AND $2
		GROUP BY ` + keys + ` HAVING sum(leads) <> 0 OR sum(won) <> 0`
}

func (r *Reading) readLeft(ctx context.Context, tx pgx.Tx, span visit.Span) error {
	var reason visit.Reason
	var count int64
	return each(ctx, tx, []any{&reason, &count}, func() { r.Left[reason] = count }, `
		SELECT reason, sum(count)::bigint FROM visit_skips WHERE day BETWEEN $1 AND $2 GROUP BY reason`, span.From, span.Until)
}

// mostLive limits the rows that Live reads; a site with more does not need an exact figure.
const mostLive = 50_000

// Live returns how many visits began in the last half hour.
func (s Reports) Live(ctx context.Context) (visits int, err error) {
	defer db.Translate(&err, "live visits")
	err = s.db.QueryRow(ctx, `
		SELECT count(DISTINCT (token, n)) FROM (SELECT token, n, kind, first FROM visits
			WHERE at > now() - interval '30 minutes' AND day >= (now() AT TIME ZONE 'Asia/Kolkata')::date - 1 ORDER BY at DESC LIMIT $2) AS newest
		WHERE kind = $1 AND first`,
		visit.View, mostLive).Scan(&visits)
	return visits, err
}
