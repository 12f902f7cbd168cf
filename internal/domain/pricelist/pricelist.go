// Package pricelist reads a price list as people write it in a message or copy it from a
// spreadsheet: one line for each thing, with its unit and price. It never chooses between two
// readings: a line with more than one is returned as unread.
package pricelist

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parichay/internal/domain/field"
)

// MaxLines is the maximum number of lines that are read. Empty lines do not count.
const MaxLines = 200

// maxLine is the maximum length of a line in bytes; a longer one is not a line of a price list.
const maxLine = 1000

// Kind is what a line is.
type Kind string

// The kinds.
const (
	Item    Kind = "item"    // something with a price, or without one
	Heading Kind = "heading" // the group of the items below it
	Unread  Kind = "unread"
)

// Reason is why a line was not read completely.
type Reason string

// The reasons. An item has only NoPrice.
const (
	NoPrice Reason = "no_price" // an item without a price
	Several Reason = "several"  // more than one amount, or a range that may be a quantity and a price
	Amount  Reason = "amount"   // an amount that is not one: 12,50 or 0
	NoName  Reason = "no_name"  // a price without a name
	TooLong Reason = "too_long"
	Unclear Reason = "unclear"
)

// Line is what was understood of one line.
type Line struct {
	Text   string `json:"text" doc:"The line as it was pasted"`
	Kind   Kind   `json:"kind" enum:"item,heading,unread"`
	Title  string `json:"title" doc:"The name of the item, or the heading"`
	Unit   string `json:"unit"`
	Price  string `json:"price" doc:"As services store it: in paise"`
	Group  string `json:"group" doc:"The heading above the item"`
	Reason Reason `json:"reason,omitempty" enum:"no_price,several,amount,no_name,too_long,unclear"`
}

// List is what was understood of a price list.
type List struct {
	Lines []Line `json:"lines"`
	Rest  int    `json:"rest" doc:"Number of lines beyond the limit, which were not read"`
}

// Limits of an item's texts, in letters.
type Limits struct{ Title, Unit, Group int }

// Read reads a price list.
func Read(text string, limits Limits) List {
	list := List{Lines: []Line{}}
	group, first := "", true // first: an empty line, or nothing, is above
	rows := strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
	capitals := capitalsMark(rows)
	for n, row := range rows {
		if strings.TrimFunc(row, isFiller) == "" {
			first = true
			continue
		}
		if len(list.Lines) == MaxLines {
			list.Rest++
			continue
		}
		line := read(row)
		if line.Kind == Item && line.Reason == NoPrice && line.Unit == "" && (isMarked(row, capitals) || first && n+1 < len(rows) && !hasDigit(line.Title) && strings.TrimFunc(rows[n+1], isFiller) != "") {
			line.Kind, line.Reason = Heading, ""
		}
		line = line.within(limits)
		switch line.Kind {
		case Heading:
			group = line.Title
		case Item:
			line.Group = group
		case Unread:
			line.Group = group
		}
		list.Lines = append(list.Lines, line)
		first = false
	}
	return list
}

// within returns the line, or as unread if one of its texts is longer than allowed.
func (l Line) within(limits Limits) Line {
	fits := func(text string, most int) bool {
		_, issue := field.Rule{Kind: field.Text, Max: most, Optional: true}.Clean("", text)
		return issue == nil
	}
	switch {
	case l.Kind == Heading && !fits(l.Title, limits.Group), l.Kind == Item && (!fits(l.Title, limits.Title) || !fits(l.Unit, limits.Unit)):
		return Line{Text: l.Text, Kind: Unread, Reason: TooLong}
	}
	return l
}

// isFiller reports whether a letter draws a line or is space: "------", "=====", "* * *".
func isFiller(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("-–—=_*~.•·…|", r)
}

var (
	marked  = regexp.MustCompile(`^\s*(?:#+\s*\S.*|\*[^*]+\*\s*:?|[-=_*~]{2,}\s*[^-=_*~].*[-=_*~]{2,}|.*:)\s*$`)
	leading = regexp.MustCompile(`^(?:\(?\d{1,3}[.)]\s+)`)
)

// isMarked reports whether a line is drawn as a heading: *Cakes*, Cakes:, # Cakes, == Cakes ==
// or, if capitals mark headings, CAKES.
func isMarked(row string, capitals bool) bool {
	return marked.MatchString(row) || capitals && inCapitals(row)
}

func inCapitals(text string) bool {
	return strings.ToUpper(text) == text && strings.ToLower(text) != text
}

// capitalsMark reports whether capitals mark headings. They do not if all items are written in
// capitals. The items are the lines with a price; in a list without prices, all lines.
func capitalsMark(rows []string) bool {
	loud, quiet := false, false
	for _, row := range rows[:min(len(rows), MaxLines)] {
		line := read(row)
		capital := inCapitals(line.Title)
		switch {
		case line.Price != "" && !capital:
			return true
		case line.Price != "":
			loud = true
		case line.Title != "" && !capital:
			quiet = true
		}
	}
	return quiet && !loud
}

func hasDigit(text string) bool { return strings.ContainsFunc(text, unicode.IsDigit) }

// read reads one line without its neighbours.
func read(row string) Line {
	line := Line{Text: strings.TrimSpace(row), Kind: Unread, Reason: Unclear}
	if len(row) > maxLine {
		line.Text, line.Reason = strings.ToValidUTF8(row[:maxLine], ""), TooLong
		return line
	}
	text := tidy(row)
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		line.Reason = NoName
		return line
	}
	if cells := cellsOf(row); len(cells) > 1 {
		return line.fromCells(cells)
	}
	return line.fromTokens(tokensOf(text))
}

// tidy returns a line without marks that only decorate it: bullets, numbering, bold.
func tidy(row string) string {
	text := norm.NFC.String(row)
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '*' || r == '~' || r == '_' || unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || unicode.Is(unicode.Variation_Selector, r):
			return ' '
		case r == '\u200d' || r == '\u200c': // joiners are part of words
			return r
		case unicode.Is(unicode.Cf, r) || unicode.IsControl(r) || unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text)
	text = strings.TrimLeftFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Sc, r) && r != '('
	})
	latin := digits(text)
	if n := len(leading.FindString(latin)); n > 0 {
		text = string([]rune(text)[n:]) // the numbering has only single-byte letters
	}
	return strings.TrimSpace(text)
}

// digits returns a text with Latin digits. Its letters stay in their places.
func digits(text string) string {
	return strings.Map(func(r rune) rune {
		for _, zero := range []rune{'०', '૦'} {
			if r >= zero && r <= zero+9 {
				return '0' + r - zero
			}
		}
		return r
	}, text)
}

// cellsOf returns the cells of a row of a spreadsheet, or one cell.
func cellsOf(row string) []string {
	var cells []string
	for _, cell := range strings.FieldsFunc(row, func(r rune) bool { return r == '\t' || r == '|' }) {
		if cell = strings.TrimSpace(strings.Trim(cell, `"`)); strings.TrimFunc(cell, isFiller) != "" {
			cells = append(cells, cell)
		}
	}
	return cells
}

// fromCells reads a row of a spreadsheet: a name, perhaps a unit, and a price in the last cell.
func (l Line) fromCells(cells []string) Line {
	const numbered, whole = 3, 3
	if len(cells) >= numbered && allDigits(cells[0]) { // the number of the row
		cells = cells[1:]
	}
	last := tokensOf(tidy(cells[len(cells)-1]))
	price, reason := priceOf(last, "\t")
	switch {
	case len(cells) == 1:
		return l.fromTokens(tokensOf(tidy(cells[0])))
	case len(cells) > whole:
		return l
	case reason != "":
		l.Reason = reason
		return l
	}
	name := read(cells[0])
	unit := price.unit
	if len(cells) == whole {
		unit = strings.TrimSpace(tidy(cells[1]))
	}
	if name.Kind != Item || name.Reason != NoPrice {
		l.Reason = Several
		return l
	}
	l.Kind, l.Title, l.Unit, l.Price, l.Reason = Item, name.Title, name.Unit, price.stored, ""
	if unit != "" {
		l.Title, l.Unit = tidy(cells[0]), unit
	}
	return l
}

func allDigits(text string) bool {
	return text != "" && strings.Trim(digits(text), "0123456789.") == ""
}
