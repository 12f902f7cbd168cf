package content

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/locales"
)

func TestFindFigureNeedsComparableNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Figure{
		"<p>3 → 11 enquiries a week.</p>":                                      {"3", "11", 3, 11, "enquiries a week"},
		"<ul><li><strong>₹410 → ₹240</strong> Cost of one admission</li></ul>": {"₹410", "₹240", 410, 240, "Cost of one admission"},
		"<p>We went from 1,20,000 -> 3,40,000 visits, in a year.</p>":          {"1,20,000", "3,40,000", 120000, 340000, "visits"},
		"<p>2.1% → 4.8% of visitors</p>":                                       {"2.1%", "4.8%", 2.1, 4.8, "of visitors"},
		"<p>૩ → ૧૧ દર અઠવાડિયે પૂછપરછ</p>":                                     {"૩", "૧૧", 3, 11, "દર અઠવાડિયે પૂછપરછ"},
		"<p>३ → ११ हर हफ़्ते पूछताछ।</p>":                                      {"३", "११", 3, 11, "हर हफ़्ते पूछताछ"},
		"<p>12 days → 3 days to deliver</p>":                                   {"12", "3", 12, 3, "days to deliver"},
		"<p>22 pages.</p><p>0 → 7 reviews</p>":                                 {"0", "7", 0, 7, "reviews"},
		"<p>40k → 90k followers</p>":                                           {"40k", "90k", 40, 90, "followers"},
	} {
		got, ok := FindFigure(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{
		"", "<p>From 3 to 11.</p>", "<p>4 hours → 40 minutes</p>", "<p>900 → 1.2 lakh visits</p>", "<p>80k → 1.2 lakh</p>", "<p>₹5 → $3</p>",
		"<p>5 → 5</p>", "<p>a → b</p>", "<p>3</p><p>→ 11</p>", "<p>1.2.3 → 4</p>", "<p>9999999999999 → 3</p>", "<p>90% → 12 days</p>",
	} {
		got, ok := FindFigure(text)
		assert.False(t, ok, "%s: %v", text, got)
	}
}

func TestEverySampleCaseStudyHasAFigure(t *testing.T) {
	t.Parallel()
	items, err := Portfolio.Starter()
	require.NoError(t, err)
	for _, item := range items {
		for _, lang := range locales.All {
			text, _ := Portfolio.In(item, lang)
			figure, ok := FindFigure(text.Text("caseStudy"))
			assert.True(t, ok, "%s %s", item.ID, lang)
			assert.NotEmpty(t, figure.Of, "%s %s", item.ID, lang)
		}
	}
}
