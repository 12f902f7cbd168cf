package api

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5/middleware"

	"parichay/internal/api/wire"
)

// serveOpenAPI describes the API to programs and their authors.
func (s *Server) serveOpenAPI() (http.HandlerFunc, error) {
	body, err := json.Marshal(s.api.OpenAPI())
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}, err
}

// serveHealthz says that the process lives; and who it takes the caller for, if that
// is somebody who can read the database. Strangers learn nothing by asking.
func (s *Server) serveHealthz(w http.ResponseWriter, r *http.Request) {
	if voucher := r.Header.Get(wire.Voucher); voucher != "" {
		if secret, err := s.leadSecret(r.Context()); err == nil && secret.Vouched(voucher, s.config.Now()) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(wire.Seen{
				Believed: middleware.GetClientIPAddr(r.Context()), Peer: r.RemoteAddr, Forwarded: strings.Join(r.Header.Values(wire.Forwarded), ", "),
			})
			return
		}
	}
	_, _ = w.Write([]byte("ok\n"))
}

// serveReadyz says whether writes can be taken.
func (s *Server) serveReadyz(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() || s.site.TakesWrites(r.Context()) != nil {
		wire.Write(w, wire.NewProblem(http.StatusServiceUnavailable, "unavailable"))
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}
