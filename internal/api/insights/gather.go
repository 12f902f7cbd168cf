package insights

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"parichay/internal/domain/visit"
	"parichay/internal/store/codes"
	"parichay/internal/store/visits"
)

// wish is a request for reports, with the reader's permissions.
type wish struct {
	Asked
	money  bool // include the value of won leads
	whole  bool // all rows, for a file, instead of the top rows that the screen shows
	shared bool // the reader is not the owner
}

// gather reads the data of a period and builds all reports.
func (i Insights) gather(ctx context.Context, in wish) (Stats, error) {
	today := visit.Day(i.Now())
	span, err := in.span(today)
	if err != nil {
		return Stats{}, err
	}
	read, err := i.reports().Read(ctx, span)
	if err != nil {
		return Stats{}, err
	}
	if in.End == "" && !visit.Counted(read.Since, span.Until) {
		in.End = today.Format(time.DateOnly)
		return i.gather(ctx, in)
	}
	if !in.money {
		for n := range read.Sent {
			read.Sent[n].Value = 0
		}
		for n := range read.Days {
			read.Days[n].Value = 0
		}
	}
	names, err := i.namesFor(ctx, in)
	if err != nil {
		return Stats{}, err
	}
	s := Stats{
		Period: in.Period, Days: daysOf(span), Before: daysOf(span.Before()), Today: today.Format(time.DateOnly), Money: in.money,
		Hours: hours(read), Reports: map[visit.Name]Table{},
	}
	if !read.Since.IsZero() {
		s.Since = read.Since.Format(time.DateOnly)
	}
	if s.Live, err = i.live(ctx, today, span, read); err != nil {
		return Stats{}, err
	}
	if !in.money {
		s.Live.Today.Value = 0
	}
	s.EachBefore, s.Each = read.Days[:span.Days()], read.Days[span.Days():]
	s.Total, s.TotalBefore = total(s.Each), total(s.EachBefore)
	for n := range visit.Reports {
		report := &visit.Reports[n]
		if !report.Listed() {
			continue // the response contains this report as Each or Hours
		}
		rows, rest, others := rowsOf(report, read, s.Total)
		if report.Key == visit.ByCode {
			rows, rest, others = ofCodes(rows, names.codes), visit.Sums{}, 0
		}
		most := report.Most
		if in.whole && most > 0 {
			most = visit.MostRows
		}
		rows, rest, others = cut(report.Columns, most, rows, rest, others)
		for n := range rows {
			rows[n].Name = names.of(report.Key, rows[n].Key)
		}
		columns := slices.Clone(report.Columns)
		if !in.money {
			columns = slices.DeleteFunc(columns, func(c visit.Column) bool { return c == visit.Value })
		}
		s.Reports[report.Name] = Table{columns, rows, others, rest}
	}
	return s, nil
}

func total(days []visit.Sums) (all visit.Sums) {
	for _, day := range days {
		all = all.Plus(day)
	}
	all.People = 0 // visitors are hashed per day, so a sum would count people several times
	return all
}

func hours(read visits.Reading) [][]int {
	all := make([][]int, 7)
	for day := range all {
		all[day] = make([]int, 24)
		for hour := range all[day] {
			all[day][hour] = read.Hours[day][hour].Visits
		}
	}
	return all
}

// rowsOf returns the rows of a report, and the sums and the number of the rows that were not
// read.
func rowsOf(report *visit.Report, read visits.Reading, all visit.Sums) (rows []Row, rest visit.Sums, others int) {
	rows = []Row{}
	switch report.Key {
	case visit.ByStep:
		for _, step := range []visit.Column{visit.Visits, visit.Taps, visit.Leads, visit.Won} {
			rows = append(rows, Row{Key: string(step), Sums: visit.Sums{Count: all.Of(step)}})
		}
		return rows, rest, 0
	case visit.ByReason:
		for _, reason := range visit.Reason("").All() {
			if n := read.Left[reason]; n > 0 {
				rows = append(rows, Row{Key: string(reason), Sums: visit.Sums{Count: n}})
			}
		}
		slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Count, a.Count) })
		return rows, rest, 0
	default:
	}
	counted := read.Keys[report.Key.Dimension()]
	rest, others = counted.All, counted.Keys-len(counted.Rows)
	for _, one := range counted.Rows {
		rows = append(rows, Row{Key: one.Key, Sums: one.Sums})
		rest = rest.Less(one.Sums)
	}
	return withLeads(report, rows, read.Sent), rest, others
}

// withLeads adds leads to the rows of their sources, and rows for sources that have none.
func withLeads(report *visit.Report, rows []Row, sent []visits.Sent) []Row {
	at := make(map[string]int, len(rows))
	for n := range rows {
		at[rows[n].Key] = n
	}
	for _, from := range sent {
		key := report.Key.OfLead(from.Source, from.ByHand)
		if key == "" {
			continue
		}
		n, known := at[key]
		if !known {
			n = len(rows)
			rows, at[key] = append(rows, Row{Key: key}), n
		}
		rows[n].Sums = rows[n].Plus(from.Sums)
	}
	return rows
}

// ofCodes returns the rows of codes that exist, because anybody can forge a source in a link.
// It adds rows for active codes without scans.
func ofCodes(rows []Row, codes map[string]codes.Code) []Row {
	rows = slices.DeleteFunc(rows, func(r Row) bool { return codes[r.Key].Code == "" })
	for _, key := range slices.Sorted(maps.Keys(codes)) {
		if codes[key].RetiredAt == nil && !slices.ContainsFunc(rows, func(r Row) bool { return r.Key == key }) {
			rows = append(rows, Row{Key: key})
		}
	}
	return rows
}

// cut reduces a report to its most important rows. The parameter most limits their number; 0
// means no limit. A row's importance is the sum of its shares of all columns, so that a row with
// much value and few visits stays. The rows are sorted by the first column, then by the next,
// largest first. The sums and the number of removed rows are added to rest and others.
func cut(columns []visit.Column, most int, rows []Row, rest visit.Sums, others int) ([]Row, visit.Sums, int) {
	if most == 0 {
		return rows, rest, others
	}
	whole := rest
	for _, r := range rows {
		whole = whole.Plus(r.Sums)
	}
	share := func(r Row) (all float64) {
		for _, c := range columns {
			if n := whole.Of(c); n > 0 {
				all += float64(r.Of(c)) / float64(n)
			}
		}
		return all
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Or(cmp.Compare(share(b), share(a)), cmp.Compare(a.Key, b.Key)) })
	for _, r := range rows[min(most, len(rows)):] {
		rest = rest.Plus(r.Sums)
		others++
	}
	rows = rows[:min(most, len(rows))]
	slices.SortStableFunc(rows, func(a, b Row) int {
		for _, c := range columns {
			if n := cmp.Compare(b.Of(c), a.Of(c)); n != 0 {
				return n
			}
		}
		return 0
	})
	return rows, rest, others
}

// live returns the current numbers, which do not depend on the requested period span.
func (i Insights) live(ctx context.Context, today time.Time, span visit.Span, read visits.Reading) (live Live, err error) {
	if live.Visits, err = i.reports().Live(ctx); err != nil {
		return live, err
	}
	if span.Holds(today) {
		live.Today = read.Days[len(read.Days)-1]
		return live, nil
	}
	live.Today, err = i.reports().ReadDay(ctx, today)
	return live, err
}
