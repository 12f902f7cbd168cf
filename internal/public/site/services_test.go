package site

import (
	"crypto/rand"
	"net/http"
	"path"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/public/pagedata"
	"parichay/locales"
)

func TestPathsOfFormsAreReserved(t *testing.T) {
	t.Parallel()
	for i := range Forms {
		folder, name := path.Dir(Forms[i].path), path.Base(Forms[i].path)
		c := itemPages[folder].item
		if c.Address != "" || c.Slugs {
			assert.Contains(t, c.Reserved, name, "an item of %s could take the address of a form", c.Name)
		}
	}
}

func TestServicesHavePagesOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := own(t, newBucket(t))
	s.config.Now = func() time.Time { return time.Now().Add(2 * staleFor) } // no previous page is served
	create := func(title, address string) (content.Item, error) {
		return s.store.Items.Create(t.Context(), "owner@example.com", content.Services, title+address, content.Changes{Values: content.Values{
			"title": title, "address": address, "price": "120000+", "description": "Ready in a day", "icon": "Cake",
		}})
	}
	quote, err := create("Quote", "")
	require.NoError(t, err)
	assert.Equal(t, "quote-2", quote.ID, "an item never hides the form")
	_, err = create("Anything", "quote")
	require.Error(t, err)
	cake, err := create("Birthday cakes", "cakes")
	require.NoError(t, err)
	assert.Equal(t, "birthday-cakes", cake.ID)
	s.Refresh(t.Context())

	prices := map[locales.Lang]string{locales.English: "from ₹1,200", locales.Hindi: "₹1,200 से", locales.Gujarati: "₹1,200થી"}
	for lang, price := range prices {
		page := get(s, s.Languages().Path(lang, "/services/cakes"))
		assert.Equal(t, http.StatusOK, page.Code, lang)
		for _, part := range []string{"Birthday cakes", price, `"@type":"Service"`, `"minPrice":"1200.00"`, `/card/`} {
			assert.Contains(t, page.Body.String(), part, lang)
		}
		moved := get(s, s.Languages().Path(lang, "/services/birthday-cakes"))
		assert.Equal(t, http.StatusPermanentRedirect, moved.Code)
		assert.Equal(t, s.Languages().Path(lang, "/services/cakes"), moved.Header().Get("Location"))
	}
	assert.Equal(t, http.StatusNotFound, get(s, "/services/none").Code)
	sitemap := bodyOf(t, Documents{s}.ServeSitemap)
	assert.Contains(t, sitemap, "http://parichay.test/services/cakes<")
	assert.NotContains(t, sitemap, "/services/birthday-cakes")
}

func TestLongPriceListIsDividedIntoPages(t *testing.T) {
	t.Parallel()
	s := own(t, newBucket(t))
	now := time.Now()
	s.config.Now = func() time.Time { return now }
	save(t, s, map[string]any{"trade": "bakery"})
	create := func(n int) {
		t.Helper()
		for range n {
			key := rand.Text()
			_, err := s.store.Items.Create(t.Context(), "owner@example.com", content.Services, key, content.Changes{Values: content.Values{
				"title": key, "price": "4000", "description": "Fresh", "icon": "Cake", "group": "Group " + key[:1],
			}})
			require.NoError(t, err)
		}
		s.Refresh(t.Context())
		now = now.Add(2 * staleFor) // no previous page is served
	}
	read := func(path string) pagedata.ServicesPage {
		t.Helper()
		data, err := s.Page(t.Context(), path)
		require.NoError(t, err)
		return *data.Services
	}
	before := len(read("/services").Items)
	create(100 - before)
	whole := read("/services")
	assert.Len(t, whole.Items, 100)
	assert.Nil(t, whole.Paging, "a list that fits on a page is not divided")
	assert.NotContains(t, get(s, "/services").Body.String(), `"pages.`)
	_, err := s.Page(t.Context(), "/services?page=2")
	require.ErrorIs(t, err, fault.ErrNotFound)

	pages, err := s.Count(t.Context())
	require.NoError(t, err)
	create(20)
	after, err := s.Count(t.Context())
	require.NoError(t, err)
	assert.Equal(t, pages+3*(20+1), after, "in three languages, an export has 20 more services and a second page")
	first, second := read("/gu/services"), read("/gu/services?page=2")
	assert.Len(t, first.Items, 100)
	assert.Len(t, second.Items, 20)
	assert.Equal(t, []int{1, 2}, first.Paging.Pages)
	assert.Contains(t, get(s, "/gu/services").Body.String(), `href="?page=2"`)
	seen, last := map[string]bool{}, ""
	for _, item := range slices.Concat(first.Items, second.Items) {
		if item.Group != last {
			assert.False(t, seen[item.Group], "the services of %q are not listed together", item.Group)
			seen[item.Group], last = true, item.Group
		}
	}
}
