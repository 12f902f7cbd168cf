package lead

import (
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/locales"
)

func line(quantity int, title, unit, stored string) Line {
	return Line{Chosen: Chosen{ID: title, Quantity: quantity}, Title: title, Unit: unit, Stored: stored}
}

// TestTotalsNeverClaimMoreThanThePrices runs the cases that the browser runs, too.
func TestTotalsNeverClaimMoreThanThePrices(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/baskets.json")
	require.NoError(t, err)
	var cases []struct {
		Lines []struct {
			Quantity int
			Cost     string
			Total    string
		}
		Total string
	}
	require.NoError(t, json.Unmarshal(raw, &cases))
	require.NotEmpty(t, cases)
	for _, one := range cases {
		var lines []Line
		for _, l := range one.Lines {
			lines = append(lines, line(l.Quantity, "Bread", "", l.Cost))
			assert.Equal(t, l.Total, lines[len(lines)-1].item(locales.English).Total, "%+v", l)
		}
		assert.Equal(t, one.Total, Total(lines, locales.English), "%+v", one)
	}
}

func TestItemsAreLabelledInTheVisitorsLanguage(t *testing.T) {
	t.Parallel()
	lines := []Line{line(2, "ક્રોસાં", "નંગ", "9000"), line(1, "કેક", "અડધો કિલો", "65000+"), line(3, "પાર્ટી", "", "ask")}
	lines[2].Changed = true
	items := Items(lines, locales.Gujarati)
	assert.Equal(t, Detail{Label: "ક્રોસાં", Value: "2 × ₹90 = ₹180, નંગ", Item: &BasketItem{Quantity: 2, Unit: "નંગ", Price: "₹90", Total: "₹180"}}, items[0])
	assert.Equal(t, "1 × ₹650થી, અડધો કિલો", items[1].Value)
	assert.Empty(t, items[1].Item.Total)
	assert.Equal(t, "3 × ભાવ માટે પૂછો ("+locales.Text(locales.Gujarati, "basket.changed")+")", items[2].Value)
	assert.Equal(t, Detail{Label: "કુલ", Value: "₹830થી, બાકીના ભાવ પૂછવા પર", Sum: true}, items[3])
}

func TestChatTextListsTheBasketAndFitsIntoALink(t *testing.T) {
	t.Parallel()
	one := append(Items([]Line{line(2, "Croissant", "Each", "9000")}, locales.English), Detail{Label: "Which day?", Value: "November 20, 2026"})
	assert.Equal(t, "Hello DM-7\n\n2 × Croissant, Each: ₹180\nTotal: ₹180\nWhich day?: November 20, 2026", ChatText("Hello DM-7", one, locales.English))
	assert.Equal(t, "Hello DM-7", ChatText("Hello DM-7", []Detail{{Label: "Which day?", Value: "today"}}, locales.English), "a message without a basket keeps its text")

	var lines []Line
	for range MaxChoices {
		lines = append(lines, line(MaxQuantity, strings.Repeat("કેક", 60), strings.Repeat("કિ", 20), "10000000000"))
	}
	text := ChatText("Hello DM-7", Items(lines, locales.Gujarati), locales.Gujarati)
	assert.LessOrEqual(t, len(url.QueryEscape(text)), maxChat)
	assert.Contains(t, text, "Hello DM-7")
	assert.Contains(t, text, locales.Text(locales.Gujarati, "basket.total"))
}

func TestBasketsAreBounded(t *testing.T) {
	t.Parallel()
	form := Form{Contact: ByPhone, Basket: true, Wish: []field.Question{{Kind: field.AnswerDate, Label: "Day"}}}
	basket := func(choices ...Chosen) Lead {
		return Lead{Kind: Quote, Name: "Asha", Phone: "98250 12345", Basket: choices}
	}
	assert.Empty(t, issuesOf(form, basket(Chosen{"bread", 3, 1}, Chosen{"pav", 0, MaxQuantity})), "a basket needs no message")
	assert.Equal(t, []string{"quantity:bread invalid"}, issuesOf(form, basket(Chosen{"bread", 3, 0})))
	assert.Equal(t, []string{"quantity:bread invalid"}, issuesOf(form, basket(Chosen{"bread", 3, MaxQuantity + 1})))
	assert.Equal(t, []string{"quantity:bread invalid"}, issuesOf(form, basket(Chosen{"bread", 3, 1}, Chosen{"bread", 3, 1})))
	assert.Equal(t, []string{"items too_long"}, issuesOf(form, basket(make([]Chosen, MaxChoices+1)...)))
	assert.Equal(t, []string{"message required"}, issuesOf(form, basket()))
	assert.Contains(t, issuesOf(Form{Contact: ByPhone}, basket(Chosen{"bread", 3, 1})), "items invalid", "a site without prices takes none")
	portfolio := basket(Chosen{"bread", 3, 1})
	portfolio.Kind, portfolio.Company = Portfolio, "Mills"
	assert.Equal(t, []string{"items invalid"}, issuesOf(form, portfolio))
}

func TestTheWishedDayIsAskedOnlyWithABasket(t *testing.T) {
	t.Parallel()
	form := Form{Contact: ByPhone, Basket: true, Wish: []field.Question{{Kind: field.AnswerDate, Label: "Day"}}}
	l := Lead{Kind: Quote, Name: "Asha", Phone: "98250 12345", Message: "Bread", Details: []Detail{{Label: "Day", Value: "2026-11-20"}}}
	assert.Equal(t, []string{"details invalid"}, issuesOf(form, l))
	l.Basket = []Chosen{{"bread", 3, 1}}
	got, err := form.Clean(l)
	require.NoError(t, err)
	assert.Equal(t, []Detail{{Label: "Day", Value: "November 20, 2026"}}, got.Details)
}

func TestDigestOfABasketIsWhatWasSent(t *testing.T) {
	t.Parallel()
	l := Lead{Kind: Quote, Name: "Asha", Basket: []Chosen{{"bread", 3, 1}}}
	sent := l.Digest()
	cheap, dear := l.WithItems([]Line{line(1, "Bread", "", "100")}), l.WithItems([]Line{line(1, "Loaf", "", "200")})
	assert.Equal(t, cheap.Digest(), dear.Digest(), "the price may change between two attempts")
	assert.Equal(t, sent, cheap.Digest())
	assert.Equal(t, []string{"Loaf"}, dear.Services)
	l.Basket[0].Quantity = 2
	assert.NotEqual(t, sent, l.Digest())
}
