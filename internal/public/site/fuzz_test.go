package site

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"parichay/locales"
)

// FuzzRedirect checks that a redirect stays on this site, whatever the address contains.
func FuzzRedirect(f *testing.F) {
	for _, seed := range []string{"/", "a=b", "//evil.example", `\evil.example`, "%0d%0aLocation:x", "/%2f%2fevil.example", "@evil.example", "?x#y"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		for _, to := range []string{"/admin", "/gu"} {
			r := httptest.NewRequest(http.MethodGet, "/old", http.NoBody)
			r.URL.Path, r.URL.RawQuery = path, query
			w := httptest.NewRecorder()
			Redirect(to)(w, r)
			location := w.Header().Get("Location")
			at, err := url.Parse(location)
			if err != nil {
				continue // no browser follows it
			}
			if at.Host != "" || at.Scheme != "" || !strings.HasPrefix(location, to) || strings.ContainsAny(location, "\r\n") {
				t.Errorf("%q and %q lead to %q", path, query, location)
			}
		}
		_, rest := locales.Cut(path)
		itemOf(rest)
	})
}
