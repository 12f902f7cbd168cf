package lead

import (
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/locales"
)

func TestL1OnlyLegalMovesAreMade(t *testing.T) {
	t.Parallel()
	legal := map[string]bool{
		"pending contacted": true, "pending spam": true,
		"contacted won": true, "contacted lost": true, "contacted spam": true, "contacted pending": true,
		"won contacted": true, "lost contacted": true, "spam pending": true,
	}
	for _, from := range Status("").All() {
		for _, to := range Status("").All() {
			want := from == to || legal[string(from)+" "+string(to)]
			assert.Equal(t, want, from.MayBecome(to), "%s to %s", from, to)
		}
	}
	assert.False(t, Pending.MayBecome("lost and found"))
}

func TestTheAnswerIsDueADayAfterTheMessage(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 14, 18, 30, 0, 0, time.UTC)
	assert.Equal(t, time.Date(2026, 11, 15, 18, 30, 0, 0, time.UTC), Due(at))
}

func TestASearchFindsReferencesAndPhoneNumbersHoweverTheyAreTyped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"૯૮૨૫૦ ૧૨૩૪૫": "9825012345",
		"DM-1042":     " -1042 ", " ref-7 ": " -7 ", "98250 12345": "9825012345", "+91 (98250) 12-345": "919825012345",
		"Bakery  Loaf": "bakery loaf", "ગુજરાતી": "ગુજરાતી", "a@b.in": "a@b.in", "1042": "1042", "": "",
	} {
		assert.Equal(t, want, Query{Text: text}.Needle(), text)
	}
}

func TestAnAnswerIsProposedInEveryLanguageAndNamesPeopleAsTheyAre(t *testing.T) {
	t.Parallel()
	l := Lead{Kind: Quote, Name: "{brand} Bakery", Services: []string{"SEO", "Ads"}}
	for _, lang := range locales.All {
		a := l.Answer(lang, "Digital Market", "DM-1042")
		for _, text := range []string{a.Call, a.Chat, a.Mail} {
			assert.Contains(t, text, "{brand} Bakery", "what the visitor typed is not a placeholder")
			assert.Contains(t, text, "SEO, Ads")
			assert.Contains(t, text, "Digital Market")
		}
		assert.Contains(t, a.Subject, "DM-1042")
		assert.NotContains(t, a.Chat+a.Mail+a.Subject, "{reference}")
		assert.Contains(t, Greeting(lang, "DM-1042"), "DM-1042")
	}
}

func TestAnExportedCellIsNeverAFormula(t *testing.T) {
	t.Parallel()
	for _, cell := range []string{"=1+1", "+91", "-1", "@SUM(A1)", "\t=1", "\n=1", "＝1", "＋1", "－1", "＠x", "  =1"} {
		assert.Equal(t, "'"+cell, readBack(t, cell), "%q", cell)
	}
	for _, cell := range []string{"", "Bakery", `says "hi", twice`, "two\nlines", "a=b", "१२३", "ક્ષ"} {
		assert.Equal(t, cell, readBack(t, cell), "%q", cell)
	}
}

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"=cmd|' /C calc'!A0", "+1", `"`, "a\nb", "＝1", "", "'x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		cell = strings.ReplaceAll(cell, "\r", "") // what is kept has none, and encoding/csv reads \r\n as \n
		got := readBack(t, cell)
		if isFormula(cell) {
			cell = "'" + cell
		}
		require.Equal(t, cell, got)
		if got != "" {
			assert.NotContains(t, "=+-@\t\n＝＋－＠", string([]rune(got)[:1]))
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
