package pictures_test

import (
	"bytes"
	"html"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/pictures"
	"parichay/internal/kit/headers"
	"parichay/internal/store/media"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/hostile"
	"parichay/internal/testkit/testdb"
)

func TestE7UploadedPictureIsServedPermanently(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	a := s.Upload("profile_images", "image/jpeg", hostile.WithCamera(hostile.Photo(900, 700), 3))
	require.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
	var got pictures.Upload
	a.Into(t, &got)
	assert.Regexp(t, `^/media/public/profile_images/[0-9a-f]{32}-900x700\.jpg$`, got.URL)
	assert.Equal(t, [2]int{900, 700}, [2]int{got.Width, got.Height})
	require.Len(t, got.Variants, 2)

	whole := s.Call(http.MethodGet, got.URL, nil)
	require.Equal(t, http.StatusOK, whole.StatusCode)
	_, err := jpeg.Decode(bytes.NewReader(whole.Raw))
	require.NoError(t, err)
	assert.NotContains(t, string(whole.Raw), "Exif")
	for name, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox; " + headers.Closed,
		"Cache-Control": "public, max-age=31536000, immutable", "Accept-Ranges": "bytes",
	} {
		assert.Equal(t, want, whole.Header.Get(name))
	}
	assert.Equal(t, http.StatusNotModified, s.Call(http.MethodGet, got.URL, nil, "If-None-Match", whole.Header.Get("ETag")).StatusCode)
	part := s.Call(http.MethodGet, got.URL, nil, "Range", "bytes=10-19")
	assert.Equal(t, http.StatusPartialContent, part.StatusCode)
	assert.Equal(t, whole.Raw[10:20], part.Raw)
	head := s.Call(http.MethodHead, got.URL, nil)
	assert.Equal(t, int64(len(whole.Raw)), head.ContentLength)
	for _, v := range got.Variants {
		small := s.Call(http.MethodGet, v.URL, nil)
		config, err := jpeg.DecodeConfig(bytes.NewReader(small.Raw))
		require.NoError(t, err, v.URL)
		assert.Equal(t, v.Width, config.Width)
	}

	again := s.Upload("profile_images", "image/jpeg", hostile.WithCamera(hostile.Photo(900, 700), 3))
	assert.Equal(t, a.Raw, again.Raw, "the same picture has the same address")
}

func TestNothingButPicturesIsServedUnderMedia(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, path := range []string{
		"/media/", "/media/public/", "/media/..%2f..%2fgo.mod", "/media/%2e%2e/%2e%2e/go.mod", "/media/public/posts/%00.jpg", "/media//etc/passwd",
		"/media/public/posts/0123456789abcdef0123456789abcdef-10x10.jpg", "/media/public/posts/" + strings.Repeat("a", 4000) + ".jpg",
	} {
		a := s.Call(http.MethodGet, path, nil)
		assert.Equal(t, http.StatusNotFound, a.StatusCode, path)
		assert.NotContains(t, a.Header.Get("Cache-Control"), "immutable")
	}
}

func TestE7HostileUploadsAreRefused(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	status := map[string]int{"media_type": 415, "media_too_large": 413, "media_broken": 422}
	for _, f := range hostile.Files() {
		a := s.Upload("posts", f.Type, f.Body)
		p := a.Problem(t)
		assert.Equal(t, f.Code, p.Code, f.Name)
		assert.Equal(t, status[f.Code], a.StatusCode, f.Name)
	}
	var rows int
	require.NoError(t, s.Store.Pool().QueryRow(t.Context(), `SELECT count(*) FROM media`).Scan(&rows))
	assert.Zero(t, rows)
	for _, folder := range []string{"", "avatars", "../posts"} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.Upload(folder, "image/jpeg", hostile.Photo(64, 48)).StatusCode, folder)
	}
	assert.Equal(t, http.StatusCreated, s.Upload("posts", "image/jpeg", hostile.Photo(64, 48)).StatusCode)
}

func TestOnlyUploadsMayBeLarge(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	large := append(hostile.Animation(1), make([]byte, 1<<20)...)
	assert.Equal(t, "media_broken", s.Upload("posts", "image/gif", large).Problem(t).Code, "read completely, then refused")
	a := s.Call(http.MethodPatch, "/api/v1/site", `{"revision":1,"site":{"brandName":"`+strings.Repeat("x", 1<<20)+`"}}`)
	assert.Equal(t, http.StatusRequestEntityTooLarge, a.StatusCode)
}

func TestABucketOutageAffectsOnlyPictures(t *testing.T) {
	t.Parallel()
	s := withoutBucket(apitest.Start(t).SignIn())
	a := s.Upload("posts", "image/jpeg", hostile.Photo(64, 48))
	assert.Equal(t, http.StatusServiceUnavailable, a.StatusCode)
	assert.Equal(t, "unavailable", a.Problem(t).Code)
	lost := s.Call(http.MethodGet, "/media/public/posts/0123456789abcdef0123456789abcdef-10x10.jpg", nil)
	assert.Equal(t, http.StatusServiceUnavailable, lost.StatusCode)
	assert.Empty(t, lost.Header.Get("Cache-Control"))
	assert.Equal(t, http.StatusOK, s.Call(http.MethodGet, "/", nil).StatusCode)
}

func TestPagesOfferSmallerVersionsOfPictures(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var got pictures.Upload
	s.Upload("posts", "image/jpeg", hostile.Photo(900, 700)).Into(t, &got)
	testdb.Exec(t, s.DSN, `UPDATE portfolio_items SET image_url = $1 WHERE id = (SELECT min(id) FROM portfolio_items)`, got.URL)
	testdb.Exec(t, s.DSN, `UPDATE posts SET content = '<p>x</p><img src="' || $1 || '" alt="દુકાન">'`, got.URL)
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"profileImage": got.URL}).StatusCode)
	set := html.EscapeString(media.SourceSet(got.URL))
	var post string
	require.NoError(t, s.Store.Pool().QueryRow(t.Context(), `SELECT id FROM posts LIMIT 1`).Scan(&post))
	for _, path := range []string{"/", "/portfolio", "/blog/" + post} {
		require.Eventually(t, func() bool { return strings.Contains(string(s.Call(http.MethodGet, path, nil).Raw), set) }, 2*time.Second, 10*time.Millisecond, path)
	}
	assert.Contains(t, string(s.Call(http.MethodGet, "/blog/"+post, nil).Raw), `width="900" height="700" loading="lazy" alt="દુકાન"`)
	assert.Contains(t, string(s.Call(http.MethodGet, "/feed.xml", nil).Raw), "http://parichay.test"+got.URL)
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"profileImage": "/placeholder.svg"}).StatusCode)
	require.Eventually(t, func() bool { return !strings.Contains(string(s.Call(http.MethodGet, "/", nil).Raw), "srcset=") }, 2*time.Second, 10*time.Millisecond, "an external picture has no smaller versions")
}
