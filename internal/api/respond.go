package api

import (
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"

	"parichay/internal/api/wire"
	"parichay/internal/kit/headers"
	codestore "parichay/internal/store/codes"
)

// answering turns the error of a document handler into a problem response.
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

// known returns 503 for documents about the business while no content is loaded.
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

// unlisted sends noindex while the site is an unnamed sample, as its pages do.
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
