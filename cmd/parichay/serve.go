package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"parichay/internal/api"
	"parichay/internal/jobs"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/listen"
	"parichay/internal/kit/trace"
	"parichay/internal/ops/backup"
	"parichay/internal/ops/secrets"
	"parichay/internal/ops/settings"
	"parichay/internal/store/diagnose"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
)

type serveCommand struct{}

// Run serves until it gets a signal to stop. It listens before the database is available:
// until then pages show the fallback copy, and /readyz returns 503.
func (serveCommand) Run(a *app) error {
	c, err := settings.Read(a.environ)
	if err != nil {
		return err
	}
	front, err := openFront(a.ctx, a.environ, c)
	if err != nil {
		return err
	}
	defer front.close()
	pictures, err := openMedia(a.ctx, c.Media)
	if err != nil {
		return err
	}
	// Services outlive the signal to stop: running requests need them.
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(a.ctx))
	defer cancel(nil)
	traces := trace.To(c.Traces, version)
	defer traces.Stop(context.WithoutCancel(ctx))
	store, err := openDatabase(ctx, c, traces.Statements())
	if err != nil {
		return err
	}
	defer store.Close()
	if c.Purge != nil {
		store.PurgeCaches()
	}
	key, err := secrets.Make(ctx, c, store)
	if err != nil {
		return err
	}
	store.SealWith(key)
	shelf, err := openShelf(c)
	if err != nil { // the site works without backups
		slog.WarnContext(ctx, "cannot store backups; retrying every hour", "error", err)
		shelf.At = media.ShelfLater(*c.Backup)
	}
	handler, err := api.New(ctx, api.Config{BaseURL: c.BaseURL, HSTS: c.HSTS, TrustedProxies: c.TrustedProxies, LeadsAnHour: c.LeadsAnHour, Mail: c.Mail != nil, RequireFactor: c.RequireFactor, CacheBytes: cmp.Or(c.CacheBytes, limitMemory()), Purged: c.Purge != nil, Backups: shelf != nil, Program: version, Traces: traces}, store, pictures)
	if err != nil {
		return err
	}
	certificates := openCertificates(c, front, store)
	defer certificates.End(ctx)
	slog.InfoContext(ctx, "starting", "base", c.BaseURL.String(), "version", version)
	base := strings.TrimSuffix(c.BaseURL.String(), "/")
	work := &work{
		store: store, pictures: pictures, handler: handler, cache: jobs.Cache{Address: c.Purge, Secret: c.PurgeSecret}, shelf: shelf, owner: jobs.Mail{Server: c.Mail, Base: base, AtOnce: c.LeadsAnHour / jobs.CollectedFrom},
		welcome: func(ctx context.Context) { a.welcome(ctx, store, base); certificates.Begin(ctx) },
	}
	work.begin(ctx, cancel)
	front.serve(ctx, handler, certificates, cancel)
	a.notify("READY=1")

	select {
	case <-a.ctx.Done():
	case <-ctx.Done(): // a fatal error
	}
	begun := time.Now()
	slog.InfoContext(ctx, "stopping")
	a.notify("STOPPING=1")
	handler.Stopping()
	front.leave()
	work.endQueue()
	if ctx.Err() == nil {
		<-time.After(c.StopDelay)
	}
	<-work.queueEnded
	finished := front.shutdown(context.WithoutCancel(ctx), handler.EndStreams)
	endVisits(ctx, handler)
	cause := context.Cause(ctx)
	cancel(nil)
	<-work.ended
	slog.InfoContext(ctx, "stopped", "seconds", time.Since(begun).Round(time.Millisecond).Seconds(), "finished", finished)
	return cause
}

// visitsPatience is how long a stop waits for the database to store the last visits.
const visitsPatience = 5 * time.Second

func endVisits(ctx context.Context, handler *api.Server) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), visitsPatience)
	defer cancel()
	if err := handler.EndVisits(ctx); err != nil {
		slog.WarnContext(ctx, "the last visits were not stored", "error", err)
	}
}

// notify sends the state to systemd, if NOTIFY_SOCKET is set.
func (a *app) notify(state string) {
	if err := listen.Notify(context.WithoutCancel(a.ctx), a.environ, state); err != nil {
		slog.Warn("cannot notify systemd", "state", state, "error", err)
	}
}

// openMedia opens the picture store and tests whether it is writable.
func openMedia(ctx context.Context, place media.Place) (*media.Store, error) {
	pictures, err := media.Open(place)
	if err == nil {
		err = pictures.Probe(ctx)
	}
	if errors.Is(err, fault.ErrUnavailable) { // the site works without uploads
		slog.WarnContext(ctx, "picture store is unavailable; uploads fail", "setting", settings.Media, "error", err)
		return pictures, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", settings.Media, err)
	}
	return pictures, nil
}

// work holds what the background work needs, and its state.
type work struct {
	store    *postgres.Store
	pictures *media.Store
	handler  *api.Server
	owner    jobs.Mail
	cache    jobs.Cache
	shelf    *backup.Shelf         // nil: no backups are made
	welcome  func(context.Context) // called once the database is usable

	endQueue          context.CancelFunc
	queueEnded, ended chan struct{}
}

// begin starts a goroutine that waits for the database, migrates the schema, starts the
// queue and keeps the content current until ctx ends. It calls failed on a fatal error.
func (w *work) begin(ctx context.Context, failed context.CancelCauseFunc) {
	w.queueEnded, w.ended = make(chan struct{}), make(chan struct{})
	queue, end := context.WithCancel(ctx)
	w.endQueue = end
	go func() {
		defer close(w.ended)
		stopped, err := w.open(queue)
		if err != nil {
			close(w.queueEnded)
			if queue.Err() == nil {
				failed(err)
			}
			return
		}
		go func() {
			<-stopped
			close(w.queueEnded)
		}()
		w.handler.Watch(ctx)
	}()
}

// Delays between attempts to use the database. wrongWait applies if its URL or its
// configuration is wrong, which only an operator can fix.
var (
	firstWait   = 100 * time.Millisecond
	longestWait = 2 * time.Second
	wrongWait   = 15 * time.Second
)

// open prepares the database and starts the queue. While the database is down, it retries. If
// retrying cannot help, it returns the error, unless there is a fallback copy to serve: a
// changed password must not take the site down.
func (w *work) open(ctx context.Context) (queueStopped <-chan struct{}, err error) {
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		applied, err := w.prepare(ctx)
		if err == nil {
			logSchema(ctx, applied)
			queueStopped, err = jobs.Start(ctx, w.store, w.pictures, w.owner, w.cache, w.shelf)
		}
		if err == nil {
			w.welcome(ctx)
			return queueStopped, nil
		}
		if _, failed := errors.AsType[schema.Failed](err); failed || errors.Is(err, backup.ErrNotSaved) {
			if err := w.awaitSchema(ctx, err); err != nil {
				return nil, err
			}
			wait = firstWait
			continue
		}
		trouble := diagnose.Any(err)
		if trouble == nil || ctx.Err() != nil {
			return nil, err
		}
		err = fmt.Errorf("%s: %w", addressOf(err), trouble)
		if trouble.Passes {
			err = fmt.Errorf("%w; retrying", err)
		} else {
			if !w.handler.HasContent() {
				return nil, err
			}
			wait = wrongWait
		}
		w.handler.DatabaseAway(ctx, err)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

func logSchema(ctx context.Context, applied []string) {
	log := slog.With("applied", len(applied))
	if len(applied) > 0 {
		log = log.With("last", applied[len(applied)-1])
	}
	log.InfoContext(ctx, "schema is current")
}

func (w *work) prepare(ctx context.Context) (applied []string, err error) {
	if err := diagnose.Ask(ctx, w.store.Pool()); err != nil {
		return nil, err
	}
	applied, err = backup.Migrate(ctx, w.store, w.pictures, w.shelf, func(text string) { slog.WarnContext(ctx, "migrating", "backup", text) })
	if err != nil {
		return applied, err
	}
	return applied, secrets.Seal(ctx, w.store, func(text string) { slog.ErrorContext(ctx, "cannot decrypt a stored secret", "remedy", text) })
}
