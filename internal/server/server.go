// Package server is where HTTP meets the rest: the whole surface is in routes.go
// and pages.go, every error becomes an answer in respond.go. It holds no rule of
// the domain and no SQL.
package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"parichay/internal/account"
	"parichay/internal/lead"
	"parichay/internal/media"
	"parichay/internal/postgres"
	"parichay/internal/profile"
	"parichay/internal/render"
	"parichay/web"
)

// Config is what the outside decides.
type Config struct {
	BaseURL        *url.URL // every absolute link comes from here, never from the Host header
	TrustedProxies []string // CIDRs whose forwarded headers count
	Mail           bool     // there is a mail server: the owner is told of new leads
	Now            func() time.Time
}

// Server answers every request of the product.
type Server struct {
	config   Config
	store    *postgres.Store
	party    account.RelyingParty
	pictures *media.Store
	live     *live
	assets   *render.Assets
	engine   *render.Engine
	renderer *render.Renderer
	cache    *render.Cache
	drawings *drawings
	avatar   string        // the picture every site begins with, as a data address
	hashing  chan struct{} // slots for password checks
	door     *door
	hub      *hub
	secret   atomic.Pointer[lead.Secret]
	forms    *render.Renderer // its pages are nobody else's

	heartbeat time.Duration // of event streams

	pages map[string]address
	api   huma.API
	mux   http.Handler
}

// New builds the server over its stores. Background work ends with ctx.
func New(ctx context.Context, config Config, store *postgres.Store, pictures *media.Store) (*Server, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	assets, err := render.ReadAssets(web.Files())
	if err != nil {
		return nil, err
	}
	engine, err := render.NewEngine(assets.Bundle())
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, engine.Close)
	cache, err := render.NewCache(ctx)
	if err != nil {
		return nil, err
	}
	drawn, err := newDrawings()
	if err != nil {
		return nil, err
	}
	avatar, err := inlined(web.Files(), profile.Default().ProfileImage)
	if err != nil {
		return nil, err
	}
	entrance, err := newDoor(config.Now)
	if err != nil {
		return nil, err
	}
	s := &Server{
		config: config, avatar: avatar, store: store, pictures: pictures, assets: assets, engine: engine, cache: cache, drawings: drawn,
		live:      newLive(store, config.Now),
		hashing:   make(chan struct{}, parallelChecks),
		door:      entrance,
		hub:       newHub(ctx),
		heartbeat: heartbeat,
	}
	if s.party, err = account.NewRelyingParty(config.BaseURL); err != nil && !errors.Is(err, account.ErrNoPasskeys) {
		return nil, err
	}
	s.renderer = render.NewRenderer(assets, engine, s.pageHeaders())
	s.forms = render.NewRenderer(assets, engine, s.formHeaders())
	s.pages = addresses()
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
	if a, ok := s.pages[r.URL.Path]; ok && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		s.servePage(w, r, a)
		return
	}
	s.mux.ServeHTTP(w, r)
}

// Watch keeps the content current until ctx ends. The schema must be there.
func (s *Server) Watch(ctx context.Context) { s.live.watch(ctx, s.hub.tell) }

func (s *Server) secure() bool { return s.config.BaseURL.Scheme == "https" }

// absoluteImage does the same for an image that may already be a full address.
func (s *Server) absoluteImage(image string) string {
	if strings.HasPrefix(image, "/") {
		return s.absolute(image)
	}
	return image
}

// absolute turns a path of this site into a full address.
func (s *Server) absolute(path string) string {
	return strings.TrimSuffix(s.config.BaseURL.String(), "/") + path
}
