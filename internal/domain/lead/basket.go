package lead

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Chosen is one line of a basket: a service, how many of it, and the state of the service that the
// visitor saw. It names no price, so nobody can make one up.
type Chosen struct {
	ID       string `json:"id" doc:"The service"`
	Seen     int64  `json:"seen" doc:"Revision of the service that the visitor saw, see ServiceCard.revision"`
	Quantity int    `json:"quantity" minimum:"1" maximum:"99"`
}

// Limits of a basket.
const (
	MaxChoices  = 50
	MaxQuantity = 99
)

// Now is the revision of a choice whose price the visitor has not seen yet.
const Now int64 = -1

// Names of the inputs of a form without script: one ItemField for each service in the basket, and
// for each of them its quantity and the state that the visitor saw. Issues with a line have the name
// of its quantity.
const (
	ItemField     = "item"
	QuantityField = "quantity:"
	SeenField     = "seen:"
)

// basket checks the lines of a basket. The services are looked up later.
func (c *cleaner) basket(choices []Chosen) {
	if len(choices) > MaxChoices {
		c.issues = append(c.issues, fault.Issue{Field: "items", Code: fault.TooLong, Want: strconv.Itoa(MaxChoices)})
		return
	}
	seen := map[string]bool{}
	for _, choice := range choices {
		if choice.Quantity < 1 || choice.Quantity > MaxQuantity || seen[choice.ID] {
			c.issues = append(c.issues, fault.Issue{Field: QuantityField + choice.ID, Code: fault.InvalidValue})
		}
		seen[choice.ID] = true
	}
}

// WithItems adds the lines of a basket to a cleaned lead. They are no part of its digest, which
// contains the choices: a retry after the owner has changed a service is still the same message.
func (l Lead) WithItems(lines []Line) Lead {
	l.Services, l.Items = nil, Items(lines, l.Language)
	for _, line := range lines {
		l.Services = append(l.Services, line.Title)
	}
	return l
}

// Labelled returns the lines of the basket and the answers, as they are stored.
func (l Lead) Labelled() []Detail { return slices.Concat(l.Items, l.Details) }

// Line is a line of a basket in the visitor's language, as the visitor saw it.
type Line struct {
	Chosen
	Title, Unit string
	Stored      string // the stored form of the price; empty: none is named
	Changed     bool   // the state that the visitor saw is unknown or too old: this is the current one
}

// BasketItem is what the label and the value of a detail say about a line of a basket, in parts.
type BasketItem struct {
	Quantity int    `json:"quantity" readOnly:"true"`
	Unit     string `json:"unit,omitempty" readOnly:"true"`
	Price    string `json:"price,omitempty" readOnly:"true" doc:"As the visitor saw it"`
	Total    string `json:"total,omitempty" readOnly:"true" doc:"Absent unless the price is exact"`
	Changed  bool   `json:"changed,omitempty" readOnly:"true" doc:"The visitor saw another price, which the service has not had for a while"`
}

// amount is what a number of things costs, or nothing that can be added up.
func (l Line) amount() (total field.PriceRange, named bool) {
	price, ok := field.ParsePrice(l.Stored)
	if !ok || price.Low == 0 {
		return total, false
	}
	return field.PriceRange{Low: price.Low * int64(l.Quantity), From: price.From || price.High > 0}, true
}

// Price returns the price in a language; empty if there is none.
func (l Line) Price(lang locales.Lang) string {
	price, ok := field.ParsePrice(l.Stored)
	if !ok {
		return ""
	}
	return locales.Price(lang, price.Low, price.High, price.From)
}

func (l Line) item(lang locales.Lang) BasketItem {
	i := BasketItem{Quantity: l.Quantity, Unit: l.Unit, Price: l.Price(lang), Changed: l.Changed}
	if total, named := l.amount(); named && !total.From {
		i.Total = locales.Money(total.Low)
	}
	return i
}

// value returns an item as text: 2 × ₹90 = ₹180, Each.
func (i BasketItem) value(lang locales.Lang) string {
	text := strconv.Itoa(i.Quantity)
	if i.Price != "" {
		text += " × " + i.Price
	}
	if i.Total != "" && i.Quantity > 1 {
		text += " = " + i.Total
	}
	if i.Unit != "" {
		text += ", " + i.Unit
	}
	if i.Changed {
		text += " (" + locales.Text(lang, "basket.changed") + ")"
	}
	return text
}

// Total returns what a basket costs as far as that is known. It is a lower bound if a price is one;
// what is on request is named, not counted. Empty: nothing can be added up.
func Total(lines []Line, lang locales.Lang) string {
	var sum field.PriceRange
	more := false
	for _, l := range lines {
		total, named := l.amount()
		sum.Low += total.Low
		sum.From = sum.From || total.From
		more = more || !named
	}
	if sum.Low == 0 {
		return ""
	}
	text := locales.Price(lang, sum.Low, 0, sum.From)
	if more {
		text = locales.Text(lang, "basket.more", "amount", text)
	}
	return text
}

// Items returns the lines of a basket as details, the total last.
func Items(lines []Line, lang locales.Lang) (all []Detail) {
	for _, l := range lines {
		item := l.item(lang)
		all = append(all, Detail{Label: l.Title, Value: item.value(lang), Item: &item})
	}
	if total := Total(lines, lang); total != "" {
		all = append(all, Detail{Label: locales.Text(lang, "basket.total"), Value: total, Sum: true})
	}
	return all
}

// maxChat is how long the text of a chat link may become, percent-encoded. Longer links fail on
// some phones.
const maxChat = 5000

// ChatText returns the first message of a chat: the greeting, then the lines of the basket and the
// short answers. If they are too long for a link, the last lines are left out and counted; the lead
// has them all.
func ChatText(greeting string, labelled []Detail, lang locales.Lang) string {
	var items, rest []string
	for _, d := range labelled {
		switch {
		case d.Item != nil:
			items = append(items, d.line())
		case d.Sum || len(items) > 0 && len(d.Value) <= shortRule.Max:
			rest = append(rest, d.Label+": "+d.Value)
		}
	}
	if len(items) == 0 {
		return greeting
	}
	text := func(shown int) string {
		parts := slices.Concat([]string{greeting, ""}, items[:shown])
		if left := len(items) - shown; left > 0 {
			parts = append(parts, locales.Text(lang, "basket.rest", "count", strconv.Itoa(left)))
		}
		return strings.Join(append(parts, rest...), "\n")
	}
	shown := len(items)
	for shown > 0 && len(url.QueryEscape(text(shown))) > maxChat {
		shown--
	}
	return text(shown)
}

// line returns an item of a basket as a line of a chat: 2 × Croissant, Each: ₹180.
func (d Detail) line() string {
	text := strconv.Itoa(d.Item.Quantity) + " × " + d.Label
	if d.Item.Unit != "" {
		text += ", " + d.Item.Unit
	}
	if price := cmp.Or(d.Item.Total, d.Item.Price); price != "" {
		text += ": " + price
	}
	return text
}
