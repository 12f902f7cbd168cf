package acme

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"parichay/internal/kit/headers"
)

// Redirect is what answers without encryption: the authority's questions, and to
// visitors where they belong. What was sent along is not taken: it went unprotected,
// and a program that sends should learn it.
func (m *Certificates) Redirect() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if m.ours(host(r)) && m.issuer.HandleHTTPChallenge(w, r) {
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/") { // programs, too: one that is sent on goes on asking without encryption
			w.WriteHeader(http.StatusForbidden)
			return
		}
		if !reads(r) {
			w.Header().Set("Allow", "GET, HEAD")
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		m.home308(w, r)
	})
}

// Home sends those who come by another of the domains to the base's: sessions and
// passkeys belong to one name. Without certificates (nil) nobody does.
func (m *Certificates) Home(next http.Handler) http.Handler {
	if m == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := host(r); name != m.home && m.ours(name) && reads(r) {
			m.home308(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// home308 goes by the configuration, never by what the request says of the host.
func (m *Certificates) home308(w http.ResponseWriter, r *http.Request) {
	to := url.URL{Scheme: "https", Host: m.base.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	if to.Path == "" {
		to.Path = "/"
	}
	w.Header().Set("Location", to.String())
	if r.TLS != nil { // said without encryption, browsers do not believe it
		headers.Secure(w.Header(), m.hsts)
	}
	w.WriteHeader(http.StatusPermanentRedirect)
}

func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

func host(r *http.Request) string {
	name, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		name = r.Host
	}
	return strings.ToLower(name)
}
