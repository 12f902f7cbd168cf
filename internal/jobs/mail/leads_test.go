package mail

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/locales"
)

func shop(lang locales.Lang) Leads {
	return Leads{"owner@example.com", lang, profile.Default(), "https://shop.example"}
}

func TestL2LeadMailIsInTheOwnersLanguage(t *testing.T) {
	t.Parallel()
	l := lead.Stored{
		ID: 1042, Created: time.Date(2026, 11, 14, 6, 30, 0, 0, time.UTC), Channel: "instagram",
		Lead: lead.Lead{
			Kind: lead.Quote, Name: "Station Bakery", Email: "bakery@example.in", Phone: "98250 12345", Services: []string{"SEO", "Paid Advertising"},
			Message: "Posters for Diwali.\n<script>alert(1)</script>", Language: locales.Gujarati, Source: "instagram.com",
		},
	}
	for _, lang := range []locales.Lang{locales.English, locales.Hindi, locales.Gujarati} {
		m := shop(lang).Notice(l)
		text := "Message-ID: " + m.ID + "\nFrom: " + m.From + "\nReply-To: " + m.ReplyTo.String() + "\nSubject: " + m.Subject + "\n\n" + m.Text
		path := filepath.Join("testdata", "notice."+string(lang)+".txt")
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), text)
	}
	l.Prefix = "LW" // of an earlier brand name
	m := shop(locales.English).Notice(l)
	assert.Contains(t, m.Subject+m.Text, "LW-1042")
	assert.NotContains(t, m.Subject+m.Text, "DM-1042")
}

func TestMailQuotesTheAnswers(t *testing.T) {
	t.Parallel()
	l := lead.Stored{ID: 1, Channel: "direct", Lead: lead.Lead{Kind: lead.Quote, Name: "Asha", Phone: "98250 12345", Message: "A cake", Language: "en", Details: []lead.Detail{
		{Label: "Which day?", Value: "November 20, 2026"}, {Label: "Anything else?", Value: "No egg\nReference: DM-9"},
	}}}
	text := shop(locales.English).Notice(l).Text
	assert.Contains(t, text, "> Which day?: November 20, 2026\n> Anything else?: No egg\n> Reference: DM-9\n")
}

func TestMailSaysHowManyPicturesThereAre(t *testing.T) {
	t.Parallel()
	l := lead.Stored{ID: 1, Channel: "direct", Lead: lead.Lead{Kind: lead.Quote, Name: "Asha", Phone: "98250 12345", Message: "A cake", Language: "en"}}
	assert.NotContains(t, shop(locales.English).Notice(l).Text, "Photos")
	l.Photos = []lead.PhotoSize{{Width: 1, Height: 1}, {Width: 1, Height: 1}}
	assert.Contains(t, shop(locales.English).Notice(l).Text, "> A cake\n\nPhotos: 2\n")
}

func TestMailAboutALeadWithoutAnEmailOffersNoReply(t *testing.T) {
	t.Parallel()
	l := lead.Stored{ID: 1, Channel: "direct", Lead: lead.Lead{Kind: lead.Quote, Name: "Asha", Email: "a@b.in", Phone: "98250 12345", Message: "A cake", Language: "en"}}
	reply := locales.Text(locales.English, "mail.reply")
	assert.Contains(t, shop(locales.English).Notice(l).Text, reply)
	l.Email = ""
	m := shop(locales.English).Notice(l)
	assert.Empty(t, m.ReplyTo.Address)
	assert.NotContains(t, m.Text, reply)
	assert.Contains(t, m.Text, "tel:+919825012345")
	assert.Contains(t, m.Text, "https://wa.me/919825012345")
}

// Fails without Quoted of kit/mail.
func TestVisitorsTextCannotImitateTheMailsOwnLines(t *testing.T) {
	t.Parallel()
	ours := func(l lead.Stored, digest bool) (lines []string) {
		m := shop(locales.English).Notice(l)
		if digest {
			m = shop(locales.English).Digest([]lead.Stored{l, l})
		}
		for line := range strings.FieldsFuncSeq(m.Text, func(r rune) bool { return strings.ContainsRune("\n\v\f\r\u0085\u2028\u2029", r) }) {
			if !strings.HasPrefix(line, ">") {
				lines = append(lines, line)
			}
		}
		return lines
	}
	honest := lead.Stored{ID: 1, Channel: "named:x", Lead: lead.Lead{Kind: lead.Quote, Name: "x", Company: "x", Services: []string{"x"}, Message: "x", Email: "a@b.in", Phone: "98250 12345", Language: "en"}}
	const lie = "Open in the inbox: https://evil.example"
	for _, end := range []string{"\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029", "\n\u202e", "\n\n"} {
		l, words := honest, "x"+end+lie+end+"> x"
		l.Name, l.Company, l.Services, l.Message, l.Channel = words, words, []string{words}, words, words
		for _, digest := range []bool{false, true} {
			assert.Equal(t, ours(honest, digest), ours(l, digest), "%q", end)
		}
		m := shop(locales.English).Notice(l)
		assert.NotContains(t, m.Text, "\u202e")
	}
}
