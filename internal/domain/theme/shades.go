package theme

import "parichay/internal/kit/oklch"

// Shades are the colours that generated pictures use, from the light palette.
type Shades struct {
	Accent       oklch.RGB
	Fill, OnFill oklch.RGB // large shapes, and text on them
	Deep         oklch.RGB // the accent on white
	Ink          oklch.RGB // text in the accent
	Tint         oklch.RGB // a nearly white background
}

// ShadesOf returns the shades of an accent, given as "#RRGGBB". An invalid accent counts
// as gold. The shades of gold are the tokens of the style sheet.
func ShadesOf(accent string) Shades {
	c := Choice{Accent: accent}.accent()
	if c.String() == Gold {
		return Shades{Accent: c, Fill: c, OnFill: ink, Deep: oklch.Hex(0xB8860B), Ink: goldInk, Tint: oklch.Hex(0xFFFBF2)}
	}
	p := lightOf(c, usual)
	return Shades{Accent: c, Fill: p.fill, OnFill: p.onFill, Deep: p.deep, Ink: p.ink, Tint: p.tint}
}
