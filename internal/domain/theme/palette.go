package theme

import "parichay/internal/kit/oklch"

// palette holds the colours of a page that depend on the accent or the mode.
type palette struct {
	fill, light, deep, onFill colour // buttons: surface, upper edge, border and text
	ink                       colour // links and headings
	tint, well, line, edge    colour // surfaces of the accent's hue, separators, borders of inputs
	page, card                colour
	text, muted, faint        colour
	chat, onChat              colour
	danger, onDanger, alarm   colour // alarm is the surface behind a warning
}

// The minimum contrast of text on its background, and of the borders of controls.
const (
	textContrast    = 4.5
	controlContrast = 3.0
)

// Veil is the opacity of the layer between the text and a photo or a glow. With the darker
// inks of such a page, text is readable on any colour.
const Veil = 0.82

// inks are the text colours of a light page.
type inks struct {
	accent              float64 // minimum contrast of the accent's ink on white
	muted, chat, danger colour
}

// On a veiled backdrop inks are darker, so that the veil can be thinner.
var (
	usual  = inks{6, oklch.Hex(0x57534E), oklch.Hex(0x0E7A4B), oklch.Hex(0xB42318)}
	veiled = inks{8, oklch.Hex(0x44403C), oklch.Hex(0x0A5C38), oklch.Hex(0x911810)}
)

// lightOf derives the palette of a light page with the given inks.
func lightOf(accent colour, with inks) palette {
	p := palette{
		onFill: ink, page: white, card: white,
		text: ink, muted: with.muted, faint: oklch.Hex(0x8C857E),
		chat: with.chat, onChat: white,
		danger: with.danger, onDanger: white, alarm: oklch.Hex(0xFEF3F2),
	}
	fill := accent.LCH()
	hue := fill.Of
	if oklch.Contrast(ink, accent) >= 7 {
		p.fill = accent
		p.light = oklch.At(fill.L+0.063, fill.C, fill.H).RGB()
	} else {
		p.onFill = white
		readable := func(c colour) bool { return oklch.Contrast(white, c) >= textContrast }
		fill = fill.Darker(readable)
		p.fill = fill.RGB()
		p.light = oklch.At(fill.L+0.045, fill.C, fill.H).Darker(readable).RGB()
	}
	p.deep = oklch.At(max(fill.L-0.1, 0), fill.C*0.9, fill.H).Darker(func(c colour) bool { return oklch.Contrast(c, white) >= controlContrast }).RGB()
	p.tint, p.well, p.line = hue(0.9805, 0.0115).RGB(), hue(0.975, 0.0145).RGB(), hue(0.915, 0.03).RGB()
	p.ink = hue(0.488, min(0.9*fill.C, 0.15)).Darker(func(c colour) bool {
		return oklch.Contrast(c, white) >= with.accent && oklch.Contrast(c, p.well) >= textContrast
	}).RGB()
	p.edge = hue(0.60, 0.04).Darker(func(c colour) bool { return oklch.Contrast(c, white) >= controlContrast }).RGB()
	return p
}

// darkOf derives the palette of a dark page.
func darkOf(accent colour) palette {
	fill := accent.LCH()
	hue := fill.Of
	p := palette{
		onFill: hue(0.17, 0.03).RGB(), page: hue(0.172, 0.013).RGB(), card: hue(0.218, 0.017).RGB(),
		text: hue(0.958, 0.006).RGB(), muted: hue(0.785, 0.014).RGB(), faint: hue(0.64, 0.014).RGB(),
		tint: hue(0.245, 0.034).RGB(), well: hue(0.272, 0.03).RGB(), line: hue(0.325, 0.026).RGB(),
		chat: oklch.Hex(0x25D366), onChat: oklch.Hex(0x06301B),
		danger: oklch.Hex(0xFF8A7D), onDanger: oklch.Hex(0x2B0805), alarm: oklch.Hex(0x341411),
	}
	fill.L = max(fill.L, 0.70)
	fill = fill.Lighter(func(c colour) bool {
		return oklch.Contrast(c, p.card) >= controlContrast && oklch.Contrast(c, ink) >= 7
	})
	p.fill = fill.RGB()
	p.light = oklch.At(min(fill.L+0.05, 1), fill.C, fill.H).RGB()
	p.deep = oklch.At(fill.L-0.08, fill.C*0.9, fill.H).RGB()
	p.ink = hue(0.80, min(fill.C, 0.125)).Lighter(func(c colour) bool { return oklch.Contrast(c, p.well) >= 7 }).RGB()
	p.edge = hue(0.60, 0.03).Lighter(func(c colour) bool { return oklch.Contrast(c, p.card) >= 3.2 }).RGB()
	return p
}
