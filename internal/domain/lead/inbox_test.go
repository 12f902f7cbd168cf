package lead

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

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
		say := func(key string, pairs ...string) string { return locales.Text(lang, key, pairs...) }
		a := l.Answer(say, "Digital Market", "DM-1042")
		for _, text := range []string{a.Call, a.Chat, a.Mail} {
			assert.Contains(t, text, "{brand} Bakery", "a visitor's text must not be expanded as a placeholder")
			assert.Contains(t, text, "SEO, Ads")
			assert.Contains(t, text, "Digital Market")
		}
		assert.Contains(t, a.Subject, "DM-1042")
		assert.NotContains(t, a.Chat+a.Mail+a.Subject, "{reference}")
	}
}
