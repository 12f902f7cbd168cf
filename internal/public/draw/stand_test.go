package draw

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/color"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/vector"

	"parichay/locales"
)

const standAt = "https://digitalmarket.in/q/k7m2p"

func standOf(t *testing.T, lang locales.Lang, brand, words string, face image.Image) Stand {
	t.Helper()
	q, err := NewQR(standAt, PrintInk)
	require.NoError(t, err)
	return Stand{
		Lang: lang, Brand: brand, Initials: "DM", Words: words, Address: "digitalmarket.in/q/k7m2p",
		Code: q.With(face), Look: Look{Palette: NewPalette("#DAA520"), Face: face},
	}
}

func TestStandCodeIsReadableOnEveryPaper(t *testing.T) {
	t.Parallel()
	for lang, brand := range map[locales.Lang]string{
		locales.English: "Digital Market", locales.Hindi: "श्री क्षेत्रपाल एंटरप्राइज़ेज़", locales.Gujarati: "શ્રી કૃષ્ણ ટ્રેડર્સ",
	} {
		for _, paper := range Paper("").All() {
			for _, face := range []image.Image{nil, photograph(300, 200)} {
				file, err := standOf(t, lang, brand, locales.Text(lang, "stand.words"), face).PDF(paper)
				require.NoError(t, err)
				assert.Len(t, regexp.MustCompile(`/Type /Page\b[^s]`).FindAll(file, -1), 1, "one page")
				assert.NotContains(t, string(file), "/BaseFont", "letters are outlines and need no font")
				shown := printed(t, file, papers[paper].Wd, papers[paper].Ht, 6)
				assert.Equal(t, standAt, read(t, shown), "%s on %s", lang, paper)
			}
		}
	}
}

func TestStandPDFIsReproducible(t *testing.T) {
	t.Parallel()
	s := standOf(t, locales.Gujarati, "શ્રી કૃષ્ણ ટ્રેડર્સ", "જોવા માટે સ્કેન કરો", photograph(300, 200))
	one, err := s.PDF(A6)
	require.NoError(t, err)
	other, err := s.PDF(A6)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(one, other))
	assert.Less(t, len(one), 200<<10)
}

func TestStandFitsAnyBrandName(t *testing.T) {
	t.Parallel()
	for _, brand := range []string{"", "A", strings.Repeat("શ્રી કૃષ્ણ ટ્રેડર્સ ", 12), strings.Repeat("W", 300), "\U0001F6D2"} {
		file, err := standOf(t, locales.Gujarati, brand, "જોવા માટે સ્કેન કરો", nil).PDF(A6)
		require.NoError(t, err)
		shown := printed(t, file, papers[A6].Wd, papers[A6].Ht, 6)
		assert.Equal(t, standAt, read(t, shown))
		for y := range shown.Rect.Dy() {
			require.Greater(t, shown.RGBAAt(18, y).G, uint8(0xF8), "nothing is written beyond the frame: %q", brand)
		}
	}
}

// printed draws the filled shapes of a PDF as a printer does, with dots pixels per millimetre.
// Pictures are left out, because the code must be readable without them.
func printed(t *testing.T, file []byte, width, height, dots float64) *image.RGBA {
	t.Helper()
	const point = 72 / 25.4
	img := image.NewRGBA(image.Rect(0, 0, int(width*dots), int(height*dots)))
	copyInto(img, image.NewUniform(white))
	var pen vector.Rasterizer
	pen.Reset(img.Rect.Dx(), img.Rect.Dy())
	ink := color.RGBA{A: 0xFF}
	draw := func() {
		pen.Draw(img, img.Rect, image.NewUniform(ink), image.Point{})
		pen.Reset(img.Rect.Dx(), img.Rect.Dy())
	}
	var args []float32
	var path []func() // until an operator fills or drops it
	filled := 0
	for word := range strings.FieldsSeq(pageContent(t, file)) {
		if n, err := strconv.ParseFloat(word, 32); err == nil {
			args = append(args, float32(n))
			continue
		}
		own := args
		x := func(i int) float32 { return own[i] * float32(dots/point) }
		y := func(i int) float32 { return float32(height*dots) - own[i]*float32(dots/point) }
		switch word {
		case "m":
			path = append(path, func() { pen.MoveTo(x(0), y(1)) })
		case "l":
			path = append(path, func() { pen.LineTo(x(0), y(1)) })
		case "c":
			path = append(path, func() { pen.CubeTo(x(0), y(1), x(2), y(3), x(4), y(5)) })
		case "h":
			path = append(path, func() { pen.ClosePath() })
		case "rg", "g":
			draw()
			last := len(own) - 1
			ink = color.RGBA{uint8(own[0] * 255), uint8(own[last/2] * 255), uint8(own[last] * 255), 0xFF}
		case "f":
			filled++
			for _, step := range path {
				step()
			}
			path = nil
		case "S", "n": // a stroked line, and a clip path
			path = nil
		}
		args = nil
	}
	draw()
	require.Greater(t, filled, 10)
	return img
}

// pageContent returns the drawing operators of the PDF's page.
func pageContent(t *testing.T, file []byte) string {
	t.Helper()
	for _, start := range regexp.MustCompile(`/Filter /FlateDecode /Length \d+>>\nstream\n`).FindAllIndex(file, -1) {
		r, err := zlib.NewReader(bytes.NewReader(file[start[1]:]))
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		if bytes.Contains(text, []byte(" c\n")) {
			return string(text)
		}
	}
	t.Fatal("the file has no page")
	return ""
}
