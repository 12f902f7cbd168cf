package codes

import (
	"net/url"
	"strings"
	"testing"

	"parichay/internal/testkit/hostile"
)

// FuzzTarget checks that a code leads only to a public page of this site or to a full web address.
func FuzzTarget(f *testing.F) {
	for _, payload := range hostile.Scripts() {
		f.Add(payload.Text)
	}
	for _, seed := range []string{"/", "/gu/blog", "//evil.example", `/\evil.example`, "/%2fevil.example", "/admin", "/gu/admin", "/q/aa", "https://shop.in/admin", "https://shop.in//evil.example", "https://SHOP.in/q/a", "/%61dmin", "/./admin", "/gu//admin"} {
		f.Add(seed)
	}
	codes := Codes{BaseURL: &url.URL{Scheme: "https", Host: "shop.in"}}
	f.Fuzz(func(t *testing.T, typed string) {
		to, issue := codes.target(typed)
		if issue != nil {
			return
		}
		base := &url.URL{Scheme: "https", Host: "shop.in", Path: "/"}
		at, err := base.Parse(to)
		if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.User != nil || strings.ContainsAny(to, "\r\n\t \\\"<>") {
			t.Fatalf("%q leads to %q (%v)", typed, to, err)
		}
		if strings.HasPrefix(to, "/") && (at.Host != "shop.in" || strings.HasPrefix(at.Path, "//") || strings.HasPrefix(at.Path, "/admin") || strings.HasPrefix(at.Path, "/q/") || strings.HasPrefix(at.Path, "/api/")) {
			t.Errorf("%q leads to %q, which is %s", typed, to, at)
		}
	})
}
