package site

import (
	"context"
	"errors"
	"log/slog"
)

// Outage is what the site does without its database.
type Outage struct{ *Site }

// Begin says that the database is away, and shows the content that was kept where
// none has come from it yet.
func (s Outage) Begin(ctx context.Context, err error) { s.live.away(ctx, err) }

// HasContent tells whether there is content of the owner's to show, if only what was
// kept. It waits for no database.
func (s Outage) HasContent() bool {
	s.live.fallBack()
	_, err := s.Current()
	return err == nil
}

// ShowLastKept shows what was kept since, where kept content is shown.
func (s Outage) ShowLastKept(ctx context.Context) {
	now := s.live.current.Load()
	if now.kept == nil {
		return
	}
	if newer := keeper(s).loadKept(ctx); newer != nil && newer.Version > now.Version {
		s.live.showKept(now, newer)
	}
}

// Ready tells whether the schema is current and content was read, and kept if that
// was possible: a program that is relied on may be gone a moment later.
func (s *Site) Ready() bool {
	return s.live.ready.Load() && (s.config.Kept == nil || s.live.tried.Load())
}

var errNotRead = errors.New("no content was read and kept yet")

// TakesWrites is nil when all can be done that the program is for: it is ready, and
// the database takes leads. The log hears why when that changes.
func (s *Site) TakesWrites(ctx context.Context) error {
	err := errNotRead
	if s.Ready() {
		err = s.store.Ready(ctx)
	}
	switch before := s.refusing.Swap(err != nil); {
	case err != nil && !before:
		slog.WarnContext(ctx, "not ready", "error", err)
	case err == nil && before:
		slog.InfoContext(ctx, "ready")
	}
	return err
}
