package lead

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/locales"
)

func TestL1OnlyLegalMovesAreAllowed(t *testing.T) {
	t.Parallel()
	illegal := map[string]bool{"won lost": true, "won spam": true, "lost won": true, "lost spam": true, "spam won": true, "spam lost": true}
	for _, from := range Status("").All() {
		for _, to := range Status("").All() {
			want := from == to || !illegal[string(from)+" "+string(to)]
			assert.Equal(t, want, from.MayBecome(to), "%s to %s", from, to)
			assert.Equal(t, want, to.MayBecome(from), "%s to %s must be reversible", from, to)
		}
	}
	assert.False(t, Pending.MayBecome("lost and found"))
}

func TestAnswerIsDueAfterOneDay(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 14, 18, 30, 0, 0, time.UTC)
	assert.Equal(t, time.Date(2026, 11, 15, 18, 30, 0, 0, time.UTC), Due(at))
}

func TestNeedleNormalizesSearchText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"૯૮૨૫૦ ૧૨૩૪૫": "9825012345",
		"DM-1042":     " -1042 ", " ref-7 ": " -7 ", "98250 12345": "9825012345", "+91 (98250) 12-345": "919825012345",
		"Bakery  Loaf": "Bakery Loaf", "ગુજરાતી": "ગુજરાતી", "a@b.in": "a@b.in", "1042": "1042", "": "",
	} {
		assert.Equal(t, want, Query{Text: text}.Needle(), text)
	}
}

func TestAnswerDoesNotExpandVisitorText(t *testing.T) {
	t.Parallel()
	l := Lead{Kind: Quote, Name: "{brand} Bakery", Services: []string{"SEO", "Ads"}}
	for _, lang := range locales.All {
		a := l.Answer(lang, "Digital Market", "DM-1042")
		for _, text := range []string{a.Call, a.Chat, a.Mail} {
			assert.Contains(t, text, "{brand} Bakery", "a visitor's text must not be expanded as a placeholder")
			assert.Contains(t, text, "SEO, Ads")
			assert.Contains(t, text, "Digital Market")
		}
		assert.Contains(t, a.Subject, "DM-1042")
		assert.NotContains(t, a.Chat+a.Mail+a.Subject, "{reference}")
		assert.Contains(t, Greeting(lang, "DM-1042"), "DM-1042")
	}
}

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
		require.NoError(t, WriteCSV(&row, cell, cell, "last"))
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

func TestExportedPhoneStaysDialable(t *testing.T) {
	t.Parallel()
	for phone, want := range map[string]string{
		"":                   "",
		"9825012345":         "98250 12345",
		"09825012345":        "098250 12345",
		"919825012345":       "9198250 12345",
		"98250 12345":        "98250 12345",
		"98250-12345":        "98250 12345",
		"૯૮૨૫૦૧૨૩૪૫":         "98250 12345",
		"+919825012345":      "(+91) 98250 12345",
		"+91 98250 12345":    "(+91) 98250 12345",
		"+ 91 98250 12345":   "(+91) 98250 12345",
		"+91 (0)98250 12345": "(+91) (0)98250 12345",
		"+14155552671":       "(+1) 41555 52671",
		"+971501234567":      "(+971) 5012 34567",
		"+441632960001":      "(+44) 16329 60001",
	} {
		got := spread(phone)
		assert.Equal(t, want, got, phone)
		assert.Equal(t, field.Dialled(phone), field.Dialled(strings.NewReplacer("(+", "+").Replace(got)), "the dialled number must not change")
		assert.Equal(t, got, harmless(got), "must not need an apostrophe")
		_, err := strconv.ParseFloat(got, 64)
		require.Error(t, err, "must not parse as a number")
	}
}

func TestExportIsTranslated(t *testing.T) {
	t.Parallel()
	l := Stored{Lead: Lead{Kind: Portfolio, Company: "Mills", Message: "Portfolio request from Mills", Language: "gu"}, Status: Won, Flag: Trapped}
	for _, lang := range locales.All {
		headings, cells := CSVHeadings(lang), l.CSVRow(lang, "DM-1", []Step{{Note: "one"}, {Action: "moved"}, {Note: "two"}})
		require.Len(t, cells, len(headings))
		for i, heading := range headings {
			assert.NotContains(t, heading, ".", "a heading must be translated, %s", lang)
			assert.Equal(t, i, slices.Index(headings, heading), "duplicate heading: %s", heading)
		}
		all := strings.Join(cells, "|")
		for _, key := range []string{"kind.portfolio_request", "status.won", "flag.trapped"} {
			assert.Contains(t, all, locales.Text(lang, "inbox."+key))
		}
		assert.Contains(t, all, locales.Text(lang, "inbox.portfolio", "company", "Mills"))
		assert.Contains(t, all, "one\ntwo")
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
		require.NoError(t, WriteCSV(&row, "first", cell, "last"))
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
	require.NoError(t, WriteCSV(&out, "first", cell, "last"))
	row, err := csv.NewReader(strings.NewReader(out.String())).Read()
	require.NoError(t, err)
	require.Len(t, row, 3)
	return row[1]
}
