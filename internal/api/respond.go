package api

import (
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"

	"parichay/internal/api/wire"
	"parichay/internal/kit/headers"
	codestore "parichay/internal/store/codes"
)

// answering returns a handler that calls document and turns its error into a problem response.
func answering(document func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := document(w, r); err != nil {
			p := wire.ProblemOf(err)
			if p.Status == http.StatusInternalServerError {
				slog.ErrorContext(r.Context(), "request failed", "method", r.Method, "route", chi.RouteContext(r.Context()).RoutePattern(), "error", err)
			}
			wire.Write(w, p)
		}
	}
}

// known wraps handlers of documents about the business. While no content is loaded, it
// responds with 503.
func (s *Server) known(next http.Handler) http.Handler {
	return answering(func(w http.ResponseWriter, r *http.Request) error {
		_, err := s.site.Current()
		if err != nil {
			headers.Absent(w.Header())
			return err
		}
		s.unlisted(next).ServeHTTP(w, r)
		return nil
	})
}

// unlisted adds a noindex header while the site is a sample site, whose pages are not indexed
// either.
func (s *Server) unlisted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.site.IsSample() {
			headers.Unlisted(w.Header())
		}
		next.ServeHTTP(w, r)
	})
}

// knownCodes returns all codes in this replica's memory, sorted.
func (s *Server) knownCodes() []codestore.Code { now, _ := s.site.Current(); return now.Codes }
