package theme

import "parichay/internal/kit/oklch"

// Shades are the colours of a light page that pictures are drawn in.
type Shades struct {
	Accent       oklch.RGB
	Fill, OnFill oklch.RGB // of large shapes, and what is written on them
	Deep         oklch.RGB // the accent where it must be seen on white
	Ink          oklch.RGB // text in the accent
	Tint         oklch.RGB // a ground that is nearly white
}

// ShadesOf makes those of an accent, written "#RRGGBB"; what is none is gold. Gold gives
// the tokens of the style sheet.
func ShadesOf(accent string) Shades {
	c := Choice{Accent: accent}.accent()
	if c.String() == Gold {
		return Shades{Accent: c, Fill: c, OnFill: ink, Deep: oklch.Hex(0xB8860B), Ink: goldInk, Tint: oklch.Hex(0xFFFBF2)}
	}
	p := lightOf(c, usual)
	return Shades{Accent: c, Fill: p.fill, OnFill: p.onFill, Deep: p.deep, Ink: p.ink, Tint: p.tint}
}
