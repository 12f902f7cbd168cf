package feeds

import (
	"fmt"

	"parichay/internal/domain/field"
)

// Service returns a service as JSON-LD. The provider is a Business's Reference. costs is nil if
// the price is not named.
func Service(provider map[string]any, name, description string, costs *field.PriceRange) map[string]any {
	data := map[string]any{"@context": schemaOrg, "@type": "Service", "name": name, "description": description, "provider": provider}
	if costs != nil {
		data["offers"] = offer(*costs)
	}
	return data
}

// offer returns a price as JSON-LD: an exact one as the price of an offer, another as its bounds.
func offer(costs field.PriceRange) map[string]any {
	const currency = "INR"
	data := map[string]any{"@type": "Offer", "priceCurrency": currency}
	if !costs.From && costs.High == 0 {
		data["price"] = rupees(costs.Low)
		return data
	}
	bounds := map[string]any{"@type": "PriceSpecification", "priceCurrency": currency, "minPrice": rupees(costs.Low)}
	if costs.High > 0 {
		bounds["maxPrice"] = rupees(costs.High)
	}
	data["priceSpecification"] = bounds
	return data
}

// rupees writes an amount of paise as search engines read it: 450.00.
func rupees(paise int64) string {
	const hundred = 100
	return fmt.Sprintf("%d.%02d", paise/hundred, paise%hundred)
}
