package media

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
)

// Prefix is the path under which pictures are served.
const Prefix = field.MediaPrefix

// Folder is the purpose of a picture. It is part of the picture's URL.
type Folder string

// All lists the folders.
func (Folder) All() []Folder { return folders }

// folders lists the folders that fields with pictures use.
var folders = func() (all []Folder) {
	add := func(r field.Rule) {
		if r.Picture != nil && !slices.Contains(all, Folder(r.Picture.Folder)) {
			all = append(all, Folder(r.Picture.Folder))
		}
	}
	for i := range profile.Fields {
		add(profile.Fields[i].Rule)
	}
	for i := range content.Collections {
		for _, f := range content.Collections[i].Fields {
			add(f.Rule)
		}
	}
	return all
}()

// widths lists the widths of a picture's variants. A picture has those that are narrower than itself.
var widths = []int{320, 640, 1280}

// longest is the maximum length of a stored picture's longer side.
const longest = 1600

// Name is a picture's name in the bucket, such as
// public/posts/0123456789abcdef0123456789abcdef-1600x1200.jpg. It contains a hash of the picture's
// files, so the content under a name never changes. It also contains the picture's size, so a page
// needs no lookup.
type Name string

var namePattern = regexp.MustCompile(`^public/(?:` + alternatives() + `)/[0-9a-f]{32}-([1-9][0-9]{0,3})x([1-9][0-9]{0,3})\.(?:jpg|png)$`)

func alternatives() string {
	names := make([]string, len(folders))
	for i, f := range folders {
		names[i] = string(f)
	}
	return strings.Join(names, "|")
}

func newName(folder Folder, digest []byte, width, height int, extension string) Name {
	return Name(fmt.Sprintf("public/%s/%x-%dx%d%s", folder, digest[:16], width, height, extension))
}

// ParseName returns the name in the URL of an uploaded picture, and false for any other URL.
func ParseName(url string) (Name, bool) {
	name, ours := strings.CutPrefix(url, Prefix)
	return Name(name), ours && namePattern.MatchString(name)
}

// URL returns the picture's path on this site.
func (n Name) URL() string { return Prefix + string(n) }

// Size returns the picture's width and height in pixels, or zeros for an invalid name, which only a
// manual SQL statement can store.
func (n Name) Size() (width, height int) {
	if parts := namePattern.FindStringSubmatch(string(n)); parts != nil {
		width, _ = strconv.Atoi(parts[1]) // the pattern allows only digits
		height, _ = strconv.Atoi(parts[2])
	}
	return width, height
}

// Variant is a smaller version of a picture.
type Variant struct {
	URL   string `json:"url"`
	Width int    `json:"width"`
}

// Variants lists the variants, smallest first.
func (n Name) Variants() []Variant {
	all := []Variant{}
	full, _ := n.Size()
	for _, width := range widths {
		if width < full {
			all = append(all, Variant{URL: Prefix + n.variant(width), Width: width})
		}
	}
	return all
}

func (n Name) variant(width int) string {
	dot := strings.LastIndexByte(string(n), '.')
	return string(n[:dot]) + "-" + strconv.Itoa(width) + string(n[dot:])
}

// Files lists the names of the picture's files: the full size, then the variants.
func (n Name) Files() []string {
	files := []string{string(n)}
	for _, v := range n.Variants() {
		files = append(files, strings.TrimPrefix(v.URL, Prefix))
	}
	return files
}

func (n Name) contentType() string {
	if strings.HasSuffix(string(n), ".png") {
		return "image/png"
	}
	return "image/jpeg"
}

var variantPattern = regexp.MustCompile(`-[0-9]+(\.[a-z]+)$`)

// File returns the file at a request path and its content type, and false if no picture has such a
// file.
func File(path string) (file, contentType string, ok bool) {
	whole, ours := pictureOf(path)
	if !ours {
		return "", "", false
	}
	for _, file := range whole.Files() {
		if Prefix+file == path {
			return file, whole.contentType(), true
		}
	}
	return "", "", false
}

// pictureOf returns the picture that a file's path belongs to.
func pictureOf(path string) (Name, bool) {
	if whole, ours := ParseName(path); ours {
		return whole, true
	}
	return ParseName(variantPattern.ReplaceAllString(path, "$1"))
}

// SourceSet returns the value of <img srcset> for an uploaded picture, and "" for any other URL.
func SourceSet(url string) string {
	name, ours := ParseName(url)
	if !ours {
		return ""
	}
	var parts []string
	for _, v := range name.Variants() {
		parts = append(parts, v.URL+" "+strconv.Itoa(v.Width)+"w")
	}
	width, _ := name.Size()
	return strings.Join(append(parts, url+" "+strconv.Itoa(width)+"w"), ", ")
}

// Smallest returns the URL of a picture's smallest variant, and any other URL unchanged.
func Smallest(url string) string {
	if name, ours := ParseName(url); ours {
		if all := name.Variants(); len(all) > 0 {
			return all[0].URL
		}
	}
	return url
}

var sourcePattern = regexp.MustCompile(`<img [^>]*?src="(` + Prefix + `[^"]+)"[^>]*>`)

// FitSources adds sizes and variants to the uploaded pictures in a sanitised text: the layout does
// not shift when they load, and a phone loads no more than it shows. sizes is the value of
// <img sizes>.
func FitSources(text, sizes string) string {
	return sourcePattern.ReplaceAllStringFunc(text, func(tag string) string {
		url := sourcePattern.FindStringSubmatch(tag)[1]
		name, ours := ParseName(url)
		if !ours {
			return tag
		}
		width, height := name.Size()
		return `<img src="` + url + `" srcset="` + SourceSet(url) + `" sizes="` + html.EscapeString(sizes) + `"` +
			fmt.Sprintf(` width="%d" height="%d" loading="lazy"`, width, height) + described(tag) + `>`
	})
}

// FirstPicture returns the URL of the first uploaded picture in a sanitised text.
func FirstPicture(text string) (url string, found bool) {
	for _, tag := range sourcePattern.FindAllStringSubmatch(text, -1) {
		if _, ours := ParseName(tag[1]); ours {
			return tag[1], true
		}
	}
	return "", false
}

var describedPattern = regexp.MustCompile(` (?:alt|title)="[^"]*"`)

// described returns the alt and title attributes of a tag.
func described(tag string) string { return strings.Join(describedPattern.FindAllString(tag, -1), "") }
