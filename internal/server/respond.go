package server

import (
	"log/slog"
	"net/http"

	"parichay/internal/policy"
	"parichay/internal/wire"
)

// reply is what a call answers with: a body, and nothing besides.
type reply[T any] struct{ Body T }

// replyWith answers with what was found, or with why it was not.
func replyWith[T any](body T, err error) (*reply[T], error) {
	if err != nil {
		return nil, err
	}
	return &reply[T]{body}, nil
}

// answering answers for a document that could not be made.
func answering(document func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := document(w, r); err != nil {
			p := wire.ProblemOf(err)
			if p.Status == http.StatusInternalServerError {
				slog.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
			}
			wire.Write(w, p)
		}
	}
}

// known answers for documents of the business while there is nothing to make them of.
func (s *Server) known(next http.Handler) http.Handler {
	return answering(func(w http.ResponseWriter, r *http.Request) error {
		_, err := s.site.Current()
		if err != nil {
			policy.Absent(w.Header())
			return err
		}
		s.unlisted(next).ServeHTTP(w, r)
		return nil
	})
}

// unlisted keeps what a sample shows out of every index, as its pages are.
func (s *Server) unlisted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.site.IsSample() {
			policy.Unlisted(w.Header())
		}
		next.ServeHTTP(w, r)
	})
}
