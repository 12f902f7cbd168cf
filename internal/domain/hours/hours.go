// Package hours reads opening hours as people write them, and says when it is open on days that
// differ from the usual week.
package hours

import (
	"cmp"
	"slices"
	"strings"
)

// Span is a time of day from opening to closing, in minutes from midnight. A span that
// ends before it begins ends on the next day.
type Span struct {
	Open  int `json:"open"`
	Close int `json:"close"`
}

// end returns when the span ends, in minutes from the midnight before it begins.
func (s Span) end() int {
	if s.Close > s.Open {
		return s.Close
	}
	return s.Close + dayMinutes
}

const dayMinutes = 24 * 60

// Hours are the opening times of a week, Monday first. A day without spans is closed.
type Hours struct {
	Days    [7][]Span    `json:"week"`
	Unsure  []int        `json:"unsure,omitempty" doc:"Days, from Monday, that only a note speaks of: nobody is told that it is closed then"`
	Special []SpecialDay `json:"special,omitempty" doc:"Days with other hours, the one that counts first"`
	At      int64        `json:"at,omitempty" doc:"In a preview: the moment it is seen at, in milliseconds since 1970. Elsewhere the visitor's clock tells"`
}

// Reading is the result of parsing the owner's opening hours.
type Reading struct {
	Hours
	Readable    bool     `json:"readable" doc:"Whether any line says when it is open or closed"`
	Notes       []string `json:"notes" doc:"Lines that say something else; visitors read them as they are"`
	Contradicts []int    `json:"contradicts" doc:"Days, from Monday, of which two lines say different things; the last of them counts"`
}

// Read parses opening hours as people write them: one line for one or several
// days, in English, Hindi, Gujarati or Marathi, such as "Monday to Friday: 9:00 AM to 6:00 PM"
// or "रविवार बंद". A line that can be understood in two ways is a note. A line that covers
// fewer days than an earlier line is an exception to it. Two lines for the same days whose
// spans do not overlap are two shifts; otherwise the later line contradicts the earlier one.
func Read(text string) Reading {
	r := reader{Reading: Reading{Notes: []string{}, Contradicts: []int{}}}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			r.line(line)
		}
	}
	r.endHeading()
	for _, day := range r.noted {
		if r.Readable && r.covers[day] == 0 && !slices.Contains(r.Unsure, day) {
			r.Unsure = append(r.Unsure, day)
		}
	}
	slices.Sort(r.Unsure)
	slices.Sort(r.Contradicts)
	return r.Reading
}

type reader struct {
	Reading
	covers  [7]int // for each day: how many days its latest line covers
	noted   []int  // days that notes name
	heading string // a line that only names days: the times are expected on the next line
	days    []int  // the days of that line, which later lines without days belong to
}

func (r *reader) note(line string) {
	r.Notes = append(r.Notes, line)
	for _, t := range tokensOf(line) {
		r.noted = append(r.noted, t.days...)
	}
}

func (r *reader) endHeading() {
	if r.heading != "" {
		r.note(r.heading)
	}
	r.heading, r.days = "", nil
}

func (r *reader) line(line string) {
	p := parser{tokens: tokensOf(line)}
	if days := p.onlyDays(); days != nil {
		r.endHeading()
		r.heading, r.days = line, days
		return
	}
	groups, ok := p.groups()
	if ok && len(groups) == 1 && groups[0].days == nil && r.days != nil {
		r.heading = ""
		groups[0].days = r.days
	} else {
		r.endHeading()
	}
	for i := range groups {
		if groups[i].days == nil {
			// Hours without a day, such as "9 AM to 9 PM", are those of every day. "Closed" and "9 to 9"
			// without a day could mean something else, so they are notes.
			ok = ok && i == 0 && len(groups[i].spans) > 0 && groups[i].certain
			groups[i].days = everyDay
		}
	}
	if !ok {
		r.note(line)
		return
	}
	r.Readable = true
	for _, g := range groups {
		for _, day := range g.days {
			r.put(day, g)
		}
	}
}

// put stores what a line says about a day.
func (r *reader) put(day int, g group) {
	before, now := r.Days[day], g.spans
	if r.covers[day] == len(g.days) && !slices.Equal(before, now) {
		if shifts, fine := inOrder(slices.Concat(before, now)); fine && len(before) > 0 && len(now) > 0 {
			now = shifts
		}
	}
	isLater := len(now) > len(before) && len(before) > 0 && r.covers[day] == len(g.days)
	if r.covers[day] > 0 && len(g.days) >= r.covers[day] && !slices.Equal(before, now) && !isLater && !slices.Contains(r.Contradicts, day) {
		r.Contradicts = append(r.Contradicts, day)
	}
	r.Days[day], r.covers[day] = now, len(g.days)
}

// inOrder sorts spans; fine is false if two of them overlap.
func inOrder(spans []Span) (sorted []Span, fine bool) {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.Open, b.Open) })
	for i := 1; i < len(spans); i++ {
		if spans[i].Open < spans[i-1].end() {
			return nil, false
		}
	}
	return spans, len(spans) == 0 || spans[len(spans)-1].end() <= spans[0].Open+dayMinutes
}
