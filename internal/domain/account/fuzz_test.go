package account

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
)

var digest = regexp.MustCompile(`^[0-9A-Za-z_=+/-]{32,64}$`)

// FuzzToken checks that any token is looked up by a digest, and that a link with it leads
// to this site.
func FuzzToken(f *testing.F) {
	for _, seed := range []string{"", "garbage", "\x00", "' OR 1=1 --", "%s%n", "a#b?c/d", "//evil.example", "\r\nX: y", strings.Repeat("a", 20_000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if hash := Token(text).Hash(); !digest.MatchString(hash) || hash == text {
			t.Errorf("%q has the hash %q", text, hash)
		}
		for _, purpose := range []Purpose{SetUp, Reset} {
			link, err := url.Parse(purpose.Link("https://shop.in", Token(text)))
			if err == nil && (link.Host != "shop.in" || link.RawQuery != "") { // a control character makes the link invalid
				t.Errorf("%s leads to %s", purpose, link)
			}
		}
	})
}
