package draw

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/theme"
	"parichay/locales"
)

var accents = []string{theme.Gold, "#1F5FC4", "#10B981", "#D81B60", "#FFFF00", "#000000", "#FFFFFF", "#808080"}

func TestAnyTitleMakesASmallCover(t *testing.T) {
	t.Parallel()
	for name, text := range words {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, id := range []string{"id0", "id1", "id2"} {
				c := Cover{Lang: text.Lang, ID: id, Label: text.Subtitle, Title: text.Title, Brand: text.Brand, Initials: text.Initials}
				raw, err := c.Card(golden)
				require.NoError(t, err)
				assert.Less(t, len(raw), 160<<10)
				img, err := jpeg.Decode(bytes.NewReader(raw))
				require.NoError(t, err)
				assert.Equal(t, image.Rect(0, 0, 1200, 630), img.Bounds())
				svg, err := c.SVG(golden.Palette)
				require.NoError(t, err)
				require.NoError(t, xml.Unmarshal(svg, new(struct{})))
				assert.Less(t, len(svg), 40<<10)
				assert.NotContains(t, string(svg), "<text")
			}
		})
	}
}

func TestCoverDependsOnTheItemID(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for id := range strings.SplitSeq("abcdefghijklmnopqrstuvwxyz", "") {
		svg, err := Cover{ID: id, Title: "Same"}.SVG(golden.Palette)
		require.NoError(t, err)
		again, err := Cover{ID: id, Title: "Same"}.SVG(golden.Palette)
		require.NoError(t, err)
		assert.Equal(t, svg, again)
		ground, _, _ := strings.Cut(string(svg), "</linearGradient>")
		seen[ground]++
	}
	assert.Len(t, seen, 3, "backgrounds")
}

// TestCoverTextHasEnoughContrast measures text on both ends of the background, in every
// style and accent.
func TestCoverTextHasEnoughContrast(t *testing.T) {
	t.Parallel()
	for _, accent := range accents {
		for i, st := range NewPalette(accent).styles() {
			for _, ground := range []color.RGBA{st.from, st.to} {
				for what, c := range map[string]color.RGBA{"text": st.text, "soft": st.soft, "label": st.label} {
					assert.GreaterOrEqual(t, contrast(c, ground), 4.5, "%s of style %d in %s: %s on %s", what, i, accent, hex(c), hex(ground))
				}
			}
		}
	}
}

func TestTextOnAPhotographHasEnoughContrast(t *testing.T) {
	t.Parallel()
	snow := image.NewRGBA(image.Rect(0, 0, 640, 480))
	draw.Draw(snow, snow.Rect, image.White, image.Point{}, draw.Src)
	for _, title := range []string{"One", guTitle, strings.Repeat(hiTitle, 4)} {
		c := Cover{Lang: locales.Gujarati, Title: title, Brand: "Digital Market", Initials: "DI"}
		on, from, err := c.photo(golden, snow)
		require.NoError(t, err)
		for y := from; y < cardHeight; y++ {
			ground := on.img.RGBAAt(cardWidth-10, y) // beside all text
			require.GreaterOrEqual(t, contrast(ground, white), 4.5, "row %d: %s", y, hex(ground))
		}
		assert.Equal(t, white, on.img.RGBAAt(600, 20), "the rest of the photograph is unchanged")
		text := 0
		for x := range cardWidth {
			for y := range cardHeight {
				if y > from && on.img.RGBAAt(x, y) == white {
					text++
				}
			}
		}
		assert.Greater(t, text, 500, "letters")
	}
}

// TestHeightsOfFigureBarsAreProportionalToTheirValues counts the pixels of each bar's colour in the
// column through its middle.
func TestHeightsOfFigureBarsAreProportionalToTheirValues(t *testing.T) {
	t.Parallel()
	for _, f := range []content.Figure{
		{From: "3", To: "11", Was: 3, Is: 11, Of: "enquiries a week"},
		{From: "₹410", To: "₹240", Was: 410, Is: 240, Of: "cost of an enquiry"},
		{From: "0", To: "7", Was: 0, Is: 7},
		{From: "1,00,00,000", To: "2,00,00,000", Was: 1e7, Is: 2e7, Of: strings.Repeat("a long caption ", 9)},
	} {
		for _, id := range []string{"id0", "id1"} {
			c := Cover{ID: id, Figure: &f, Before: "before", After: "after", Brand: "B", Initials: "B"}
			on, err := c.card(golden)
			require.NoError(t, err)
			st, l := c.style(golden.Palette), sharedLayout
			left := int(l.width - 2*l.bar - l.gap - l.inset + l.bar/2)
			count := func(x int, ink color.RGBA) (n int) {
				for y := range int(l.base) {
					if on.img.RGBAAt(x, y) == ink {
						n++
					}
				}
				return n
			}
			was, is := count(left, st.was), count(left+int(l.bar+l.gap), st.accent)
			most := max(f.Was, f.Is)
			assert.InDelta(t, l.tall*f.Was/most, was, 3, "%s", f.From)
			assert.InDelta(t, l.tall*f.Is/most, is, 3, "%s: the result is in the accent", f.To)
		}
	}
}

func TestCardsShowTheOwnersPictureInsteadOfInitials(t *testing.T) {
	t.Parallel()
	red := color.RGBA{0xE0, 0x10, 0x20, 0xFF}
	face := image.NewRGBA(image.Rect(0, 0, 200, 300))
	draw.Draw(face, face.Rect, image.NewUniform(red), image.Point{}, draw.Src)
	with := Look{Palette: golden.Palette, Face: face}
	reds := func(img *image.RGBA) (n int) {
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i] == red.R && img.Pix[i+1] == red.G && img.Pix[i+2] == red.B {
				n++
			}
		}
		return n
	}
	for _, name := range []string{"home", "gujarati"} {
		card, err := drawCard(words[name], with)
		require.NoError(t, err)
		assert.Greater(t, reds(card), 8000)
		bare, err := drawCard(words[name], golden)
		require.NoError(t, err)
		assert.Zero(t, reds(bare))
	}
	on, err := Cover{Title: "Title", Brand: "Brand", Initials: "BR"}.card(with)
	require.NoError(t, err)
	assert.InDelta(t, 3217, reds(on.img), 250, "a disc of 32 px")
}

func TestPaletteHasThePromisedContrast(t *testing.T) {
	t.Parallel()
	for _, accent := range append(accents, "#FF0000", "#00FFFF", "#8B5CF6", "#EF4444") {
		p := NewPalette(accent)
		assert.GreaterOrEqual(t, contrast(p.onFill, p.fill), 4.5, accent)
		assert.GreaterOrEqual(t, contrast(p.ink, white), 6.0, accent)
		assert.GreaterOrEqual(t, contrast(p.deep, white), 3.0, accent)
	}
	assert.Equal(t, NewPalette(theme.Gold), NewPalette("none"), "an invalid colour counts as gold")
}

func BenchmarkCover(b *testing.B) {
	c := Cover{Lang: locales.Gujarati, Title: guTitle, Label: "SEO", Brand: "Digital Market", Initials: "DI"}
	b.Run("svg", func(b *testing.B) {
		for b.Loop() {
			_, _ = c.SVG(golden.Palette)
		}
	})
	b.Run("card", func(b *testing.B) {
		for b.Loop() {
			_, _ = c.Card(golden)
		}
	})
}
