package hours

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parichay/internal/kit/grapheme"
	"parichay/locales"
)

// Special is a day, or a range of days, whose hours differ from the usual week.
type Special struct {
	From, Until time.Time // midnight UTC of the first and the last day
	Spans       []Span    // empty: closed
	Names       map[locales.Lang]string
}

// SpecialDay is a special day as readers of one language see it.
type SpecialDay struct {
	From  string `json:"from" doc:"The first day, such as 2026-11-08"`
	Until string `json:"until" doc:"The last day"`
	Spans []Span `json:"spans" doc:"Empty: closed"`
	Name  string `json:"name"`
}

const (
	mostSpecial = 200 // special days of a site
	longestDays = 366 // of one range
	longestName = 60  // letters

	through   = ".."
	notOpen   = "closed"
	separates = "|"
)

// ReadSpecial reads special days, one per line:
//
//	2026-11-08..2026-11-10 | 10:00-14:00, 16:00-20:00 | en: Diwali | gu: દિવાળી
//
// A single day has no "..". The hours are "closed", or times as people write them. ok is false
// if any line says anything else.
func ReadSpecial(text string) (all []Special, ok bool) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		s, ok := readSpecial(line)
		if !ok {
			return nil, false
		}
		all = append(all, s)
	}
	return all, len(all) <= mostSpecial
}

func readSpecial(line string) (s Special, ok bool) {
	parts := strings.Split(line, separates)
	if len(parts) < 3 {
		return s, false
	}
	first, last, isRange := strings.Cut(strings.TrimSpace(parts[0]), through)
	if !isRange {
		last = first
	}
	if s.From, ok = dateOf(first); !ok {
		return s, false
	}
	if s.Until, ok = dateOf(last); !ok || s.Until.Before(s.From) || s.days() > longestDays {
		return s, false
	}
	if s.Spans, ok = spansOf(strings.TrimSpace(parts[1])); !ok {
		return s, false
	}
	s.Names = map[locales.Lang]string{}
	for _, part := range parts[2:] {
		code, name, _ := strings.Cut(part, ":")
		lang, known := locales.Parse(strings.TrimSpace(code))
		if name = strings.TrimSpace(name); !known || name == "" || s.Names[lang] != "" || grapheme.Count(name) > longestName {
			return s, false
		}
		s.Names[lang] = name
	}
	return s, true
}

func dateOf(text string) (time.Time, bool) {
	at, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
	return at, err == nil && at.Year() >= 1900
}

var exact = regexp.MustCompile(`^(\d\d):(\d\d)-(\d\d):(\d\d)$`)

// spansOf reads the hours of a special day: as WriteSpecial writes them, or as people do.
func spansOf(text string) (all []Span, ok bool) {
	if text == "" || strings.EqualFold(text, notOpen) {
		return []Span{}, true
	}
	for part := range strings.SplitSeq(text, ",") {
		m := exact.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return parseSpans(text)
		}
		s := Span{atClock(m[1], m[2]), atClock(m[3], m[4])}
		if s.Open < 0 || s.Close < 0 || s.Open == dayMinutes || s.Open == s.Close {
			return nil, false
		}
		all = append(all, s)
	}
	return inOrder(all)
}

func atClock(hour, minute string) int {
	h, _ := strconv.Atoi(hour) // the pattern guarantees digits
	m, _ := strconv.Atoi(minute)
	if n := 60*h + m; m < 60 && n <= dayMinutes {
		return n
	}
	return -1
}

// WriteSpecial writes special days as ReadSpecial reads them.
func WriteSpecial(all []Special) string {
	lines := []string{}
	for _, s := range all {
		date := s.From.Format(time.DateOnly)
		if s.Until.After(s.From) {
			date += through + s.Until.Format(time.DateOnly)
		}
		var spans []string
		for _, span := range s.Spans {
			spans = append(spans, fmt.Sprintf("%02d:%02d-%02d:%02d", span.Open/60, span.Open%60, span.Close/60, span.Close%60))
		}
		parts := []string{date, cmp.Or(strings.Join(spans, ", "), notOpen)}
		for _, lang := range locales.All {
			if s.Names[lang] != "" {
				parts = append(parts, string(lang)+": "+s.Names[lang])
			}
		}
		lines = append(lines, strings.Join(parts, " "+separates+" "))
	}
	return strings.Join(lines, "\n")
}

func (s Special) days() int { return int(s.Until.Sub(s.From).Hours()/24) + 1 }

// Days returns the special days as readers of a language see them. If several cover the same date,
// the first in the list applies: the shortest range or, of two equally short ranges, the one added
// later.
func Days(all []Special, lang, primary locales.Lang) (days []SpecialDay) {
	ordered := slices.Clone(all)
	slices.Reverse(ordered)
	slices.SortStableFunc(ordered, func(a, b Special) int { return cmp.Compare(a.days(), b.days()) })
	for _, s := range ordered {
		name := cmp.Or(s.Names[lang], s.Names[primary])
		for _, other := range locales.All {
			name = cmp.Or(name, s.Names[other])
		}
		days = append(days, SpecialDay{From: s.From.Format(time.DateOnly), Until: s.Until.Format(time.DateOnly), Spans: s.Spans, Name: name})
	}
	return days
}

// on returns the index of the day that counts on a date, or -1.
func on(all []SpecialDay, date time.Time) int {
	text := date.Format(time.DateOnly)
	return slices.IndexFunc(all, func(d SpecialDay) bool { return d.From <= text && text <= d.Until })
}

// Between returns the special days that count on any date from a day until another, in their order.
func Between(all []SpecialDay, from, until time.Time) (counting []SpecialDay) {
	counts := map[int]bool{}
	for date := from; !date.After(until); date = date.AddDate(0, 0, 1) {
		counts[on(all, date)] = true
	}
	for i, d := range all {
		if counts[i] {
			counting = append(counting, d)
		}
	}
	return counting
}

// Apart returns what counts on the dates from a day until another, by date: no two days of the
// result cover the same date.
func Apart(all []SpecialDay, from, until time.Time) (apart []SpecialDay) {
	last := -1
	for date := from; !date.After(until); date = date.AddDate(0, 0, 1) {
		i, text := on(all, date), date.Format(time.DateOnly)
		switch {
		case i >= 0 && i == last:
			apart[len(apart)-1].Until = text
		case i >= 0:
			d := all[i]
			d.From, d.Until = text, text
			apart = append(apart, d)
		}
		last = i
	}
	return apart
}
