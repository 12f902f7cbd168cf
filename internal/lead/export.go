package lead

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"parichay/locales"
)

// BOM tells spreadsheet programs that a CSV is UTF-8.
const BOM = "\uFEFF"

// WriteCSV writes one row. Every cell is quoted, and one that a spreadsheet would
// take for a formula gets an apostrophe before it.
func WriteCSV(w io.Writer, cells ...string) error {
	var row strings.Builder
	for i, cell := range cells {
		if i > 0 {
			row.WriteByte(',')
		}
		row.WriteByte('"')
		if isFormula(cell) {
			row.WriteByte('\'')
		}
		row.WriteString(strings.ReplaceAll(cell, `"`, `""`))
		row.WriteByte('"')
	}
	row.WriteString("\r\n")
	_, err := io.WriteString(w, row.String())
	return err
}

// isFormula finds what spreadsheets calculate: the usual signs, their full-width
// forms, and the white space that hides them.
func isFormula(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	return cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) ||
		strings.HasPrefix(strings.TrimLeft(cell, " \u00a0"), "=")
}

// CSVColumns names the cells of an export as the API names them.
var CSVColumns = []string{
	"id", "reference", "createdAt", "kind", "status", "flag", "name", "email", "phone", "company", "services", "message", "edition", "language", "page", "source", "consent", "notes",
}

// CSVRow is a lead as a row of an export.
func (l Stored) CSVRow(reference string, steps []Step) []string {
	var notes []string
	for _, e := range steps {
		if e.Note != "" {
			notes = append(notes, e.Note)
		}
	}
	return []string{
		strconv.FormatInt(l.ID, 10), reference, l.Created.In(locales.India).Format("2006-01-02 15:04:05"),
		string(l.Kind), string(l.Status), string(l.Flag), l.Name, l.Email, l.Phone, l.Company, strings.Join(l.Services, ", "), l.Message,
		l.Edition, string(l.Language), l.Page, l.Source, l.Consent, strings.Join(notes, "\n"),
	}
}
