package inbox_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/inbox"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/public/pagedata"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

// shop starts a salon with three priced services and one without a price.
func shop(t *testing.T) *apitest.Site {
	t.Helper()
	s := open(t, "salon")
	for _, values := range []map[string]any{
		{"title": "Trim", "price": "25000", "unit": "Each"},
		{"title": "Bridal", "price": "1200000+"},
		{"title": "Party", "price": "ask"},
		{"title": "Advice", "price": ""},
	} {
		values["description"], values["icon"], values["features"] = "By hand", "Scissors", []string{}
		made := s.Call(http.MethodPost, "/api/v1/services", map[string]any{
			"values": values, "translations": map[string]any{"gu": map[string]any{"title": "ગુ " + values["title"].(string)}}, //nolint:forcetypeassert // set above
		}, "Idempotency-Key", values["title"].(string)) //nolint:forcetypeassert // set above
		require.Equal(t, http.StatusCreated, made.StatusCode, string(made.Raw))
	}
	return s
}

// addServices adds priced services and returns their ids.
func addServices(s *apitest.Site, count int) []string {
	s.T.Helper()
	items := []any{}
	for n := range count {
		items = append(items, map[string]any{"values": map[string]any{"title": fmt.Sprint("Cut ", n), "description": "By hand", "icon": "Scissors", "price": "10000"}})
	}
	made := s.Call(http.MethodPost, "/api/v1/services/all", map[string]any{"items": items}, "Idempotency-Key", "several")
	require.Equal(s.T, http.StatusCreated, made.StatusCode, string(made.Raw))
	var added struct{ IDs []string }
	made.Into(s.T, &added)
	return added.IDs
}

// shown returns the services as the page shows them, by id.
func shown(s *apitest.Site) map[string]pagedata.ServiceCard {
	s.T.Helper()
	page := string(s.Call(http.MethodGet, "/services", nil).Raw)
	raw := regexp.MustCompile(`(?s)<script[^>]*id="boot"[^>]*>(.*?)</script>`).FindStringSubmatch(page)
	require.Len(s.T, raw, 2, page)
	var boot pagedata.Boot
	require.NoError(s.T, json.Unmarshal([]byte(raw[1]), &boot))
	all := map[string]pagedata.ServiceCard{}
	for _, card := range boot.Services.Items {
		all[card.ID] = card
	}
	return all
}

func save(s *apitest.Site, id string, revision int64, values map[string]any) int64 {
	s.T.Helper()
	a := s.Call(http.MethodPatch, "/api/v1/services/"+id, map[string]any{"revision": revision, "values": values})
	require.Equal(s.T, http.StatusOK, a.StatusCode, string(a.Raw))
	var saved struct{ Revision int64 }
	a.Into(s.T, &saved)
	return saved.Revision
}

func basket(s *apitest.Site, items ...lead.Chosen) map[string]any {
	return map[string]any{"kind": "quote_request", "name": "Asha", "phone": "98250 12345", "language": "en", "items": items, "token": s.Token(time.Minute)}
}

func newest(s *apitest.Site) (whole inbox.LeadWhole) {
	s.T.Helper()
	s.Call(http.MethodGet, fmt.Sprintf("/api/v1/leads/%d", leads(s, "").Leads[0].ID), nil).Into(s.T, &whole)
	return whole
}

func TestBasketIsOneLeadWithThePricesThatTheVisitorSaw(t *testing.T) {
	t.Parallel()
	s := shop(t)
	card := shown(s)
	cut, bridal, party := card["trim"], card["bridal"], card["party"]
	assert.Equal(t, "25000", cut.Cost)
	assert.Empty(t, card["advice"].Cost, "what has no price cannot be chosen")
	save(s, "trim", cut.Revision, map[string]any{"price": "30000", "unit": "Per person", "title": "Cut"})

	message := basket(s, lead.Chosen{ID: "trim", Seen: cut.Revision, Quantity: 2}, lead.Chosen{ID: "bridal", Seen: bridal.Revision, Quantity: 1}, lead.Chosen{ID: "party", Seen: party.Revision, Quantity: 3})
	message["services"] = []string{"Something else"}
	var receipts [2]pagedata.LeadReceipt
	var both sync.WaitGroup
	for i := range receipts { // a double tap
		both.Go(func() {
			a := s.Send("k1", message)
			assert.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
			a.Into(t, &receipts[i])
		})
	}
	both.Wait()
	assert.Equal(t, receipts[0], receipts[1])
	text, err := url.QueryUnescape(receipts[0].ChatURL)
	require.NoError(t, err)
	assert.Contains(t, text, "\n\n2 × Trim, Each: ₹500\n1 × Bridal: from ₹12,000\n3 × Party: Price on request\nTotal: from ₹12,500, plus what is priced on request")
	assert.Contains(t, text, receipts[0].Reference)

	require.Len(t, leads(s, "").Leads, 1)
	got := newest(s)
	assert.Equal(t, []string{"Trim", "Bridal", "Party"}, got.Services)
	assert.Equal(t, lead.Detail{Label: "Trim", Value: "2 × ₹250 = ₹500, Each", Item: &lead.BasketItem{Quantity: 2, Unit: "Each", Price: "₹250", Total: "₹500"}}, got.Details[0])
	assert.Equal(t, lead.Detail{Label: "Total", Value: "from ₹12,500, plus what is priced on request", Sum: true}, got.Details[3])
	for _, found := range []string{"trim", "₹250", "total: from"} {
		assert.Len(t, leads(s, "q="+url.QueryEscape(found)).Leads, 1, found)
	}
	assert.Contains(t, string(s.Call(http.MethodGet, "/api/v1/leads/export?format=csv", nil).Raw), "Trim: 2 × ₹250 = ₹500, Each")
	require.Equal(t, http.StatusOK, s.Call(http.MethodPost, "/api/v1/leads/erase", map[string]any{"phone": "98250 12345"}).StatusCode)
	assert.Zero(t, s.Count(`SELECT count(*) FROM feedback`))
}

func TestUnknownStatesOfAServiceGetTheCurrentPriceAndAreMarked(t *testing.T) {
	t.Parallel()
	s := shop(t)
	first := shown(s)["trim"].Revision
	hidden := save(s, "trim", first, map[string]any{"price": "100"})
	testdb.Exec(t, s.DSN, `UPDATE item_revisions SET body = jsonb_set(body, '{published}', 'false') WHERE id = $1`, hidden)
	now := save(s, "trim", hidden, map[string]any{"price": "30000"})
	other := shown(s)["bridal"].Revision
	for n, row := range []struct {
		seen    int64
		price   string
		changed bool
	}{
		{first, "₹250", false},
		{now, "₹300", false},
		{lead.Now, "₹300", false},
		{hidden, "₹300", true},   // never public
		{other, "₹300", true},    // another service's
		{now + 99, "₹300", true}, // made up
	} {
		require.Equal(t, http.StatusCreated, s.Send(fmt.Sprint("k", n), basket(s, lead.Chosen{ID: "trim", Seen: row.seen, Quantity: 1})).StatusCode)
		item := newest(s).Details[0].Item
		assert.Equal(t, row.price, item.Price, "%+v", row)
		assert.Equal(t, row.changed, item.Changed, "%+v", row)
	}
	testdb.Exec(t, s.DSN, `UPDATE item_revisions SET saved_at = saved_at - interval '8 days'`)
	require.Equal(t, http.StatusCreated, s.Send("old", basket(s, lead.Chosen{ID: "trim", Seen: first, Quantity: 1})).StatusCode)
	assert.True(t, newest(s).Details[0].Item.Changed, "a price of last week is no longer the visitor's")
}

func TestServicesThatAreNotPublicCannotBeAskedFor(t *testing.T) {
	t.Parallel()
	s := shop(t)
	card := shown(s)
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/services/party", nil).StatusCode)
	a := s.Send("k1", basket(s, lead.Chosen{ID: "trim", Seen: card["trim"].Revision, Quantity: 1}, lead.Chosen{ID: "party", Seen: card["party"].Revision, Quantity: 1}, lead.Chosen{ID: "no/such", Quantity: 1}))
	assert.Equal(t, []fault.Issue{{Field: "item", Code: "invalid", Want: "party"}, {Field: "item", Code: "invalid", Want: "no/such"}}, a.Problem(t).Issues)
	assert.Zero(t, s.Count(`SELECT count(*) FROM feedback`))

	forged := basket(s, lead.Chosen{ID: "trim", Seen: card["trim"].Revision, Quantity: 1})
	forged["details"] = []map[string]any{{"label": "Gold", "value": "1 × ₹1", "item": map[string]any{"quantity": 1, "price": "₹1"}}}
	assert.Equal(t, http.StatusUnprocessableEntity, s.Send("k2", forged).StatusCode, "nobody can make up an item")

	plain := apitest.Start(t)
	message := plain.Request("Mills")
	message["kind"], message["message"], message["items"] = "quote_request", "x", []lead.Chosen{{ID: "seo", Quantity: 1}}
	assert.Contains(t, plain.Send("k", message).Problem(t).Issues, fault.Issue{Field: "items", Code: "invalid"}, "a site without a trade has no basket")
	assert.NotContains(t, string(plain.Call(http.MethodGet, "/services", nil).Raw), "basket.")
}

func TestBasketWithoutJavaScript(t *testing.T) {
	t.Parallel()
	s := shop(t)
	card := shown(s)
	list := string(s.Call(http.MethodGet, "/gu/services", nil).Raw)
	assert.Regexp(t, `<noscript><label[^>]*><input[^>]*type="checkbox"[^>]*name="item"`, list)

	form := string(s.Call(http.MethodGet, "/gu/services/quote?item=trim&item=bridal&item=trim&item=gone&item=%00", nil).Raw)
	assert.Equal(t, 2, strings.Count(form, `name="item"`))
	assert.Contains(t, form, "ગુ Trim")
	assert.Contains(t, form, "₹250")
	assert.Contains(t, form, fmt.Sprintf(`name="seen:trim" value="%d"`, card["trim"].Revision))
	save(s, "trim", card["trim"].Revision, map[string]any{"price": "30000"})

	typed := map[string][]string{
		"name": {"Asha"}, "phone": {"98250 12345"}, "token": {s.Token(time.Minute)},
		"item": {"trim", "bridal"}, "seen:trim": {fmt.Sprint(card["trim"].Revision)}, "seen:bridal": {fmt.Sprint(card["bridal"].Revision)},
		"quantity:trim": {"many"}, "quantity:bridal": {"0"},
	}
	refused := s.Post("/gu/services/quote", typed)
	require.Equal(t, http.StatusUnprocessableEntity, refused.StatusCode)
	assert.Contains(t, string(refused.Raw), `value="many"`, "what was typed is kept")
	assert.Contains(t, string(refused.Raw), "₹250", "and the price that the visitor saw")
	typed["quantity:trim"] = []string{"૨"}
	for range 2 { // posted twice
		sent := s.Post("/gu/services/quote", typed)
		require.Equal(t, http.StatusOK, sent.StatusCode)
		page := string(sent.Raw)
		assert.Contains(t, page, "₹500")
		link := html.UnescapeString(regexp.MustCompile(`https://wa\.me/[^"]+`).FindString(page))
		text, err := url.QueryUnescape(link)
		require.NoError(t, err)
		assert.Contains(t, text, "2 × ગુ Trim, Each: ₹500")
	}
	got := newest(s)
	assert.Equal(t, []string{"ગુ Trim"}, got.Services, "0 takes a service out")
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM feedback`))

	many := []string{}
	for n := range 200 {
		many = append(many, fmt.Sprint("item=", n))
	}
	assert.Equal(t, http.StatusOK, s.Call(http.MethodGet, "/services/quote?"+strings.Join(many, "&"), nil).StatusCode)
	typed["token"] = []string{s.Token(time.Minute)}
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/services/trim", nil).StatusCode)
	gone := s.Post("/services/quote", typed)
	assert.Equal(t, http.StatusUnprocessableEntity, gone.StatusCode)
	assert.Contains(t, string(gone.Raw), "no longer on the list")
}

func TestFormSaysThatABasketHasTooManyLines(t *testing.T) {
	t.Parallel()
	s := shop(t)
	chosen := url.Values{"item": addServices(s, lead.MaxChoices+1)}
	const says = "at most 50 things"
	form := s.Call(http.MethodGet, "/services/quote?"+chosen.Encode(), nil)
	assert.Equal(t, http.StatusOK, form.StatusCode)
	assert.Contains(t, string(form.Raw), says)
	assert.Equal(t, lead.MaxChoices, strings.Count(string(form.Raw), `name="item"`))
	chosen["name"], chosen["phone"], chosen["token"] = []string{"Asha"}, []string{"98250 12345"}, []string{s.Token(time.Minute)}
	refused := s.Post("/services/quote", chosen)
	assert.Equal(t, http.StatusUnprocessableEntity, refused.StatusCode)
	assert.Contains(t, string(refused.Raw), says)
	chosen["item"] = chosen["item"][:lead.MaxChoices]
	assert.Equal(t, http.StatusOK, s.Post("/services/quote", chosen).StatusCode)
	assert.NotContains(t, string(s.Call(http.MethodGet, "/services/quote?item=trim", nil).Raw), says)
}

func TestRetryOfAStoredBasketSucceedsAfterAServiceIsGone(t *testing.T) {
	t.Parallel()
	s := shop(t)
	message := basket(s, lead.Chosen{ID: "trim", Seen: shown(s)["trim"].Revision, Quantity: 2})
	var first, again pagedata.LeadReceipt
	s.Send("k", message).Into(t, &first)
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/services/trim", nil).StatusCode)
	retry := s.Send("k", message)
	require.Equal(t, http.StatusCreated, retry.StatusCode, string(retry.Raw))
	retry.Into(t, &again)
	assert.Equal(t, first, again)
	assert.NotEmpty(t, again.Items)
	message["name"] = "Ravi"
	assert.Equal(t, []fault.Issue{{Field: "item", Code: "invalid", Want: "trim"}}, s.Send("k", message).Problem(t).Issues, "another message")
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM feedback`))
}
