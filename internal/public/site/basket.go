package site

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/trade"
	"parichay/internal/public/pagedata"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// recently is how long after a change visitors may still send a basket with the former state of a
// service: a page may stay open in a tab for days.
const recently = 7 * 24 * time.Hour

// takesBaskets reports whether visitors can choose several services. The agency's cards and those of
// a site without a trade have no basket.
func (s *snapshot) takesBaskets() bool { return !trade.Find(s.Profile.Profile.Trade).IsAgency() }

func (s *Site) takesBaskets() bool { return s.live.current.Load().takesBaskets() }

// keepBaskets removes what only a basket needs from a page that cannot put any of the services into
// one.
func (v *view) keepBaskets(b *pagedata.Boot, services []pagedata.ServiceCard) {
	if slices.ContainsFunc(services, func(card pagedata.ServiceCard) bool { return card.Cost != "" }) {
		return
	}
	maps.DeleteFunc(b.Words, func(key, _ string) bool {
		return strings.HasPrefix(key, "basket.") || strings.HasPrefix(key, "price.")
	})
	if b.Asking == nil {
		return
	}
	if b.Asking.Wish = nil; reflect.ValueOf(*b.Asking).IsZero() {
		b.Asking = nil
	}
}

// Basket returns the lines of a basket in the visitor's language, each as the visitor saw it if the
// service was like that recently, otherwise as it is now. Services that are not public now are left
// out.
func (s *Site) Basket(ctx context.Context, lang locales.Lang, choices []lead.Chosen) (lines []lead.Line, err error) {
	if len(choices) == 0 || !s.takesBaskets() || !s.wants(servicesPart) {
		return nil, nil
	}
	seen := map[string]int64{}
	for _, choice := range choices {
		if plausibleID(choice.ID) {
			seen[choice.ID] = choice.Seen
		}
	}
	found, err := s.store.Items.PublicAsSeen(ctx, content.Services, s.Today(), seen, s.config.Now().Add(-recently))
	if err != nil {
		return nil, err
	}
	for _, choice := range choices {
		if service, ok := found[choice.ID]; ok {
			lines = append(lines, lineOf(choice, service, lang))
		}
	}
	return lines, nil
}

// lineOf returns a line of a basket. A former state that is too old counts if it had the same price.
func lineOf(choice lead.Chosen, service postgres.Seen, lang locales.Lang) lead.Line {
	made := func(item content.Item) lead.Line {
		text, _ := content.Services.In(item, lang)
		line := lead.Line{Chosen: choice, Title: text.Text("title"), Unit: text.Text("unit"), Stored: text.Text("price")}
		line.Seen = item.Revision
		return line
	}
	now := made(service.Item)
	if choice.Seen == lead.Now || choice.Seen == now.Seen {
		return now
	}
	if service.Former == nil {
		now.Changed = true
		return now
	}
	former := made(*service.Former)
	if service.Recent {
		return former
	}
	now.Changed = former.Stored != now.Stored || former.Unit != now.Unit
	return now
}
