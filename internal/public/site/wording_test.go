package site

import (
	"html"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

func TestPagesOfATradeSayNothingOfTheAgency(t *testing.T) {
	t.Parallel()
	for _, kind := range trade.IDs() {
		if kind == trade.Agency {
			continue
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			now := time.Now()
			s := open(t, func() time.Time { return now })
			save(t, s, map[string]any{"brandName": "Surya", "trade": kind})
			now = now.Add(time.Minute)
			for path, text := range everythingServed(t, s) {
				lang, _ := locales.Parse(strings.TrimPrefix(path, "/")[:min(2, len(path)-1)])
				for _, agency := range agencyWords(lang) {
					if strings.Contains(html.UnescapeString(text), agency) {
						t.Errorf("%s says %q", path, agency)
					}
				}
			}
		})
	}
}

func TestOwnersWordsReplaceThoseOfTheTrade(t *testing.T) {
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
