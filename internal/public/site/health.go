package site

import (
	"context"
	"errors"
	"log/slog"
)

// Outage controls what the site does while its database is down.
type Outage struct{ *Site }

// Begin records that the database is down, and shows fallback content if none has been loaded
// yet.
func (s Outage) Begin(ctx context.Context, err error) { s.live.down(ctx, err) }

// HasContent reports whether the owner's content, or a fallback copy of it, can be shown. It
// does not wait for the database.
func (s Outage) HasContent() bool {
	s.live.fallBack()
	_, err := s.Current()
	return err == nil
}

// ShowLastKept switches to the newest fallback file, if fallback content is shown.
func (s Outage) ShowLastKept(ctx context.Context) {
	now := s.live.current.Load()
	if now.kept == nil {
		return
	}
	if newer := keeper(s).loadKept(ctx); newer != nil && newer.Version > now.Version {
		s.live.showKept(now, newer)
	}
}

// Ready reports whether the schema is current, content was loaded, and this process has tried
// to write the fallback file. It waits for the file because a ready process may be stopped at
// any moment, and the next start may need it.
func (s *Site) Ready() bool {
	return s.live.ready.Load() && (s.config.Kept == nil || s.live.tried.Load())
}

var errNotRead = errors.New("content has not been loaded and copied to the fallback file yet")

// TakesWrites returns nil if the program is ready and the database accepts leads, else the
// reason. It logs when the result changes.
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
