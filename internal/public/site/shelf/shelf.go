// Package shelf reads the lists that public pages show: from the database, or as they
// were kept.
package shelf

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

// Shelf is where they are read from.
type Shelf struct {
	Items postgres.Items
	At    func() time.Time                         // the moment that counts
	Shown func() *fallback.File                    // the kept content, where that is shown
	Spare func(ctx context.Context) *fallback.File // the kept content, if it is the newest
}

// fromEither reads a list from the database, or as it was kept where kept content is
// shown or the database is away. A list that was not kept is not known.
func fromEither[T any](ctx context.Context, s Shelf, c *content.Collection, read func() (T, error), kept func(fallback.List) (T, error)) (got T, err error) {
	k := s.Shown()
	if k == nil {
		if got, err = read(); !errors.Is(err, fault.ErrUnavailable) {
			return got, err
		}
		if k = s.Spare(ctx); k == nil {
			return got, err
		}
	}
	list, found := k.Lists[c.Name]
	if !found {
		return got, fault.ErrUnavailable
	}
	return kept(list.At(c, s.At()))
}

// Public lists what readers may see of a collection.
func (s Shelf) Public(ctx context.Context, c *content.Collection) ([]content.Item, error) {
	return fromEither(ctx, s, c, func() ([]content.Item, error) { return s.Items.Public(ctx, c, s.At()) },
		func(l fallback.List) ([]content.Item, error) { return l.Items, nil })
}

// Cards lists a part of it with no more of each article than a card needs, and
// how much there is in all.
func (s Shelf) Cards(ctx context.Context, c *content.Collection, offset, limit int) ([]content.Item, int, error) {
	list, err := fromEither(ctx, s, c, func() (list fallback.List, err error) {
		list.Items, list.Total, err = s.Items.PublicCards(ctx, c, s.At(), offset, limit)
		return list, err
	}, func(l fallback.List) (list fallback.List, err error) {
		list.Total = l.Total
		list.Items, err = l.Part(offset, limit)
		return list, err
	})
	return list.Items, list.Total, err
}

// Page lists a part of it whole.
func (s Shelf) Page(ctx context.Context, c *content.Collection, offset, limit int) ([]content.Item, error) {
	return fromEither(ctx, s, c, func() ([]content.Item, error) { return s.Items.PublicPage(ctx, c, s.At(), offset, limit) },
		func(l fallback.List) ([]content.Item, error) { return l.Part(offset, limit) })
}

// LastChanges tells of each part of so many when it last changed, where that is known.
func (s Shelf) LastChanges(ctx context.Context, c *content.Collection, size int) ([]string, error) {
	return fromEither(ctx, s, c, func() ([]string, error) { return s.Items.LastChanges(ctx, c, s.At(), size) },
		func(l fallback.List) ([]string, error) { return make([]string, (l.Total+size-1)/size), nil })
}

// Item is one of them, or ErrNotFound.
func (s Shelf) Item(ctx context.Context, c *content.Collection, id string) (content.Item, error) {
	if !PlausibleID(id) {
		return content.Item{}, fault.ErrNotFound
	}
	return fromEither(ctx, s, c, func() (content.Item, error) { return s.Items.PublicItem(ctx, c, s.At(), id) },
		func(l fallback.List) (content.Item, error) {
			i := slices.IndexFunc(l.Items, func(item content.Item) bool { return item.ID == id || c.AddressOf(item) == id })
			switch {
			case i >= 0:
				return l.Items[i], nil
			case len(l.Items) == l.Total:
				return content.Item{}, fault.ErrNotFound
			}
			return content.Item{}, fault.ErrUnavailable // it may be one that was not kept
		})
}

// Next is the card of what comes after one of them; after the last one it is
// the first again. ErrNotFound where there is no other.
func (s Shelf) Next(ctx context.Context, c *content.Collection, id string) (content.Item, error) {
	next, err := fromEither(ctx, s, c, func() (content.Item, error) { return s.Items.PublicNext(ctx, c, s.At(), id) },
		func(l fallback.List) (content.Item, error) {
			i := slices.IndexFunc(l.Items, func(item content.Item) bool { return item.ID == id }) + 1
			if i == 0 || i == len(l.Items) {
				return content.Item{}, fault.ErrNotFound
			}
			return l.Items[i], nil
		})
	if errors.Is(err, fault.ErrNotFound) {
		var first []content.Item
		if first, _, err = s.Cards(ctx, c, 0, 1); err == nil && (len(first) == 0 || first[0].ID == id) {
			err = fault.ErrNotFound
		}
		if err == nil {
			next = first[0]
		}
	}
	return next, err
}

// Addresses lists a part of them for a sitemap.
func (s Shelf) Addresses(ctx context.Context, c *content.Collection, offset, limit int) ([]postgres.Address, error) {
	return fromEither(ctx, s, c, func() ([]postgres.Address, error) { return s.Items.Addresses(ctx, c, s.At(), offset, limit) },
		func(l fallback.List) (all []postgres.Address, err error) {
			items, err := l.Part(offset, limit)
			for _, item := range items {
				all = append(all, postgres.Address{Address: c.AddressOf(item), Changed: Changed(c, item).Format(time.DateOnly), Written: c.Written(item)})
			}
			return all, err
		})
}

// Changed is when what readers see of an item last changed: it was saved, or its day
// came.
func Changed(c *content.Collection, item content.Item) time.Time {
	saved := item.UpdatedAt.UTC().Truncate(time.Second)
	if c.Scheduled == "" {
		return saved
	}
	if public := c.PublicFrom(item.Values).UTC(); public.After(saved) {
		return public
	}
	return saved
}

// PlausibleID keeps what could never be an item's id away from the database.
func PlausibleID(id string) bool {
	return id != "" && len(id) <= 300 && !strings.ContainsFunc(id, func(r rune) bool {
		return r == '/' || r == unicode.ReplacementChar || !unicode.IsPrint(r)
	})
}
