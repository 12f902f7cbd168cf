package render

import (
	"bytes"
	"image"
	"image/jpeg"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
)

func files(t *testing.T) *Files {
	t.Helper()
	dist := build()
	for name, text := range map[string]string{
		"assets/a-1.js": "plain", "assets/a-1.js.gz": "zipped", "assets/a-1.js.br": "dense", "worker.js": "work", "worker.js.gz": "wk", "favicon.svg": "<svg/>",
	} {
		dist[name] = &fstest.MapFile{Data: []byte(text)}
	}
	f, err := NewFiles(dist)
	require.NoError(t, err)
	return f
}

func (f *Files) get(path string, pairs ...string) (*httptest.ResponseRecorder, error) {
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	for i := 0; i < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
	}
	w := httptest.NewRecorder()
	return w, f.Serve(w, r)
}

func TestFileIsServedInTheDensestAcceptedEncoding(t *testing.T) {
	t.Parallel()
	f := files(t)
	for _, c := range []struct{ path, accept, body, encoding string }{
		{"/assets/a-1.js", "gzip, br", "dense", "br"},
		{"/assets/a-1.js", "gzip, br;q=0", "zipped", "gzip"},
		{"/assets/a-1.js", "", "plain", ""},
		{"/worker.js", "gzip, br", "wk", "gzip"},
		{"/favicon.svg", "gzip, br", "<svg/>", ""},
	} {
		w, err := f.get(c.path, "Accept-Encoding", c.accept)
		require.NoError(t, err)
		assert.Equal(t, c.body, w.Body.String())
		assert.Equal(t, c.encoding, w.Header().Get("Content-Encoding"))
		assert.Equal(t, strconv.Itoa(len(c.body)), w.Header().Get("Content-Length"))
		again, err := f.get(c.path, "Accept-Encoding", c.accept, "If-None-Match", w.Header().Get("Etag"))
		require.NoError(t, err)
		assert.Equal(t, http.StatusNotModified, again.Code)
		assert.Equal(t, w.Header().Get("Etag"), again.Header().Get("Etag"))
		assert.Empty(t, again.Body.String())
	}
}

func TestOnlyHashedFilesAreCachedPermanently(t *testing.T) {
	t.Parallel()
	f := files(t)
	for path, want := range map[string]string{"/assets/a-1.js": "public, max-age=31536000, immutable", "/worker.js": "no-cache"} {
		w, err := f.get(path)
		require.NoError(t, err)
		assert.Equal(t, want, w.Header().Get("Cache-Control"))
		assert.Equal(t, path == "/worker.js", w.Header().Get("Content-Security-Policy") != "")
	}
	assert.ElementsMatch(t, []string{"/worker.js", "/favicon.svg"}, f.Roots())
}

func TestFilesForTheServerAreNotServed(t *testing.T) {
	t.Parallel()
	f := files(t)
	for _, path := range []string{"/server/loader.js", "/.vite/manifest.json", "/assets/a-1.js.gz", "/assets/a-1.js.br", "/assets", "/none.js"} {
		_, err := f.get(path)
		require.ErrorIs(t, err, fault.ErrNotFound, path)
	}
}

// torn is a build with one file that cannot be read.
type torn struct {
	fstest.MapFS
	name string
}

func (f torn) ReadFile(name string) ([]byte, error) {
	if name == f.name {
		return nil, assert.AnError
	}
	return f.MapFS.ReadFile(name)
}

func TestUnreadableFileIsAnError(t *testing.T) {
	t.Parallel()
	dist := fstest.MapFS{"a.js": {Data: []byte("a")}, "a.js.gz": {Data: []byte("z")}}
	for name := range dist {
		_, err := NewFiles(torn{dist, name})
		require.ErrorIs(t, err, assert.AnError, name)
	}
}

func TestPicturesInTheFrontEndBuildAreLoaded(t *testing.T) {
	t.Parallel()
	var photo bytes.Buffer
	require.NoError(t, jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 3, 2)), nil))
	dist := fstest.MapFS{"profile.jpg": {Data: photo.Bytes()}, "a.svg": {Data: []byte("<svg/>")}}
	picture, err := Bundled(dist, "/profile.jpg")
	require.NoError(t, err)
	assert.Equal(t, image.Pt(3, 2), picture.Bounds().Size())
	_, err = Bundled(dist, "/none.jpg")
	require.ErrorIs(t, err, fs.ErrNotExist)
	text, err := Inlined(dist, "/a.svg")
	require.NoError(t, err)
	assert.Equal(t, "data:image/svg+xml,%3Csvg%2F%3E", text)
	_, err = Inlined(dist, "/none.svg")
	require.ErrorIs(t, err, fs.ErrNotExist)
}
