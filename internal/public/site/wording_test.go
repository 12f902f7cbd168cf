package site

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"parichay/internal/domain/trade"
	"parichay/locales"
)

// agencyWords are texts that only an agency's page may show: the built-in texts of slots.
func agencyWords(lang locales.Lang) (all []string) {
	for _, key := range []string{
		"blog.subtitle", "home.links.blog.description", "services.subtitle", "services.quote.sent.description", "services.empty",
		"portfolio.request", "portfolio.view", "portfolio.empty", "learnMore.title", "learnMore.why.1.title", "learnMore.step.1.text",
		"lead.message", "answer.topic.quote_request", "download.edition.enterprise.description",
	} {
		all = append(all, locales.Text(lang, key))
	}
	return all
}

// telltale returns a pattern for the words of other trades than kind, in a language. They were
// collected without a look at the product's texts. Latin words count in every language. In Gujarati
// and Marathi, endings are joined to a word.
func telltale(t *testing.T, kind string, lang locales.Lang) *regexp.Regexp {
	t.Helper()
	raw, err := os.ReadFile("testdata/telltale.json")
	require.NoError(t, err)
	var words map[string]map[locales.Lang][]string
	require.NoError(t, json.Unmarshal(raw, &words))
	var whole, begun []string
	for other, in := range words {
		if other == kind {
			continue
		}
		for _, code := range []locales.Lang{locales.English, lang} {
			for _, word := range in[code] {
				if word = regexp.QuoteMeta(norm.NFC.String(word)); code == locales.Gujarati || code == locales.Marathi {
					begun = append(begun, word)
				} else {
					whole = append(whole, word)
				}
			}
		}
	}
	const edge = `[^\p{L}\p{M}\p{N}]`
	return regexp.MustCompile(`(?i)(?:^|` + edge + `)(?:(?:` + strings.Join(whole, "|") + `)(?:$|` + edge + `)|(?:` + strings.Join(append(begun, "\x00"), "|") + `))`)
}

// program matches scripts and styles of a page. JSON in a page is text.
var program = regexp.MustCompile(`(?s)<style.*?</style>|<script>.*?</script>|<script type="module".*?</script>|<[^>]*>`)

func TestPagesOfATradeDoNotMentionAnotherTrade(t *testing.T) {
	t.Parallel()
	for _, kind := range trade.IDs() {
		if kind == trade.Agency {
			continue
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			now := time.Now()
			s := open(t, func() time.Time { return now })
			save(t, s, map[string]any{"brandName": "Surya", "trade": kind, "languages": "en,hi,gu,mr"})
			now = now.Add(time.Minute)
			served := everythingServed(t, s)
			for _, lang := range locales.All { // also those of mails and dialogs
				served["/"+string(lang)+"/texts"] = strings.Join(slices.Collect(maps.Values(s.live.current.Load().replaced(lang))), "\n")
			}
			for path, text := range served {
				lang, _ := locales.Parse(strings.TrimPrefix(path, "/")[:min(2, len(path)-1)])
				text = norm.NFC.String(html.UnescapeString(program.ReplaceAllString(text, "\n")))
				for _, agency := range agencyWords(lang) {
					if strings.Contains(text, agency) {
						t.Errorf("%s says %q", path, agency)
					}
				}
				for _, at := range telltale(t, kind, lang).FindAllStringIndex(text, -1) {
					t.Errorf("%s says %q: …%s…", path, text[at[0]:at[1]], strings.ToValidUTF8(text[max(0, at[0]-60):min(len(text), at[1]+60)], ""))
				}
			}
		})
	}
}

func TestCopyrightOfATradeCountsFromTheYearTheSiteWentLive(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	now = now.AddDate(2, 0, 0)
	save(t, s, map[string]any{"brandName": "Surya", "trade": "bakery"})
	year := now.In(locales.India).Year()
	_, footer, _ := strings.Cut(get(s, "/").Body.String(), "©")
	assert.Equal(t, fmt.Sprintf(" %d–%d Surya", year-2, year), footer[:min(len(footer), len(" 2000–2000 Surya"))])
}

func TestOwnersTextsReplaceTheTradesTexts(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	before := get(s, "/services").Body.String()
	save(t, s, map[string]any{"trade": trade.Agency})
	now = now.Add(time.Minute)
	edition := func(page string) string {
		_, rest, _ := strings.Cut(page, `<div id="root">`)
		root, _, _ := strings.Cut(rest, "<script")
		return root
	}
	assert.Equal(t, edition(before), edition(get(s, "/services").Body.String()), "the agency's page is the untouched one")

	save(t, s, map[string]any{"brandName": "Surya", "trade": "bakery", "words": map[string]any{"servicesTitle": "Fresh today", "reasons": "Near: By the bus stand.\nOld: Three ovens.", "registration": "FSSAI 1234"}})
	now = now.Add(time.Minute)
	page := html.UnescapeString(get(s, "/services").Body.String())
	assert.Contains(t, page, "<title>Fresh today · ")
	assert.Contains(t, page, ">Fresh today</h1>")
	assert.Contains(t, page, `"title":"Near","text":"By the bus stand."`)
	assert.Contains(t, page, "FSSAI 1234")
	assert.Contains(t, html.UnescapeString(get(s, "/").Body.String()), "Fresh today")
	bakery := trade.Find("bakery")
	for i := range trade.Slots {
		if slot := &trade.Slots[i]; slot.Key == "ask" {
			assert.Contains(t, page, bakery.Word(slot, locales.English))
			require.NotContains(t, page, "Request a Quote")
		}
	}
	assert.Contains(t, get(s, "/download").Body.String(), `"@type":"Organization"`, "without an address a business has no type")
	save(t, s, map[string]any{"contact": map[string]any{"address": "1 Lane\nSurat, Gujarat 395001"}})
	now = now.Add(time.Minute)
	assert.Contains(t, get(s, "/download").Body.String(), `"@type":"Bakery"`)
}

func TestVisitUsPromisesOnlyWhatThePageHas(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	says := func(path, text string) bool {
		now = now.Add(time.Minute)
		return strings.Contains(get(s, path).Body.String(), text)
	}
	const link, promise = `href="/download"`, "Where and when to come"
	save(t, s, map[string]any{"brandName": "Surya", "trade": "bakery"})
	assert.False(t, says("/", link), "there is nothing to visit yet")
	assert.False(t, says("/download", promise))
	save(t, s, map[string]any{"contact": map[string]any{"address": "Ring Road, Surat"}})
	assert.True(t, says("/", link))
	assert.True(t, says("/", s.assets.Icons["MapPin"]), "icon of the link")
	assert.True(t, says("/download", locales.Text(locales.English, "subtitle.address")))
	save(t, s, map[string]any{"businessHours": "Daily 9 am to 9 pm"})
	assert.True(t, says("/download", promise))
	save(t, s, map[string]any{"businessHours": "Daily 9 am to 9 pm", "words": map[string]any{"downloadSubtitle": "Come in"}})
	assert.True(t, says("/download", "Come in"))
}
