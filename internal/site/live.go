package site

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"parichay/internal/fault"
	"parichay/internal/lead"
	"parichay/internal/postgres"
	"parichay/internal/profile"
	"parichay/locales"
)

// live holds the newest content in memory, so that a page costs no query and
// goes on being served while the database is away.
type live struct {
	store   *postgres.Store
	now     func() time.Time
	current atomic.Pointer[snapshot]
	ready   atomic.Bool // schema current and content read at least once
	reading sync.Mutex
}

// snapshot is content as it stood at one version on one day: pages say things that
// change with the date, too.
type snapshot struct {
	postgres.Content
	today   time.Time
	changes changes
	notice  string // tells visitors why they see defaults; empty when they do not
}

func newLive(store *postgres.Store, now func() time.Time) *live {
	l := &live{store: store, now: now}
	l.put(postgres.Content{Profile: profile.Revision{Profile: profile.Default()}}, "connection_error")
	return l
}

func (l *live) put(content postgres.Content, notice string) {
	now := l.now()
	next := &snapshot{Content: content, today: now.In(locales.India), notice: notice, changes: changes{all: moment{content.Version, now}}}
	if before := l.current.Load(); before != nil && before.notice == "" {
		next.changes = before.changes.after(content, now)
	}
	l.current.Store(next)
}

// reload reads the newest content. Failing keeps what there is.
func (l *live) reload(ctx context.Context) error {
	l.reading.Lock()
	defer l.reading.Unlock()
	content, err := l.store.Site.ContentSince(ctx, l.current.Load().Version)
	if err == nil {
		l.put(content, "")
		l.ready.Store(true)
		return nil
	}
	if now := l.current.Load(); now.notice != "" && !errors.Is(err, fault.ErrUnavailable) {
		l.put(now.Content, "fetch_error")
	}
	return err
}

// catchUp reloads if version or the date is not the one being shown.
func (l *live) catchUp(ctx context.Context, version int64) error {
	shown := l.current.Load()
	if shown.notice == "" && shown.Version == version && shown.today.YearDay() == l.now().In(locales.India).YearDay() {
		return nil
	}
	return l.reload(ctx)
}

func (l *live) watch(ctx context.Context, inbox func(lead.Change)) {
	l.store.Watch(ctx,
		func(version int64) error { return l.catchUp(ctx, version) }, inbox,
		func(err error) { slog.WarnContext(ctx, "database is away", "error", err) })
}

func (s *snapshot) shown(lang locales.Lang) profile.Profile { return s.Profile.Profile.Shown(lang) }

// Watch keeps the content current until ctx ends, and passes on what it hears of
// the inbox. The schema must be there.
func (s *Site) Watch(ctx context.Context, inbox func(lead.Change)) { s.live.watch(ctx, inbox) }

// Ready tells whether the schema is current and content was read.
func (s *Site) Ready() bool { return s.live.ready.Load() }

// Refresh shows what was just committed. What this replica cannot show at once,
// its listener will.
func (s *Site) Refresh(ctx context.Context) { _ = s.live.reload(ctx) }

// Current is the newest content this replica knows.
func (s *Site) Current() postgres.Content { return s.live.current.Load().Content }

// Today is the business's date.
func (s *Site) Today() time.Time { return s.config.Now().In(locales.India) }
