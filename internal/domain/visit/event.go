// Package visit defines the analytics of the public site: events, channels, link
// targets, reports and the reasons not to count a request. It identifies no visitor and
// stores nothing.
package visit

import (
	"time"

	"parichay/locales"
)

// Kind is the type of an event.
type Kind string

// The kinds.
const (
	View  Kind = "view"  // a page was viewed
	Tap   Kind = "tap"   // an outgoing link was tapped
	Open  Kind = "open"  // a form was opened
	Share Kind = "share" // the page was shared
	Scan  Kind = "scan"  // a printed code or a short link was followed; counted by the server
)

// All lists the kinds.
func (Kind) All() []Kind { return []Kind{View, Tap, Open, Share, Scan} }

// Event is one action of a visitor. Visitor is a hash that cannot be reversed once the
// day's salt is deleted. Token lives in the memory of one page. Visitor, Token and N
// identify the event, so that a resent event is counted once.
type Event struct {
	At       time.Time
	Kind     Kind
	Page     string // path without language
	Language locales.Lang
	Channel  string
	Campaign string
	Target   string // key of the tapped link or of the opened form
	First    bool   // first event of its visit
	Visitor  int64
	Token    int64
	N        int
}

// Day returns the Indian calendar day on which an event at that time is counted.
func Day(at time.Time) time.Time {
	year, month, day := at.In(locales.India).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Other is the key that collects everything outside the MostKeys largest keys of a day and
// report. It bounds the number of stored sums even if somebody invents names.
const (
	Other    = "…other"
	MostKeys = 200
)
