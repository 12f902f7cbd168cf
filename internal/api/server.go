// Package server is where HTTP meets the rest: routes, sessions and the API. The
// whole surface is in routes.go; errors become answers in package wire. It holds no
// rule of the domain and no SQL; what visitors are shown is package site's.
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

	"parichay/internal/api/events"
	"parichay/internal/api/signin"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/body"
	"parichay/internal/kit/headers"
	"parichay/internal/kit/lazy"
	"parichay/internal/kit/requestlog"
	"parichay/internal/kit/trace"
	"parichay/internal/ops/backup"
	"parichay/internal/public/analytics"
	"parichay/internal/public/intake"
	"parichay/internal/public/site"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

// Config is what the outside decides.
type Config struct {
	BaseURL        *url.URL       // every absolute link comes from here, never from the Host header
	HSTS           string         // what browsers are told of encryption; empty: as usual
	TrustedProxies []string       // CIDRs whose forwarded headers count
	LeadsAnHour    int            // how many are usual; 0: the default
	Mail           bool           // there is a mail server: the owner is told of new leads
	CacheBytes     uint64         // what finished pages may take of memory; 0: the default
	Program        string         // its version
	Backups        bool           // they are made by themselves
	RequireFactor  bool           // the owner must have a second factor
	Purged         bool           // caches in front are emptied after every save
	Traces         *trace.Tracing // nil: none
	Now            func() time.Time
}

// Server answers every request of the product.
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
	secret   lazy.Value[lead.Secret]
	suspects lazy.Value[postgres.Lately]
	owned    lazy.Value[struct{}]
	requests *requestlog.Requests
	entrance http.Handler // traced, if anything is

	heartbeat time.Duration               // of event streams
	exporting atomic.Pointer[backup.Step] // nil: no export is being made
	stopping  atomic.Bool

	api huma.API
	mux http.Handler
}

// What belongs together in the API: messages coming in, the inbox they land in, and
// what the site shows. The owner's account is package keys'.
type (
	leadAPI    struct{ *Server }
	inboxAPI   struct{ *Server }
	contentAPI struct{ *Server }
)

// New builds the server over its stores. Background work ends with ctx.
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
		hub:       events.NewHub[lead.Change](ctx),
		heartbeat: heartbeat,
	}
	s.visits = analytics.New(ctx, analytics.Config{Host: config.BaseURL.Host, Cookie: s.cookiePrefix() + cookieName, Door: entrance, Bodies: s.bodies, Now: config.Now, Has: public.HasPage, Public: public.Public}, store.Visits)
	if s.guard, err = signin.NewGuard(ctx, store, config.BaseURL, s.brand, config.Now); err != nil {
		return nil, err
	}
	s.requests, s.entrance = requestsOf(config, s.site.ServeReady), config.Traces.Requests(http.HandlerFunc(s.serve))
	router := chi.NewRouter()
	if err := s.routes(router); err != nil {
		return nil, err
	}
	s.mux = router
	return s, nil
}

// ServeHTTP answers public pages first, from memory; everything else goes
// through the router and its checks.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.secure() {
		headers.Secure(w.Header(), cmp.Or(s.config.HSTS, headers.Year))
	}
	s.entrance.ServeHTTP(w, r)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) { s.requests.Serve(w, r, s.route) }

func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	if s.site.Serve(w, r) {
		requestlog.Route(r.Context(), r.URL.Path) // one of the few pages
		return
	}
	s.mux.ServeHTTP(w, r)
}

// Watch keeps the content current until ctx ends. The schema must be there.
func (s *Server) Watch(ctx context.Context) { s.site.Watch(ctx, s.hub.Tell) }

// DatabaseAway shows what there is without the database.
func (s *Server) DatabaseAway(ctx context.Context, err error) {
	site.Outage{Site: s.site}.Begin(ctx, err)
}

// HasContent tells whether there is anything of the owner's to show without it.
func (s *Server) HasContent() bool { return site.Outage{Site: s.site}.HasContent() }

// Stopping makes /readyz say 503: whoever sends requests here is to send them
// elsewhere, while they are still taken.
func (s *Server) Stopping() { s.stopping.Store(true) }

// EndStreams ends what would not end by itself.
func (s *Server) EndStreams() { s.hub.End() }

// EndVisits writes down what was counted of visitors and is still in memory.
func (s *Server) EndVisits(ctx context.Context) error { return s.visits.Close(ctx) }

// ShowLastKept shows what was kept since, where kept content is shown.
func (s *Server) ShowLastKept(ctx context.Context) { site.Outage{Site: s.site}.ShowLastKept(ctx) }

func (s *Server) secure() bool { return s.config.BaseURL.Scheme == "https" }
