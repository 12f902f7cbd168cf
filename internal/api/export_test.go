package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"parichay/internal/api/archives"
	"parichay/internal/api/inbox"
	"parichay/internal/public/intake"
	"parichay/internal/public/site"
	"parichay/internal/store/media"
)

// The tests of this package are in api_test, because package apitest, which starts a server for
// them, imports this package. What they use beyond the exported names is named here.

type (
	Access = access
	Cost   = cost
)

const (
	AccessKey, CostKey, KindKey         = accessKey, costKey, kindKey
	Open, Confirmed                     = open, confirmed
	Constant, Edition, Limited, Private = constant, edition, limited, private
)

func (s *Server) API() huma.API                { return s.api }
func (s *Server) Config() Config               { return s.config }
func (s *Server) Door() *intake.Door           { return s.door }
func (s *Server) Exporting() *archives.Running { return &s.exporting }
func (s *Server) Mux() http.Handler            { return s.mux }
func (s *Server) Pictures() *media.Store       { return s.pictures }
func (s *Server) Site() *site.Site             { return s.site }
func (s *Server) Visitors() *inbox.Visitors    { return s.visitors }

func (s *Server) Weigh(r chi.Routes) error { return s.weigh(r) }

func (s *Server) Route(w http.ResponseWriter, r *http.Request) { s.route(w, r) }

func (s *Server) ServeHealthz(w http.ResponseWriter, r *http.Request) { s.serveHealthz(w, r) }
