package inbox

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/csv"
	"parichay/locales"
)

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
		var row strings.Builder
		require.NoError(t, csv.WriteRow(&row, got))
		assert.NotContains(t, row.String(), "'", "must not need an apostrophe")
		_, err := strconv.ParseFloat(got, 64)
		require.Error(t, err, "must not parse as a number")
	}
}

func TestExportIsTranslated(t *testing.T) {
	t.Parallel()
	l := lead.Stored{Lead: lead.Lead{Kind: lead.Portfolio, Company: "Mills", Message: "Portfolio request from Mills", Language: "gu"}, Status: lead.Won, Flag: lead.Trapped}
	for _, lang := range locales.All {
		names, row := headings(lang), cells(l, row{reference: "DM-1", lang: lang, steps: []lead.Step{{Note: "one"}, {Action: "moved"}, {Note: "two"}}})
		require.Len(t, row, len(names))
		for i, heading := range names {
			assert.NotContains(t, heading, ".", "a heading must be translated, %s", lang)
			assert.Equal(t, i, slices.Index(names, heading), "duplicate heading: %s", heading)
		}
		all := strings.Join(row, "|")
		for _, key := range []string{"kind.portfolio_request", "status.won", "flag.trapped"} {
			assert.Contains(t, all, locales.Text(lang, "inbox."+key))
		}
		assert.Contains(t, all, locales.Text(lang, "inbox.portfolio", "company", "Mills"))
		assert.Contains(t, all, "one\ntwo")
	}
}
