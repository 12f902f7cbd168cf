package content

import (
	"slices"

	"parichay/internal/domain/trade"
	"parichay/locales"
)

// SamplesOf returns a collection's samples for a trade, in their order. Only the agency has sample
// articles and case studies: a business of another trade must not publish them as its own.
func (c *Collection) SamplesOf(t *trade.Trade) ([]Item, error) {
	if t.IsAgency() {
		items, err := c.Starter()
		for _, item := range items {
			c.complete(item.Values)
		}
		return items, err
	}
	if c != Services {
		return nil, nil
	}
	var items []Item
	for n, service := range t.Services {
		s := sample{ID: service.ID, Same: Values{"icon": service.Icon}, texts: map[locales.Lang]Values{}}
		for _, lang := range locales.All {
			if text, ok := t.ServiceIn(n, lang); ok {
				s.texts[lang] = Values{"title": text.Title, "description": text.Description, "features": text.Features}
			}
		}
		item := Services.item(s)
		c.complete(item.Values)
		items = append(items, item)
	}
	return items, nil
}

// BlockOrder returns the ids of the built-in blocks in the order of a trade.
func BlockOrder(t *trade.Trade) []string {
	ids := slices.Clone(t.Blocks)
	for _, block := range BuiltInBlocks() {
		if !slices.Contains(ids, block.ID) {
			ids = append(ids, block.ID)
		}
	}
	return ids
}

// complete gives every field that has no value an empty one.
func (c *Collection) complete(values Values) {
	for i := range c.Fields {
		if f := &c.Fields[i]; values[f.Key] == nil {
			values[f.Key] = f.nothing()
		}
	}
}
