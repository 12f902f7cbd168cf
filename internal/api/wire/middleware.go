package wire

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

// Recoverer turns a panic into a 500 and keeps the process.
func Recoverer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { //nolint:contextcheck // a panicked handler's context is the request's
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler { //nolint:errorlint // a sentinel that is panicked, never wrapped
				panic(p)
			}
			slog.ErrorContext(r.Context(), "panic", "method", r.Method, "route", chi.RouteContext(r.Context()).RoutePattern(), "panic", p, "stack", string(debug.Stack()))
			Write(w, NewProblem(http.StatusInternalServerError, "internal"))
		}()
		next.ServeHTTP(w, r)
	})
}

// ClientAddress finds the visitor's address; forwarded headers count only from
// proxies the operator named.
func ClientAddress(proxies []string) func(http.Handler) http.Handler {
	if len(proxies) == 0 {
		return middleware.ClientIPFromRemoteAddr
	}
	return func(next http.Handler) http.Handler {
		direct, proxied := middleware.ClientIPFromRemoteAddr(next), middleware.ClientIPFromXFF(proxies...)(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Context().Value(unproxied{}) != nil {
				direct.ServeHTTP(w, r)
				return
			}
			proxied.ServeHTTP(w, r)
		})
	}
}

type unproxied struct{}

// Unproxied marks the requests of a connection that no proxy opened, whatever address it
// comes from: their forwarded headers do not count.
func Unproxied(ctx context.Context) context.Context {
	return context.WithValue(ctx, unproxied{}, true)
}

// Headers of a caller who asks whom the program takes it for.
const (
	Voucher   = "X-Parichay-Voucher" // that it can read the database
	Forwarded = "X-Forwarded-For"
)

// Seen is whom the program takes a caller for, and what it goes by.
type Seen struct {
	Believed  netip.Addr `json:"believed"`  // whose limits count; none where all of the way is trusted
	Peer      string     `json:"peer"`      // who opened the connection, with the port
	Forwarded string     `json:"forwarded"` // the header as it came
}

// SameOrigin refuses writes that a page of another site than base started.
func SameOrigin(base *url.URL) func(http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin(base.Scheme + "://" + base.Host); err != nil {
		panic(err) // config refuses such a base URL
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		Write(w, NewProblem(http.StatusForbidden, "forbidden"))
	}))
	return protection.Handler
}

// PlainText refuses addresses that are no text: nothing can be found under them.
func PlainText(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, err := url.QueryUnescape(r.URL.RawQuery)
		switch {
		case !isText(r.URL.Path):
			Write(w, NewProblem(http.StatusNotFound, "not_found"))
		case err != nil || !isText(query):
			Write(w, NewProblem(http.StatusBadRequest, "bad_request"))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }
