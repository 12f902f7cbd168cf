package draw

import (
	"image"
	"image/color"
	"image/draw"
	"math"
)

// dots are the particles of the site's backdrop, at fixed positions outside the text column.
var dots = []struct{ x, y, r float64 }{
	{-8, 96, 4},
	{64, 40, 5},
	{150, 92, 3.5},
	{58, 168, 6},
	{176, 210, 4.5},
	{248, 58, 3},
	{112, 292, 3.5},
	{22, 352, 4},
	{214, 338, 3},
	{40, 560, 4.5},
	{132, 520, 3},
	{226, 582, 5},
	{96, 646, 4},
	{946, 52, 3.5},
	{1040, 24, 4.5},
	{1122, 84, 3},
	{1184, 30, 5},
	{1010, 566, 4},
	{1088, 496, 6},
	{1172, 548, 4.5},
	{1150, 402, 3.5},
	{1052, 372, 3},
	{960, 606, 3},
	{1120, 618, 5},
	{1208, 462, 4},
	{1196, 300, 3},
	{1140, 196, 4},
	{1016, 160, 3},
}

// backdrop draws the background that all cards share.
func backdrop(c *canvas, p Palette) {
	const reach = 150.0 // dots closer to each other than this are linked
	c.glow(0, 0, 460, p.accent, 0.18)
	c.glow(cardWidth, cardHeight, 460, p.accent, 0.18)
	for i, a := range dots {
		for _, b := range dots[:i] {
			if far := math.Hypot(a.x-b.x, a.y-b.y); far < reach {
				c.stroke(a.x, a.y, b.x, b.y, 1.5, faded(p.accent, 0.16+0.4*(1-far/reach)))
			}
		}
	}
	for _, dot := range dots {
		c.disc(dot.x, dot.y, dot.r, faded(p.accent, 0.62))
	}
	draw.Draw(c.img, image.Rect(0, cardHeight-edge, cardWidth, cardHeight), image.NewUniform(p.accent), image.Point{}, draw.Src)
}

func faded(c color.RGBA, alpha float64) color.NRGBA {
	return color.NRGBA{c.R, c.G, c.B, uint8(255*alpha + 0.5)}
}
