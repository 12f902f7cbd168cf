package trade

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/grapheme"
	"parichay/locales"
)

func slotOf(key string) *Slot {
	if n := slices.IndexFunc(Slots, func(s Slot) bool { return s.Key == key }); n >= 0 {
		return &Slots[n]
	}
	return nil
}

func TestEveryTextOfATradeFitsItsSlot(t *testing.T) {
	t.Parallel()
	for _, trade := range All {
		for lang, texts := range trade.in {
			for key, text := range texts.Words {
				where := trade.ID + " " + string(lang) + " " + key
				s := slotOf(key)
				if !assert.NotNil(t, s, where) {
					continue
				}
				assert.LessOrEqual(t, grapheme.Count(string(text)), s.Max, where)
				assert.True(t, text != "" || s.Empty, "%s is empty", where)
				assert.Contains(t, string(text), s.Holds, where)
				assert.Equal(t, strings.TrimSpace(string(text)), string(text), where)
				lines := strings.Count(string(text), "\n") + 1
				assert.LessOrEqual(t, lines, maxPoints, where)
				assert.True(t, s.Lines || s.Asks || lines == 1, where)
				if s.Asks {
					continue
				}
				for _, point := range Points(string(text)) {
					assert.LessOrEqual(t, grapheme.Count(point.Title+": "+point.Text), maxPoint, where)
					assert.True(t, !s.Lines || point.Text != "", "%s: %s has no text", where, point.Title)
				}
			}
		}
	}
}

func TestEveryTradeHasTheSameTextsInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, trade := range All {
		english := trade.in[locales.English]
		for _, lang := range locales.All {
			texts, ok := trade.in[lang]
			if !ok && !slices.Contains(locales.Usual, lang) && trade.ID != Other {
				continue // the neutral texts are used instead
			}
			require.True(t, ok, "%s lacks %s", trade.ID, lang)
			assert.NotEmpty(t, texts.Name, trade.ID)
			assert.GreaterOrEqual(t, len(texts.Search), 3, trade.ID)
			for key := range english.Words {
				assert.Contains(t, texts.Words, key, trade.ID+" "+string(lang))
			}
			assert.Len(t, texts.Words, len(english.Words), trade.ID+" "+string(lang))
			require.Len(t, texts.Services, len(trade.Services), trade.ID+" "+string(lang))
			for _, service := range texts.Services {
				assert.NotEmpty(t, service.Title, trade.ID)
				assert.NotEmpty(t, service.Description, trade.ID)
			}
		}
	}
}

func TestTradeAsksTheSameQuestionsInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, trade := range All {
		asked := map[locales.Lang]string{}
		for _, lang := range locales.All {
			if _, ok := trade.in[lang]; !ok {
				continue // the neutral texts ask nothing
			}
			questions, ok := field.ParseQuestions(trade.Word(slotOf(Questions), lang))
			require.True(t, ok, "%s %s", trade.ID, lang)
			assert.LessOrEqual(t, len(questions), 3, trade.ID)
			for _, q := range questions {
				asked[lang] += fmt.Sprintln(q.Kind, q.Needed, len(q.Choices))
			}
			assert.Equal(t, asked[locales.English], asked[lang], "%s %s", trade.ID, lang)
		}
		if trade.IsAgency() || trade.ID == Other {
			assert.Empty(t, asked[locales.English], trade.ID)
		}
	}
}

func TestNeutralTextsFillEverySlot(t *testing.T) {
	t.Parallel()
	for _, lang := range locales.All {
		for _, s := range Slots {
			if s.Asks { // the neutral texts ask no questions
				continue
			}
			assert.Contains(t, Find(Other).in[lang].Words, s.Key, lang)
		}
	}
}

func TestAgencyAndAnUnknownTradeShowTheBuiltInTexts(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", Agency, "nothing"} {
		assert.Equal(t, "Request a Quote", Find(id).Word(slotOf("ask"), locales.English), id)
		assert.Equal(t, locales.Text(locales.Gujarati, "blog.subtitle"), Find(id).Word(slotOf("blogSubtitle"), locales.Gujarati), id)
	}
	assert.Len(t, Points(Find(Agency).Word(slotOf("reasons"), locales.English)), 4)
	assert.Len(t, Points(Find(Agency).Word(slotOf("steps"), locales.Hindi)), 5)
}

func TestEveryTradeButTheAgencySaysWhatAMessageNeeds(t *testing.T) {
	t.Parallel()
	for _, trade := range All {
		need := []lead.Contact{lead.ByPhone, lead.ByEmail, lead.ByEither}
		if trade.IsAgency() {
			need = []lead.Contact{lead.AsSpecified}
		}
		assert.Contains(t, need, trade.Contact(), trade.ID)
	}
}

func TestEmptyListsSayWhichButtonToPress(t *testing.T) {
	t.Parallel()
	for _, trade := range All {
		for _, lang := range locales.All {
			assert.Contains(t, trade.Word(slotOf("servicesEmpty"), lang), trade.Word(slotOf("ask"), lang), trade.ID+" "+string(lang))
		}
	}
}

func TestTradeTextsContainNoAdvertisingClaims(t *testing.T) {
	t.Parallel()
	claims := regexp.MustCompile(`(?i)\b(best|trusted|experts?|guaranteed?|100 ?%|awards?|free|cheapest|cures?|painless|toppers?|ranks?)\b`)
	for _, trade := range All {
		english := trade.in[locales.English]
		texts := []string{english.Sentence}
		for _, text := range english.Words {
			texts = append(texts, string(text))
		}
		for _, service := range english.Services {
			texts = append(append(texts, service.Title, service.Description), service.Features...)
		}
		for _, text := range texts {
			assert.NotRegexp(t, claims, text, trade.ID)
		}
	}
}

func TestEveryTradeDescribesANewServiceInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, trade := range All {
		for _, lang := range locales.All {
			if trade.IsAgency() {
				assert.Empty(t, trade.Sentence(lang))
				continue
			}
			assert.NotEmpty(t, trade.Sentence(lang), trade.ID)
			assert.LessOrEqual(t, grapheme.Count(trade.Sentence(lang)), maxPoint, trade.ID)
			if texts, ok := trade.in[lang]; ok {
				assert.NotEmpty(t, texts.Sentence, trade.ID+" "+string(lang))
			}
		}
		if !trade.IsAgency() {
			assert.NotEmpty(t, trade.Icons, trade.ID)
		}
	}
}

func TestPointsSplitsTitleAndText(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []Point{{"Choose", "Tell us which: cake or bread."}, {"Collect", ""}}, Points("Choose: Tell us which: cake or bread.\n\n Collect \n"))
	assert.Empty(t, Points(""))
	assert.Len(t, Points(strings.Repeat("a: b\n", maxPoints+2)), maxPoints)
}
