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

	"parichay/internal/public/intake"
)

// Recoverer turns a panic of a handler into a 500 response, so that the process continues.
func Recoverer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { //nolint:contextcheck // the context of a panicked handler is the request's
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

// ClientAddress returns middleware that determines the visitor's address. Forwarded headers
// count only if they come from one of proxies.
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

// NetworkOf returns the IPv4 /24 or IPv6 /56 that a request came from.
func NetworkOf(ctx context.Context) netip.Prefix {
	return intake.NetworkOf(middleware.GetClientIPAddr(ctx))
}

type unproxied struct{}

// Unproxied returns a context for a connection that does not come from a proxy, even if its
// address is that of a trusted proxy. The forwarded headers of its requests are ignored.
func Unproxied(ctx context.Context) context.Context {
	return context.WithValue(ctx, unproxied{}, true)
}

// SameOrigin returns middleware that refuses writes from pages of another origin than base.
func SameOrigin(base *url.URL) func(http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin(base.Scheme + "://" + base.Host); err != nil {
		panic(err) // the settings refuse such a base URL
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		Write(w, NewProblem(http.StatusForbidden, "forbidden"))
	}))
	return protection.Handler
}

// PlainText refuses URLs that contain invalid UTF-8 or a NUL, which PostgreSQL cannot store.
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
