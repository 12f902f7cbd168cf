// Package visit is what is counted of the people who see the site: which events
// there are, which channel brought somebody, which way out was pressed, and what is
// left out and why. It knows no visitor, and stores and sends nothing.
package visit

import (
	"time"

	"parichay/locales"
)

// Kind is what somebody did.
type Kind string

// The kinds.
const (
	View  Kind = "view"  // a page was seen
	Tap   Kind = "tap"   // a way out was pressed
	Open  Kind = "open"  // a form was opened
	Share Kind = "share" // the page was passed on
	Scan  Kind = "scan"  // a printed code or a short link was followed; counted by the server
)

// All lists them.
func (Kind) All() []Kind { return []Kind{View, Tap, Open, Share, Scan} }

// Event is one thing somebody did. Visitor is a hash that nobody can undo once the
// day's salt is gone; Token lives in the memory of one page. Together with N they
// name the event, so that it is counted once however often it is sent.
type Event struct {
	At       time.Time
	Kind     Kind
	Page     string // path without language
	Language locales.Lang
	Channel  string
	Campaign string
	Target   string // what was pressed, or which form was opened
	First    bool   // of its visit: somebody came from outside
	Visitor  int64
	Token    int64
	N        int
}

// Day is the day of India's calendar on which a moment is counted.
func Day(at time.Time) time.Time {
	year, month, day := at.In(locales.India).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Other is the key of all that are not among the MostKeys biggest of a day and report:
// whoever makes names up does not make the sums larger.
const (
	Other    = "…other"
	MostKeys = 200
)
