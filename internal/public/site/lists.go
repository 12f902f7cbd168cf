package site

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/public/fallback"
	"parichay/internal/store/postgres"
)

// lists reads the lists that public pages show: from the database, or from the fallback file
// while the database is down.
type lists struct {
	site *Site
	now  *snapshot
}

func (s *Site) lists() lists { return lists{site: s, now: s.live.current.Load()} }

// fromEither returns the result of read, which queries the database. If fallback content is
// shown or the database is down, it returns the result of kept, which reads the list from the
// fallback file. If the file does not contain the list, it returns ErrUnavailable.
func fromEither[T any](ctx context.Context, l lists, c *content.Collection, read func() (T, error), kept func(fallback.List) (T, error)) (got T, err error) {
	k := l.now.kept
	if k == nil {
		if got, err = read(); !errors.Is(err, fault.ErrUnavailable) {
			return got, err
		}
		if k = (keeper{l.site}).keptOf(ctx, l.now); k == nil {
			return got, err
		}
	}
	list, found := k.Lists[c.Name]
	if !found {
		return got, fault.ErrUnavailable
	}
	return kept(list.At(c, l.site.Today()))
}

// public returns the public items of a collection.
func (l lists) public(ctx context.Context, c *content.Collection) ([]content.Item, error) {
	return fromEither(ctx, l, c, func() ([]content.Item, error) { return l.site.store.Items.Public(ctx, c, l.site.Today()) },
		func(f fallback.List) ([]content.Item, error) { return f.Items, nil })
}

// cards returns a range of the public items, with only the fields that a card needs, and the
// total number of public items.
func (l lists) cards(ctx context.Context, c *content.Collection, offset, limit int) ([]content.Item, int, error) {
	list, err := fromEither(ctx, l, c, func() (list fallback.List, err error) {
		list.Items, list.Total, err = l.site.store.Items.PublicCards(ctx, c, l.site.Today(), offset, limit)
		return list, err
	}, func(f fallback.List) (list fallback.List, err error) {
		list.Total = f.Total
		list.Items, err = f.Part(offset, limit)
		return list, err
	})
	return list.Items, list.Total, err
}

// page returns a range of the public items with all their fields.
func (l lists) page(ctx context.Context, c *content.Collection, offset, limit int) ([]content.Item, error) {
	return fromEither(ctx, l, c, func() ([]content.Item, error) {
		return l.site.store.Items.PublicPage(ctx, c, l.site.Today(), offset, limit)
	},
		func(f fallback.List) ([]content.Item, error) { return f.Part(offset, limit) })
}

// lastChanges divides the public items into parts of size items and returns the date of the
// last change in each part; empty if unknown.
func (l lists) lastChanges(ctx context.Context, c *content.Collection, size int) ([]string, error) {
	return fromEither(ctx, l, c, func() ([]string, error) { return l.site.store.Items.LastChanges(ctx, c, l.site.Today(), size) },
		func(f fallback.List) ([]string, error) { return make([]string, (f.Total+size-1)/size), nil })
}

// item returns a public item by its id or address, or ErrNotFound.
func (l lists) item(ctx context.Context, c *content.Collection, id string) (content.Item, error) {
	if !plausibleID(id) {
		return content.Item{}, fault.ErrNotFound
	}
	return fromEither(ctx, l, c, func() (content.Item, error) { return l.site.store.Items.PublicItem(ctx, c, l.site.Today(), id) },
		func(f fallback.List) (content.Item, error) {
			i := slices.IndexFunc(f.Items, func(item content.Item) bool { return item.ID == id || c.AddressOf(item) == id })
			switch {
			case i >= 0:
				return f.Items[i], nil
			case len(f.Items) == f.Total:
				return content.Item{}, fault.ErrNotFound
			}
			return content.Item{}, fault.ErrUnavailable // the item may exist, but not in the file
		})
}

// next returns the card of the public item after id. After the last item it returns the first.
// It returns ErrNotFound if there is no other item.
func (l lists) next(ctx context.Context, c *content.Collection, id string) (content.Item, error) {
	next, err := fromEither(ctx, l, c, func() (content.Item, error) { return l.site.store.Items.PublicNext(ctx, c, l.site.Today(), id) },
		func(f fallback.List) (content.Item, error) {
			i := slices.IndexFunc(f.Items, func(item content.Item) bool { return item.ID == id }) + 1
			if i == 0 || i == len(f.Items) {
				return content.Item{}, fault.ErrNotFound
			}
			return f.Items[i], nil
		})
	if errors.Is(err, fault.ErrNotFound) {
		var first []content.Item
		if first, _, err = l.cards(ctx, c, 0, 1); err == nil && (len(first) == 0 || first[0].ID == id) {
			err = fault.ErrNotFound
		}
		if err == nil {
			next = first[0]
		}
	}
	return next, err
}

// addresses returns a range of the public items for a sitemap.
func (l lists) addresses(ctx context.Context, c *content.Collection, offset, limit int) ([]postgres.Address, error) {
	return fromEither(ctx, l, c, func() ([]postgres.Address, error) {
		return l.site.store.Items.Addresses(ctx, c, l.site.Today(), offset, limit)
	},
		func(f fallback.List) (all []postgres.Address, err error) {
			items, err := f.Part(offset, limit)
			for _, item := range items {
				all = append(all, postgres.Address{Address: c.AddressOf(item), Changed: changedAt(c, item).Format(time.DateOnly), Written: c.Written(item)})
			}
			return all, err
		})
}

// changedAt returns when readers last saw an item change: when it was saved or became public.
func changedAt(c *content.Collection, item content.Item) time.Time {
	saved := item.UpdatedAt.UTC().Truncate(time.Second)
	if c.Scheduled == "" {
		return saved
	}
	if public := c.PublicFrom(item.Values).UTC(); public.After(saved) {
		return public
	}
	return saved
}

// plausibleID reports whether id could belong to an item. Other ids are not looked up in the
// database.
func plausibleID(id string) bool {
	return id != "" && len(id) <= 300 && !strings.ContainsFunc(id, func(r rune) bool {
		return r == '/' || r == unicode.ReplacementChar || !unicode.IsPrint(r)
	})
}
