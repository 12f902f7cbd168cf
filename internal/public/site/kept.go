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
	keptItems = 100  // items copied of a list that grows with time
	keptLater = 20   // items copied that become public later
	keptWhole = 1000 // items copied of a list that the owner orders; such a list rarely has as many

	keepPause = time.Second      // between two writes, so that many saves cause one write
	keepRetry = 30 * time.Second // after a failed write
	keepTime  = 10 * time.Second // time limit of one write
	loadTime  = 3 * time.Second
)

// keeper writes and loads the fallback file.
type keeper struct{ *Site }

// loadKept loads the fallback file, or returns nil if there is no valid one.
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
		slog.WarnContext(ctx, "cannot load fallback content", "error", err)
	}
	return found
}

// keepChanges writes the fallback file whenever the content changes, until ctx ends.
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
			slog.WarnContext(ctx, "cannot write fallback content; retrying in 30s", "error", err)
			s.live.signal()
			pause = keepRetry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// keepContent writes the shown content to the fallback file.
func (s keeper) keepContent(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, keepTime)
	defer cancel()
	now := s.live.current.Load()
	k := &fallback.File{
		Format: fallback.Format, Version: now.Version, Origin: now.Origin, Day: now.today.Format(time.DateOnly),
		Revision: now.Profile.ID, UpdatedAt: now.Profile.UpdatedAt, Since: now.Since,
		Profile: map[string]string{}, Translations: now.Profile.Profile.Translations,
		Blocks: append([]content.Item{}, now.Blocks...), Lists: map[string]fallback.List{}, Codes: now.Codes,
	}
	row := now.Profile.Profile.Row()
	for i, column := range profile.Columns() {
		k.Profile[column] = row[i]
	}
	for i := range content.Collections {
		c := &content.Collections[i]
		if c == content.Blocks { // all blocks are copied above
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

// keptOf returns the fallback file if it holds the content of the snapshot, else nil. The file
// is loaded once per snapshot.
func (s keeper) keptOf(ctx context.Context, now *snapshot) *fallback.File {
	now.reading.Do(func() {
		if k := s.loadKept(ctx); k != nil && k.Version == now.Version && k.Day == now.today.Format(time.DateOnly) {
			now.spare = k
		}
	})
	return now.spare
}

// draw renders a page. Pages of a sample site are not indexed. Pages that show defaults,
// because no content was loaded, are neither indexed nor cached.
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
