package theme

import (
	"math"

	"parichay/internal/kit/oklch"
)

// palette holds the colours of a page that depend on the accent or the mode.
type palette struct {
	fill, light, deep, onFill colour // buttons: surface, upper edge, border and text
	ink                       colour // links and headings
	tint, well, line, edge    colour // surfaces of the accent's hue, separators, borders of inputs
	page, card                colour
	text, muted, faint        colour
	chat, onChat              colour
	danger, onDanger, alarm   colour // alarm is the surface behind a warning

	wash  colour    // only with a theme: the far end of a gradient on the page
	veil  colour    // only with a theme: the dark layer between a picture and white text
	cards [3]colour // only with a theme: surfaces of filled cards, under ink
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
		page: white, card: white,
		text: ink, muted: with.muted, faint: oklch.Hex(0x8C857E),
		chat: with.chat, onChat: white,
		danger: with.danger, onDanger: white, alarm: oklch.Hex(0xFEF3F2),
	}
	p, fill := p.filled(accent)
	hue := fill.Of
	p.deep = oklch.At(max(fill.L-0.1, 0), fill.C*0.9, fill.H).Darker(func(c colour) bool { return oklch.Contrast(c, white) >= controlContrast }).RGB()
	p.tint, p.well, p.line = hue(0.9805, 0.0115).RGB(), hue(0.975, 0.0145).RGB(), hue(0.915, 0.03).RGB()
	p.ink = hue(0.488, min(0.9*fill.C, 0.15)).Darker(func(c colour) bool {
		return oklch.Contrast(c, white) >= with.accent && oklch.Contrast(c, p.well) >= textContrast
	}).RGB()
	p.edge = hue(0.60, 0.04).Darker(func(c colour) bool { return oklch.Contrast(c, white) >= controlContrast }).RGB()
	return p
}

// filled returns p with the colours of a light page's buttons, and the colour of their surface.
func (p palette) filled(accent colour) (palette, lch) {
	fill := accent.LCH()
	if oklch.Contrast(ink, accent) >= 7 {
		p.fill, p.onFill = accent, ink
		p.light = oklch.At(fill.L+0.063, fill.C, fill.H).RGB()
		return p, fill
	}
	p.onFill = white
	readable := func(c colour) bool { return oklch.Contrast(white, c) >= textContrast }
	fill = fill.Darker(readable)
	p.fill = fill.RGB()
	p.light = oklch.At(fill.L+0.045, fill.C, fill.H).Darker(readable).RGB()
	return p, fill
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

// readable returns whether a colour has a contrast on every surface.
func readable(least float64, on ...colour) func(colour) bool {
	return func(c colour) bool {
		for _, surface := range on {
			if oklch.Contrast(c, surface) < least {
				return false
			}
		}
		return true
	}
}

// A little more than the minimum, so that a mix of two surfaces has the minimum, too.
const (
	safeText    = textContrast + 0.2
	safeControl = controlContrast + 0.1
)

// grey is the chroma below which a paper has no hue of its own.
const grey = 0.004

// behind returns what can be behind text on the page: its surfaces, and pixels under the veil.
func (p palette) behind(pixels []colour) []colour {
	all := []colour{p.page, p.card, p.tint, p.well, p.wash}
	for _, pixel := range pixels {
		all = append(all, pixel.Under(p.page, Veil))
	}
	return all
}

// turned returns the colours of filled cards: the accent's hue, and two others.
func turned(accent lch) (cards [3]colour) {
	for i, degrees := range []float64{0, 75, 290} {
		cards[i] = oklch.At(0.87, min(accent.C, 0.115), accent.H+degrees*math.Pi/180).RGB()
	}
	return cards
}

// lightOn derives the palette of a light page on a paper.
func lightOn(paper, accent colour, pixels []colour) palette {
	base := paper.LCH()
	own := accent.LCH()
	surface := func(darker, chroma float64) colour {
		if base.C < grey {
			return own.Of(base.L-darker, chroma).RGB()
		}
		return oklch.At(base.L-darker, base.C+chroma, base.H).RGB()
	}
	p := palette{
		page: paper, card: oklch.At(1-(1-base.L)*0.3, base.C*0.35, base.H).RGB(),
		tint: surface(0.012, 0.010), well: surface(0.032, 0.022), line: surface(0.065, 0.022),
		wash: own.Of(base.L-0.055, 0.055).RGB(), veil: own.Of(0.2, 0.075).RGB(),
		cards: turned(own), onChat: white, onDanger: white, alarm: oklch.Hex(0xFEF3F2),
	}
	p, _ = p.filled(accent)
	p.light = p.fill
	all := p.behind(pixels)
	p.text = own.Of(0.24, 0.03).Darker(readable(10, p.page, p.card, p.well)).RGB()
	p.muted = own.Of(0.47, 0.03).Darker(readable(safeText, all...)).RGB()
	p.faint = own.Of(0.62, 0.03).Darker(readable(safeControl, all...)).RGB()
	p.ink = own.Of(0.5, 0.16).Darker(readable(safeText, all...)).RGB()
	p.deep = own.Of(own.L-0.1, own.C*0.9).Darker(readable(safeControl, all...)).RGB()
	p.edge = own.Of(0.6, 0.04).Darker(readable(safeControl, all...)).RGB()
	p.chat = usual.chat.LCH().Darker(readable(safeText, all...)).RGB()
	p.danger = usual.danger.LCH().Darker(readable(safeText, append(all, p.alarm)...)).RGB()
	return p
}

// darkOn derives the palette of a dark page on a paper.
func darkOn(paper, accent colour, pixels []colour) palette {
	base := paper.LCH()
	own := accent.LCH()
	surface := func(lighter, chroma float64) colour { return oklch.At(base.L+lighter, base.C*chroma, base.H).RGB() }
	p := palette{
		page: paper, card: surface(0.045, 1.05), tint: surface(0.07, 1.15), well: surface(0.095, 1.2), line: surface(0.15, 1.1),
		wash: surface(0.085, 1.9), veil: oklch.At(0.18, min(base.C*1.5, 0.075), base.H).RGB(),
		cards: turned(own), onFill: own.Of(0.17, 0.03).RGB(),
		onChat: oklch.Hex(0x06301B), onDanger: oklch.Hex(0x2B0805), alarm: oklch.Hex(0x341411),
	}
	all := p.behind(pixels)
	own.L = max(own.L, 0.70)
	own = own.Lighter(func(c colour) bool {
		return oklch.Contrast(c, ink) >= 7 && readable(safeControl, all...)(c)
	})
	p.fill = own.RGB()
	p.light = p.fill
	p.deep = oklch.At(own.L-0.08, own.C*0.9, own.H).Lighter(readable(safeControl, all...)).RGB()
	p.text = oklch.At(0.965, min(base.C, 0.01), base.H).Lighter(readable(8, p.page, p.card, p.well)).RGB()
	p.muted = oklch.At(0.80, min(base.C, 0.025), base.H).Lighter(readable(safeText, all...)).RGB()
	p.faint = oklch.At(0.64, min(base.C, 0.025), base.H).Lighter(readable(safeControl, all...)).RGB()
	p.ink = own.Of(0.82, 0.125).Lighter(readable(safeText, all...)).RGB()
	p.edge = oklch.At(0.60, min(base.C, 0.03), base.H).Lighter(readable(safeControl, all...)).RGB()
	p.chat = oklch.Hex(0x25D366).LCH().Lighter(readable(safeText, all...)).RGB()
	p.danger = oklch.Hex(0xFF8A7D).LCH().Lighter(readable(safeText, append(all, p.alarm)...)).RGB()
	return p
}
