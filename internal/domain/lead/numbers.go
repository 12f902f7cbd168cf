package lead

import (
	"time"

	"parichay/locales"
)

// NumbersWeeks is how far back the numbers look: this week and those before it.
const NumbersWeeks = 12

const week = 7 * 24 * time.Hour

// Week is what came in one week, which begins on Monday on India's clock.
type Week struct {
	Start string `json:"start" format:"date"`
	Leads int    `json:"leads"`
	Won   int    `json:"won" doc:"Of those that came in this week, how many are won by now"`
}

// Numbers is what became of the leads of the last weeks; spam and the owner's own
// feedback are none.
type Numbers struct {
	Weeks         []Week `json:"weeks" doc:"Oldest first; the last one is not over yet"`
	Leads         int    `json:"leads"`
	Answered      int    `json:"answered" doc:"How many were moved on from waiting"`
	Won           int    `json:"won"`
	MedianSeconds *int64 `json:"medianSeconds,omitempty" doc:"How long half of those answered waited at most; absent when none was"`
}

// NewNumbers are the numbers of the weeks up to now, with nothing counted yet, and
// when the first of them began.
func NewNumbers(now time.Time) (n Numbers, since time.Time) {
	today := now.In(locales.India)
	sinceMonday := (int(today.Weekday()) + 6) % 7
	since = time.Date(today.Year(), today.Month(), today.Day()-sinceMonday-7*(NumbersWeeks-1), 0, 0, 0, 0, locales.India)
	for i := range NumbersWeeks {
		n.Weeks = append(n.Weeks, Week{Start: since.Add(time.Duration(i) * week).Format(time.DateOnly)})
	}
	return n, since
}

// Add counts leads of a status that came in the week of that index.
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
