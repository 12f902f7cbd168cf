package content

import (
	"parichay/internal/domain/trade"
	"parichay/locales"
)

// SampleServices returns the sample services of a trade, in their order. They stay samples until
// the owner keeps them.
func SampleServices(t *trade.Trade) ([]Item, error) {
	if t.IsAgency() {
		return Services.Starter()
	}
	var items []Item
	for n, service := range t.Services {
		s := sample{ID: service.ID, Same: Values{"icon": service.Icon}, texts: map[locales.Lang]Values{}}
		for _, lang := range locales.All {
			if text, ok := t.ServiceIn(n, lang); ok {
				s.texts[lang] = Values{"title": text.Title, "description": text.Description, "features": text.Features}
			}
		}
		items = append(items, Services.item(s))
	}
	return items, nil
}
