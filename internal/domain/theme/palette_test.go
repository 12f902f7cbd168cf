package theme

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/kit/oklch"
)

func of(t *testing.T, text string) colour {
	t.Helper()
	c, ok := oklch.Parse(text)
	assert.True(t, ok, text)
	return c
}

// The two palettes of the design, exactly.
func TestPalettesMatchTheDesign(t *testing.T) {
	t.Parallel()
	blue := lightOf(of(t, "#1F5FC4"), usual)
	assert.Equal(t,
		[]string{"#1F5FC4", "#2D6DD3", "#07439A", "#FFFFFF", "#265CB3", "#F5F9FF", "#F2F7FF", "#D7E4F8", "#728199", "#FFFFFF", "#FFFFFF", "#1C1917", "#57534E", "#8C857E"},
		written(blue))
	emerald := darkOf(of(t, "#10B981"))
	assert.Equal(t,
		[]string{"#19BC84", "#37CC93", "#0BA06F", "#03130B", "#68D7A6", "#10261C", "#192C23", "#283830", "#71867B", "#0B120E", "#131D18", "#EEF2F0", "#B1BCB6", "#858F8A"},
		written(emerald))
}

func written(p palette) (all []string) {
	for _, c := range []colour{p.fill, p.light, p.deep, p.onFill, p.ink, p.tint, p.well, p.line, p.edge, p.page, p.card, p.text, p.muted, p.faint} {
		all = append(all, c.String())
	}
	return all
}

// promises asserts every contrast that a palette must have.
func promises(t *testing.T, accent colour, p palette) {
	t.Helper()
	least := func(want float64, name string, c colour, on ...colour) {
		for _, surface := range on {
			if got := oklch.Contrast(c, surface); got < want {
				t.Errorf("%s: %s %s has %.2f on %s, needs %.1f", accent, name, c, got, surface, want)
			}
		}
	}
	surfaces := []colour{p.page, p.card, p.tint, p.well}
	least(textContrast, "text", p.text, append(surfaces, p.alarm)...)
	least(textContrast, "muted text", p.muted, surfaces...)
	least(textContrast, "the accent's ink", p.ink, surfaces...)
	least(textContrast, "button text", p.onFill, p.fill, p.light)
	least(textContrast, "the open sign", p.chat, p.page, p.card)
	least(textContrast, "the chat button", p.onChat, p.chat)
	least(textContrast, "an error", p.danger, p.page, p.card, p.alarm)
	least(textContrast, "a dangerous button", p.onDanger, p.danger, p.card.Under(p.danger, 0.9))
	least(textContrast, "a dark button", p.page, p.text)
	least(controlContrast, "an input's border", p.edge, p.page, p.card)
	least(controlContrast, "the deep accent", p.deep, p.page, p.card)
	least(controlContrast, "an arrow", p.faint, p.card)
}

// extremes are difficult accents: without hue, black, fully saturated.
var extremes = []string{
	"#000000", "#FFFFFF", "#808080", "#010101", "#FEFEFE", "#FF0000", "#00FF00", "#0000FF", "#FFFF00", "#00FFFF", "#FF00FF", "#DAA520", "#7F7F00", "#000080",
}

func accents(t *testing.T, seed uint64, count int) (all []colour) {
	t.Helper()
	for _, text := range extremes {
		all = append(all, of(t, text))
	}
	random := rand.New(rand.NewPCG(seed, 1)) // a fixed seed: the same colours every time
	for range count {
		all = append(all, colour{R: uint8(random.IntN(256)), G: uint8(random.IntN(256)), B: uint8(random.IntN(256))})
	}
	return all
}

func TestEveryAccentGivesReadableText(t *testing.T) {
	t.Parallel()
	for _, accent := range accents(t, 1, 4000) {
		promises(t, accent, lightOf(accent, usual))
		promises(t, accent, lightOf(accent, veiled))
		promises(t, accent, darkOf(accent))
		if t.Failed() {
			return
		}
	}
}

// A photo's pixels lie between black and white: text that is readable on both is
// readable on every pixel.
func TestVeilKeepsTextReadableOnAnyPhoto(t *testing.T) {
	t.Parallel()
	for _, accent := range accents(t, 2, 2000) {
		for _, p := range []palette{lightOf(accent, veiled), darkOf(accent)} {
			for _, pixel := range []colour{black, white} {
				behind := pixel.Under(p.page, Veil)
				for name, c := range map[string]colour{"text": p.text, "muted text": p.muted, "the accent's ink": p.ink, "the open sign": p.chat, "an error": p.danger} {
					if got := oklch.Contrast(c, behind); got < textContrast {
						t.Fatalf("%s: %s %s has %.2f on %s", accent, name, c, got, behind)
					}
				}
			}
		}
	}
}

func TestColourSurvivesConversionToOKLCH(t *testing.T) {
	t.Parallel()
	for _, c := range accents(t, 3, 2000) {
		assert.Equal(t, c, c.LCH().RGB())
	}
}

func TestGreyAccentGivesGreyPalette(t *testing.T) {
	t.Parallel()
	for _, p := range []palette{lightOf(of(t, "#808080"), usual), darkOf(of(t, "#808080"))} {
		for _, c := range []colour{p.tint, p.well, p.line, p.ink, p.edge, p.page, p.card} {
			assert.InDelta(t, c.R, c.B, 1, c)
			assert.InDelta(t, c.R, c.G, 1, c)
		}
	}
}
