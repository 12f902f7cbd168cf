package site

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/testkit/testdb"
)

const ownersPicture = "/media/public/profile_images/0123456789abcdef0123456789abcdef-400x400.jpg"

// withPicture returns a site whose owner has a picture. While away is true, the picture cannot
// be loaded.
func withPicture(t *testing.T, now func() time.Time) (s *Site, away *atomic.Bool) {
	t.Helper()
	s, away = open(t, now), new(atomic.Bool)
	s.studio.Open = func(_ context.Context, address string, _ int) (image.Image, error) {
		switch {
		case address != ownersPicture:
			return nil, fault.ErrNotFound
		case away.Load():
			return nil, errors.New("picture store is down")
		}
		img := image.NewRGBA(image.Rect(0, 0, 400, 400))
		draw.Draw(img, img.Rect, image.NewUniform(color.RGBA{0xE0, 0x10, 0x20, 0xFF}), image.Point{}, draw.Src)
		return img, nil
	}
	storePicture(t, s, ownersPicture)
	_, err := s.store.Site.Save(t.Context(), "owner@example.com", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"profileImage": ownersPicture}, nil)
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	return s, away
}

// storePicture records a picture; only its address matters.
func storePicture(t *testing.T, s *Site, address string) {
	t.Helper()
	require.NoError(t, s.store.Media.Store(t.Context(), strings.TrimPrefix(address, "/media/"), "", func(context.Context) error { return nil }))
}

func serve(t *testing.T, by func(http.ResponseWriter, *http.Request) error, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	require.NoError(t, by(w, httptest.NewRequest(http.MethodGet, path, http.NoBody)), path)
	return w
}

func cardOf(t *testing.T, s *Site, path string) string {
	t.Helper()
	found := regexp.MustCompile(`og:image" content="http://parichay\.test([^"]+)"`).FindStringSubmatch(get(s, path).Body.String())
	require.NotNil(t, found)
	return found[1]
}

// TestCardWithoutItsPictureIsNotCached makes the pictures unavailable, and then available
// again.
func TestCardWithoutItsPictureIsNotCached(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	s, away := withPicture(t, func() time.Time { return time.Now().Add(time.Duration(later.Load())) })
	s.config.Purged = true
	away.Store(true)
	d := Documents{s}
	card := cardOf(t, s, "/")
	for range 2 { // made, then from the cache
		w := serve(t, d.ServeCard, card)
		assert.Equal(t, headers.Unkept, w.Header().Get("Cache-Control"))
		_, err := jpeg.Decode(w.Body)
		require.NoError(t, err, "the card shows the initials")
		assert.Equal(t, headers.Unkept, serve(t, d.ServeIcon, "/icon/180.png").Header().Get("Cache-Control"))
		contact := serve(t, d.ServeVCard, "/contact.vcf")
		assert.Equal(t, headers.Unkept, contact.Header().Get("Cache-Control"))
		assert.NotContains(t, contact.Body.String(), "PHOTO")
	}
	away.Store(false)
	later.Store(int64(10 * time.Second))
	w := serve(t, d.ServeCard, card)
	assert.Contains(t, w.Header().Get("Cache-Control"), "immutable")
	img, err := jpeg.Decode(w.Body)
	require.NoError(t, err)
	r, g, _, _ := img.At(600, 220).RGBA()
	assert.Greater(t, r>>8, uint32(0xC0), "the card shows the picture")
	assert.Less(t, g>>8, uint32(0x40))
	assert.Contains(t, serve(t, d.ServeVCard, "/contact.vcf").Body.String(), "PHOTO;ENCODING=b;TYPE=JPEG:")
}

// TestSlowCardsDoNotBlockOtherDocuments blocks the worker that draws cards.
func TestSlowCardsDoNotBlockOtherDocuments(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	busy, done := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(done) })
	go func() { _ = s.makers[pictures].Do(context.WithoutCancel(t.Context()), func() { close(busy); <-done }) }()
	<-busy
	for _, path := range []string{"/", "/gu/portfolio", "/blog/whatsapp-shop-window"} {
		assert.Equal(t, http.StatusOK, get(s, path).Code, path)
	}
	d := Documents{s}
	b, err := s.Page(t.Context(), "/gu/portfolio")
	require.NoError(t, err)
	for _, card := range b.Portfolio.Items {
		assert.Equal(t, http.StatusOK, serve(t, d.ServeCover, card.ImageURL).Code)
	}
	assert.Equal(t, http.StatusOK, serve(t, d.ServeFeed, "/feed.xml").Code)
	assert.Equal(t, http.StatusOK, serve(t, d.ServeLLMs, "/llms.txt").Code)
}

func TestArticleCardChangesWithItsPicture(t *testing.T) {
	t.Parallel()
	s, dsn := openOn(t, time.Now)
	const path = "/blog/whatsapp-shop-window"
	first := cardOf(t, s, path)
	assert.NotEqual(t, first, cardOf(t, s, "/gu"+path))
	testdb.Exec(t, dsn, `UPDATE posts SET content = content || '<img src="`+ownersPicture+`">' WHERE id = 'whatsapp-shop-window'`)
	testdb.Exec(t, dsn, `UPDATE site_version SET version = version + 1`)
	s.Refresh(t.Context())
	assert.NotEqual(t, first, cardOf(t, s, path), "the card shows the article's own picture now")
}
