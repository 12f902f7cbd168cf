package mail

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/profile"
	"parichay/internal/store/leads"
	"parichay/locales"
)

var (
	monday = time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC)
	sunday = monday.AddDate(0, 0, 6)
)

func TestWeeklyMailIsInTheOwnersLanguage(t *testing.T) {
	t.Parallel()
	r := Week{
		First: monday, Last: sunday, Waiting: 3,
		Now:    leads.Sums{Visits: 1240, Taps: 310, Leads: 9, Won: 2, Rupees: 142_000},
		Before: leads.Sums{Visits: 1000, Taps: 350, Leads: 9, Won: 1, Rupees: 12_000},
		Best:   leads.Best{Channel: "code:board", Visits: 600, Target: "whatsapp", Taps: 120},
	}
	for _, lang := range locales.All {
		m := r.Mail(lang, profile.Default(), "https://shop.example")
		text := "Message-ID: " + m.ID + "\nFrom: " + m.From + "\nSubject: " + m.Subject + "\n\n" + m.Text
		path := filepath.Join("testdata", "week."+string(lang)+".txt")
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), text)
	}
	quiet := Week{First: monday, Last: sunday, Before: leads.Sums{Visits: 4}}
	m := quiet.Mail(locales.English, profile.Default(), "https://shop.example")
	assert.Contains(t, m.Text, "Visits: 0 (−4 on the week before)")
	for _, word := range []string{"Worth", "Won", "Tapped most", "waiting", "₹"} {
		assert.NotContains(t, m.Text, word, "empty rows are left out")
	}
	for key, want := range map[string]string{"social:instagram": "Instagram", "page:/services": "/services", "link:https://example.in/menu/": "example.in/menu", "call": "Call"} {
		assert.Equal(t, want, target(locales.English, key))
	}
}
