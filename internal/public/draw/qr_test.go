package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/vector"

	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
)

var targets = map[string]string{
	"short":    "https://digitalmarket.in/",
	"long":     "https://digitalmarket.in/blog/" + strings.Repeat("a1-b2/", 28) + "z?",
	"gujarati": "https://digitalmarket.in/gu/blog/" + url.PathEscape("ડિજિટલ-માર્કેટિંગ"),
}

// phone is the pixel ratio of a phone. At a ratio of one, 85 modules in 100 pixels are too
// fine for any reader.
const phone = 3

// swatches returns the colours that the owner may choose, and the one for print.
func swatches(t *testing.T) []string {
	t.Helper()
	for i := range profile.Fields {
		if f := &profile.Fields[i]; f.Key == "qrColor" {
			require.Len(t, f.Options, 5)
			return append([]string{PrintInk}, f.Options...)
		}
	}
	t.Fatal("profile has no field qrColor")
	return nil
}

func TestD4CodesAreReadableInEveryColourAndSize(t *testing.T) {
	t.Parallel()
	require.Len(t, targets["long"], 200)
	for name, target := range targets {
		for _, colour := range swatches(t) {
			for _, pixels := range []int{100, 200, 400} {
				t.Run(fmt.Sprintf("%s %s %d", name, colour, pixels), func(t *testing.T) {
					t.Parallel()
					plain, err := NewQR(target, colour)
					require.NoError(t, err)
					for _, q := range []QR{plain, plain.With(photograph(300, 200))} {
						raw, err := q.PNG(pixels)
						require.NoError(t, err)
						img, err := png.Decode(bytes.NewReader(raw))
						require.NoError(t, err)
						assert.GreaterOrEqual(t, img.Bounds().Dx(), pixels)
						assert.Equal(t, target, read(t, img), "PNG")
						assert.Equal(t, target, read(t, rasterise(t, q.SVG(), pixels*phone)), "SVG")
					}
				})
			}
		}
	}
}

// TestD4PageCodeIsReadableAtItsShownSize tests the code that every site has under a stricter
// condition: a screen with a pixel ratio of one.
func TestD4PageCodeIsReadableAtItsShownSize(t *testing.T) {
	t.Parallel()
	for _, colour := range swatches(t) {
		for _, pixels := range []int{100, 200, 400} {
			q, err := NewQR(targets["short"], colour)
			require.NoError(t, err)
			assert.Equal(t, targets["short"], read(t, rasterise(t, q.With(photograph(300, 200)).SVG(), pixels)), "%s, %d px", colour, pixels)
		}
	}
}

// TestD4CodeWithPictureIsReadableWhenDirty first puts a stain beside the picture, then blurs
// the code like a lens that is out of focus.
func TestD4CodeWithPictureIsReadableWhenDirty(t *testing.T) {
	t.Parallel()
	for name, target := range targets {
		for _, colour := range swatches(t) {
			plain, err := NewQR(target, colour)
			require.NoError(t, err)
			q := plain.With(photograph(300, 200))
			n := len(q.modules)
			img := image.NewRGBA(image.Rect(0, 0, 8*n, 8*n))
			copyInto(img, q.draw(8*n))
			thumb := &canvas{img: img, clip: img.Rect}
			thumb.disc(float64(8*n)*0.5, float64(8*n)*0.76, hole/2*0.8*float64(8*(n-2*quiet)), color.RGBA{0x9C, 0x6B, 0x55, 0xFF})
			assert.Equal(t, target, read(t, img), "%s in %s, dirty", name, colour)
			small := scaled(scaled(q.draw(8*n), 3*n), 8*n)
			assert.Equal(t, target, read(t, small), "%s in %s, blurred", name, colour)
		}
	}
}

func TestOnlyCodesWithHighestCorrectionGetAPicture(t *testing.T) {
	t.Parallel()
	face := image.NewRGBA(image.Rect(0, 0, 300, 300))
	draw.Draw(face, face.Rect, image.NewUniform(color.RGBA{0x33, 0x66, 0x99, 0xFF}), image.Point{}, draw.Src)
	long, err := NewQR("https://example.in/"+strings.Repeat("a", 1300), PrintInk)
	require.NoError(t, err)
	assert.Equal(t, long, long.With(face))
	short, err := NewQR(targets["short"], PrintInk)
	require.NoError(t, err)
	assert.Equal(t, short, short.With(nil))
	faced := short.With(face)
	cleared, dark := 0, 0
	for y, row := range short.modules {
		for x, was := range row {
			if was {
				dark++
			}
			if was != faced.modules[y][x] {
				cleared++
			}
		}
	}
	assert.Positive(t, cleared)
	assert.Less(t, float64(cleared)/float64(dark), 0.1)
	img := faced.draw(400)
	r, g, b, _ := img.At(200, 200).RGBA()
	assert.InDelta(t, 0x33, r>>8, 3)
	assert.InDelta(t, 0x66, g>>8, 3)
	assert.InDelta(t, 0x99, b>>8, 3)
	svg := faced.SVG()
	assert.Contains(t, string(svg), `href="data:image/jpeg;base64,`)
	assert.Less(t, len(svg), 16<<10)
}

func TestE5TooLightCodeColourIsDarkened(t *testing.T) {
	t.Parallel()
	for _, colour := range append(swatches(t), "#FFFF00", "#00FF00", "#FFC0CB", "#FFFFFF", "#000000", "#F0F8FF") {
		q, err := NewQR("x", colour)
		require.NoError(t, err)
		asked, err := parse(colour)
		require.NoError(t, err)
		assert.True(t, Readable(hex(q.ink)), "%s became %s", colour, hex(q.ink))
		if Readable(colour) {
			assert.Equal(t, asked, q.ink, colour)
			continue
		}
		assert.GreaterOrEqual(t, contrast(q.ink, white), 3.5)
		was := rgbOf(q.ink).LCH()
		was.L += 0.015
		assert.False(t, readable(opaque(was.RGB())), "%s became %s, darker than needed", colour, hex(q.ink))
		if was, is := rgbOf(asked).LCH(), rgbOf(q.ink).LCH(); was.C > 0.02 {
			assert.InDelta(t, 0, math.Remainder(was.H-is.H, 2*math.Pi), 0.06, "%s became %s", colour, hex(q.ink))
		}
	}
}

// TestD4AddressesOfAllLengthsAreEncodedCorrectly goes through the lengths at which the encoder
// changes the version or the mode of the code. A hint tells the reader that the image contains
// only the code, because the test is about the content of large codes and not about how well
// readers find them.
func TestD4AddressesOfAllLengthsAreEncodedCorrectly(t *testing.T) {
	t.Parallel()
	for length := 20; length <= 2048; length += 97 {
		target := ("https://example.in/?q=" + strings.Repeat("%E0%AA%95aZ-019", length/15+1))[:length]
		q, err := NewQR(target, PrintInk)
		require.NoError(t, err)
		raw, err := q.PNG(100)
		require.NoError(t, err)
		img, err := png.Decode(bytes.NewReader(raw))
		require.NoError(t, err)
		require.Equal(t, target, decode(t, gozxing.NewGlobalHistgramBinarizer, img, gozxing.DecodeHintType_PURE_BARCODE).GetText(), "%d bytes", length)
	}
}

func TestD4HighestCorrectionIsUsed(t *testing.T) {
	t.Parallel()
	q, err := NewQR(targets["short"], PrintInk)
	require.NoError(t, err)
	raw, err := q.PNG(400)
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(raw))
	require.NoError(t, err)
	assert.Equal(t, "H", decode(t, gozxing.NewGlobalHistgramBinarizer, img, gozxing.DecodeHintType_TRY_HARDER).GetResultMetadata()[gozxing.ResultMetadataType_ERROR_CORRECTION_LEVEL])
	// The highest correction is needed because a thumb may cover the middle of the code.
	covered := image.NewRGBA(img.Bounds())
	draw.Draw(covered, covered.Bounds(), img, image.Point{}, draw.Src)
	draw.Draw(covered, image.Rect(165, 165, 235, 235), image.White, image.Point{}, draw.Src)
	assert.Equal(t, targets["short"], read(t, covered))
}

func TestD4QuietZoneIsFourModulesWide(t *testing.T) {
	t.Parallel()
	for _, target := range targets {
		q, err := NewQR(target, PrintInk)
		require.NoError(t, err)
		n := len(q.modules)
		for i := range n {
			for edge := range 4 {
				assert.False(t, q.modules[edge][i] || q.modules[n-1-edge][i] || q.modules[i][edge] || q.modules[i][n-1-edge])
			}
		}
		assert.True(t, q.modules[4][4] && q.modules[4][n-5] && q.modules[n-5][4], "the three finder patterns start right after it")
	}
}

func TestGujaratiTargetIsPercentEncoded(t *testing.T) {
	t.Parallel()
	q, err := NewQR("https://example.in/gu/જ્ઞાન?q=ક્ષ", PrintInk)
	require.NoError(t, err)
	raw, err := q.PNG(200)
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(raw))
	require.NoError(t, err)
	assert.Equal(t, "https://example.in/gu/"+url.PathEscape("જ્ઞાન")+"?q="+url.QueryEscape("ક્ષ"), read(t, img))
}

func TestPNGGrowsToFitTheCode(t *testing.T) {
	t.Parallel()
	q, err := NewQR(targets["short"], "#1E40AF")
	require.NoError(t, err)
	n := len(q.modules)
	for asked, want := range map[int]int{1: 4 * n, 4 * n: 4 * n, 4*n + 1: 4*n + 1, 401: 401} {
		raw, err := q.PNG(asked)
		require.NoError(t, err)
		img, err := png.Decode(bytes.NewReader(raw))
		require.NoError(t, err)
		assert.Equal(t, want, img.Bounds().Dx())
		ink := inked(img)
		left, right := ink.Min.X, want-ink.Max.X
		assert.LessOrEqual(t, right-left, 1, "%d px: %d left, %d right", asked, left, right)
		assert.GreaterOrEqual(t, right, left)
		assert.Zero(t, ink.Dx()%(n-8), "modules are whole pixels")
		assert.Equal(t, color.RGBA{0x1E, 0x40, 0xAF, 0xFF}, color.RGBAModel.Convert(img.At(ink.Min.X, ink.Min.Y)))
	}
}

func TestQRCodeSVGConsistsOfTwoPathsWithoutStyle(t *testing.T) {
	t.Parallel()
	q, err := NewQR(targets["short"], "#daa520")
	require.NoError(t, err)
	svg := string(q.SVG())
	require.NoError(t, xml.Unmarshal([]byte(svg), new(struct{})))
	assert.Contains(t, svg, fmt.Sprintf(`viewBox="0 0 %d %d"`, len(q.modules), len(q.modules)))
	assert.Contains(t, svg, `shape-rendering="crispEdges"`)
	assert.Contains(t, svg, `fill="`+hex(q.ink)+`"`)
	assert.Equal(t, 2, strings.Count(svg, "<path"))
	assert.NotContains(t, svg, "style")
	assert.Less(t, len(svg), 4096)
}

func TestInvalidCodeInputIsRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		target, colour string
		issue          fault.Issue
	}{
		{"", PrintInk, fault.Issue{Field: "target", Code: fault.Required}},
		{strings.Repeat("a", 2954), PrintInk, fault.Issue{Field: "target", Code: fault.TooLong, Want: "2953"}},
		{"x", "gold", fault.Issue{Field: "color", Code: fault.InvalidValue, Want: "#RRGGBB"}},
		{"x", "#fff", fault.Issue{Field: "color", Code: fault.InvalidValue, Want: "#RRGGBB"}},
		{"x", `#"/><x`, fault.Issue{Field: "color", Code: fault.InvalidValue, Want: "#RRGGBB"}},
		{"x", "#+12345", fault.Issue{Field: "color", Code: fault.InvalidValue, Want: "#RRGGBB"}},
		{"x", "#1_2_3_", fault.Issue{Field: "color", Code: fault.InvalidValue, Want: "#RRGGBB"}},
	} {
		_, err := NewQR(test.target, test.colour)
		var invalid fault.Invalid
		require.ErrorAs(t, err, &invalid, "%.20q in %q", test.target, test.colour)
		assert.Equal(t, []fault.Issue{test.issue}, invalid.Issues)
	}
	q, err := NewQR("x", PrintInk)
	require.NoError(t, err)
	for _, pixels := range []int{-1, 0, 2049, 1 << 40} {
		_, err := q.PNG(pixels)
		require.ErrorAs(t, err, new(fault.Invalid), "%d px", pixels)
	}
}

func TestContrastOfCodeColoursFollowsWCAG(t *testing.T) {
	t.Parallel()
	for colour, want := range map[string]float64{
		"#FFFFFF": 1, "#000000": 21, "#DAA520": 2.24, "#1E40AF": 8.72, "#10B981": 2.54, "#EF4444": 3.76, "#8B5CF6": 4.23, PrintInk: 17.49,
	} {
		c, err := parse(colour)
		require.NoError(t, err)
		assert.InDelta(t, want, contrast(c, white), 0.01, colour)
	}
	assert.False(t, Readable("gold"))
}

// read decodes the code in the two ways in which readers tell dark from light: with one
// threshold for the whole image, and with one for each region of it.
func read(t *testing.T, img image.Image) string {
	t.Helper()
	text := decode(t, gozxing.NewGlobalHistgramBinarizer, img, gozxing.DecodeHintType_TRY_HARDER).GetText()
	assert.Equal(t, text, decode(t, gozxing.NewHybridBinarizer, img, gozxing.DecodeHintType_TRY_HARDER).GetText())
	return text
}

func decode(t *testing.T, by func(gozxing.LuminanceSource) gozxing.Binarizer, img image.Image, hint gozxing.DecodeHintType) *gozxing.Result {
	t.Helper()
	bitmap, err := gozxing.NewBinaryBitmap(by(gozxing.NewLuminanceSourceFromImage(img)))
	require.NoError(t, err)
	result, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{hint: true})
	require.NoError(t, err)
	return result
}

// photograph returns a picture with light, dark and coloured parts.
func photograph(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, color.RGBA{uint8(255 * x / width), uint8(127 + 127*math.Sin(float64(x+2*y)/9)), uint8(255 * y / height), 0xFF})
		}
	}
	return img
}

// inked returns the bounding box of all pixels that are not white.
func inked(img image.Image) (box image.Rectangle) {
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			if color.RGBAModel.Convert(img.At(x, y)) != white {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

var (
	svgShape = regexp.MustCompile(`^<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 (\d+) (\d+)" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\d+v\d+H0z"/><path fill="(#[0-9A-F]{6})" d="([^"]+)"/>(?:<clipPath id="a"><circle cx="([\d.]+)" cy="[\d.]+" r="([\d.]+)"/></clipPath><image clip-path="url\(#a\)" [^>]*/>)?</svg>$`)
	svgStep  = regexp.MustCompile(`M(\d+) (\d+)|([hv])(-?\d+)|z`)
)

// rasterise draws one of our SVGs as a browser would. It does not rely on its being a code.
func rasterise(t *testing.T, svg []byte, pixels int) image.Image {
	t.Helper()
	parts := svgShape.FindSubmatch(svg)
	require.NotNil(t, parts, "%.300s", svg)
	number := func(digits string) float32 {
		n, err := strconv.Atoi(digits)
		require.NoError(t, err)
		return float32(n)
	}
	scale := float32(pixels) / number(string(parts[1]))
	path := string(parts[4])
	require.Empty(t, svgStep.ReplaceAllString(path, ""), "unknown path commands")
	pen := vector.NewRasterizer(pixels, pixels)
	for _, step := range svgStep.FindAllStringSubmatch(path, -1) {
		x, y := pen.Pen()
		switch {
		case step[1] != "":
			pen.MoveTo(number(step[1])*scale, number(step[2])*scale)
		case step[3] == "h":
			pen.LineTo(x+number(step[4])*scale, y)
		case step[3] == "v":
			pen.LineTo(x, y+number(step[4])*scale)
		default:
			pen.ClosePath()
		}
	}
	fill, err := parse(string(parts[3]))
	require.NoError(t, err)
	img := image.NewRGBA(image.Rect(0, 0, pixels, pixels))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	pen.Draw(img, img.Bounds(), image.NewUniform(fill), image.Point{})
	if len(parts[5]) > 0 {
		size := func(text []byte) float64 {
			v, err := strconv.ParseFloat(string(text), 64)
			require.NoError(t, err)
			return v * float64(scale)
		}
		(&canvas{img: img, clip: img.Rect}).round(square(photograph(300, 200)), size(parts[5]), size(parts[5]), size(parts[6]))
	}
	return img
}
