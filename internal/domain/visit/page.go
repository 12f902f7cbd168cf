package visit

import (
	"net/url"
	pathpkg "path"
	"strings"

	"parichay/locales"
)

// longestPage is the maximum length of a stored path; longer ones are cut.
const longestPage = 200

// hiddenBelow are paths whose sub-paths contain a secret and are not stored.
var hiddenBelow = []string{"/draft"}

// notPages are paths that are not public pages.
var notPages = []string{"/admin", "/api"}

// PageOf returns the page of a path and the language that the path's prefix names; empty for no
// prefix. All languages of a page are one page. ok is false if the path is not a public page.
func PageOf(path string) (page string, prefix locales.Lang, ok bool) {
	path, _, _ = strings.Cut(path, "?")
	path, _, _ = strings.Cut(path, "#")
	if decoded, err := url.PathUnescape(path); err == nil {
		path = decoded
	}
	if !strings.HasPrefix(path, "/") {
		return "", "", false
	}
	path = pathpkg.Clean(path)
	prefix, path = locales.Cut(path)
	page = "/" + strings.Trim(plain(path, longestPage), "/")
	for _, place := range notPages {
		if below(page, place) {
			return "", "", false
		}
	}
	for _, place := range hiddenBelow {
		if below(page, place) {
			page = place
		}
	}
	return page, prefix, true
}

func below(page, place string) bool {
	rest, found := strings.CutPrefix(strings.ToLower(page), place)
	return found && (rest == "" || rest[0] == '/')
}
