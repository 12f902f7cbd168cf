package site

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/homepage"
)

// excerptOf maps the kinds of blocks that show a part of a list to the list.
var excerptOf = map[homepage.Kind]*content.Collection{content.PricesBlock: content.Services, content.QuestionsBlock: content.FAQ}

// excerpted returns the names of the lists of which the home page shows a part.
func (s *snapshot) excerpted() (names []string) {
	for _, b := range s.Blocks {
		if c := excerptOf[homepage.Kind(b.Values.Text("kind"))]; c != nil && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// excerpts reads what blocks show of lists. Each list is read once, and only if a block shows it.
type excerpts struct {
	*view
	items map[*content.Collection][]content.Item
	err   error // the first one
}

// MarkEmpty marks the blocks that show a part of a list and find nothing there.
func (s *Site) MarkEmpty(ctx context.Context, blocks []content.Item) error {
	now := s.live.current.Load()
	lang := now.languages.Primary
	v := &view{snapshot: now, address: address{lang: lang}, profile: now.shown(lang), at: now.now(), site: s}
	page, e := v.homepage(ctx)
	for i := range blocks {
		if excerptOf[homepage.Kind(blocks[i].Values.Text("kind"))] != nil {
			blocks[i].Empty = !page.Shows(blocks[i])
		}
	}
	return e.err
}

// mostPrices is how many services a block with prices shows.
const mostPrices = 5

func (e *excerpts) of(ctx context.Context, kind homepage.Kind, group string) (shown homepage.Excerpt) {
	c := excerptOf[kind]
	if _, known := e.items[c]; !known {
		e.items[c] = nil
		items, err := e.site.lists().public(ctx, c)
		for _, item := range items { // not DeleteFunc: items may be the fallback file's
			if !item.Sample && (c == content.FAQ || isPriced(item)) {
				e.items[c] = append(e.items[c], item)
			}
		}
		e.err = cmp.Or(e.err, err)
	}
	if c == content.Services {
		return e.prices(group)
	}
	shown.Title = e.text("faq.title")
	for _, item := range e.items[c][:min(len(e.items[c]), c.Most)] {
		text, _ := c.In(item, e.lang)
		shown.Rows = append(shown.Rows, homepage.Entry{Title: text.Text("question"), Text: text.Text("answer")})
	}
	return shown
}

// prices returns the first services with a price: of a group, or of all.
func (e *excerpts) prices(group string) (shown homepage.Excerpt) {
	all := e.items[content.Services]
	ours := all
	shown.Title = e.text("prices.title")
	if group != "" {
		ours = slices.DeleteFunc(slices.Clone(all), func(item content.Item) bool { return !isIn(item, group) })
		if len(ours) > 0 {
			shown.Title = e.site.groups(all, e.lang)[e.site.group(ours[0], e.languages.Primary)]
		}
	}
	for _, item := range ours[:min(len(ours), mostPrices)] {
		card := e.site.serviceCard(item, e.lang)
		shown.Rows = append(shown.Rows, homepage.Entry{Title: card.Title, Text: card.Unit, Price: card.Price, Href: card.Href})
	}
	if len(all) > len(shown.Rows) {
		shown.More = e.text("prices.all", "count", strconv.Itoa(len(all)))
	}
	return shown
}

// isIn reports whether a service is in the group that has a name in any language. The owner's
// first language may have changed since a block stored the name.
func isIn(service content.Item, group string) bool {
	if service.Values.Text("group") == group {
		return true
	}
	for _, texts := range service.Translations {
		if texts.Text("group") == group {
			return true
		}
	}
	return false
}

// isPriced reports whether a service names a price.
func isPriced(service content.Item) bool {
	price, ok := field.ParsePrice(service.Values.Text("price"))
	return ok && price.Low > 0
}
