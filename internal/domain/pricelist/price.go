package pricelist

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parichay/internal/domain/field"
)

// price is a price as it was written at the end of a line.
type price struct {
	stored string
	unit   string
}

// reader reads tokens one after the other.
type reader struct {
	tokens []token
	at     int
}

func (r *reader) done() bool { return r.at >= len(r.tokens) }

// take consumes the next token if it is one of the words.
func (r *reader) take(words []string) bool {
	if r.done() || !r.tokens[r.at].in(words) {
		return false
	}
	r.at++
	return true
}

func (r *reader) peek() token {
	if r.done() {
		return token{}
	}
	return r.tokens[r.at]
}

// longestPrice is the maximum number of tokens of a price with its unit.
const longestPrice = 24

// fromTokens reads a line that is a name, perhaps a unit, and a price.
func (l Line) fromTokens(tokens []token) Line {
	l.Kind, l.Reason = Unread, Unclear
	for i := max(0, len(tokens)-longestPrice); i < len(tokens); i++ {
		found, reason := priceOf(tokens[i:], "")
		if reason == Unclear { // not a price, or more follows it
			continue
		}
		name := withoutSeparators(tokens[:i])
		if reason == "" {
			reason = doubt(name, tokens[i:])
		}
		if reason != "" {
			l.Reason = reason
			return l
		}
		return l.named(name, found)
	}
	tokens = withoutSeparators(tokens)
	name, unit := splitUnit(tokens)
	for i, t := range name {
		if t.kind == number && i > 0 || t.in(currency) && i+1 < len(name) && name[i+1].kind == number {
			return l // an amount that is not at the end
		}
	}
	l = l.named(tokens, price{})
	if l.Kind == Item {
		l.Title, l.Unit, l.Reason = textOf(name), unit, NoPrice
	}
	return l
}

// named returns the line with its name and its price.
func (l Line) named(name []token, found price) Line {
	l.Kind, l.Title, l.Unit, l.Price, l.Reason = Item, textOf(name), found.unit, found.stored, ""
	if short, unit := splitUnit(name); found.unit == "" && unit != "" {
		l.Title, l.Unit = textOf(short), unit
	}
	if !strings.ContainsFunc(l.Title, unicode.IsLetter) || isQuantity(name) {
		l.Kind, l.Title, l.Unit, l.Price, l.Reason = Unread, "", "", "", NoName
	}
	return l
}

// isQuantity reports whether tokens are a number and a unit, and nothing else.
func isQuantity(tokens []token) bool {
	return len(tokens) > 1 && tokens[0].kind == number && !slices.ContainsFunc(tokens[1:], func(t token) bool { return !t.isUnit() })
}

// doubt returns Several if the name may contain another price.
func doubt(name, rest []token) Reason {
	for i, t := range name {
		if t.in(currency) && (i+1 < len(name) && name[i+1].kind == number || i > 0 && name[i-1].kind == number) {
			return Several
		}
	}
	if len(name) > 0 && name[len(name)-1].kind == number && (rest[0].kind == number || rest[0].in([]string{"/", ","})) {
		return Several
	}
	return ""
}

// priceOf reads tokens that are nothing but a price, with separators before it. begin is a
// separator that is not one of the tokens, or empty. The reason is Unclear if the tokens are
// something else.
func priceOf(tokens []token, begin string) (price, Reason) {
	r := &reader{tokens: tokens}
	begin = cmp.Or(separatorsAt(r), begin)
	for r.take(labels) || !r.done() && r.peek().in([]string{":", "-", "–", "="}) {
		if separatorsAt(r) == "" && r.done() {
			return price{}, Unclear
		}
	}
	var said strings.Builder
	for _, t := range tokens[r.at:] {
		said.WriteString(t.plain)
	}
	if request := strings.TrimRight(said.String(), ".!"); begin != "" && request == "call" || (token{plain: request}).in(onRequest) {
		return price{stored: "ask"}, ""
	}
	from := false
	if r.take(fromBy) {
		from = true
		r.take(started)
		separatorsAt(r)
	}
	low, reason := amount(r)
	if reason != "" {
		return price{}, reason
	}
	out, isMarked := price{}, low.before || low.after
	op := r.peek()
	var high money
	if isRange := op.in(between) && r.at+1 < len(r.tokens) && startsAmount(r.tokens[r.at+1:]); isRange {
		r.at++
		if high, reason = amount(r); reason != "" {
			return price{}, reason
		}
		if doubtful(low, high, op, begin) {
			reason = Several
		}
		isMarked = isMarked || high.after
	}
	for !r.done() && (r.take(only) || r.take(fromTo)) {
		if r.tokens[r.at-1].in(fromTo) {
			from = true
			r.take(started)
		}
	}
	r.take([]string{"."})
	if !r.done() {
		unit, ok := unitBehind(r.tokens[r.at:], isMarked)
		if !ok {
			return price{}, Unclear
		}
		out.unit = unit
	}
	if reason == "" {
		out.stored, reason = stored(low.paise, high.paise, from)
	}
	return out, reason
}

// doubtful reports whether two amounts may be a quantity and a price instead of a range: "6 - 40".
// begin is what separates the name from the first.
func doubtful(low, high money, op token, begin string) bool {
	isDash, isSpaced := op.in(dashes), op.spaced || high.spaced
	const far = 3
	switch {
	case !isDash || low.before || low.after:
		return false
	case high.before:
		return true
	case isSpaced:
		return begin == "" || (token{plain: begin}).in(dashes) || begin == "," || begin == "/"
	default:
		return begin == "" && high.paise > far*low.paise
	}
}

// separatorsAt consumes separators and returns the last of them.
func separatorsAt(r *reader) (last string) {
	for r.take(separators) {
		last = r.tokens[r.at-1].plain
	}
	return last
}

func withoutSeparators(tokens []token) []token {
	for len(tokens) > 0 && (tokens[len(tokens)-1].in(separators) || tokens[len(tokens)-1].plain == "(") {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// money is an amount, and where its currency is written.
type money struct {
	paise         int64
	before, after bool
	spaced        bool
}

func startsAmount(tokens []token) bool {
	r := &reader{tokens: tokens}
	r.take(currency)
	r.take([]string{"."})
	return r.peek().kind == number
}

// amount reads one amount of rupees.
func amount(r *reader) (m money, reason Reason) {
	m.spaced = r.peek().spaced
	if r.take(currency) {
		m.before = true
		r.take([]string{"."})
	}
	if r.peek().kind != number {
		return m, Unclear
	}
	if m.paise = paise(r.peek().plain); m.paise == 0 {
		reason = Amount
	}
	r.at++
	for rest := r.tokens[r.at:]; ; rest = r.tokens[r.at:] {
		switch {
		case len(rest) > 1 && rest[0].plain == "/" && (rest[1].plain == "-" || rest[1].plain == "=" || rest[1].plain == "–"),
			len(rest) > 1 && rest[0].plain == "-" && rest[1].plain == "/":
			r.at += 2
			m.after = true
		case len(rest) > 0 && rest[0].in(currency) && (len(rest) == 1 || rest[1].kind != number):
			r.at++
			m.after = true
		default:
			return m, reason
		}
	}
}

var (
	plainAmount   = regexp.MustCompile(`^[1-9]\d*(\.\d{1,2})?$`)
	groupedAmount = regexp.MustCompile(`^[1-9]\d{0,2}((,\d{2})*,\d{3}|(,\d{3})+)(\.\d{1,2})?$`)
)

// paise returns an amount of rupees in paise, or 0 if it is not one.
func paise(text string) int64 {
	if !plainAmount.MatchString(text) && !groupedAmount.MatchString(text) {
		return 0
	}
	whole, part, _ := strings.Cut(strings.ReplaceAll(text, ",", ""), ".")
	const hundred = 100
	rupees, err := strconv.ParseInt(whole, 10, 64)
	hundredths, _ := strconv.ParseInt((part + "00")[:2], 10, 64) // the pattern allows only digits
	if err != nil || rupees > (1<<62)/hundred {
		return 0
	}
	return rupees*hundred + hundredths
}

// stored returns a price as services store it.
func stored(low, high int64, from bool) (string, Reason) {
	text := strconv.FormatInt(low, 10)
	switch {
	case high > 0 && high <= low || high > 0 && from:
		return "", Several
	case high > 0:
		text += "-" + strconv.FormatInt(high, 10)
	case from:
		text += "+"
	}
	if _, ok := field.ParsePrice(text); !ok {
		return "", Amount
	}
	return text, ""
}

// unitBehind reads what follows a price: "/kg", "per person", "(6 pcs)", "each". A unit without
// such a word follows only an amount with its currency: "500 g" is not a price.
func unitBehind(tokens []token, isMarked bool) (string, bool) {
	r := &reader{tokens: tokens}
	isOpen := r.peek().plain == "("
	said := r.take(per)
	start := r.at
	if r.take(each) {
		return textOf(tokens), r.done()
	}
	counted := said && r.peek().kind == number
	if counted || said && r.peek().in(parts) {
		r.at++
	}
	if !r.peek().isUnit() {
		return "", false
	}
	r.at++
	end := r.at
	if r.take(behind) {
		said, end = true, r.at
	}
	if isOpen && !r.take([]string{")"}) {
		return "", false
	}
	r.take([]string{"."})
	return textOf(tokens[start:end]), r.done() && (said || isMarked)
}

// splitUnit splits a name into the name and the unit at its end: "Pav 6 pcs", "Cake (half kg)",
// "Massage per hour".
func splitUnit(tokens []token) (name []token, unit string) {
	rest := tokens
	if n := len(rest); n > 0 && rest[n-1].plain == "." {
		rest = rest[:n-1]
	}
	isClosed := len(rest) > 0 && rest[len(rest)-1].plain == ")"
	if isClosed {
		rest = rest[:len(rest)-1]
	}
	n := len(rest)
	start := n
	switch {
	case n > 0 && rest[n-1].in(each):
		start = n - 1
	case n > 1 && rest[n-1].isUnit() && (rest[n-2].kind == number || rest[n-2].in(parts)):
		start = n - 2
		if start > 1 && rest[start-1].plain == "/" && rest[start-2].kind == number { // 1/2 kg
			start -= 2
		}
	case n > 1 && rest[n-1].isUnit() && (rest[n-2].in(strings.Fields("per / प्रति પ્રતિ")) || isClosed && rest[n-2].plain == "("):
		start = n - 1
	}
	if start == n {
		return tokens, ""
	}
	name = rest[:start]
	for len(name) > 0 && name[len(name)-1].in([]string{"per", "प्रति", "પ્રતિ", "("}) {
		name = name[:len(name)-1]
	}
	if name = withoutSeparators(name); len(name) == 0 {
		return tokens, ""
	}
	return name, textOf(rest[start:])
}
