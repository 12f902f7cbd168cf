package content_test

import (
	"crypto/sha256"
	"encoding/base64"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	apicontent "parichay/internal/api/content"
	"parichay/internal/api/pictures"
	"parichay/internal/store/media"
	"parichay/internal/testkit/apitest"
)

var ownStyle = regexp.MustCompile(`<style id="look">(.*?)</style>`)

// looks saves theme choices.
func looks(s *apitest.Site, choices map[string]any) {
	s.T.Helper()
	a := s.Save(map[string]any{"looks": choices})
	require.Equal(s.T, http.StatusOK, a.StatusCode, string(a.Raw))
}

func TestADefaultPageHasNoThemeStyle(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for range 2 { // as installed, and with the defaults saved
		for _, path := range append([]string{"/nowhere", "/services/quote"}, apitest.PublicPaths...) {
			a := s.Call(http.MethodGet, path, nil)
			assert.NotContains(t, string(a.Raw), `id="look"`, path)
			assert.Contains(t, string(a.Raw), `<meta name="theme-color" content="#ffffff">`, path)
			assert.Regexp(t, `style-src 'sha256-[^ ]+';`, a.Header.Get("Content-Security-Policy"), path)
		}
		looks(s, map[string]any{"accent": "#daa520", "mode": "light", "shape": "pill", "backdrop": "particles", "mainAction": "share", "cover": "", "backdropImage": ""})
	}
}

func TestTheOwnersThemeIsOnEveryPage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	looks(s, map[string]any{"accent": "#10B981", "mode": "phone", "shape": "square"})
	for _, path := range append([]string{"/nowhere", "/services/quote", "/portfolio/request", "/blog/reviews-and-replies", "/blog/nothing"}, apitest.PublicPaths...) {
		a := s.Call(http.MethodGet, path, nil)
		style := ownStyle.FindSubmatch(a.Raw)
		require.NotNil(t, style, path)
		assert.Contains(t, string(style[1]), "--radius-card:2px", path)
		assert.Contains(t, string(style[1]), "@media(prefers-color-scheme:dark){:root{--color-gold:#19BC84", path)
		sum := sha256.Sum256(style[1])
		assert.Contains(t, a.Header.Get("Content-Security-Policy"), " 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"';", path)
		assert.NotContains(t, a.Header.Get("Content-Security-Policy"), "unsafe", path)
		assert.Contains(t, string(a.Raw), `<meta name="theme-color" media="(prefers-color-scheme:dark)" content="#0B120E">`, path)
	}
	assert.NotContains(t, string(s.Call(http.MethodGet, "/admin", nil).Raw), "look", "the owner's app has no theme")
}

func TestAThemePreviewMatchesTheSavedTheme(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	choices := map[string]any{"accent": "#8b2f6f", "mode": "dark", "shape": "rounded", "backdrop": "glow"}
	p := s.Preview("path=/", map[string]any{"site": map[string]any{"looks": choices}})
	assert.NotContains(t, p.HTML, "<style", "the CSP of the owner's app would block it")
	assert.NotContains(t, p.HTML, "<canvas")
	assert.GreaterOrEqual(t, min(p.Ratios.Button, p.Ratios.White, p.Ratios.Dark), 4.5)
	looks(s, choices)
	saved := ownStyle.FindSubmatch(s.Call(http.MethodGet, "/", nil).Raw)
	require.NotNil(t, saved)
	assert.Equal(t, string(saved[1]), p.Style)
	refused := s.Preview("path=/", map[string]any{"site": map[string]any{"looks": map[string]any{"accent": "red", "mode": "sepia"}}})
	assert.Equal(t, p.Style, refused.Style, "invalid values are previewed as stored")
}

func TestTheMainButtonDoesWhatTheOwnerChose(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	home := func() string {
		html, _, _ := strings.Cut(string(s.Call(http.MethodGet, "/hi", nil).Raw), `<script type="application/json"`)
		return html
	}
	main := regexp.MustCompile(`<(a|button)[^>]*from-gold-light[^>]*>`)
	chats := func() int { return strings.Count(home(), `href="https://wa.me/919898000001"`) }
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"contact": map[string]any{"phone": "+91 98980 00001"}}).StatusCode)
	assert.Contains(t, main.FindString(home()), `aria-haspopup="dialog"`, "the default is the share button (H2)")
	before := chats()
	for action, href := range map[string]string{"whatsapp": "https://wa.me/919898000001", "call": "tel:+919898000001", "shop": "https://example.com/shop", "quote": "/hi/services/quote"} {
		looks(s, map[string]any{"mainAction": action})
		assert.Contains(t, main.FindString(home()), `href="`+href+`"`, action)
		assert.Equal(t, before, chats(), "%s: the number of WhatsApp links stays the same", action)
	}
}

func TestACoverHasASourceSet(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var got pictures.Upload
	s.Upload("profile_images", "image/png", blueOnWhite(t)).Into(t, &got)
	looks(s, map[string]any{"cover": got.URL, "backdrop": "photo"})
	html := string(s.Call(http.MethodGet, "/", nil).Raw)
	assert.Contains(t, html, `srcSet="`+media.SourceSet(got.URL)+`"`)
	assert.Contains(t, html, `width="1200" height="500"`, "the size is reserved before the picture loads")
	assert.Contains(t, html, "<canvas", "without a photo the particles stay")
	looks(s, map[string]any{"cover": "", "backdropImage": got.URL})
	html = string(s.Call(http.MethodGet, "/", nil).Raw)
	assert.NotContains(t, html, `width="1200"`)
	assert.NotContains(t, html, "<canvas")
	assert.Contains(t, string(s.Call(http.MethodGet, "/services", nil).Raw), got.URL)
}

func TestAnAccentIsDerivedFromTheOwnersPicture(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	taken := func() (a apicontent.Accent) {
		s.Call(http.MethodGet, "/api/v1/site/accent", nil).Into(t, &a)
		return a
	}
	assert.Empty(t, taken().Colour, "the default picture has no accent")
	var got pictures.Upload
	s.Upload("profile_images", "image/png", blueOnWhite(t)).Into(t, &got)
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"profileImage": got.URL}).StatusCode)
	assert.Regexp(t, `^#1[EF](5|6)[0-9A-F]C[2-6]$`, taken().Colour, "re-encoding changes the colour slightly")
}

// blueOnWhite returns a picture whose dominant colour is blue.
func blueOnWhite(t *testing.T) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 1200, 500))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(200, 100, 600, 400), image.NewUniform(color.RGBA{0x1F, 0x5F, 0xC4, 0xFF}), image.Point{}, draw.Src)
	var out strings.Builder
	require.NoError(t, png.Encode(&out, picture))
	return []byte(out.String())
}
