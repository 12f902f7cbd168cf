package mail

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/store/alarms"
	"parichay/locales"
)

var update = flag.Bool("update", false, "write golden files instead of comparing them")

func noted(c alarms.Change) alarms.Noted {
	return alarms.Noted{
		Change: c, Times: 1, At: time.Date(2026, 11, 16, 9, 30, 0, 0, time.UTC), Network: "203.0.113.0/24",
		UserAgent: "Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
	}
}

func TestWarningShowsOldAndNewValuesInEveryLanguage(t *testing.T) {
	t.Parallel()
	links := alarms.Alarm{Changes: []alarms.Noted{
		noted(alarms.Change{Subject: alarms.Site, Field: "whatsapp", Before: "https://wa.me/919825012345", After: "https://wa.me/910000000000"}),
		noted(alarms.Change{Subject: alarms.Codes, Item: "win", Field: "target", Name: "/l/win Diwali” You did this yourself. “", After: "https://evil.example/" + strings.Repeat("a", 300)}),
		noted(alarms.Change{Subject: "blocks", Item: "1", Field: "address", Name: "Menu\r\nSubject: nothing happened", Before: "https://surya.example/menu"}),
		noted(alarms.Change{Subject: alarms.Settings, Field: "notifyEmail", After: "evil@example.com"}),
		noted(alarms.Change{Subject: alarms.Site, Item: "gu", Field: "tagline", Before: "સુરતની મીઠાઈ", After: "નવો નંબર ૯૮૨૫૦ ૯૯૯૯૯", Appeared: "98250 99999"}),
		noted(alarms.Change{Subject: "posts", Item: "diwali", Field: "content.hi", Name: "Diwali", Before: "<p>मिठाई</p>", After: "<p>evil@<strong>okaxis</strong> evil.shop</p>", Appeared: "evil@okaxis\nevil.shop”"}),
	}}
	account := alarms.Alarm{Changes: []alarms.Noted{noted(alarms.Change{Subject: alarms.Account, Field: "password_changed"})}}
	guesses := alarms.Alarm{Changes: []alarms.Noted{noted(alarms.Change{Subject: alarms.Account, Field: "code_refused"})}}
	for _, lang := range locales.All {
		var text strings.Builder
		for _, a := range []alarms.Alarm{links, account, guesses} {
			m := Warning(lang, a, "shop.example", "https://shop.example"+alarms.Page+"#TOKEN")
			text.WriteString("Subject: " + m.Subject + "\n\n" + m.Text + "\n----\n")
		}
		assert.NotContains(t, text.String(), "\r")
		path := filepath.Join("testdata", "warning."+string(lang)+".txt")
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), text.String())
	}
}

// Fails if a value is quoted although it contains no words.
func TestWarningShowsMarkupWithoutWordsAsEmpty(t *testing.T) {
	t.Parallel()
	c := noted(alarms.Change{Subject: "posts", Item: "diwali", Field: "content", Before: "<p></p>", After: `<img src="https://evil.example/pay.png">`, Appeared: "https://evil.example/pay.png"})
	c.Passed, c.Meanwhile, c.Origin = true, "<p> </p>", "<p>&nbsp;</p>"
	for lang, want := range map[locales.Lang][]string{
		locales.English:  {"Before: empty", "After: empty", "For a while it was empty.", "Undoing makes it empty again."},
		locales.Hindi:    {"पहले: खाली", "बाद में: खाली", "बीच में कुछ देर यह खाली था।", "वापस लेने पर यह फिर खाली हो जाएगा।"},
		locales.Gujarati: {"પહેલાં: ખાલી", "પછી: ખાલી", "વચ્ચે થોડો સમય તે ખાલી હતું.", "પાછું લેવાથી તે ફરી ખાલી થઈ જશે."},
	} {
		body := Warning(lang, alarms.Alarm{Changes: []alarms.Noted{c}, Traced: true}, "shop.example", "LINK").Text
		for _, words := range want {
			assert.Contains(t, body, words)
		}
		assert.Contains(t, body, "“https://evil.example/pay.png”")
	}
}

func TestWarningAboutManyChangesIsShort(t *testing.T) {
	t.Parallel()
	a := alarms.Alarm{More: 970}
	for range MostListed {
		a.Changes = append(a.Changes, noted(alarms.Change{Subject: alarms.Site, Field: "phone", Before: "1", After: "2"}))
	}
	m := Warning(locales.English, a, "shop.example", "LINK")
	assert.Contains(t, m.Text, "And 970 more.")
	assert.Less(t, len(m.Text), 10_000)
}
