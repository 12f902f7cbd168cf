package csv

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWriteCSVEscapesFormulas(t *testing.T) {
	t.Parallel()
	for _, cell := range []string{"=1+1", "+91", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠x"} {
		assert.Equal(t, "'"+cell, readBack(t, cell), "%q", cell)
		for _, space := range []string{"\t", "\n", "  ", " \u00a0", "\""} {
			assert.Equal(t, space+"'"+cell, readBack(t, space+cell), "%q", cell)
		}
	}
	for cell, want := range map[string]string{
		"x;=1": "x;'=1", "x; =1": "x; '=1", `x;"=1"`: `x;"'=1"`, "we need\n- posters": "we need\n'- posters", "a\t@x": "a\t'@x", ";;+1": ";;'+1",
	} {
		assert.Equal(t, want, readBack(t, cell), "a program that splits at semicolons or tabs would see a new cell: %q", cell)
	}
	for _, cell := range []string{"", "Bakery", `says "hi", twice`, "two\nlines", "a=b", "1; 2", "१२३", "ક્ષ"} {
		assert.Equal(t, cell, readBack(t, cell), "%q", cell)
	}
}

// Fails if harmless ignores "|" or the characters that hide a sign.
func TestWriteCSVEscapesFormulasForEverySeparator(t *testing.T) {
	t.Parallel()
	for _, cell := range []string{
		"a;=1", `a";"=1`, "a; \"=1", "a|=1", "a\t=1", "a\u2028=1", "a\u0085=1", "a;\u200b=1", "a;\u202e=1", "a;\u3000=1", "\ufeff=1", "a;\v=1", `=1`, `";=1;"`, "a;'=1", ";;|=1", "a\r\n;=1",
	} {
		var row strings.Builder
		require.NoError(t, WriteRow(&row, cell, cell, "last"))
		for _, separator := range []rune{',', ';', '\t', '|'} {
			for line := range strings.FieldsFuncSeq(row.String(), func(r rune) bool { return strings.ContainsRune("\r\n\v\f\u0085\u2028\u2029", r) }) {
				r := csv.NewReader(strings.NewReader(line))
				r.Comma, r.LazyQuotes, r.FieldsPerRecord = separator, true, -1
				cells, err := r.ReadAll()
				require.NoError(t, err)
				for _, one := range slices.Concat(cells...) {
					seen := strings.TrimLeftFunc(one, func(r rune) bool { return r == '"' || !unicode.IsGraphic(r) || unicode.IsSpace(r) })
					assert.NotEqual(t, 0, strings.IndexAny(seen, signs), "%q read with %q: %q", cell, separator, one)
				}
			}
		}
	}
}

// cuts matches the places where a program may end a cell.
var cuts = regexp.MustCompile(`[;\t\r\n]|","`)

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"=cmd|' /C calc'!A0", "+1", `"`, "a\nb", "＝1", "", "'x", "a;=1", "a;\" =1", "a\n\t@x", ";;-1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		cell = strings.ReplaceAll(cell, "\r", "") // stored texts have none, and encoding/csv reads \r\n as \n
		require.Equal(t, harmless(cell), readBack(t, cell))
		var row strings.Builder
		require.NoError(t, WriteRow(&row, "first", cell, "last"))
		// For every way to split the row, with or without regard to quotes.
		for _, piece := range cuts.Split(row.String(), -1) {
			begins := strings.TrimLeft(piece, " \f\"\u00a0")
			assert.NotEqual(t, 0, strings.IndexAny(begins, signs), "%q", begins)
		}
	})
}

func readBack(t *testing.T, cell string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, WriteRow(&out, "first", cell, "last"))
	row, err := csv.NewReader(strings.NewReader(out.String())).Read()
	require.NoError(t, err)
	require.Len(t, row, 3)
	return row[1]
}
