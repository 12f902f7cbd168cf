package api

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5/middleware"

	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
	"parichay/internal/ops/backup"
	"parichay/internal/public/site"
)

// serveOpenAPI returns the handler of the OpenAPI description.
func (s *Server) serveOpenAPI() (http.HandlerFunc, error) {
	body, err := json.Marshal(s.api.OpenAPI())
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}, err
}

// serveHealthz responds if the process is alive. A caller whose voucher proves access to the
// database gets its own address as the server sees it.
func (s *Server) serveHealthz(w http.ResponseWriter, r *http.Request) {
	if voucher := r.Header.Get(lead.Voucher); voucher != "" {
		if secret, err := s.visitors.Secret(r.Context()); err == nil && secret.Vouched(voucher, s.config.Now()) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(lead.Seen{
				Believed: middleware.GetClientIPAddr(r.Context()), Peer: r.RemoteAddr, Forwarded: strings.Join(r.Header.Values(lead.Forwarded), ", "),
			})
			return
		}
	}
	_, _ = w.Write([]byte("ok\n"))
}

// serveReadyz reports whether the server accepts writes.
func (s *Server) serveReadyz(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() || s.site.TakesWrites(r.Context()) != nil {
		wire.Write(w, wire.NewProblem(http.StatusServiceUnavailable, "unavailable"))
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// Pages returns the public site in the form from which an export makes static files.
func (s *Server) Pages() backup.Pages {
	p := backup.PagesOf(s, s.config.BaseURL)
	p.Count = s.site.Count
	languages := s.site.Languages()
	for _, lang := range languages.Offered {
		p.Start = append(p.Start, languages.Path(lang, "/"))
		for i := range site.Forms {
			p.Forms = append(p.Forms, languages.Path(lang, site.Forms[i].Path()))
		}
	}
	return p
}
