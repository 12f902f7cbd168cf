package hours

import (
	"slices"
	"strconv"
	"strings"
)

// group is what a line says about some days. Without days, it is about the days of the previous
// line or, if there are none, about all days.
type group struct {
	days    []int
	spans   []Span // empty: closed
	certain bool   // the spans could be nothing but times
}

// parser reads the tokens of a line.
type parser struct {
	tokens []token
	at     int
}

func (p *parser) next() token {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return token{kind: noise}
}

func (p *parser) skip(kinds ...tokenKind) (skipped bool) {
	for p.at < len(p.tokens) && slices.Contains(kinds, p.next().kind) {
		p.at++
		skipped = true
	}
	return skipped
}

func (p *parser) done() bool { return p.at == len(p.tokens) }

// onlyDays returns the days of a line that names nothing else, or nil.
func (p *parser) onlyDays() []int {
	defer func() { p.at = 0 }()
	p.skip(separator, to)
	named := p.days()
	p.skip(separator, to)
	if !p.done() {
		return nil
	}
	return named
}

// groups reads the whole line: "Mon-Fri 9-6, Sat 10-4", "10 to 7 Mon-Sat, Sunday closed".
func (p *parser) groups() (all []group, ok bool) {
	p.skip(separator, to)
	for !p.done() {
		g, closedToo, ok := p.group()
		if !ok {
			return nil, false
		}
		all = append(all, g)
		if len(closedToo) > 0 {
			all = append(all, group{days: closedToo})
		}
		p.skip(separator)
	}
	return all, len(all) > 0
}

// group reads days and their times, in either order, and the days that are excepted.
func (p *parser) group() (g group, excepted []int, ok bool) {
	g.days = p.days()
	if g.days != nil && p.next().kind == exceptThem {
		p.at++
		p.skip(separator)
		excepted = g.days
		if g.days = p.days(); g.days == nil {
			g.days = everyDay
		}
	}
	excepted = append(excepted, p.excepted()...)
	if g.days != nil {
		p.skip(separator, to)
	}
	if g, ok = p.times(g); !ok {
		return g, nil, false
	}
	if g.days == nil {
		g.days = p.daysAfter()
	}
	excepted = append(excepted, p.excepted()...)
	if len(excepted) > 0 && g.days == nil {
		g.days = everyDay
	}
	if len(excepted) > 0 {
		g.days = slices.DeleteFunc(slices.Clone(g.days), func(day int) bool { return slices.Contains(excepted, day) })
	}
	return g, excepted, true
}

func (p *parser) excepted() []int {
	start := p.at
	p.skip(separator)
	if p.next().kind == except {
		p.at++
		return p.days()
	}
	p.at = start
	return nil
}

// days reads "Mon to Fri", "Sat, Sun", "daily"; nil if there are none.
func (p *parser) days() (all []int) {
	for p.next().kind == days {
		named := p.next().days
		p.at++
		if len(named) == 1 && p.next().kind == to && p.at+1 < len(p.tokens) && p.tokens[p.at+1].kind == days && len(p.tokens[p.at+1].days) == 1 {
			last := p.tokens[p.at+1].days[0]
			for day := named[0]; day != last; {
				day = (day + 1) % 7
				named = append(slices.Clone(named), day)
			}
			p.at += 2
		}
		for _, day := range named {
			if !slices.Contains(all, day) {
				all = append(all, day)
			}
		}
		start := p.at
		if p.skip(separator); p.next().kind != days {
			p.at = start
		}
	}
	return all
}

// daysAfter reads the days after the times. Days behind a comma that have times of their own
// belong to those.
func (p *parser) daysAfter() []int {
	start := p.at
	apart := p.skip(separator, to)
	named := p.days()
	here := p.at
	p.skip(separator, to)
	hasTimes := !p.done()
	p.at = here
	if named == nil || apart && hasTimes {
		p.at = start
		return nil
	}
	return named
}

// times reads "closed", "24 hours" or one or several spans.
func (p *parser) times(g group) (group, bool) {
	if p.skip(closed) {
		g.spans = []Span{}
		p.skip(separator, to)
		return g, true
	}
	if p.skip(allDay) {
		g.spans, g.certain = []Span{{0, dayMinutes}}, true
		return g, true
	}
	type pair struct{ from, until clock }
	var pairs []pair
	for {
		start := p.at
		p.skip(separator)
		from, ok := p.clock()
		isSpan := ok && p.next().kind == to
		if isSpan {
			p.at++
			var until clock
			if until, isSpan = p.clock(); isSpan {
				pairs = append(pairs, pair{from, until})
				g.certain = g.certain || from.half != "" || until.half != "" || from.minutes || until.minutes
				continue
			}
		}
		if ok {
			return g, false // a time that is not a span
		}
		p.at = start
		break
	}
	after := -1
	for i, one := range pairs {
		s, ok := spanOf(one.from, one.until, after, i < len(pairs)-1)
		if !ok {
			return g, false
		}
		g.spans, after = append(g.spans, s), s.end()
	}
	_, fine := inOrder(slices.Clone(g.spans))
	return g, fine && len(g.spans) > 0
}

// clock reads a time of day with the words around it: "सुबह 9", "6 PM", "9 in the morning".
func (p *parser) clock() (c clock, ok bool) {
	var before half
	if p.next().kind == part {
		before = p.next().half
		p.at++
		p.skip(separator) // "Morning: 9 to 1"
	}
	if p.next().kind != timeOfDay {
		return c, false
	}
	c = p.next().time
	p.at++
	halves := []half{before}
	for p.next().kind == amPM || p.next().kind == part && (p.at+1 == len(p.tokens) || p.tokens[p.at+1].kind != timeOfDay) ||
		c.hour == 12 && c.half == "" && p.next().kind == timeOfDay && (p.next().time.half == noon || p.next().time.half == midnight) {
		halves = append(halves, p.next().half, p.next().time.half)
		p.at++
	}
	for _, h := range halves {
		if h == "" {
			continue
		}
		exact, fits := h.at(c.hour)
		if !fits || c.half != "" && c.half != exact {
			return c, false
		}
		c.half = exact
	}
	if c.half == noon || c.half == midnight {
		c.half, _ = c.half.at(12)
	}
	return c, true
}

// at returns am or pm for an hour in a part of the day; ok is false if they do not go
// together.
func (h half) at(hour int) (exact half, ok bool) {
	within := func(from, until int) bool { return hour >= from && hour <= until }
	switch h {
	case am, pm:
		return h, within(1, 12)
	case morning:
		return am, within(4, 11)
	case afternoon:
		return pm, hour == 12 || within(1, 5)
	case evening:
		return pm, within(3, 11)
	case night:
		if within(6, 11) {
			return pm, true
		}
		return am, hour == 12 || within(1, 4)
	case noon:
		return pm, hour == 12
	case midnight:
		return am, hour == 12
	}
	return "", false
}

// clock is a time as it is written.
type clock struct {
	hour, minute int
	minutes      bool // the minutes are written
	half         half // am or pm; empty if it is not written
	zero         bool // written with a leading zero
}

// clockOf reads "9", "9:30", "9.30", "0930"; hour is -1 if the text is not a time.
func clockOf(number string) (c clock) {
	hour, minute := number, "0"
	if at := strings.IndexAny(number, ":."); at > 0 {
		hour, minute, c.minutes = number[:at], number[at+1:], true
	} else if len(number) == 4 {
		hour, minute, c.minutes = number[:2], number[2:], true
	}
	c.hour, _ = strconv.Atoi(hour)
	c.minute, _ = strconv.Atoi(minute)
	c.zero = hour[0] == '0' && c.hour > 0
	if len(hour) > 2 || c.minute > 59 || c.hour > 24 || c.hour == 24 && c.minute > 0 {
		c.hour = -1
	}
	return c
}

// is24 reports whether the time can only be on a clock of 24 hours.
func (c clock) is24() bool { return c.hour > 12 || c.hour == 0 }

// in returns the minutes from midnight in a half of the day.
func (c clock) in(h half) int {
	n := c.hour%12*60 + c.minute
	if h == pm {
		n += dayMinutes / 2
	}
	return n
}

func (c clock) plain() int { return c.hour*60 + c.minute }

// spanOf returns the span between two times. after is the end of the line's span before, or -1;
// more is whether another one follows. ok is false if people could understand different spans.
func spanOf(from, until clock, after int, more bool) (s Span, ok bool) {
	const noonMinutes = dayMinutes / 2
	if from.half != "" && from.is24() || until.half != "" && until.is24() {
		return s, false
	}
	switch {
	case from.half != "" && until.half != "":
		s = Span{from.in(from.half), until.in(until.half)}
	case from.half != "" && until.is24():
		s = Span{from.in(from.half), until.plain()}
	case from.half == am:
		s = Span{from.in(am), until.in(pm)}
		if until.hour != 12 && until.in(am) > s.Open {
			return s, false // "9 AM to 11"
		}
	case from.half == pm:
		s = Span{from.in(pm), until.in(pm)}
		if s.Close <= s.Open {
			if s.Close = until.in(am); s.Close > 4*60 {
				return s, false
			}
		}
	case until.half != "" && from.is24():
		s = Span{from.plain(), until.in(until.half)}
	case until.half == pm:
		s = Span{from.in(am), until.in(pm)}
		switch later := from.in(pm); {
		case from.hour == 12:
			s.Open = noonMinutes + from.minute
		case later < s.Close && from.hour <= 5:
			s.Open = later // "2 to 6 PM"
		case later < s.Close:
			return s, false // "8 to 10 PM"
		}
	case until.half == am:
		if s = (Span{from.in(am), until.in(am)}); s.Open >= s.Close || from.hour == 12 {
			return s, false
		}
	case from.is24() || until.is24():
		s = Span{from.plain(), until.plain()}
	case from.zero && from.plain() < until.plain() && from.hour >= 5:
		s = Span{from.plain(), until.plain()} // "09:00 to 11:00"
	default:
		s, ok = without(from, until, after, more)
		if !ok {
			return s, false
		}
	}
	if s.Open == 0 && s.Close == 0 && from.half == am && until.half == am {
		s.Close = dayMinutes // "12 AM to 12 AM"
	}
	return s, s.Close != s.Open && s.Open < dayMinutes && (s.Close > s.Open || pastMidnight(s))
}

// without returns the span between two times that are both written without AM or PM.
func without(from, until clock, after int, more bool) (s Span, ok bool) {
	s.Open = from.plain()
	if after >= 0 {
		if s.Open < after {
			s.Open = from.in(pm)
		}
		s.Close = until.plain()
		if s.Close <= s.Open {
			s.Close = until.in(pm)
		}
		return s, s.Open >= after && s.Close > s.Open // "9-1, 4-8"
	}
	switch {
	case from.hour == 12 && until.hour == 12:
		return s, false
	case from.hour == 12:
		s.Close = until.in(pm)
	case until.hour == 12 && from.hour >= 5:
		s.Close = until.plain()
	case from.plain() < until.plain() && from.hour <= 4 && until.hour < 12:
		s = Span{from.in(pm), until.in(pm)} // "2 to 6"
	case from.plain() < until.plain():
		s.Close = until.plain()
		return s, more // "9-11, 5-8"; "8-10" alone may end in the evening
	case from.hour >= 5:
		s.Close = until.in(pm) // "10 to 7"
	default:
		return s, false
	}
	return s, true
}

// pastMidnight reports whether a span that ends before it begins plausibly ends after
// midnight: "7 PM to 1 AM" does, "9 AM to 6 AM" is probably a mistake.
func pastMidnight(s Span) bool { return s.Close <= 4*60 || s.Close <= 6*60 && s.Open >= 12*60 }

// parseSpans reads the spans of one day, as the owner writes them: "10–14", "9 am to 1 pm, 4 to 8".
// Hours that they can only be read as closed are an empty list.
func parseSpans(text string) ([]Span, bool) {
	p := parser{tokens: tokensOf(text)}
	p.skip(separator)
	g, ok := p.times(group{})
	p.skip(separator)
	return g.spans, ok && p.done()
}
