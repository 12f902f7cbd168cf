// Package policy is what answers tell browsers and caches about themselves: what a page
// may do, and who may keep it for how long.
package headers

import (
	"mime"
	"net/http"
)

const (
	// Revalidated is for what may be kept, but is asked for anew each time, so that a
	// change is seen at once and costs one small answer otherwise. Who finds us away may
	// show what they have for a day.
	Revalidated = "no-cache, stale-if-error=86400"
	// Unkept is for what nobody may keep.
	Unkept = "no-store"
)

// Closed is the content security policy of what is no page: nothing in it runs, loads or
// sends, and nobody shows it in a frame.
const Closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// SVG is the type of a drawing. Its text is in every script.
const SVG = "image/svg+xml; charset=utf-8"

// TypeOf is the type of a file by how its name ends.
func TypeOf(extension string) string {
	if extension == ".svg" {
		return SVG
	}
	return mime.TypeByExtension(extension)
}

// Harden sets what is on every answer; the rest of the policy depends on what it is.
func Harden(h http.Header) {
	h["X-Content-Type-Options"] = []string{"nosniff"}
	h["Referrer-Policy"] = []string{"strict-origin-when-cross-origin"}
	h["Cross-Origin-Opener-Policy"] = []string{"same-origin"}
	h["Cross-Origin-Resource-Policy"] = []string{"same-origin"}
	h["Permissions-Policy"] = []string{"camera=(), geolocation=(), microphone=()"}
}

// Document are the headers of an HTML page of a site, with what its content may do.
func Document(csp string) http.Header {
	h := http.Header{}
	Harden(h)
	h["Content-Type"] = []string{"text/html; charset=utf-8"}
	h["Content-Security-Policy"] = []string{csp}
	h["Cross-Origin-Embedder-Policy"] = []string{"credentialless"} // pictures of other hosts come without anybody's cookies
	return h
}

// Year keeps browsers on https for a year. Names below the site's are only its own to decide
// on where the operator says so.
const Year = "max-age=31536000"

// Secure keeps browsers on https for as long as rule says.
func Secure(h http.Header, rule string) { h["Strict-Transport-Security"] = []string{rule} }

// Page are those of a public page.
func Page(csp string) http.Header {
	h := Document(csp)
	h["Cache-Control"] = []string{Revalidated}
	h["Vary"] = []string{"Accept-Encoding"}
	return h
}

// Form are those of a page with a visitor's form.
func Form(csp string) http.Header {
	h := Page(csp)
	h["Cache-Control"] = []string{Unkept}
	return h
}

// Sample are those of a page of a site that does not go by its owner's name yet.
func Sample(csp string) http.Header {
	h := Page(csp)
	Unlisted(h)
	return h
}

// Unlisted keeps an answer out of search engines.
func Unlisted(h http.Header) { h["X-Robots-Tag"] = []string{"noindex"} }

// Unkeep keeps an answer out of every cache.
func Unkeep(h http.Header) { h["Cache-Control"] = []string{Unkept} }

// Defaults are those of a page that is shown because there is no content yet.
func Defaults(csp string) http.Header {
	h := Page(csp)
	Absent(h)
	return h
}

// Absent marks an answer that stands for one the site has no content for yet.
func Absent(h http.Header) {
	h["Cache-Control"] = []string{Unkept}
	h["Retry-After"] = []string{"5"}
	Unlisted(h)
}

// Base sets the headers of an answer that is no page.
func Base(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Harden(w.Header())
		w.Header()["Content-Security-Policy"] = []string{Closed}
		next.ServeHTTP(w, r)
	})
}

// NoStore keeps an answer out of every cache, unless its handler says otherwise.
func NoStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Cache-Control"] = []string{Unkept}
		next.ServeHTTP(w, r)
	})
}
