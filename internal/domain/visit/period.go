package visit

import "time"

// Period is how long a time a report looks at.
type Period string

// The periods.
const (
	Week    Period = "7d"
	Month   Period = "28d" // four weeks, so that each has the same weekdays as the one before
	Quarter Period = "90d"
	Year    Period = "365d"
)

// All lists them, shortest first.
func (Period) All() []Period { return []Period{Week, Month, Quarter, Year} }

// Days is how many days it has.
func (p Period) Days() int {
	return map[Period]int{Week: 7, Month: 28, Quarter: 90, Year: 365}[p]
}

// Span is from one day to another, both included; days are India's, as Day has them.
type Span struct{ From, Until time.Time }

// Ending is the period whose last day is that one.
func (p Period) Ending(day time.Time) Span { return Span{day.AddDate(0, 0, 1-p.Days()), day} }

// Days is how many it has.
func (s Span) Days() int { return int(s.Until.Sub(s.From).Hours()/24) + 1 }

// Before is the span of the same length that ends where this one begins.
func (s Span) Before() Span {
	return Span{s.From.AddDate(0, 0, -s.Days()), s.From.AddDate(0, 0, -1)}
}

// Holds tells whether a day is one of its own.
func (s Span) Holds(day time.Time) bool { return !day.Before(s.From) && !day.After(s.Until) }

// Counted tells whether a day was counted, if counting began on the other, or never.
func Counted(since, day time.Time) bool { return !since.IsZero() && !day.Before(since) }

// Index is the number of a day within it.
func (s Span) Index(day time.Time) int { return int(day.Sub(s.From).Hours() / 24) }
