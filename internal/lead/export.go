package lead

import (
	"io"
	"strings"
	"unicode/utf8"
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
