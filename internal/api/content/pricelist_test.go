package content_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	apicontent "parichay/internal/api/content"
	"parichay/internal/domain/content"
	"parichay/internal/domain/pricelist"
	"parichay/internal/testkit/apitest"
	"parichay/locales"
)

const importList, addAll = "/api/v1/services/import", "/api/v1/services/all"

func TestAPriceListIsReadWithoutStoringIt(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var read pricelist.List
	s.Call(http.MethodPost, importList, map[string]any{"text": "Bread\nPav 6 pcs – 40\nDosa 40 60\n" + strings.Repeat("x", 201) + " 5"}).Into(t, &read)
	require.Len(t, read.Lines, 4)
	assert.Equal(t, pricelist.Line{Text: "Pav 6 pcs – 40", Kind: pricelist.Item, Title: "Pav", Unit: "6 pcs", Price: "4000", Group: "Bread"}, read.Lines[1])
	assert.Equal(t, pricelist.Several, read.Lines[2].Reason)
	assert.Equal(t, pricelist.TooLong, read.Lines[3].Reason)
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPost, importList, map[string]any{"text": strings.Repeat("x", 100_001)}).StatusCode)
	items, _ := list(t, s, "services")
	assert.Len(t, items, 4)
}

// priced returns the body that adds services with these titles.
func priced(titles ...string) map[string]any {
	items := []any{}
	for _, title := range titles {
		items = append(items, map[string]any{"values": map[string]any{"title": title, "description": "Fresh", "icon": "Cake", "price": "4000", "group": "Bread"}})
	}
	return map[string]any{"items": items}
}

func TestSeveralServicesAreAddedInOrderAndOnlyOnce(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var made, again apicontent.Changed
	s.Call(http.MethodPost, addAll, priced("Pav", "Toast", "Pav"), "Idempotency-Key", "k%").Into(t, &made)
	s.Call(http.MethodPost, addAll, priced("Pav", "Toast", "Pav"), "Idempotency-Key", "k%").Into(t, &again)
	assert.Equal(t, []string{"pav", "toast", "pav-2"}, made.IDs)
	assert.Equal(t, made, again)
	items, _ := list(t, s, "services")
	require.Len(t, items, 7)
	assert.Equal(t, "Toast", items[5].Values["title"])
	assert.Contains(t, string(s.Call(http.MethodGet, "/services", nil).Raw), "Toast")

	var undone apicontent.Changed
	s.Call(http.MethodPost, "/api/v1/services/several", map[string]any{"deed": content.DeleteAll, "ids": made.IDs}).Into(t, &undone)
	assert.Len(t, undone.IDs, 3)
}

func TestSeveralServicesAreAddedAllOrNone(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for name, body := range map[string]map[string]any{
		"no title": priced("Pav", ""), "201 items": priced(strings.Split(strings.Repeat("Pav,", 200)+"Pav", ",")...), "none": priced(),
		"unknown field": {"items": []any{map[string]any{"values": map[string]any{"title": "Pav", "description": "Fresh", "icon": "Cake", "cost": "1"}}}},
		"rupees":        {"items": []any{map[string]any{"values": map[string]any{"title": "Pav", "description": "Fresh", "icon": "Cake", "price": "₹40"}}}},
	} {
		answer := s.Call(http.MethodPost, addAll, body, "Idempotency-Key", name)
		assert.Equal(t, http.StatusUnprocessableEntity, answer.StatusCode, name)
	}
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPost, addAll, priced("Pav")).StatusCode, "without a key")
	items, _ := list(t, s, "services")
	assert.Len(t, items, 4)
	var made apicontent.Changed
	s.Call(http.MethodPost, addAll, priced(strings.Split(strings.Repeat("Pav,", 199)+"Pav", ",")...), "Idempotency-Key", "200").Into(t, &made)
	assert.Len(t, made.IDs, 200)
}

func TestEveryTradeOffersASentenceForNewServices(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var trades []apicontent.TradeChoice
	s.Call(http.MethodGet, "/api/v1/trades", nil).Into(t, &trades)
	for _, trade := range trades {
		for _, lang := range locales.All {
			assert.Equal(t, trade.ID == "agency", trade.Sentences[lang] == "", trade.ID)
		}
	}
}
