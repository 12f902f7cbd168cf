package site

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/homepage"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/internal/domain/theme"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/loglimit"
	"parichay/internal/public/fallback"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// firstContent is how long visitors wait, after a start, for a database that
// neither answers nor refuses.
const firstContent = 5 * time.Second

// live holds the newest content in memory, so that a page costs no query and
// goes on being served while the database is away.
type live struct {
	store    *postgres.Store
	now      func() time.Time
	current  awaited
	ready    atomic.Bool // schema current and content read at least once
	tried    atomic.Bool // to keep that content for a start without database
	reading  sync.Mutex
	fallBack func()        // shows what was kept, else the defaults, where nothing is shown yet
	changed  chan struct{} // holds something when content was not kept yet
	outage   loglimit.Outage
}

// snapshot is content as it stood at one version on one day: pages say things that
// change with the date, too.
type snapshot struct {
	postgres.Content
	today   time.Time
	now     func() time.Time
	moments homepage.Moments // of the home page's blocks
	coming  homepage.Moments // of articles
	changes changes
	look    theme.Look
	owned   bool           // it goes by its owner's name
	marked  bool           // its blocks tell which they are: it is a preview
	notice  string         // tells visitors why they see defaults; empty when they do not
	kept    *fallback.File // its lists, when it was read from the bucket; otherwise they are in the database
	reading sync.Once
	spare   *fallback.File // the same lists from the bucket, read once the database is away
	ready   ready
	public  sync.Map // the profile for visitors, by language
	refused sync.Map // the page for visitors who may not open a form now, by language and status
	plain   struct {
		once    sync.Once
		headers http.Header
	}
}

// awaited is a snapshot for which everybody waits until there is a first one.
type awaited struct {
	shown atomic.Pointer[snapshot]
	there chan struct{}
	once  sync.Once
}

// Load returns the newest snapshot.
func (a *awaited) Load() *snapshot {
	if now := a.shown.Load(); now != nil {
		return now
	}
	<-a.there // fallBack is called in any case
	return a.shown.Load()
}

func (a *awaited) opened() { a.once.Do(func() { close(a.there) }) }

func newLive(ctx context.Context, store *postgres.Store, now func() time.Time, load func(context.Context) *fallback.File) *live {
	l := &live{outage: loglimit.Outage{Of: loglimit.Database}, store: store, now: now, changed: make(chan struct{}, 1), current: awaited{there: make(chan struct{})}}
	l.fallBack = sync.OnceFunc(func() {
		defer l.current.opened()
		if l.current.shown.Load() != nil {
			return
		}
		first := l.snapshot(postgres.Content{Profile: profile.Revision{Profile: profile.Default()}, Blocks: content.BuiltInBlocks()}, "connection_error")
		if found := load(ctx); found != nil {
			slog.InfoContext(ctx, "showing the content that was kept", "version", found.Version, "day", found.Day)
			l.showKept(nil, found)
			return
		}
		l.current.shown.CompareAndSwap(nil, first)
	})
	time.AfterFunc(firstContent, l.fallBack)
	context.AfterFunc(ctx, l.fallBack) // who waits when the program is told to stop need not wait longer
	return l
}

// showKept shows kept content unless something else has come than what was there.
func (l *live) showKept(before *snapshot, found *fallback.File) {
	next := l.snapshot(found.Content(), "")
	next.kept = found
	l.current.shown.CompareAndSwap(before, next)
}

func (l *live) snapshot(newest postgres.Content, notice string) *snapshot {
	now := l.now()
	return &snapshot{
		Content: newest, today: now.In(locales.India), now: l.now, moments: homepage.MomentsOf(newest.Blocks), coming: newest.Moments,
		notice: notice, changes: changes{all: moment{version: newest.Version, heard: now}}, look: lookOf(newest.Profile.Profile),
		owned: newest.Profile.Profile.Owned(),
	}
}

// put shows content from the database.
func (l *live) put(ctx context.Context, newest postgres.Content) {
	next, before := l.snapshot(newest, ""), l.current.shown.Load()
	if before != nil && before.notice == "" && before.kept == nil {
		next.changes = before.after(newest, l.now())
	}
	l.current.shown.Store(next)
	if newest.Profile.Damaged && (before == nil || !before.Profile.Damaged) {
		slog.ErrorContext(ctx, "the newest content cannot be read, an older revision is shown until a save mends it", "revision", newest.Profile.ID)
	}
	l.current.opened()
	l.ready.Store(true)
	l.tell()
}

// tell says that there is content that was not kept yet.
func (l *live) tell() {
	select {
	case l.changed <- struct{}{}:
	default: // said already
	}
}

// reload reads the newest content. Failing keeps what there is.
func (l *live) reload(ctx context.Context) error {
	l.reading.Lock()
	defer l.reading.Unlock()
	known := int64(math.MaxInt64)
	if l.ready.Load() {
		known = l.current.shown.Load().Version
	}
	newest, err := l.store.Site.ContentSince(ctx, known)
	if err == nil {
		l.put(ctx, newest)
		return nil
	}
	l.fallBack()
	if now := l.current.Load(); now.notice != "" && !errors.Is(err, fault.ErrUnavailable) {
		l.current.shown.Store(l.snapshot(now.Content, "fetch_error"))
	}
	return err
}

// catchUp reloads if version, origin or the date is not the one being shown.
func (l *live) catchUp(ctx context.Context, version, origin int64) error {
	shown := l.current.shown.Load()
	if l.ready.Load() && shown.Version == version && shown.Origin == origin && shown.today.YearDay() == l.now().In(locales.India).YearDay() {
		return nil
	}
	return l.reload(ctx)
}

func (l *live) watch(ctx context.Context, inbox func(lead.Change)) {
	l.store.Watch(ctx, func(version, origin int64) error {
		err := l.catchUp(ctx, version, origin)
		if err == nil {
			l.outage.Over(ctx, l.now())
		}
		return err
	}, inbox, func(err error) { l.away(ctx, err) })
}

func (l *live) away(ctx context.Context, err error) {
	l.outage.Away(ctx, err, l.now())
	l.fallBack()
}

// lookOf is how pages of a profile look, in whichever language.
func lookOf(p profile.Profile) theme.Look { return theme.Of(p.Shown(locales.English).Look()) }

// shown is the profile for visitors who read lang, worked out once.
func (s *snapshot) shown(lang locales.Lang) profile.Profile {
	if known, ok := s.public.Load(lang); ok {
		return known.(profile.Profile) //nolint:forcetypeassert // nothing else is stored
	}
	public := s.Profile.Profile.Public(lang)
	s.public.Store(lang, public)
	return public
}

// Watch keeps the content current and in the bucket until ctx ends, and passes on what it hears of
// the inbox. The schema must be there.
func (s *Site) Watch(ctx context.Context, inbox func(lead.Change)) {
	var keeping sync.WaitGroup
	keeping.Go(func() { keeper{s}.keepChanges(ctx) })
	s.live.watch(ctx, inbox)
	keeping.Wait()
}

// Refresh shows what was just committed. What this replica cannot show at once,
// its listener will.
func (s *Site) Refresh(ctx context.Context) { _ = s.live.reload(ctx) }

// Current is the newest content this replica knows, or ErrUnavailable when it
// knows defaults only: they are nobody's.
func (s *Site) Current() (postgres.Content, error) {
	now := s.live.current.Load()
	if now.notice != "" {
		return now.Content, fault.ErrUnavailable
	}
	return now.Content, nil
}

// Today is the business's date.
func (s *Site) Today() time.Time { return s.config.Now().In(locales.India) }
