package leads

import (
	"context"
	"time"

	"parichay/internal/domain/visit"
	"parichay/internal/store/db"
)

// Sums are the totals of seven days.
type Sums struct {
	Visits, Taps, Leads, Won int
	Rupees                   int64 // value of the leads won in these days, whenever they arrived
}

// Quiet reports whether there were neither visits nor leads.
func (s Sums) Quiet() bool { return s.Visits == 0 && s.Leads == 0 }

// sums adds up the daily sums of two weeks.
const sums = `
	SELECT coalesce(v.visits, 0), coalesce(v.taps, 0), coalesce(l.leads, 0), coalesce(l.won, 0), coalesce(l.rupees, 0)::bigint
	FROM unnest($1::date[]) WITH ORDINALITY AS week (day, n),
	LATERAL (SELECT sum(visits) AS visits, sum(taps) AS taps FROM visit_counts c WHERE report = 'all' AND c.day >= week.day AND c.day < week.day + 7) v,
	LATERAL (SELECT sum(leads) AS leads, sum(won) AS won, sum(value_inr) AS rupees FROM lead_sums s WHERE s.day >= week.day AND s.day < week.day + 7) l
	ORDER BY n`

// Week returns the totals of the seven days from first, in India's calendar, and of the seven
// days before.
func (l Ledger) Week(ctx context.Context, first time.Time) (now, before Sums, err error) {
	defer db.Translate(&err, "weekly sums of %s", first.Format(time.DateOnly))
	var got []Sums
	var s Sums
	err = l.db.Each(ctx, []any{&s.Visits, &s.Taps, &s.Leads, &s.Won, &s.Rupees}, func() { got = append(got, s) }, sums, []time.Time{first, first.AddDate(0, 0, -7)})
	if err != nil {
		return Sums{}, Sums{}, err
	}
	return got[0], got[1], nil
}

// Best holds the top results of seven days: the known channel with most visits, and the link
// target with most taps.
type Best struct {
	Channel, Target string // empty if there is none
	Visits, Taps    int
}

// Best returns the top results of the seven days from first. They are mailed, so they include only
// known channels and links on the page, never names that strangers invent.
func (l Ledger) Best(ctx context.Context, first time.Time) (b Best, err error) {
	defer db.Translate(&err, "weekly best of %s", first.Format(time.DateOnly))
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

// Told returns the first day of the last week that was mailed to the owner, or zero if none was.
func (l Ledger) Told(ctx context.Context) (first time.Time, err error) {
	defer db.Translate(&err, "last mailed week")
	var day *time.Time
	if err = l.db.QueryRow(ctx, `SELECT week_told FROM lead_settings`).Scan(&day); err != nil || day == nil {
		return time.Time{}, err
	}
	return *day, nil
}

// MarkTold records that the week from first was mailed to the owner.
func (l Ledger) MarkTold(ctx context.Context, first time.Time) (err error) {
	defer db.Translate(&err, "mark week mailed")
	_, err = l.db.Exec(ctx, `UPDATE lead_settings SET week_told = greatest(week_told, $1)`, first)
	return err
}
