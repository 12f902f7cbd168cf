package feeds

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/field"
)

// schema.org requires price and priceCurrency of an Offer, or a priceSpecification (read 2026-11).
func TestServicesOfferTheirPriceToSearchEngines(t *testing.T) {
	price := func(text string) any {
		costs, ok := field.ParsePrice(text)
		assert.True(t, ok, text)
		return Service(nil, "Cake", "", &costs)["offers"]
	}
	assert.Equal(t, map[string]any{"@type": "Offer", "priceCurrency": "INR", "price": "450.50"}, price("45050"))
	assert.Equal(t, map[string]any{"@type": "Offer", "priceCurrency": "INR", "priceSpecification": map[string]any{
		"@type": "PriceSpecification", "priceCurrency": "INR", "minPrice": "450.00",
	}}, price("45000+"))
	assert.Equal(t, map[string]any{"@type": "Offer", "priceCurrency": "INR", "priceSpecification": map[string]any{
		"@type": "PriceSpecification", "priceCurrency": "INR", "minPrice": "450.00", "maxPrice": "900.00",
	}}, price("45000-90000"))
	assert.NotContains(t, Service(nil, "Cake", "", nil), "offers")
}
