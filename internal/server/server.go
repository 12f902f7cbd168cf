// Package server is where HTTP meets the rest: routes, sessions and the API. The
// whole surface is in routes.go, every error becomes an answer in respond.go. It
// holds no rule of the domain and no SQL; what visitors are shown is package site's.
package server

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"parichay/internal/body"
	"parichay/internal/door"
	"parichay/internal/lead"
	"parichay/internal/media"
	"parichay/internal/postgres"
	"parichay/internal/signin"
	"parichay/internal/site"
	"parichay/internal/stream"
)

// Config is what the outside decides.
type Config struct {
	BaseURL        *url.URL // every absolute link comes from here, never from the Host header
	TrustedProxies []string // CIDRs whose forwarded headers count
	Mail           bool     // there is a mail server: the owner is told of new leads
	CacheBytes     uint64   // what finished pages may take of memory; 0: the default
	Purged         bool     // caches in front are emptied after every save
	Now            func() time.Time
}

// Server answers every request of the product.
type Server struct {
	config   Config
	store    *postgres.Store
	pictures *media.Store
	site     *site.Site
	guard    *signin.Guard
	door     *door.Door
	bodies   *body.Room
	costs    map[string]cost // by method and path
	hub      *stream.Hub[lead.Change]
	secret   once[lead.Secret]
	suspects once[int]

	heartbeat time.Duration // of event streams

	api huma.API
	mux http.Handler
}

// What belongs together in the API: the owner's account, messages coming in, the
// inbox they land in, and what the site shows.
type (
	accountAPI struct{ *Server }
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
	entrance, err := door.New(config.Now)
	if err != nil {
		return nil, err
	}
	s := &Server{
		config: config, store: store, pictures: pictures, site: public, door: entrance, bodies: body.NewRoom(),
		hub:       stream.NewHub[lead.Change](ctx),
		heartbeat: heartbeat,
	}
	if s.guard, err = signin.NewGuard(store, config.BaseURL, config.Now); err != nil {
		return nil, err
	}
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
	if !s.site.Serve(w, r) {
		s.mux.ServeHTTP(w, r)
	}
}

// Watch keeps the content current until ctx ends. The schema must be there.
func (s *Server) Watch(ctx context.Context) { s.site.Watch(ctx, s.hub.Tell) }

// DatabaseAway shows what there is without the database.
func (s *Server) DatabaseAway(ctx context.Context, err error) { s.site.DatabaseAway(ctx, err) }

func (s *Server) secure() bool { return s.config.BaseURL.Scheme == "https" }
