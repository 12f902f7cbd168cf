package server

import (
	"encoding/json"
	"net/http"

	"parichay/internal/wire"
)

// serveOpenAPI describes the API to programs and their authors.
func (s *Server) serveOpenAPI() (http.HandlerFunc, error) {
	body, err := json.Marshal(s.api.OpenAPI())
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}, err
}

// serveHealthz says that the process lives.
func serveHealthz(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) }

// serveReadyz says whether writes can be taken.
func (s *Server) serveReadyz(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() || s.site.TakesWrites(r.Context()) != nil {
		wire.Write(w, wire.NewProblem(http.StatusServiceUnavailable, "unavailable"))
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}
