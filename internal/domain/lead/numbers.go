package lead

import (
	"time"

	"parichay/locales"
)

// NumbersWeeks is how many weeks the numbers cover, including the current one.
const NumbersWeeks = 12

const week = 7 * 24 * time.Hour

// Week counts the leads of one week, which begins on Monday in Indian time.
type Week struct {
	Start string `json:"start" format:"date"`
	Leads int    `json:"leads"`
	Won   int    `json:"won" doc:"Of those that came in this week, how many are won by now"`
}

// Numbers counts the leads of the last weeks by outcome. Spam and the owner's own
// feedback are excluded.
type Numbers struct {
	Weeks         []Week `json:"weeks" doc:"Oldest first; the last one is not over yet"`
	Leads         int    `json:"leads"`
	Answered      int    `json:"answered" doc:"How many were moved on from waiting"`
	Won           int    `json:"won"`
	MedianSeconds *int64 `json:"medianSeconds,omitempty" doc:"How long half of those answered waited at most; absent when none was"`
}

// NewNumbers returns Numbers with all counts zero for the weeks up to now, and the start of
// the first week.
func NewNumbers(now time.Time) (n Numbers, since time.Time) {
	today := now.In(locales.India)
	sinceMonday := (int(today.Weekday()) + 6) % 7
	since = time.Date(today.Year(), today.Month(), today.Day()-sinceMonday-7*(NumbersWeeks-1), 0, 0, 0, 0, locales.India)
	for i := range NumbersWeeks {
		n.Weeks = append(n.Weeks, Week{Start: since.Add(time.Duration(i) * week).Format(time.DateOnly)})
	}
	return n, since
}

// Add adds leads with the given status to the week with that index.
func (n *Numbers) Add(week int, status Status, leads int) {
	n.Leads += leads
	n.Weeks[week].Leads += leads
	if status != Pending {
		n.Answered += leads
	}
	if status == Won {
		n.Won += leads
		n.Weeks[week].Won += leads
	}
}
