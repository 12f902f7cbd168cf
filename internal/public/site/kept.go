package site

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/public/fallback"
	"parichay/internal/public/render"
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
func (s keeper) loadKept(ctx context.Context) *fallback.File {
	if s.config.Kept == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTime)
	defer cancel()
	file, err := s.config.Kept.LoadPrivate(ctx, fallback.Name, fallback.MaxSize)
	var found *fallback.File
	if err == nil {
		found, err = fallback.Decode(file)
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
	k := &fallback.File{
		Format: fallback.Format, Version: now.Version, Day: now.today.Format(time.DateOnly),
		Revision: now.Profile.ID, UpdatedAt: now.Profile.UpdatedAt,
		Profile: map[string]string{}, Translations: now.Profile.Profile.Translations,
		Blocks: append([]content.Item{}, now.Blocks...), Lists: map[string]fallback.List{}, Codes: now.Codes,
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
		list := fallback.List{Total: total, Items: items}
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
	return s.config.Kept.KeepPrivate(ctx, fallback.Name, file)
}

// keptOf is the kept content if it is what is shown now. It is read once for each
// snapshot.
func (s keeper) keptOf(ctx context.Context, now *snapshot) *fallback.File {
	now.reading.Do(func() {
		if k := s.loadKept(ctx); k != nil && k.Version == now.Version && k.Day == now.today.Format(time.DateOnly) {
			now.spare = k
		}
	})
	return now.spare
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
