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

// NewPalette derives a palette from an accent, written "#RRGGBB". An invalid accent counts as
// gold. The colours are the same as those of the site's pages.
func NewPalette(accent string) Palette {
	s := theme.ShadesOf(accent)
	return Palette{accent: opaque(s.Accent), fill: opaque(s.Fill), onFill: opaque(s.OnFill), deep: opaque(s.Deep), ink: opaque(s.Ink), tint: opaque(s.Tint)}
}

func hex(c color.RGBA) string { return rgbOf(c).String() }
