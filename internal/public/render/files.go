package render

import (
	"errors"
	"image"
	"image/jpeg"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
)

// Files serves the front-end build. Files under /assets have a content hash in their name, so
// clients may cache them permanently. The few files at the root are revalidated.
type Files struct {
	byURL map[string]*file
}

// worker is the service worker of the owner's app. It has its own content security policy.
const worker = "worker.js"

type file struct {
	header   http.Header
	tag      string            // common prefix of the ETags of all encodings
	encoding map[string][]byte // "", "gzip", "br"
}

// NewFiles reads the build into memory.
func NewFiles(dist fs.FS) (*Files, error) {
	all := &Files{byURL: map[string]*file{}}
	return all, fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		ext := path.Ext(name)
		if err != nil || entry.IsDir() || ext == ".br" || ext == ".gz" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "server/") {
			return err
		}
		f := &file{encoding: map[string][]byte{}, header: http.Header{
			"Content-Type":  {headers.TypeOf(ext)},
			"Cache-Control": {"no-cache"},
			"Vary":          {"Accept-Encoding"},
		}}
		if name == worker {
			f.header["Content-Security-Policy"] = []string{headers.Closed + "; connect-src 'self'"}
		}
		if strings.HasPrefix(name, "assets/") {
			f.header["Cache-Control"] = []string{"public, max-age=31536000, immutable"}
		}
		for encoding, suffix := range map[string]string{"": "", "gzip": ".gz", "br": ".br"} {
			body, err := fs.ReadFile(dist, name+suffix)
			if err != nil && (suffix == "" || !errors.Is(err, fs.ErrNotExist)) {
				return err
			}
			if err == nil {
				f.encoding[encoding] = body
			}
		}
		f.tag = TagOf(f.encoding[""])
		all.byURL["/"+name] = f
		return nil
	})
}

// Roots lists the URLs outside /assets.
func (f *Files) Roots() []string {
	var names []string
	for name := range f.byURL {
		if !strings.HasPrefix(name, "/assets/") {
			names = append(names, name)
		}
	}
	return names
}

// Serve writes the requested file, or returns ErrNotFound.
func (f *Files) Serve(w http.ResponseWriter, r *http.Request) error {
	found := f.byURL[r.URL.Path]
	if found == nil {
		return fault.ErrNotFound
	}
	body, encoding := found.encoding[""], ""
	for _, candidate := range []string{"br", "gzip"} {
		if packed, ok := found.encoding[candidate]; ok && Accepts(r.Header["Accept-Encoding"], candidate) {
			body, encoding = packed, candidate
			break
		}
	}
	h := w.Header()
	maps.Copy(h, found.header)
	h["Etag"] = []string{found.tag + `"`}
	if encoding != "" {
		h["Content-Encoding"], h["Etag"] = []string{encoding}, []string{found.tag + "-" + encoding + `"`}
	}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	if !Unchanged(w, r, found.tag) {
		_, _ = w.Write(body)
	}
	return nil
}

// Bundled returns a JPEG of the build, decoded.
func Bundled(dist fs.FS, name string) (image.Image, error) {
	file, err := dist.Open(strings.TrimPrefix(name, "/"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // the file was only read
	return jpeg.Decode(file)
}

// Inlined returns a picture of the build as a data URL, because on a slow phone most of the
// wait for a picture is the additional round trip.
func Inlined(dist fs.FS, name string) (string, error) {
	body, err := fs.ReadFile(dist, strings.TrimPrefix(name, "/"))
	return "data:" + mime.TypeByExtension(path.Ext(name)) + "," + url.PathEscape(string(body)), err
}
