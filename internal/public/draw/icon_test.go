package draw

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/theme"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

func TestIconsHaveTheRequestedShape(t *testing.T) {
	t.Parallel()
	blue := color.RGBA{0x10, 0x40, 0xC0, 0xFF}
	face := image.NewRGBA(image.Rect(0, 0, 300, 400))
	draw.Draw(face, face.Rect, image.NewUniform(blue), image.Point{}, draw.Src)
	faced := Look{Palette: golden.Palette, Face: face}
	for name, icon := range Icons {
		for what, look := range map[string]Look{"picture": faced, "initials": golden} {
			raw, err := Icon(look, "ક્ષજ્ઞ", icon.Pixels, icon.Cut)
			require.NoError(t, err)
			img, err := png.Decode(bytes.NewReader(raw))
			require.NoError(t, err)
			assert.Equal(t, image.Rect(0, 0, icon.Pixels, icon.Pixels), img.Bounds())
			_, _, _, corner := img.At(0, 0).RGBA()
			assert.Equal(t, icon.Cut == Round, corner == 0, "%s of %s: corners", name, what)
			edge := color.RGBAModel.Convert(img.At(icon.Pixels/2, icon.Pixels/12))
			switch {
			case what == "initials":
				assert.Equal(t, golden.Palette.fill, edge, name)
			case icon.Cut == Maskable:
				assert.Equal(t, golden.Palette.tint, edge, "outside the part that phones keep")
			default:
				assert.Equal(t, blue, edge, name)
			}
		}
	}
	letters, err := drawIcon(golden, "DI", 192, Square)
	require.NoError(t, err)
	none, err := drawIcon(golden, "🎉", 192, Square)
	require.NoError(t, err)
	assert.NotEqual(t, letters.Pix, none.Pix)
}

func TestFaviconIsAnICOWithAPNG(t *testing.T) {
	t.Parallel()
	raw, err := Favicon(golden, "DI")
	require.NoError(t, err)
	assert.Equal(t, []byte{0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0}, raw[:14])
	size, at := binary.LittleEndian.Uint32(raw[14:]), binary.LittleEndian.Uint32(raw[18:])
	assert.Len(t, raw, int(size+at))
	config, err := png.DecodeConfig(bytes.NewReader(raw[at:]))
	require.NoError(t, err)
	assert.Equal(t, 32, config.Width)
}

func TestPortraitStaysWithinItsSizeLimit(t *testing.T) {
	t.Parallel()
	noise := image.NewRGBA(image.Rect(0, 0, 640, 480))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(r.Uint32()) | uint8(i%4/3*255)
	}
	for name, face := range map[string]image.Image{"noise": noise, "photograph": photograph(900, 700)} {
		raw := Portrait(face, 28<<10)
		assert.Less(t, len(raw), 28<<10+1, name)
		config, err := jpeg.DecodeConfig(bytes.NewReader(raw))
		require.NoError(t, err, name)
		assert.Equal(t, config.Width, config.Height)
		assert.GreaterOrEqual(t, config.Width, 120)
	}
}

func TestStudioLeavesOutUnavailablePictures(t *testing.T) {
	t.Parallel()
	asked := map[string]int{}
	s := Studio{Sample: photograph(64, 64), SampleAt: "/sample", Open: func(_ context.Context, address string, width int) (image.Image, error) {
		asked[address] = width
		switch address {
		case "/ours":
			return photograph(320, 320), nil
		case "/down":
			return nil, errors.New("bucket is down")
		}
		return nil, fault.ErrNotFound
	}}
	for address, want := range map[string]struct{ face, whole bool }{
		"": {false, true}, "/sample": {true, true}, "/ours": {true, true}, "/down": {false, false}, "https://example.in/a.jpg": {false, true},
	} {
		look, whole := s.Look(t.Context(), Owner{Face: address, Accent: theme.Gold})
		assert.Equal(t, want.whole, whole, address)
		assert.Equal(t, want.face, look.Face != nil, address)
	}
	assert.NotContains(t, asked, "", "an empty address is not looked up")
	cover := CoverOf(content.Posts, "id", locales.English, content.Values{"title": "Title", "categories": []string{"SEO"}})
	bare, whole, err := s.Draw(t.Context(), Drawing{Cover: cover})
	require.NoError(t, err)
	assert.True(t, whole)
	with, whole, err := s.Draw(t.Context(), Drawing{Cover: cover, Photo: "/ours"})
	require.NoError(t, err)
	assert.True(t, whole)
	assert.NotEqual(t, bare, with)
	assert.Equal(t, 1200, asked["/ours"])
	instead, whole, err := s.Draw(t.Context(), Drawing{Cover: cover, Photo: "/down"})
	require.NoError(t, err)
	assert.False(t, whole)
	assert.Equal(t, bare, instead)
}
