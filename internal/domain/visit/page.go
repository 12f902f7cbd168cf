package visit

import (
	"net/url"
	pathpkg "path"
	"strings"

	"parichay/locales"
)

// longestPage bounds a path; longer ones are cut.
const longestPage = 200

// hiddenBelow are places whose paths hold something that is nobody else's.
var hiddenBelow = []string{"/draft"}

// notPages are places that are not shown to visitors.
var notPages = []string{"/admin", "/api"}

// PageOf tells which page a path is, in which language: all languages of a page are
// one page. Not ok is what no visitor is shown.
func PageOf(path string) (page string, lang locales.Lang, ok bool) {
	path, _, _ = strings.Cut(path, "?")
	path, _, _ = strings.Cut(path, "#")
	if decoded, err := url.PathUnescape(path); err == nil {
		path = decoded
	}
	if !strings.HasPrefix(path, "/") {
		return "", "", false
	}
	path = pathpkg.Clean(path)
	lang = locales.English
	for _, one := range locales.Translated {
		if rest, found := strings.CutPrefix(path, "/"+string(one)); found && (rest == "" || rest[0] == '/') {
			path, lang = rest, one
			break
		}
	}
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
	return page, lang, true
}

func below(page, place string) bool {
	rest, found := strings.CutPrefix(strings.ToLower(page), place)
	return found && (rest == "" || rest[0] == '/')
}
