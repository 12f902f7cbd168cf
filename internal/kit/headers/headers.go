// Package headers sets the security and caching headers of responses.
package headers

import (
	"mime"
	"net/http"
	"strings"
)

const (
	// WhileDown lets caches serve a stale copy for a day while the program is down.
	WhileDown = "stale-if-error=86400"
	// Revalidated lets caches store a response but revalidate it on each use, so that a
	// change shows at once.
	Revalidated = "no-cache, " + WhileDown
	// Unkept is for responses that no cache may store.
	Unkept = "no-store"
)

// Closed is the content security policy of responses that are not pages. It allows no
// scripts, no loading, no forms and no framing.
const Closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// PagePolicy returns the content security policy of an HTML page. own are the directives in
// which pages differ; pictures are sources of pictures besides the site itself.
func PagePolicy(own string, pictures ...string) string {
	return "default-src 'none'; " + own + "; img-src " + strings.Join(append([]string{"'self'"}, pictures...), " ") + "; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

// SVG is the media type of SVG. The charset is needed for Hindi and Gujarati text.
const SVG = "image/svg+xml; charset=utf-8"

// TypeOf returns the media type for a file name extension such as ".svg".
func TypeOf(extension string) string {
	if extension == ".svg" {
		return SVG
	}
	return mime.TypeByExtension(extension)
}

// Harden sets the headers that every response has. The other functions set headers that depend
// on the kind of response.
func Harden(h http.Header) {
	h["X-Content-Type-Options"] = []string{"nosniff"}
	h["Referrer-Policy"] = []string{"strict-origin-when-cross-origin"}
	h["Cross-Origin-Opener-Policy"] = []string{"same-origin"}
	h["Cross-Origin-Resource-Policy"] = []string{"same-origin"}
	h["Permissions-Policy"] = []string{"camera=(), geolocation=(), microphone=()"}
}

// Document returns the headers of an HTML page with the given content security policy.
func Document(csp string) http.Header {
	h := http.Header{}
	Harden(h)
	h["Content-Type"] = []string{"text/html; charset=utf-8"}
	h["Content-Security-Policy"] = []string{csp}
	h["Cross-Origin-Embedder-Policy"] = []string{"credentialless"} // pictures from other hosts are requested without cookies
	return h
}

// Year is the default HSTS rule. It leaves out includeSubDomains, because only the operator
// knows whether all subdomains use https.
const Year = "max-age=31536000"

// Secure sets the HSTS header to rule.
func Secure(h http.Header, rule string) { h["Strict-Transport-Security"] = []string{rule} }

// Page returns the headers of a public page.
func Page(csp string) http.Header {
	h := Document(csp)
	h["Cache-Control"] = []string{Revalidated}
	h["Vary"] = []string{"Accept-Encoding"}
	return h
}

// Form returns the headers of a page with a visitor's form, which no cache may store.
func Form(csp string) http.Header {
	h := Page(csp)
	h["Cache-Control"] = []string{Unkept}
	return h
}

// Sample returns the headers of a page of a site that its owner has not named yet. Search
// engines must not index such a page.
func Sample(csp string) http.Header {
	h := Page(csp)
	Unlisted(h)
	return h
}

// Unlisted keeps a response out of search engines.
func Unlisted(h http.Header) { h["X-Robots-Tag"] = []string{"noindex"} }

// Unkeep keeps a response out of every cache.
func Unkeep(h http.Header) { h["Cache-Control"] = []string{Unkept} }

// Defaults returns the headers of a page with default content, which is shown while the site's
// content is not loaded yet.
func Defaults(csp string) http.Header {
	h := Page(csp)
	Absent(h)
	return h
}

// Absent marks a response that is sent while the content is not loaded yet: it is not cached or
// indexed, and clients should retry.
func Absent(h http.Header) {
	h["Cache-Control"] = []string{Unkept}
	h["Retry-After"] = []string{"5"}
	Unlisted(h)
}

// Base sets the headers of responses that are not pages.
func Base(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Harden(w.Header())
		w.Header()["Content-Security-Policy"] = []string{Closed}
		next.ServeHTTP(w, r)
	})
}

// NoStore keeps responses out of every cache unless the handler overrides it.
func NoStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Cache-Control"] = []string{Unkept}
		next.ServeHTTP(w, r)
	})
}
