// Package insights is what the owner, and whoever was sent a link, is told of visits,
// leads and what was won: reports, files of them, and the links. What is counted, other
// rooms decide; here it is gathered, named in the reader's language and handed out.
package insights

import (
	"context"
	"net/url"
	"time"

	"parichay/internal/api/wire"
	"parichay/internal/domain/profile"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
	"parichay/internal/store/visits"
	"parichay/locales"
)

// Where the API has it.
const (
	Path       = "/stats"
	LinksPath  = "/report-links"
	ReportPath = "/report"
)

// Insights answers the calls; the server registers its methods, and says where things
// are once it has them.
type Insights struct {
	Store   func() *postgres.Store
	Shown   func(locales.Lang) profile.Profile
	BaseURL *url.URL
	Now     func() time.Time
}

func (i Insights) reports() visits.Reports { return i.Store().Reports }

// Asked says which days, and in which language.
type Asked struct {
	Period visit.Period `query:"period" default:"7d" doc:"How many days"`
	End    string       `query:"end" doc:"The last of them, as 2026-11-15; without one, yesterday, the last that is over; today, where nothing was counted before it. Days are India's"`
	Lang   locales.Lang `query:"lang" default:"en" doc:"Of the names of rows"`
}

// oldest is the first day anybody may ask for; there is nothing before it.
var oldest = time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC)

// span is what is asked for: unless told otherwise, days that are over, since half a day
// beside whole ones always looks worse. Days to come have nothing to tell.
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

// Days are the first and the last of some.
type Days struct {
	From  string `json:"from" format:"date"`
	Until string `json:"until" format:"date"`
}

func daysOf(s visit.Span) Days {
	return Days{s.From.Format(time.DateOnly), s.Until.Format(time.DateOnly)}
}

// dayAfter is the day that many after another.
func dayAfter(day string, n int) string {
	at, _ := time.Parse(time.DateOnly, day) // as daysOf wrote it
	return at.AddDate(0, 0, n).Format(time.DateOnly)
}

// Row is a line of a report.
type Row struct {
	Key  string `json:"key"`
	Name string `json:"name" doc:"In the reader's language"`
	visit.Sums
}

// Table is a report: its rows, most first, and what all others are together.
type Table struct {
	Columns []visit.Column `json:"columns"`
	Rows    []Row          `json:"rows"`
	Others  int            `json:"others" doc:"How many rows there are besides"`
	Rest    visit.Sums     `json:"rest" doc:"What those are together"`
}

// Stats is all that is told of some days.
type Stats struct {
	Period      visit.Period         `json:"period"`
	Days        Days                 `json:"days"`
	Before      Days                 `json:"before" doc:"As many days, just before"`
	Today       string               `json:"today" format:"date" doc:"Of India's calendar; it is not over yet"`
	Since       string               `json:"since" doc:"The first day anything was counted; empty: nothing was"`
	Money       bool                 `json:"money" doc:"Whether the reader is told what won leads are worth"`
	Total       visit.Sums           `json:"total"`
	TotalBefore visit.Sums           `json:"totalBefore"`
	Each        []visit.Sums         `json:"each" doc:"Of each day, first to last"`
	EachBefore  []visit.Sums         `json:"eachBefore"`
	Hours       [][]int              `json:"hours" doc:"Visits by day of the week, Monday first, and hour of India's clock"`
	Live        Live                 `json:"live"`
	Reports     map[visit.Name]Table `json:"reports"`
}

// Live is what happens now.
type Live struct {
	Visits int        `json:"visits" doc:"How many came in the last 30 minutes"`
	Today  visit.Sums `json:"today" doc:"What was counted since midnight"`
}

// Stats tells the owner everything.
func (i Insights) Stats(ctx context.Context, in *Asked) (*wire.Reply[Stats], error) {
	stats, err := i.gather(ctx, wish{Asked: *in, money: true})
	if err != nil {
		return nil, err
	}
	return &wire.Reply[Stats]{Body: stats}, nil
}
