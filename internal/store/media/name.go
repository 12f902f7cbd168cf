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

// Prefix is where the server hands out pictures.
const Prefix = field.MediaPrefix

// Folder is what a picture is for. It is part of its address.
type Folder string

// All lists them.
func (Folder) All() []Folder { return folders }

// folders are those that some field's pictures belong into.
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

// widths are those a picture is also drawn in, where it is wider than that.
var widths = []int{320, 640, 1280}

// longest is the longer side a picture is kept with at most.
const longest = 1600

// Name is a picture's place in the bucket, such as
// public/posts/0123456789abcdef0123456789abcdef-1600x1200.jpg. It is made of the
// picture's content and carries its size, so that a page knows both without
// asking anybody, and what is under a name never changes.
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

// ParseName reads the address of a picture of ours; any other address is none.
func ParseName(url string) (Name, bool) {
	name, ours := strings.CutPrefix(url, Prefix)
	return Name(name), ours && namePattern.MatchString(name)
}

// URL is the picture's address on this site.
func (n Name) URL() string { return Prefix + string(n) }

// Size is the picture's width and height in pixels; a name that no picture of ours
// has, which only SQL can store, has none.
func (n Name) Size() (width, height int) {
	if parts := namePattern.FindStringSubmatch(string(n)); parts != nil {
		width, _ = strconv.Atoi(parts[1]) // the pattern lets digits through only
		height, _ = strconv.Atoi(parts[2])
	}
	return width, height
}

// Variant is a smaller drawing of a picture.
type Variant struct {
	URL   string `json:"url"`
	Width int    `json:"width"`
}

// Variants lists the smaller drawings, smallest first.
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

// Files lists everything stored for the picture.
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

// File finds a file that may be handed out by the path it is asked for with,
// and the type of its content.
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

// pictureOf finds the picture that a file's path belongs to.
func pictureOf(path string) (Name, bool) {
	if whole, ours := ParseName(path); ours {
		return whole, true
	}
	return ParseName(variantPattern.ReplaceAllString(path, "$1"))
}

// SourceSet lists the drawings of a picture for <img srcset>; "" for one that is
// not ours.
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

// Smallest is the smallest drawing of a picture; one that is not ours is itself.
func Smallest(url string) string {
	if name, ours := ParseName(url); ours {
		if all := name.Variants(); len(all) > 0 {
			return all[0].URL
		}
	}
	return url
}

var sourcePattern = regexp.MustCompile(`<img [^>]*?src="(` + Prefix + `[^"]+)"[^>]*>`)

// FitSources gives the pictures of a sanitised text their sizes and smaller
// drawings: nothing shifts when they arrive, and a phone loads no more than it
// shows. sizes is what <img sizes> wants.
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

// FirstPicture is the address of the first picture of ours in a sanitised text.
func FirstPicture(text string) (url string, found bool) {
	for _, tag := range sourcePattern.FindAllStringSubmatch(text, -1) {
		if _, ours := ParseName(tag[1]); ours {
			return tag[1], true
		}
	}
	return "", false
}

var describedPattern = regexp.MustCompile(` (?:alt|title)="[^"]*"`)

// described keeps what a reader is told about a picture.
func described(tag string) string { return strings.Join(describedPattern.FindAllString(tag, -1), "") }
