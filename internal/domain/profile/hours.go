package profile

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parichay/internal/domain/field"
	"parichay/locales"
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
	At   int64     `json:"at,omitempty" doc:"In a preview: the moment it is seen at, in milliseconds since 1970. Elsewhere the visitor's clock tells"`
}

var weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// inEnglish rewrites common words into the form that the patterns below read. The
// first match wins, so a longer word must come before a shorter one.
var inEnglish = strings.NewReplacer(
	"every day", daily, "everyday", daily, "all days", daily, "daily", daily,
	"रोजाना", daily, "दररोज", daily, "हररोज", daily, "रोज", daily, "प्रतिदिन", daily, "हर दिन", daily, "सभी दिन", daily,
	"દરરોજ", daily, "રોજ", daily, "બધા દિવસ", daily,
	"सोमवार", "mon", "मंगलवार", "tue", "बुधवार", "wed", "गुरुवार", "thu", "गुरूवार", "thu", "बृहस्पतिवार", "thu", "शुक्रवार", "fri", "शनिवार", "sat", "रविवार", "sun", "इतवार", "sun",
	"मंगळवार", "tue", "मंगळ", "tue",
	"सोम", "mon", "मंगल", "tue", "बुध", "wed", "गुरु", "thu", "शुक्र", "fri", "शनि", "sat", "रवि", "sun",
	"સોમવાર", "mon", "મંગળવાર", "tue", "બુધવાર", "wed", "ગુરુવાર", "thu", "ગુરૂવાર", "thu", "શુક્રવાર", "fri", "શનિવાર", "sat", "રવિવાર", "sun",
	"સોમ", "mon", "મંગળ", "tue", "બુધ", "wed", "ગુરુ", "thu", "શુક્ર", "fri", "શનિ", "sat", "રવિ", "sun",
	"बंद", "closed", "બંધ", "closed", "રજા", "closed",
	"24 घंटे", allDay, "24 કલાક", allDay, "24 तास", allDay, "दिवसरात्र", allDay, "24 hours", allDay, " और ", ", ", " અને ", ", ", " and ", ", ",
	" से ", " to ", "વાગ્યાથી", " to ", "થી ", " to ", "तक", "", "સુધી", "", " ते ", " to ", "पासून", " to", "पर्यंत", "", "वाजता", "", "वाजल्या", "", "वाजे", "", " आणि ", ", ", "बजे", "", "વાગ્યા", "", "વાગ્યે", "",
)

const daily, allDay = "mon to sun", "0:00 to 24:00"

// onDay matches a weekday with the Gujarati or Marathi ending for "on".
var onDay = regexp.MustCompile(`(mon|tue|wed|thu|fri|sat|sun)[ેी]`)

// partsOfDay rewrites the part of the day, which Hindi, Gujarati and Marathi put before the hour, to am
// or pm after it. "Night" becomes either, depending on the hour.
var partsOfDay = []struct {
	pattern *regexp.Regexp
	half    string
}{
	{regexp.MustCompile(`(?:सुबह|सकाळी|સવારે|સવારના|સવાર)\s*(\d[\d:.]*)`), "$1 am"},
	{regexp.MustCompile(`(?:दोपहर|शाम|दुपारी|संध्याकाळी|सायंकाळी|બપોરે|બપોરના|બપોર|સાંજે|સાંજના|સાંજ)\s*(\d[\d:.]*)`), "$1 pm"},
	{regexp.MustCompile(`(?:रात्री|रात|રાત્રે|રાતના|રાતે|રાત)\s*((?:[7-9]|10|11)(?:[:.]\d+)?)\b`), "$1 pm"},
	{regexp.MustCompile(`(?:रात्री|रात|રાત્રે|રાતના|રાતે|રાત)\s*((?:12|[1-3])(?:[:.]\d+)?)\b`), "$1 am"},
}

// nukta is the dot under a letter, as in रोज़. Some people omit it.
const nukta = "\u093c"

func plainly(line string) string {
	line = inEnglish.Replace(strings.ReplaceAll(field.LatinDigits(strings.ToLower(line)), nukta, ""))
	for _, part := range partsOfDay {
		line = part.pattern.ReplaceAllString(line, part.half)
	}
	return strings.TrimSpace(onDay.ReplaceAllString(line, "$1"))
}

var (
	hoursLine  = regexp.MustCompile(`(?i)^([a-z]+)(?:\s*(?:to|-|–)\s*([a-z]+))?(?:\s*:\s*|\s+)(.+)$`)
	timesFirst = regexp.MustCompile(`(?i)^(\d.*?)[\s,]+([a-z]{3,}(?:\s*(?:to|-|–)\s*[a-z]{3,})?)$`)
	hoursSpan  = regexp.MustCompile(`(?i)^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?\s*(?:to|-|–)\s*(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?$`)
)

// Week returns the opening hours from the first language whose text can be parsed. The
// hours are the same for readers of every language.
func (p Profile) Week() (h Hours, ok bool) {
	for i := 0; i < len(locales.All) && !ok; i++ {
		h, ok = ParseHours(p.Public(locales.All[i]).BusinessHours)
	}
	return h, ok
}

// Reading is the result of parsing the owner's opening hours.
type Reading struct {
	Hours
	Unread      []string `json:"unread" doc:"Lines that say something else; as long as there are any, nobody is told whether it is open"`
	Contradicts []int    `json:"contradicts" doc:"Days, from Monday, of which two lines say different things; the last of them counts"`
}

// ReadHours parses opening hours as people write them: one line for one or several
// days, in English, Hindi, Gujarati or Marathi, such as "Monday to Friday: 9:00 AM to 6:00 PM"
// or "रविवार बंद". A span that ends before it begins ends after midnight. A line that
// covers fewer days than an earlier line is an exception to it. Any other line with
// different hours for the same day contradicts the earlier one.
func ReadHours(text string) Reading {
	r := Reading{Unread: []string{}, Contradicts: []int{}}
	var covers [7]int // for each day: how many days its latest line covers
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		days, spans, ok := readLine(plainly(line))
		if !ok {
			r.Unread = append(r.Unread, line)
			continue
		}
		for _, day := range days {
			if covers[day] > 0 && len(days) >= covers[day] && !slices.Equal(r.Week[day], spans) && !slices.Contains(r.Contradicts, day) {
				r.Contradicts = append(r.Contradicts, day)
			}
			r.Week[day], covers[day] = spans, len(days)
		}
	}
	slices.Sort(r.Contradicts)
	return r
}

// ParseHours parses opening hours. If any line cannot be read, ok is false: a wrong
// "open now" is worse than none.
func ParseHours(text string) (h Hours, ok bool) {
	if r := ReadHours(text); len(r.Unread) == 0 && strings.TrimSpace(text) != "" {
		return r.Hours, true
	}
	return Hours{}, false
}

// readLine returns the days that a line covers and their opening hours.
func readLine(line string) (days []int, spans []Span, ok bool) {
	parts := hoursLine.FindStringSubmatch(timesFirst.ReplaceAllString(line, "$2: $1"))
	if parts == nil {
		return nil, nil, false
	}
	first, last := weekday(parts[1]), weekday(parts[1])
	if parts[2] != "" {
		last = weekday(parts[2])
	}
	if first < 0 || last < 0 {
		return nil, nil, false
	}
	for day := first; ; day = (day + 1) % 7 {
		days = append(days, day)
		if day == last {
			break
		}
	}
	spans, ok = parseSpans(parts[3])
	return days, spans, ok
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
		if m[3]+m[6] == "" && open <= 12*60 && end <= open {
			end += 12 * 60 // "10 to 7"
		}
		if !fine || !alsoFine || end == open || end < open && !pastMidnight(open, end, m[6]) {
			return nil, false
		}
		spans = append(spans, Span{Open: open, Close: end})
	}
	return spans, true
}

// pastMidnight reports whether a span that ends before it begins plausibly ends after
// midnight: "7 PM to 1 AM" does, "6 PM to 9 AM" is probably a mistake.
func pastMidnight(open, end int, half string) bool {
	return end <= 6*60 && (half != "" || open > 12*60)
}

func minutes(hour, minute, half string) (int, bool) {
	h, _ := strconv.Atoi(hour) // the pattern guarantees digits
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
