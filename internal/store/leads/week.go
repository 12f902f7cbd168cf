package leads

import (
	"context"
	"time"

	"parichay/internal/domain/visit"
	"parichay/internal/store/db"
)

// Sums is what happened in seven days.
type Sums struct {
	Visits, Taps, Leads, Won int
	Rupees                   int64 // of what was won in them, whenever it had come
}

// Quiet reports whether nothing came: nobody visited and nobody wrote.
func (s Sums) Quiet() bool { return s.Visits == 0 && s.Leads == 0 }

// sums reads two weeks from what is counted by day.
const sums = `
	SELECT coalesce(v.visits, 0), coalesce(v.taps, 0), coalesce(l.leads, 0), coalesce(l.won, 0), coalesce(l.rupees, 0)::bigint
	FROM unnest($1::date[]) WITH ORDINALITY AS week (day, n),
	LATERAL (SELECT sum(visits) AS visits, sum(taps) AS taps FROM visit_counts c WHERE report = 'all' AND c.day >= week.day AND c.day < week.day + 7) v,
	LATERAL (SELECT sum(leads) AS leads, sum(won) AS won, sum(value_inr) AS rupees FROM lead_sums s WHERE s.day >= week.day AND s.day < week.day + 7) l
	ORDER BY n`

// Week sums up the seven days from a day of India's calendar on, and the seven before.
func (l Ledger) Week(ctx context.Context, first time.Time) (now, before Sums, err error) {
	defer db.Translate(&err, "sums of the week of %s", first.Format(time.DateOnly))
	var got []Sums
	var s Sums
	err = l.db.Each(ctx, []any{&s.Visits, &s.Taps, &s.Leads, &s.Won, &s.Rupees}, func() { got = append(got, s) }, sums, []time.Time{first, first.AddDate(0, 0, -7)})
	if err != nil {
		return Sums{}, Sums{}, err
	}
	return got[0], got[1], nil
}

// Best is what was foremost in seven days: the channel that most visits came by, apart
// from those of which nobody knows, and the way out that was pressed most.
type Best struct {
	Channel, Target string // empty when there was none
	Visits, Taps    int
}

// Best tells it of the seven days from a day on. It is mailed: names that strangers make
// up are not among it, only channels we know and links that stand on the page.
func (l Ledger) Best(ctx context.Context, first time.Time) (b Best, err error) {
	defer db.Translate(&err, "best of the week of %s", first.Format(time.DateOnly))
	var report, key string
	var visits, taps int
	err = l.db.Each(ctx, []any{&report, &key, &visits, &taps}, func() {
		if report == "channel" {
			b.Channel, b.Visits = key, visits
		} else {
			b.Target, b.Taps = key, taps
		}
	}, `
		SELECT DISTINCT ON (report) report, key, visits, taps FROM (
			SELECT report, key, sum(visits) AS visits, sum(taps) AS taps FROM visit_counts
			WHERE report IN ('channel', 'target') AND day >= $1 AND day < $1::date + 7 AND key <> ALL($2)
				AND key NOT LIKE 'site:%' AND key NOT LIKE 'named:%' AND (key NOT LIKE 'link:http%' OR EXISTS (SELECT FROM blocks WHERE 'link:' || split_part(address, '?', 1) = key)) GROUP BY report, key
		) sums WHERE CASE report WHEN 'channel' THEN visits ELSE taps END > 0
		ORDER BY report, CASE report WHEN 'channel' THEN visits ELSE taps END DESC, key`, first, []string{visit.Direct, visit.Other})
	return b, err
}

// Told tells which week the owner was last told of, by its first day; zero before the
// first.
func (l Ledger) Told(ctx context.Context) (first time.Time, err error) {
	defer db.Translate(&err, "week told")
	var day *time.Time
	if err = l.db.QueryRow(ctx, `SELECT week_told FROM lead_settings`).Scan(&day); err != nil || day == nil {
		return time.Time{}, err
	}
	return *day, nil
}

// MarkTold notes that the owner was told of a week.
func (l Ledger) MarkTold(ctx context.Context, first time.Time) (err error) {
	defer db.Translate(&err, "mark week told")
	_, err = l.db.Exec(ctx, `UPDATE lead_settings SET week_told = greatest(week_told, $1)`, first)
	return err
}
