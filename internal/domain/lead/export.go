package lead

import (
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// BOM tells spreadsheet programs that a CSV is UTF-8.
const BOM = "\uFEFF"

// WriteCSV writes one row. Every cell is quoted, and nothing in it is left that a
// spreadsheet would take for a formula.
func WriteCSV(w io.Writer, cells ...string) error {
	var row strings.Builder
	for i, cell := range cells {
		if i > 0 {
			row.WriteByte(',')
		}
		row.WriteByte('"')
		row.WriteString(strings.ReplaceAll(harmless(cell), `"`, `""`))
		row.WriteByte('"')
	}
	row.WriteString("\r\n")
	_, err := io.WriteString(w, row.String())
	return err
}

// Spreadsheets begin to calculate at the usual signs and their full-width forms, behind
// white space and quotes that hide them. A program that takes semicolons, tabs or bars for
// separators sees cells begin within ours, and does not see that a line ends within one.
const (
	signs      = "=+-@＝＋－＠"
	separators = ";|\t\r\n\v\f\u0085\u2028\u2029"
)

// harmless puts an apostrophe before each sign that would begin a formula. It is written
// out because a regular expression took a quarter of the time of exporting large tables.
func harmless(cell string) string {
	if !strings.ContainsAny(cell, signs) {
		return cell
	}
	var out strings.Builder
	begins, written := true, 0
	for at, r := range cell {
		switch {
		case strings.ContainsRune(separators, r):
			begins = true
		case !begins || r == '"' || unicode.In(r, unicode.Z, unicode.Cc, unicode.Cf):
		default:
			if begins = false; strings.ContainsRune(signs, r) {
				out.WriteString(cell[written:at] + "'")
				written = at
			}
		}
	}
	return out.String() + cell[written:]
}

// spread is a phone number that spreadsheets keep as it is. One of digits alone
// would be calculated with: 9.8E+11, without the zero it begins with. A space makes
// it a text; so do brackets around the country's code, whose plus would begin a formula.
func spread(phone string) string {
	words := strings.FieldsFunc(field.LatinDigits(phone), func(r rune) bool { return strings.ContainsRune(" \u00a0-./", r) })
	country, rest := "", strings.Replace(strings.Join(words, " "), "+ ", "+", 1)
	if strings.HasPrefix(rest, "+") {
		n := len(countryCode.FindString(rest))
		country, rest = "("+rest[:n]+") ", strings.TrimSpace(rest[n:])
	}
	if len(rest) > tail && field.Digits(rest) == rest {
		rest = rest[:len(rest)-tail] + " " + rest[len(rest)-tail:]
	}
	return strings.TrimSpace(country + rest)
}

// tail is how many digits of an Indian number are written together at its end.
const tail = 5

// countryCode is a country's code as the ITU gives them out.
var countryCode = regexp.MustCompile(`^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{0,3})`)

// column is one of an export: its heading is a word of the inbox.
type column struct {
	word string
	cell func(l Stored, of row) string
}

// row is what a lead's row says besides the lead.
type row struct {
	reference string
	lang      locales.Lang
	steps     []Step
}

func (r row) word(key string) string { return locales.Text(r.lang, "inbox."+key) }

// columns are the cells of an export, what a shopkeeper looks for first.
var columns = []column{
	{"reference", func(_ Stored, of row) string { return of.reference }},
	{"export.received", func(l Stored, _ row) string { return l.Created.In(locales.India).Format("2006-01-02 15:04:05") }},
	{"name", func(l Stored, _ row) string { return l.Name }},
	{"phone", func(l Stored, _ row) string { return spread(l.Phone) }},
	{"email", func(l Stored, _ row) string { return l.Email }},
	{"company", func(l Stored, _ row) string { return l.Company }},
	{"kinds", func(l Stored, of row) string { return of.word("kind." + string(l.Kind)) }},
	{"services", func(l Stored, _ row) string { return strings.Join(l.Services, ", ") }},
	{"message", func(l Stored, of row) string {
		if l.Kind == Portfolio && l.Message == l.Comment() { // the program's own words
			return locales.Text(of.lang, "inbox.portfolio", "company", l.Company)
		}
		return l.Message
	}},
	{"statuses", func(l Stored, of row) string { return of.word("status." + string(l.Status)) }},
	{"value", func(l Stored, _ row) string {
		if l.Value == nil {
			return ""
		}
		return strconv.FormatInt(*l.Value, 10)
	}},
	{"export.won", func(l Stored, _ row) string {
		if l.WonAt == nil {
			return ""
		}
		return l.WonAt.In(locales.India).Format(time.DateOnly)
	}},
	{"export.notes", func(_ Stored, of row) string { return notes(of.steps) }},
	{"source", func(l Stored, of row) string { return locales.Channel(of.lang, l.Channel) }},
	{"export.source", func(l Stored, _ row) string { return l.Source }},
	{"language", func(l Stored, of row) string { return locales.Text(of.lang, "language."+string(l.Language)) }},
	{"page", func(l Stored, _ row) string { return l.Page }},
	{"export.edition", func(l Stored, _ row) string { return l.Edition }},
	{"export.flag", func(l Stored, of row) string {
		if l.Flag == "" {
			return ""
		}
		return of.word("flag." + string(l.Flag))
	}},
	{"consent", func(l Stored, _ row) string { return l.Consent }},
}

func notes(steps []Step) string {
	var all []string
	for _, e := range steps {
		if e.Note != "" {
			all = append(all, e.Note)
		}
	}
	return strings.Join(all, "\n")
}

// CSVHeadings names the cells of an export in the reader's language.
func CSVHeadings(lang locales.Lang) []string {
	of, all := row{lang: lang}, make([]string, len(columns))
	for i, c := range columns {
		all[i] = of.word(c.word)
	}
	return all
}

// CSVRow is a lead as a row of an export, in the reader's language.
func (l Stored) CSVRow(lang locales.Lang, reference string, steps []Step) []string {
	of, all := row{reference, lang, steps}, make([]string, len(columns))
	for i, c := range columns {
		all[i] = c.cell(l, of)
	}
	return all
}

// Each calls row with every lead that is exported, and what happened to it.
type Each func(row func(Stored, []Step) error) error

// ExportCSV writes them in the reader's language, by the references people know them by.
func ExportCSV(out io.Writer, lang locales.Lang, reference func(prefix string, id int64) string, each Each) error {
	if _, err := io.WriteString(out, BOM); err != nil {
		return err
	}
	if err := WriteCSV(out, CSVHeadings(lang)...); err != nil {
		return err
	}
	return each(func(l Stored, history []Step) error {
		return WriteCSV(out, l.CSVRow(lang, reference(l.Prefix, l.ID), history)...)
	})
}
