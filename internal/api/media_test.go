package api

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
	"parichay/internal/testkit/hostile"
	"parichay/internal/testkit/testdb"
)

type Upload = pictures.Upload

func (s *testSite) upload(folder, contentType string, body []byte) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/v1/media?folder="+folder, body, "Content-Type", contentType)
}

func TestE7UploadedPictureIsServedPermanently(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	a := s.upload("profile_images", "image/jpeg", hostile.WithCamera(hostile.Photo(900, 700), 3))
	require.Equal(t, http.StatusCreated, a.StatusCode, string(a.body))
	var got Upload
	a.into(t, &got)
	assert.Regexp(t, `^/media/public/profile_images/[0-9a-f]{32}-900x700\.jpg$`, got.URL)
	assert.Equal(t, [2]int{900, 700}, [2]int{got.Width, got.Height})
	require.Len(t, got.Variants, 2)

	whole := s.call(http.MethodGet, got.URL, nil)
	require.Equal(t, http.StatusOK, whole.StatusCode)
	_, err := jpeg.Decode(bytes.NewReader(whole.body))
	require.NoError(t, err)
	assert.NotContains(t, string(whole.body), "Exif")
	for name, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox; " + headers.Closed,
		"Cache-Control": "public, max-age=31536000, immutable", "Accept-Ranges": "bytes",
	} {
		assert.Equal(t, want, whole.Header.Get(name))
	}
	assert.Equal(t, http.StatusNotModified, s.call(http.MethodGet, got.URL, nil, "If-None-Match", whole.Header.Get("ETag")).StatusCode)
	part := s.call(http.MethodGet, got.URL, nil, "Range", "bytes=10-19")
	assert.Equal(t, http.StatusPartialContent, part.StatusCode)
	assert.Equal(t, whole.body[10:20], part.body)
	head := s.call(http.MethodHead, got.URL, nil)
	assert.Equal(t, int64(len(whole.body)), head.ContentLength)
	for _, v := range got.Variants {
		small := s.call(http.MethodGet, v.URL, nil)
		config, err := jpeg.DecodeConfig(bytes.NewReader(small.body))
		require.NoError(t, err, v.URL)
		assert.Equal(t, v.Width, config.Width)
	}

	again := s.upload("profile_images", "image/jpeg", hostile.WithCamera(hostile.Photo(900, 700), 3))
	assert.Equal(t, a.body, again.body, "the same picture has the same address")
}

func TestNothingButPicturesIsServedUnderMedia(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, path := range []string{
		"/media/", "/media/public/", "/media/..%2f..%2fgo.mod", "/media/%2e%2e/%2e%2e/go.mod", "/media/public/posts/%00.jpg", "/media//etc/passwd",
		"/media/public/posts/0123456789abcdef0123456789abcdef-10x10.jpg", "/media/public/posts/" + strings.Repeat("a", 4000) + ".jpg",
	} {
		a := s.call(http.MethodGet, path, nil)
		assert.Equal(t, http.StatusNotFound, a.StatusCode, path)
		assert.NotContains(t, a.Header.Get("Cache-Control"), "immutable")
	}
}

func TestE7HostileUploadsAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	status := map[string]int{"media_type": 415, "media_too_large": 413, "media_broken": 422}
	for _, f := range hostile.Files() {
		a := s.upload("posts", f.Type, f.Body)
		p := a.problem(t)
		assert.Equal(t, f.Code, p.Code, f.Name)
		assert.Equal(t, status[f.Code], a.StatusCode, f.Name)
	}
	var rows int
	require.NoError(t, s.store.Pool().QueryRow(t.Context(), `SELECT count(*) FROM media`).Scan(&rows))
	assert.Zero(t, rows)
	for _, folder := range []string{"", "avatars", "../posts"} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.upload(folder, "image/jpeg", hostile.Photo(64, 48)).StatusCode, folder)
	}
	assert.Equal(t, http.StatusCreated, s.upload("posts", "image/jpeg", hostile.Photo(64, 48)).StatusCode)
}

func TestOnlyUploadsMayBeLarge(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	large := append(hostile.Animation(1), make([]byte, 1<<20)...)
	assert.Equal(t, "media_broken", s.upload("posts", "image/gif", large).problem(t).Code, "read completely, then refused")
	a := s.call(http.MethodPatch, "/api/v1/site", `{"revision":1,"site":{"brandName":"`+strings.Repeat("x", 1<<20)+`"}}`)
	assert.Equal(t, http.StatusRequestEntityTooLarge, a.StatusCode)
}

func TestABucketOutageAffectsOnlyPictures(t *testing.T) {
	t.Parallel()
	s := start(t).signIn().withoutBucket()
	a := s.upload("posts", "image/jpeg", hostile.Photo(64, 48))
	assert.Equal(t, http.StatusServiceUnavailable, a.StatusCode)
	assert.Equal(t, "unavailable", a.problem(t).Code)
	lost := s.call(http.MethodGet, "/media/public/posts/0123456789abcdef0123456789abcdef-10x10.jpg", nil)
	assert.Equal(t, http.StatusServiceUnavailable, lost.StatusCode)
	assert.Empty(t, lost.Header.Get("Cache-Control"))
	assert.Equal(t, http.StatusOK, s.call(http.MethodGet, "/", nil).StatusCode)
}

func TestPagesOfferSmallerVersionsOfPictures(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	var got Upload
	s.upload("posts", "image/jpeg", hostile.Photo(900, 700)).into(t, &got)
	testdb.Exec(t, s.dsn, `UPDATE portfolio_items SET image_url = $1 WHERE id = (SELECT min(id) FROM portfolio_items)`, got.URL)
	testdb.Exec(t, s.dsn, `UPDATE posts SET content = '<p>x</p><img src="' || $1 || '" alt="દુકાન">'`, got.URL)
	require.Equal(t, http.StatusOK, s.save(map[string]any{"profileImage": got.URL}).StatusCode)
	set := html.EscapeString(media.SourceSet(got.URL))
	var post string
	require.NoError(t, s.store.Pool().QueryRow(t.Context(), `SELECT id FROM posts LIMIT 1`).Scan(&post))
	for _, path := range []string{"/", "/portfolio", "/blog/" + post} {
		require.Eventually(t, func() bool { return strings.Contains(string(s.call(http.MethodGet, path, nil).body), set) }, 2*time.Second, 10*time.Millisecond, path)
	}
	assert.Contains(t, string(s.call(http.MethodGet, "/blog/"+post, nil).body), `width="900" height="700" loading="lazy" alt="દુકાન"`)
	assert.Contains(t, string(s.call(http.MethodGet, "/feed.xml", nil).body), "http://parichay.test"+got.URL)
	require.Equal(t, http.StatusOK, s.save(map[string]any{"profileImage": "/placeholder.svg"}).StatusCode)
	require.Eventually(t, func() bool { return !strings.Contains(string(s.call(http.MethodGet, "/", nil).body), "srcset=") }, 2*time.Second, 10*time.Millisecond, "an external picture has no smaller versions")
}
