package site

import (
	"net/http"
	"path"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
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
