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

// firstContent is how long visitors wait after a start for a database that neither answers nor
// refuses connections.
const firstContent = 5 * time.Second

// live holds the newest content in memory, so that a page costs no query and is served while
// the database is down.
type live struct {
	store    *postgres.Store
	now      func() time.Time
	current  awaited
	ready    atomic.Bool // schema current and content read at least once
	tried    atomic.Bool // whether writing the fallback file was tried
	reading  sync.Mutex
	fallBack func()        // shows fallback content, or else the defaults, if nothing is shown yet
	changed  chan struct{} // signals that the fallback file is out of date
	outage   loglimit.Outage
}

// snapshot is the content of one version on one day, because pages also depend on the date.
type snapshot struct {
	postgres.Content
	languages profile.Languages
	today     time.Time
	now       func() time.Time
	moments   homepage.Moments // when blocks begin and end
	coming    homepage.Moments // when articles become public
	changes   changes
	look      theme.Look
	scheme    string         // beginning of the cache keys; changes with the languages' addresses
	owned     bool           // the owner has named the site
	marked    bool           // this is a preview, in which blocks are marked with their ids
	notice    string         // why visitors see defaults; empty if they see content
	kept      *fallback.File // the fallback file that the content comes from; nil if it comes from the database
	reading   sync.Once
	spare     *fallback.File // the fallback file of this content, loaded once the database is down
	ready     ready
	public    sync.Map                 // the profile for visitors, by language
	words     sync.Map                 // texts that replace built-in ones, by language
	projects  atomic.Pointer[[]string] // URLs that the case studies link to; nil: not loaded yet
	refused   sync.Map                 // pages for visitors who may not open a form now, by language and status
	plain     struct {
		once    sync.Once
		headers http.Header
	}
}

// awaited holds the current snapshot. Load waits for the first one.
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
	<-a.there // closed at the latest by fallBack, which is always called
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
			slog.InfoContext(ctx, "no content from the database yet; showing fallback content", "version", found.Version, "day", found.Day)
			l.showKept(nil, found)
			return
		}
		l.current.shown.CompareAndSwap(nil, first)
	})
	time.AfterFunc(firstContent, l.fallBack)
	context.AfterFunc(ctx, l.fallBack) // so that no request waits during a shutdown
	return l
}

// showKept replaces the snapshot before with the content of a fallback file, unless another
// snapshot has replaced it in the meantime.
func (l *live) showKept(before *snapshot, found *fallback.File) {
	next := l.snapshot(found.Content(), "")
	next.kept = found
	l.current.shown.CompareAndSwap(before, next)
}

func (l *live) snapshot(newest postgres.Content, notice string) *snapshot {
	now := l.now()
	languages := newest.Profile.Profile.Languages()
	return &snapshot{
		Content: newest, languages: languages, scheme: languages.Scheme(), today: now.In(locales.India), now: l.now, moments: homepage.MomentsOf(newest.Blocks), coming: newest.Moments,
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
		slog.ErrorContext(ctx, "newest content is damaged; showing an older revision until the owner saves again", "revision", newest.Profile.ID)
	}
	l.current.opened()
	l.ready.Store(true)
	l.signal()
}

// signal requests that the fallback file be written.
func (l *live) signal() {
	select {
	case l.changed <- struct{}{}:
	default: // already requested
	}
}

// reload loads the newest content. If that fails, the shown content stays.
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

// catchUp reloads if the shown version, origin or date differs.
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
	}, inbox, func(err error) { l.down(ctx, err) })
}

func (l *live) down(ctx context.Context, err error) {
	l.outage.Away(ctx, err, l.now())
	l.fallBack()
}

// lookOf returns the theme of a profile's pages, which is the same in every language.
func lookOf(p profile.Profile) theme.Look { return theme.Of(p.Shown(locales.English).Look()) }

// shown returns the profile as visitors see it in a language. It is computed once per
// language.
func (s *snapshot) shown(lang locales.Lang) profile.Profile {
	if known, ok := s.public.Load(lang); ok {
		return known.(profile.Profile) //nolint:forcetypeassert // nothing else is stored
	}
	public := s.Profile.Profile.Public(lang)
	s.public.Store(lang, public)
	return public
}

// Watch keeps the content and the fallback file current until ctx ends, and passes changes of
// the inbox to inbox. The schema must exist.
func (s *Site) Watch(ctx context.Context, inbox func(lead.Change)) {
	var keeping sync.WaitGroup
	keeping.Go(func() { keeper{s}.keepChanges(ctx) })
	s.live.watch(ctx, inbox)
	keeping.Wait()
}

// Refresh loads content that was just committed. If that fails, this replica's listener loads
// it later.
func (s *Site) Refresh(ctx context.Context) { _ = s.live.reload(ctx) }

// Current returns the newest content that this replica knows, or ErrUnavailable if it knows only
// the defaults, which are no owner's content.
func (s *Site) Current() (postgres.Content, error) {
	now := s.live.current.Load()
	if now.notice != "" {
		return now.Content, fault.ErrUnavailable
	}
	return now.Content, nil
}

// Today returns the current time in the time zone of the business.
func (s *Site) Today() time.Time { return s.config.Now().In(locales.India) }
