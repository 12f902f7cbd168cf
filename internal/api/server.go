// Package api serves HTTP: it routes requests, checks sessions and serves the JSON API. All
// routes are listed in routes.go. Package wire turns errors into responses, and package site
// serves the public pages. Package api contains no domain rules and no SQL.
package api

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"parichay/internal/api/archives"
	"parichay/internal/api/events"
	"parichay/internal/api/inbox"
	"parichay/internal/api/signin"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/body"
	"parichay/internal/kit/headers"
	"parichay/internal/kit/lazy"
	"parichay/internal/kit/requestlog"
	"parichay/internal/kit/trace"
	"parichay/internal/public/analytics"
	"parichay/internal/public/intake"
	"parichay/internal/public/site"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Config holds the settings of a Server.
type Config struct {
	BaseURL        *url.URL       // base of all absolute links; the Host header is never used
	HSTS           string         // the Strict-Transport-Security header; empty: the default
	TrustedProxies []string       // CIDRs whose forwarded headers are trusted
	LeadsAnHour    int            // usual number of leads per hour; 0: the default
	Mail           bool           // a mail server is configured: the owner is notified of new leads
	CacheBytes     uint64         // size limit of the page cache; 0: the default
	Program        string         // the program's version
	Backups        bool           // automatic backups are configured
	RequireFactor  bool           // the owner must have a second factor
	Purged         bool           // the CDN is purged after every save
	Traces         *trace.Tracing // nil: no tracing
	Now            func() time.Time
	Heartbeat      time.Duration // interval between heartbeats of an event stream; 0: the default
}

// Server handles all HTTP requests of the program.
type Server struct {
	config   Config
	store    *postgres.Store
	pictures *media.Store
	site     *site.Site
	guard    *signin.Guard
	door     *intake.Door
	bodies   *body.Room
	visits   *analytics.Pipe
	costs    map[string]cost // by method and path
	hub      *events.Hub[lead.Change]
	visitors *inbox.Visitors
	owned    lazy.Value[struct{}]
	requests *requestlog.Requests
	entrance http.Handler // outermost handler; adds tracing if configured

	exporting archives.Running
	stopping  atomic.Bool

	api huma.API
	mux http.Handler
}

// New builds the server. Its background work stops when ctx ends.
func New(ctx context.Context, config Config, store *postgres.Store, pictures *media.Store) (*Server, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	public, err := site.New(ctx, site.Config{BaseURL: config.BaseURL, Now: config.Now, CacheBytes: config.CacheBytes, Purged: config.Purged, Kept: pictures}, store)
	if err != nil {
		return nil, err
	}
	entrance, err := intake.New(config.Now, config.LeadsAnHour)
	if err != nil {
		return nil, err
	}
	s := &Server{
		config: config, store: store, pictures: pictures, site: public, door: entrance, bodies: body.NewRoom(),
		hub: events.NewHub[lead.Change](ctx),
	}
	s.visitors = &inbox.Visitors{Store: store, Site: public, Door: entrance, Pictures: pictures, Bodies: body.NewFileRoom(), Host: config.BaseURL.Host, Mail: config.Mail, LeadsAnHour: config.LeadsAnHour, Now: config.Now}
	if s.guard, err = signin.NewGuard(ctx, store, config.BaseURL, public.Brand, config.Now); err != nil {
		return nil, err
	}
	s.visits = analytics.New(ctx, analytics.Config{Host: config.BaseURL.Host, Cookie: s.guard.CookieName(signin.SessionCookie), Door: entrance, Bodies: s.bodies, Now: config.Now, Has: public.HasPage, Language: func(prefix locales.Lang) (locales.Lang, bool) { return public.Languages().Of(prefix) }, Public: public.Public, Links: public.Links, Codes: s.knownCodes}, store.Visits)
	s.requests, s.entrance = requestsOf(config, s.site.ServeReady), config.Traces.Requests(http.HandlerFunc(s.serve))
	router := chi.NewRouter()
	if err := s.routes(router); err != nil {
		return nil, err
	}
	s.mux = router
	return s, nil
}

// ServeHTTP first tries the public pages, which need no router. All other requests go through
// the router and its checks.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.secure() {
		headers.Secure(w.Header(), cmp.Or(s.config.HSTS, headers.Year))
	}
	s.entrance.ServeHTTP(w, r)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) { s.requests.Serve(w, r, s.route) }

func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	if s.site.Serve(w, r) {
		requestlog.Route(r.Context(), r.URL.Path) // there are few public pages, so the path is a bounded label
		return
	}
	s.mux.ServeHTTP(w, r)
}

// Watch reloads changed content until ctx ends. The database schema must exist.
func (s *Server) Watch(ctx context.Context) { s.site.Watch(ctx, s.hub.Send) }

// DatabaseAway records that the database is down because of err, and switches to fallback
// content if no content was loaded yet.
func (s *Server) DatabaseAway(ctx context.Context, err error) {
	site.Outage{Site: s.site}.Begin(ctx, err)
}

// HasContent reports whether the owner's content can be shown without the database.
func (s *Server) HasContent() bool { return site.Outage{Site: s.site}.HasContent() }

// Stopping makes /readyz return 503, so that load balancers stop sending requests here.
// Requests that still arrive are handled.
func (s *Server) Stopping() { s.stopping.Store(true) }

// EndStreams closes open event streams, which never finish on their own.
func (s *Server) EndStreams() { s.hub.End() }

// EndVisits writes the visit events that are still in memory to the database.
func (s *Server) EndVisits(ctx context.Context) error { return s.visits.Close(ctx) }

// ShowLastKept switches to the newest fallback copy, if the server is showing fallback
// content.
func (s *Server) ShowLastKept(ctx context.Context) { site.Outage{Site: s.site}.ShowLastKept(ctx) }

func (s *Server) secure() bool { return s.config.BaseURL.Scheme == "https" }
