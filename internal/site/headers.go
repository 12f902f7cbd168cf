package site

import (
	"maps"
	"net/http"
)

// Harden sets what is on every answer; the rest of the policy depends on what it is.
func Harden(h http.Header) {
	h["X-Content-Type-Options"] = []string{"nosniff"}
	h["Referrer-Policy"] = []string{"strict-origin-when-cross-origin"}
	h["Cross-Origin-Opener-Policy"] = []string{"same-origin"}
	h["Cross-Origin-Resource-Policy"] = []string{"same-origin"}
	h["Permissions-Policy"] = []string{"camera=(), geolocation=(), microphone=()"}
}

// DocumentHeaders are those of an HTML page with the given policy.
func (s *Site) DocumentHeaders(csp string) http.Header {
	h := http.Header{}
	Harden(h)
	h["Content-Type"] = []string{"text/html; charset=utf-8"}
	h["Content-Security-Policy"] = []string{csp}
	if s.config.BaseURL.Scheme == "https" {
		h["Strict-Transport-Security"] = []string{"max-age=31536000"}
	}
	return h
}

// revalidated is for what may be kept, but is asked for anew each time, so that a
// change is seen at once and costs one small answer otherwise. Who finds us away may
// show what they have for a day.
const revalidated = "no-cache, stale-if-error=86400"

// pageHeaders are those of every public page.
func (s *Site) pageHeaders() http.Header {
	h := s.DocumentHeaders(s.assets.PublicCSP())
	h["Cache-Control"] = []string{revalidated}
	h["Vary"] = []string{"Accept-Encoding"}
	return h
}

// formHeaders keep a visitor's form out of every cache.
func (s *Site) formHeaders() http.Header {
	h := s.pageHeaders()
	h["Cache-Control"] = []string{"no-store"}
	return h
}

// Absent marks an answer that stands for one the site has no content for yet.
func Absent(h http.Header) {
	h["Cache-Control"] = []string{"no-store"}
	h["Retry-After"] = []string{"5"}
	h["X-Robots-Tag"] = []string{"noindex"}
}

func (s *Site) defaultsHeaders() http.Header {
	h := s.pageHeaders()
	Absent(h)
	return h
}

// AdminPage serves the owner's app; it holds no data, so anybody may load it.
func (s *Site) AdminPage() (http.HandlerFunc, error) {
	body, err := s.assets.Admin()
	if err != nil {
		return nil, err
	}
	headers := s.DocumentHeaders(s.assets.AdminCSP())
	headers["Cache-Control"] = []string{"no-cache"}
	return func(w http.ResponseWriter, _ *http.Request) {
		maps.Copy(w.Header(), headers)
		_, _ = w.Write(body)
	}, nil
}

// BaseHeaders are those of an answer that is no page.
func BaseHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Harden(w.Header())
		w.Header()["Content-Security-Policy"] = []string{"default-src 'none'; frame-ancestors 'none'"}
		next.ServeHTTP(w, r)
	})
}

// NoStore keeps an answer out of every cache, unless its handler says otherwise.
func NoStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Cache-Control"] = []string{"no-store"}
		next.ServeHTTP(w, r)
	})
}
