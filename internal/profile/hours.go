package profile

import (
	"regexp"
	"strconv"
	"strings"
)

// Span is a time of day from opening to closing, in minutes from midnight.
type Span struct {
	Open  int `json:"open"`
	Close int `json:"close"`
}

// Hours are the opening times of a week, Monday first. A day without spans is
// closed.
type Hours struct {
	Week [7][]Span `json:"week"`
}

var weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

var (
	hoursLine = regexp.MustCompile(`(?i)^([a-z]+)(?:\s*(?:to|-|–)\s*([a-z]+))?\s*:?\s+(.+)$`)
	hoursSpan = regexp.MustCompile(`(?i)^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?\s*(?:to|-|–)\s*(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?$`)
)

// ParseHours reads opening times written as people write them, a line for one day
// or for several: "Monday to Friday: 9:00 AM to 6:00 PM", "Sunday: Closed". If
// any line says something else, ok is false: a wrong "open now" is worse than
// none.
func ParseHours(text string) (h Hours, ok bool) {
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		parts := hoursLine.FindStringSubmatch(strings.TrimSpace(line))
		if parts == nil {
			return Hours{}, false
		}
		first, last := weekday(parts[1]), weekday(parts[1])
		if parts[2] != "" {
			last = weekday(parts[2])
		}
		if first < 0 || last < 0 {
			return Hours{}, false
		}
		spans, fine := parseSpans(parts[3])
		if !fine {
			return Hours{}, false
		}
		for day := first; ; day = (day + 1) % 7 {
			h.Week[day] = spans
			if day == last {
				break
			}
		}
	}
	return h, true
}

func weekday(name string) int {
	if len(name) < 3 {
		return -1
	}
	full := []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
	for i, short := range weekdays {
		if name = strings.ToLower(name); strings.HasPrefix(full[i], name) && strings.HasPrefix(name, short) {
			return i
		}
	}
	return -1
}

func parseSpans(text string) ([]Span, bool) {
	if strings.EqualFold(strings.TrimSpace(text), "closed") {
		return []Span{}, true
	}
	var spans []Span
	for part := range strings.SplitSeq(text, ",") {
		m := hoursSpan.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return nil, false
		}
		open, fine := minutes(m[1], m[2], m[3])
		end, alsoFine := minutes(m[4], m[5], m[6])
		if !fine || !alsoFine || end <= open {
			return nil, false
		}
		spans = append(spans, Span{Open: open, Close: end})
	}
	return spans, true
}

func minutes(hour, minute, half string) (int, bool) {
	h, _ := strconv.Atoi(hour) // the pattern lets digits through only
	m := 0
	if minute != "" {
		m, _ = strconv.Atoi(minute)
	}
	if half != "" {
		if h < 1 || h > 12 {
			return 0, false
		}
		h %= 12
		if half[0] == 'p' || half[0] == 'P' {
			h += 12
		}
	}
	return 60*h + m, h < 24 && m < 60 || h == 24 && m == 0
}
