package visit

import "time"

// Period is the length of time that a report covers.
type Period string

// The periods.
const (
	Week    Period = "7d"
	Month   Period = "28d" // four weeks, so that consecutive periods have the same weekdays
	Quarter Period = "90d"
	Year    Period = "365d"
)

// All lists the periods, shortest first.
func (Period) All() []Period { return []Period{Week, Month, Quarter, Year} }

// Days returns the number of days of the period.
func (p Period) Days() int {
	return map[Period]int{Week: 7, Month: 28, Quarter: 90, Year: 365}[p]
}

// Span is a range of days, both ends included. Days are as returned by Day.
type Span struct{ From, Until time.Time }

// Ending returns the span of the period whose last day is day.
func (p Period) Ending(day time.Time) Span { return Span{day.AddDate(0, 0, 1-p.Days()), day} }

// Days returns the number of days of the span.
func (s Span) Days() int { return int(s.Until.Sub(s.From).Hours()/24) + 1 }

// Before returns the span of the same length that ends on the day before s begins.
func (s Span) Before() Span {
	return Span{s.From.AddDate(0, 0, -s.Days()), s.From.AddDate(0, 0, -1)}
}

// Holds reports whether a day is in the span.
func (s Span) Holds(day time.Time) bool { return !day.Before(s.From) && !day.After(s.Until) }

// Counted reports whether visits were counted on a day. since is the day on which counting
// began, or the zero time if it never did.
func Counted(since, day time.Time) bool { return !since.IsZero() && !day.Before(since) }

// Index returns the position of a day in the span, from 0.
func (s Span) Index(day time.Time) int { return int(day.Sub(s.From).Hours() / 24) }
