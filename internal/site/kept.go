package site

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"parichay/internal/content"
	"parichay/internal/fault"
	"parichay/internal/postgres"
	"parichay/internal/profile"
	"parichay/internal/render"
	"parichay/internal/spare"
)

const (
	keptItems = 100  // of a list that grows with time
	keptLater = 20   // that become public later
	keptWhole = 1000 // of a list the owner puts in order, which seldom is that long

	keepPause = time.Second      // between two writes: a storm of saves is one
	keepRetry = 30 * time.Second // after one that failed
	keepTime  = 10 * time.Second // for one write
	loadTime  = 3 * time.Second
)

// keeper keeps the content and finds it again.
type keeper struct{ *Site }

// loadKept reads the kept content; a file that cannot be used is as if there were none.
func (s keeper) loadKept(ctx context.Context) *spare.File {
	if s.config.Kept == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTime)
	defer cancel()
	file, err := s.config.Kept.LoadPrivate(ctx, spare.Name, spare.MaxSize)
	var found *spare.File
	if err == nil {
		found, err = spare.Decode(file)
	}
	if err != nil {
		slog.WarnContext(ctx, "no kept content can be shown", "error", err)
	}
	return found
}

// keepChanges keeps the content whenever it changes, until ctx ends.
func (s keeper) keepChanges(ctx context.Context) {
	for s.config.Kept != nil {
		select {
		case <-ctx.Done():
			return
		case <-s.live.changed:
		}
		pause := keepPause
		err := s.keepContent(ctx)
		s.live.tried.Store(true)
		if err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "content was not kept", "error", err)
			s.live.tell()
			pause = keepRetry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// keepContent writes what is shown now.
func (s keeper) keepContent(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, keepTime)
	defer cancel()
	now := s.live.current.Load()
	k := &spare.File{
		Format: spare.Format, Version: now.Version, Day: now.today.Format(time.DateOnly),
		Revision: now.Profile.ID, UpdatedAt: now.Profile.UpdatedAt,
		Profile: map[string]string{}, Translations: now.Profile.Profile.Translations,
		Blocks: append([]content.Item{}, now.Blocks...), Lists: map[string]spare.List{},
	}
	row := now.Profile.Profile.Row()
	for i, column := range profile.Columns() {
		k.Profile[column] = row[i]
	}
	for i := range content.Collections {
		c := &content.Collections[i]
		if c == content.Blocks { // kept as they are shown, and whole
			continue
		}
		most := keptItems
		if c.Ordered {
			most = keptWhole
		}
		items, err := s.store.Work.Items.PublicPage(ctx, c, now.today, 0, most)
		if err != nil {
			return err
		}
		total, err := s.store.Work.Items.CountPublic(ctx, c, now.today)
		if err != nil {
			return err
		}
		list := spare.List{Total: total, Items: items}
		if c.Scheduled != "" {
			if list.Later, err = s.store.Work.Items.Upcoming(ctx, c, now.today, keptLater); err != nil {
				return err
			}
		}
		k.Lists[c.Name] = list
	}
	file, err := k.Encode()
	if err != nil {
		return err
	}
	return s.config.Kept.KeepPrivate(ctx, spare.Name, file)
}

// lists reads the lists: from the database, or as they were kept.
type lists struct{ *Site }

// fromEither reads a list from the database, or as it was kept where kept content is
// shown or the database is away. A list that was not kept is not known.
func fromEither[T any](ctx context.Context, s lists, c *content.Collection, read func() (T, error), kept func(spare.List) (T, error)) (got T, err error) {
	now := s.live.current.Load()
	k := now.kept
	if k == nil {
		if got, err = read(); !errors.Is(err, fault.ErrUnavailable) {
			return got, err
		}
		if k = s.keptOf(ctx, now); k == nil {
			return got, err
		}
	}
	list, found := k.Lists[c.Name]
	if !found {
		return got, fault.ErrUnavailable
	}
	return kept(list.At(c, now.now()))
}

// keptOf is the kept content if it is what is shown now. It is read once for each
// snapshot.
func (s lists) keptOf(ctx context.Context, now *snapshot) *spare.File {
	now.reading.Do(func() {
		if k := keeper(s).loadKept(ctx); k != nil && k.Version == now.Version && k.Day == now.today.Format(time.DateOnly) {
			now.spare = k
		}
	})
	return now.spare
}

// public lists what readers may see of a collection.
func (s lists) public(ctx context.Context, c *content.Collection) ([]content.Item, error) {
	return fromEither(ctx, s, c, func() ([]content.Item, error) { return s.store.Items.Public(ctx, c, s.Today()) },
		func(l spare.List) ([]content.Item, error) { return l.Items, nil })
}

// publicCards lists a part of it with no more of each article than a card needs, and
// how much there is in all.
func (s lists) publicCards(ctx context.Context, c *content.Collection, offset, limit int) ([]content.Item, int, error) {
	list, err := fromEither(ctx, s, c, func() (list spare.List, err error) {
		list.Items, list.Total, err = s.store.Items.PublicCards(ctx, c, s.Today(), offset, limit)
		return list, err
	}, func(l spare.List) (list spare.List, err error) {
		list.Total = l.Total
		list.Items, err = l.Part(offset, limit)
		return list, err
	})
	return list.Items, list.Total, err
}

// publicPage lists a part of it whole.
func (s lists) publicPage(ctx context.Context, c *content.Collection, offset, limit int) ([]content.Item, error) {
	return fromEither(ctx, s, c, func() ([]content.Item, error) { return s.store.Items.PublicPage(ctx, c, s.Today(), offset, limit) },
		func(l spare.List) ([]content.Item, error) { return l.Part(offset, limit) })
}

// lastChanges tells of each part of so many when it last changed, where that is known.
func (s lists) lastChanges(ctx context.Context, c *content.Collection, size int) ([]string, error) {
	return fromEither(ctx, s, c, func() ([]string, error) { return s.store.Items.LastChanges(ctx, c, s.Today(), size) },
		func(l spare.List) ([]string, error) { return make([]string, (l.Total+size-1)/size), nil })
}

// publicItem is one of them, or ErrNotFound.
func (s lists) publicItem(ctx context.Context, c *content.Collection, id string) (content.Item, error) {
	if !plausibleID(id) {
		return content.Item{}, fault.ErrNotFound
	}
	return fromEither(ctx, s, c, func() (content.Item, error) { return s.store.Items.PublicItem(ctx, c, s.Today(), id) },
		func(l spare.List) (content.Item, error) {
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

// publicNext is the card of what comes after one of them; after the last one it is
// the first again. ErrNotFound where there is no other.
func (s lists) publicNext(ctx context.Context, c *content.Collection, id string) (content.Item, error) {
	next, err := fromEither(ctx, s, c, func() (content.Item, error) { return s.store.Items.PublicNext(ctx, c, s.Today(), id) },
		func(l spare.List) (content.Item, error) {
			i := slices.IndexFunc(l.Items, func(item content.Item) bool { return item.ID == id }) + 1
			if i == 0 || i == len(l.Items) {
				return content.Item{}, fault.ErrNotFound
			}
			return l.Items[i], nil
		})
	if errors.Is(err, fault.ErrNotFound) {
		var first []content.Item
		if first, _, err = s.publicCards(ctx, c, 0, 1); err == nil && (len(first) == 0 || first[0].ID == id) {
			err = fault.ErrNotFound
		}
		if err == nil {
			next = first[0]
		}
	}
	return next, err
}

// addresses lists a part of them for a sitemap.
func (s lists) addresses(ctx context.Context, c *content.Collection, offset, limit int) ([]postgres.Address, error) {
	return fromEither(ctx, s, c, func() ([]postgres.Address, error) { return s.store.Items.Addresses(ctx, c, s.Today(), offset, limit) },
		func(l spare.List) (all []postgres.Address, err error) {
			items, err := l.Part(offset, limit)
			for _, item := range items {
				all = append(all, postgres.Address{Address: c.AddressOf(item), Changed: changed(c, item).Format(time.DateOnly), Written: c.Written(item)})
			}
			return all, err
		})
}

// changed is when what readers see of an item last changed: it was saved, or its day
// came.
func changed(c *content.Collection, item content.Item) time.Time {
	saved := item.UpdatedAt.UTC().Truncate(time.Second)
	if c.Scheduled == "" {
		return saved
	}
	if public := item.Values.Day(c.Scheduled); public.After(saved) {
		return public
	}
	return saved
}

// draw renders a page. A sample is for no index, and one of defaults for nobody to keep, either.
func (s *Site) draw(ctx context.Context, doc render.Document, now *snapshot, when render.Urgency) (*render.Page, bool, error) {
	switch {
	case now.notice == "" && now.Profile.Profile.Owned():
		return s.renderer.Page(ctx, doc, when)
	case now.notice == "":
		doc.Head.NoIndex = true
		return s.samples.Page(ctx, doc, when)
	}
	doc.Status, doc.Head.NoIndex = http.StatusServiceUnavailable, true
	return s.defaults.Page(ctx, doc, when)
}
