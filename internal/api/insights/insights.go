// Package insights serves the reports on visits, leads and value won to the owner and to
// readers with a share link, as JSON and CSV. It does not count: it reads the sums, names the
// rows in the reader's language and manages the links.
package insights

import (
	"context"
	"net/url"
	"time"

	"parichay/internal/api/wire"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/internal/public/site"
	"parichay/internal/store/postgres"
	"parichay/internal/store/visits"
	"parichay/locales"
)

// Paths of the API.
const (
	Path       = "/stats"
	LinksPath  = "/report-links"
	ReportPath = "/report"
)

// Insights holds the handlers, which package api registers.
type Insights struct {
	Store   *postgres.Store
	Site    *site.Site
	BaseURL *url.URL
	Now     func() time.Time
}

func (i Insights) reports() visits.Reports { return i.Store.Reports }

// Asked is the requested period and language.
type Asked struct {
	Period visit.Period `query:"period" default:"7d" doc:"Length of the period"`
	End    string       `query:"end" doc:"Last day of the period in India's time zone, as 2026-11-15. Default: yesterday, or today if nothing was counted before"`
	Lang   locales.Lang `query:"lang" default:"en" doc:"Language of the row names"`
}

// oldest is the first day that can be requested; there is no data before it.
var oldest = time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC)

// span returns the requested period. By default it ends yesterday, because comparing an
// unfinished day with whole days is misleading. Future days are refused.
func (a Asked) span(today time.Time) (visit.Span, error) {
	if a.End == "" {
		return a.Period.Ending(today.AddDate(0, 0, -1)), nil
	}
	end, err := time.Parse(time.DateOnly, a.End)
	if err != nil || end.Before(oldest) || end.After(today) {
		return visit.Span{}, fault.Invalid{Issues: []fault.Issue{{Field: "end", Code: fault.InvalidValue}}}
	}
	return a.Period.Ending(end), nil
}

// Days is the first and the last day of a period.
type Days struct {
	From  string `json:"from" format:"date"`
	Until string `json:"until" format:"date"`
}

func daysOf(s visit.Span) Days {
	return Days{s.From.Format(time.DateOnly), s.Until.Format(time.DateOnly)}
}

// dayAfter returns the date n days after day.
func dayAfter(day string, n int) string {
	at, _ := time.Parse(time.DateOnly, day) // cannot fail, because daysOf has formatted it
	return at.AddDate(0, 0, n).Format(time.DateOnly)
}

// Row is one row of a report.
type Row struct {
	Key  string `json:"key"`
	Name string `json:"name" doc:"In the reader's language"`
	visit.Sums
}

// Table is a report: its top rows, largest first, and the sums of all other rows.
type Table struct {
	Columns []visit.Column `json:"columns"`
	Rows    []Row          `json:"rows"`
	Others  int            `json:"others" doc:"Number of other rows"`
	Rest    visit.Sums     `json:"rest" doc:"Sums of the other rows"`
}

// Stats holds all reports of a period.
type Stats struct {
	Period      visit.Period         `json:"period"`
	Days        Days                 `json:"days"`
	Before      Days                 `json:"before" doc:"The period of the same length just before"`
	Today       string               `json:"today" format:"date" doc:"The current day in India's time zone"`
	Since       string               `json:"since" doc:"The first day with counted visits; empty if there is none"`
	Money       bool                 `json:"money" doc:"Whether the reader may see the value of won leads"`
	Total       visit.Sums           `json:"total"`
	TotalBefore visit.Sums           `json:"totalBefore"`
	Each        []visit.Sums         `json:"each" doc:"Sums of each day, first to last"`
	EachBefore  []visit.Sums         `json:"eachBefore"`
	Hours       [][]int              `json:"hours" doc:"Visits by weekday, Monday first, and hour in India's time zone"`
	Live        Live                 `json:"live"`
	Reports     map[visit.Name]Table `json:"reports"`
}

// Live holds the current numbers.
type Live struct {
	Visits int        `json:"visits" doc:"Visits in the last 30 minutes"`
	Today  visit.Sums `json:"today" doc:"Sums since midnight"`
}

// Stats returns all reports for the owner.
func (i Insights) Stats(ctx context.Context, in *Asked) (*wire.Reply[Stats], error) {
	stats, err := i.gather(ctx, wish{Asked: *in, money: true})
	if err != nil {
		return nil, err
	}
	return &wire.Reply[Stats]{Body: stats}, nil
}
