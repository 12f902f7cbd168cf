package draw

import (
	"image/color"

	"parichay/internal/domain/theme"
)

// Palette holds the colours of all images, derived from the site's accent.
type Palette struct {
	accent color.RGBA
	fill   color.RGBA // of large shapes with text on them
	onFill color.RGBA
	deep   color.RGBA // the accent, dark enough to be seen on white: ≥ 3:1
	ink    color.RGBA // text in the accent on white and tint: ≥ 6:1
	tint   color.RGBA // an almost white background
}

// NewPalette derives a palette from an accent, written "#RRGGBB"; an invalid accent counts as
// gold. Images have the colours of the pages that show them.
func NewPalette(accent string) Palette {
	s := theme.ShadesOf(accent)
	return Palette{accent: opaque(s.Accent), fill: opaque(s.Fill), onFill: opaque(s.OnFill), deep: opaque(s.Deep), ink: opaque(s.Ink), tint: opaque(s.Tint)}
}

func hex(c color.RGBA) string { return rgbOf(c).String() }
