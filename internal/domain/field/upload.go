package field

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// MediaPrefix begins the address of every uploaded picture.
const MediaPrefix = "/media/"

// builtIn are the pictures that come with the program. A test of package api fetches them.
var builtIn = []string{"/profile.svg", "/profile.jpg", "/placeholder.svg"}

// Shown is a use of an uploaded picture in a value.
type Shown struct {
	Field string // key of the value's field
	Lang  string // language of the value; empty for English
	Name  string // name of the picture in the media library, or another path of the site, which begins with a slash
}

var (
	uploadInText = regexp.MustCompile(`<img [^>]*?src="` + MediaPrefix + `([^"]*)"`)
	smallerSize  = regexp.MustCompile(`^(.*-[0-9]+x[0-9]+)-[0-9]+(\.[a-z]+)$`)
)

// Uploads lists the names of the uploaded pictures that a value of this kind shows. If a
// picture field contains another path of the site, Uploads lists that path. No stored picture
// has such a name, so a save refuses it.
func (k Kind) Uploads(value string) (names []string) {
	switch k {
	case Image:
		if name, uploaded := strings.CutPrefix(value, MediaPrefix); uploaded || SitePath(value) && !slices.Contains(builtIn, value) {
			names = append(names, name)
		}
	case HTML:
		for _, found := range uploadInText.FindAllStringSubmatch(value, -1) {
			names = append(names, found[1])
		}
	default:
	}
	for i, name := range names {
		names[i] = smallerSize.ReplaceAllString(name, "$1$2")
	}
	return names
}

// Links lists the URLs that a value of this kind links to.
func (k Kind) Links(value string) (urls []string) {
	switch k {
	case URL, Link, Video:
		if value != "" {
			urls = append(urls, value)
		}
	case HTML:
		for tokens := html.NewTokenizer(strings.NewReader(value)); tokens.Next() != html.ErrorToken; {
			for _, a := range tokens.Token().Attr {
				if a.Key == "href" {
					urls = append(urls, a.Val)
				}
			}
		}
	default:
	}
	return urls
}

// Added lists the pictures that are shown after a change and were not shown before it.
func Added(before, after []Shown) (added []Shown) {
	for _, shown := range after {
		if !slices.ContainsFunc(before, func(b Shown) bool { return b.Name == shown.Name }) {
			added = append(added, shown)
		}
	}
	return added
}
