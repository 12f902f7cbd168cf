package draw

import (
	"image/color"

	"parichay/internal/domain/theme"
)

// Palette is what is drawn with, all made from the site's accent.
type Palette struct {
	accent color.RGBA
	fill   color.RGBA // of large shapes with text on them
	onFill color.RGBA
	deep   color.RGBA // the accent where it must be seen on white: ≥ 3:1
	ink    color.RGBA // text in the accent on white and tint: ≥ 6:1
	tint   color.RGBA // a ground that is nearly white
}

// NewPalette makes one from an accent, written "#RRGGBB"; what is none is gold. Pictures
// have the colours of the pages that show them.
func NewPalette(accent string) Palette {
	s := theme.ShadesOf(accent)
	return Palette{accent: opaque(s.Accent), fill: opaque(s.Fill), onFill: opaque(s.OnFill), deep: opaque(s.Deep), ink: opaque(s.Ink), tint: opaque(s.Tint)}
}

func hex(c color.RGBA) string { return rgbOf(c).String() }
