package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"parichay/internal/jobs"
	"parichay/internal/media"
	"parichay/internal/postgres"
	"parichay/internal/server"
)

// drain is how long requests under way may still take after a stop was asked for.
var drain = 20 * time.Second

type serveCommand struct{}

// Run serves until the process is told to stop. It listens before the database
// is there: pages then show the content that was kept, and /readyz says 503.
func (serveCommand) Run(a *app) error {
	c, err := readConfig(a.getenv)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(a.ctx)
	defer cancel(nil)
	store, err := postgres.Open(ctx, c.databaseURL)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.purge != nil {
		store.PurgeCaches()
	}
	pictures, err := media.Open(c.media)
	if err != nil {
		return fmt.Errorf("PARICHAY_MEDIA: %w", err)
	}
	handler, err := server.New(ctx, server.Config{BaseURL: c.baseURL, TrustedProxies: c.trustedProxies, Mail: c.mail != nil, CacheBytes: cmp.Or(c.cacheBytes, limitMemory()), Purged: c.purge != nil}, store, pictures)
	if err != nil {
		return err
	}
	go func() {
		owner := jobs.Mail{Server: c.mail, Base: strings.TrimSuffix(c.baseURL.String(), "/")}
		if err := background(ctx, store, pictures, owner, c.purge, handler); err != nil {
			cancel(err)
		}
	}()
	if c.metricsListen != "" {
		go func() {
			if err := listen(ctx, metricsSetting, c.metricsListen, http.HandlerFunc(serveMetrics)); err != nil {
				cancel(err)
			}
		}()
	}
	slog.InfoContext(ctx, "starting", "base", c.baseURL.String(), "version", version)
	err = listen(ctx, listenSetting, c.listen, handler)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// background waits for the database, brings its schema up to date, starts the
// queue and keeps the content current.
func background(ctx context.Context, store *postgres.Store, pictures *media.Store, owner jobs.Mail, cache *url.URL, handler *server.Server) error {
	if err := store.Await(ctx, func(err error) { handler.DatabaseAway(ctx, err) }); err != nil {
		return err
	}
	applied, err := store.Migrate(ctx)
	if err != nil {
		return err
	}
	slog.InfoContext(ctx, "schema is current", "applied", applied)
	if err := jobs.Start(ctx, store, pictures, owner, cache); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	handler.Watch(ctx)
	return nil
}

// listen serves on a setting's address until ctx ends, then lets requests under
// way finish.
func listen(ctx context.Context, setting, address string, handler http.Handler) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("%s: %w", setting, err)
	}
	slog.InfoContext(ctx, "listening", "setting", setting, "address", listener.Addr())
	s := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	stopped := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(stopped)
		ctx := context.WithoutCancel(ctx)
		slog.InfoContext(ctx, "stopping", "setting", setting)
		begun := time.Now()
		late, cancel := context.WithTimeout(ctx, drain)
		defer cancel()
		err := s.Shutdown(late)
		if err != nil {
			_ = s.Close()
		}
		slog.InfoContext(ctx, "stopped", "setting", setting, "seconds", time.Since(begun).Round(time.Millisecond).Seconds(), "finished", err == nil)
	})
	if err := s.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-stopped
	return nil
}

func serveMetrics(w http.ResponseWriter, _ *http.Request) { metrics.WritePrometheus(w, true) }
