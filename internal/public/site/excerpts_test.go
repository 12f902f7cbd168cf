package site

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

func TestHomePageShowsTheBeginningOfThePriceList(t *testing.T) {
	t.Parallel()
	s := own(t, newBucket(t))
	s.config.Now = func() time.Time { return time.Now().Add(2 * staleFor) } // no previous page is served
	create := func(title string, values content.Values) content.Item {
		t.Helper()
		values["title"], values["description"], values["icon"] = title, "Fresh", "Cake"
		item, err := s.store.Items.Create(t.Context(), "owner@example.com", content.Services, title, content.Changes{
			Values: values, Translations: content.Words{locales.Gujarati: {"group": map[bool]string{true: "કેક"}[values["group"] == "Cakes"]}},
		})
		require.NoError(t, err)
		s.Refresh(t.Context())
		return item
	}
	home := func(lang locales.Lang) string { return get(s, s.Languages().Path(lang, "/")).Body.String() }
	empty := home(locales.English)
	block := addBlock(t, s, content.Values{"kind": "prices"})
	create("Wedding", content.Values{"price": "ask"})
	const row = `class="flex min-h-12 items-center gap-3`
	require.Contains(t, empty, `href="/services"`)
	assert.NotContains(t, home(locales.English), row, "samples and prices on request are no price list")

	for n := range 6 {
		create("Bread "+strconv.Itoa(n), content.Values{"price": "4000", "unit": "Pack of 6"})
	}
	cake := create("Cake", content.Values{"price": "65000+", "group": "Cakes"})
	page := home(locales.English)
	assert.Equal(t, mostPrices, strings.Count(page, row))
	for _, part := range []string{`<a href="/services/bread-0" ` + row, ">Pack of 6<", ">₹40<", ">All 7 prices<", ">Prices</h2>"} {
		assert.Contains(t, page, part)
	}
	assert.NotContains(t, page, "/services/cake")
	assert.Contains(t, home(locales.Hindi), "सभी 7 कीमतें")

	_, err := s.store.Items.Save(t.Context(), "owner@example.com", content.Blocks, block.ID, block.Revision, content.Changes{Values: content.Values{"group": "Cakes"}})
	require.NoError(t, err)
	s.Refresh(t.Context())
	page = home(locales.Gujarati)
	for _, part := range []string{`<a href="/gu/services/cake" ` + row, ">₹650થી<", ">કેક</h2>", "બધા 7 ભાવ"} {
		assert.Contains(t, page, part)
	}
	assert.Equal(t, 1, strings.Count(page, row))

	_, err = s.store.Items.Save(t.Context(), "owner@example.com", content.Services, cake.ID, cake.Revision, content.Changes{Values: content.Values{"price": "70000"}})
	require.NoError(t, err)
	s.Refresh(t.Context())
	assert.Contains(t, home(locales.Gujarati), ">₹700<", "a new price changes the home page")

	require.NoError(t, keeper{s}.keepContent(t.Context()))
	s.store = unreachableStore(t)
	assert.Contains(t, home(locales.Marathi)+home(locales.Hindi), ">₹700<", "the fallback file has the prices, too")
}

func TestABlockWithPricesFindsItsGroupByItsNameInAnyLanguage(t *testing.T) {
	t.Parallel()
	s := own(t, newBucket(t))
	_, err := s.store.Items.Create(t.Context(), "owner@example.com", content.Services, "cake", content.Changes{
		Values:       content.Values{"title": "Cake", "description": "Fresh", "icon": "Cake", "price": "65000", "group": "Cakes"},
		Translations: content.Words{locales.Gujarati: {"group": "કેક"}},
	})
	require.NoError(t, err)
	addBlock(t, s, content.Values{"kind": "prices", "group": "કેક"})
	page := get(s, "/").Body.String()
	assert.Contains(t, page, ">₹650<")
	assert.Contains(t, page, ">Cakes</h2>")
}

func TestABlockThatFindsNothingInItsListIsMarkedEmpty(t *testing.T) {
	t.Parallel()
	s := own(t, newBucket(t))
	empty := func() (marks []bool) {
		blocks, _, err := s.store.Items.List(t.Context(), content.Blocks, postgres.Part{Limit: content.Blocks.Most})
		require.NoError(t, err)
		require.NoError(t, s.MarkEmpty(t.Context(), blocks))
		for _, block := range blocks {
			if !content.Blocks.IsBuiltIn(block) {
				marks = append(marks, block.Empty)
			}
		}
		return marks
	}
	addBlock(t, s, content.Values{"kind": "prices", "group": "Cakes", "from": "2099-12-01T09:00"})
	addBlock(t, s, content.Values{"kind": "questions", "title": "Ask"})
	addBlock(t, s, content.Values{"kind": "heading", "title": "Cakes"})
	assert.Equal(t, []bool{true, true, false}, empty())
	_, err := s.store.Items.Create(t.Context(), "owner@example.com", content.Services, "cake", content.Changes{
		Values: content.Values{"title": "Cake", "description": "Fresh", "icon": "Cake", "price": "65000", "group": "Cakes"},
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	assert.Equal(t, []bool{false, true, false}, empty())
}

func TestHomePageShowsQuestionsAndAnswers(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	s.config.Now = func() time.Time { return time.Now().Add(2 * staleFor) }
	addBlock(t, s, content.Values{"kind": "questions"})
	assert.NotContains(t, get(s, "/").Body.String(), "<details class=\"group\"")
	_, err := s.store.Items.Create(t.Context(), "owner@example.com", content.FAQ, "k", content.Changes{
		Values: content.Values{"question": "Eggless?", "answer": "Always.\nAsk us."}, Translations: content.Words{locales.Gujarati: {"question": "ઇંડા વગર?"}},
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	page := get(s, "/").Body
	for _, part := range []string{"<details", ">Eggless?<", "Always.\nAsk us.", ">Questions people ask</h2>", `"@type":"FAQPage"`} {
		assert.Contains(t, page.String(), part)
	}
	gujarati := get(s, "/gu")
	assert.Equal(t, http.StatusOK, gujarati.Code)
	assert.Contains(t, gujarati.Body.String(), ">ઇંડા વગર?<")
	assert.Contains(t, gujarati.Body.String(), ">વારંવાર પુછાતા સવાલ</h2>")
}
