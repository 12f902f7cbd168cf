package acme

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"parichay/internal/kit/headers"
)

// Redirect handles plain HTTP: it answers the authority's challenges and redirects GET and
// HEAD to the base URL. Other methods and API calls are refused, because their data was sent
// unencrypted and the client should notice.
func (m *Certificates) Redirect() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if m.ours(host(r)) && m.issuer.HandleHTTPChallenge(w, r) {
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/") { // a client that follows redirects would keep sending its token unencrypted
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

// Home redirects GET and HEAD on the other domains to the base URL, because sessions and
// passkeys belong to one domain. On a nil receiver it returns next.
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

// home308 redirects to the configured host, never to the host named in the request.
func (m *Certificates) home308(w http.ResponseWriter, r *http.Request) {
	to := url.URL{Scheme: "https", Host: m.base.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	if to.Path == "" {
		to.Path = "/"
	}
	w.Header().Set("Location", to.String())
	if r.TLS != nil { // browsers ignore HSTS on plain HTTP
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
