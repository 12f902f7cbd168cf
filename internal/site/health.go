package site

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// remindEvery is how often the log is told that the database is still away.
const remindEvery = time.Minute

// outage tells the log when the database goes and when it is back. Each attempt to
// reach it reports here, some in a second.
type outage struct {
	mu          sync.Mutex
	since, said time.Time
}

func (o *outage) away(ctx context.Context, err error, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() {
		o.since = now
	}
	if now.Sub(o.said) >= remindEvery {
		slog.WarnContext(ctx, "database is away", "since", o.since, "error", err)
		o.said = now
	}
}

func (o *outage) over(ctx context.Context, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.since.IsZero() {
		slog.InfoContext(ctx, "database is back", "away", now.Sub(o.since).Round(time.Millisecond))
		o.since, o.said = time.Time{}, time.Time{}
	}
}

// DatabaseAway says so, and shows the content that was kept where none has come
// from the database yet.
func (s *Site) DatabaseAway(ctx context.Context, err error) { s.live.away(ctx, err) }

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
