package server

import (
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5/middleware"

	"parichay/internal/site"
)

// recoverer turns a panic into a 500 and keeps the process.
func recoverer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { //nolint:contextcheck // a panicked handler's context is the request's
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler { //nolint:errorlint // a sentinel that is panicked, never wrapped
				panic(p)
			}
			slog.ErrorContext(r.Context(), "panic", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
			writeProblem(w, problem(http.StatusInternalServerError, "internal"))
		}()
		next.ServeHTTP(w, r)
	})
}

// clientAddress finds the visitor's address; forwarded headers count only from
// proxies the operator named.
func (s *Server) clientAddress() func(http.Handler) http.Handler {
	if len(s.config.TrustedProxies) == 0 {
		return middleware.ClientIPFromRemoteAddr
	}
	return middleware.ClientIPFromXFF(s.config.TrustedProxies...)
}

// sameOrigin refuses writes that another site's page started.
func (s *Server) sameOrigin() func(http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	base := s.config.BaseURL
	if err := protection.AddTrustedOrigin(base.Scheme + "://" + base.Host); err != nil {
		panic(err) // config refuses such a base URL
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, problem(http.StatusForbidden, "forbidden"))
	}))
	return protection.Handler
}

// known answers for documents of the business while there is nothing to make them of.
func (s *Server) known(next http.Handler) http.Handler {
	return answering(func(w http.ResponseWriter, r *http.Request) error {
		_, err := s.site.Current()
		if err != nil {
			site.Absent(w.Header())
			return err
		}
		next.ServeHTTP(w, r)
		return nil
	})
}

// plainText refuses addresses that are no text: nothing can be found under them.
func plainText(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, err := url.QueryUnescape(r.URL.RawQuery)
		switch {
		case !isText(r.URL.Path):
			writeProblem(w, problem(http.StatusNotFound, "not_found"))
		case err != nil || !isText(query):
			writeProblem(w, problem(http.StatusBadRequest, "bad_request"))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }
