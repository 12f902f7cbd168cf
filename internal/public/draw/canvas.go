package draw

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas draws filled shapes with smooth edges, clipped to clip.
type canvas struct {
	img  *image.RGBA
	clip image.Rectangle
	pen  vector.Rasterizer
}

func newCanvas(width, height int, ground color.Color) *canvas {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	return &canvas{img: img, clip: img.Bounds()}
}

// fill fills the shape that outline traces with the pen. outline gets the upper left corner of
// the clipped box, which is the origin of the pen's coordinates.
func (c *canvas) fill(box image.Rectangle, ink color.Color, outline func(x, y float32)) {
	if box = box.Intersect(c.clip); box.Empty() {
		return
	}
	c.pen.Reset(box.Dx(), box.Dy())
	outline(float32(box.Min.X), float32(box.Min.Y))
	c.pen.Draw(c.img, box, image.NewUniform(ink), image.Point{})
}

// around returns the bounding box of a circle.
func around(x, y, r float64) image.Rectangle {
	return image.Rect(int(math.Floor(x-r)), int(math.Floor(y-r)), int(math.Ceil(x+r)), int(math.Ceil(y+r)))
}

func (c *canvas) disc(x, y, r float64, ink color.Color) {
	c.fill(around(x, y, r), ink, func(left, top float32) { c.circle(float32(x)-left, float32(y)-top, float32(r), 1) })
}

// ring draws the outline of a circle.
func (c *canvas) ring(x, y, r, width float64, ink color.Color) {
	c.fill(around(x, y, r+width), ink, func(left, top float32) {
		c.circle(float32(x)-left, float32(y)-top, float32(r+width/2), 1)
		c.circle(float32(x)-left, float32(y)-top, float32(r-width/2), -1)
	})
}

// circle traces a circle, clockwise if turn is 1 and counter-clockwise if it is -1.
func (c *canvas) circle(cx, cy, r, turn float32) {
	const k = 0.5523 // with control points this far out, four cubic curves approximate a circle
	v := turn * r
	c.pen.MoveTo(cx+r, cy)
	c.pen.CubeTo(cx+r, cy+k*v, cx+k*r, cy+v, cx, cy+v)
	c.pen.CubeTo(cx-k*r, cy+v, cx-r, cy+k*v, cx-r, cy)
	c.pen.CubeTo(cx-r, cy-k*v, cx-k*r, cy-v, cx, cy-v)
	c.pen.CubeTo(cx+k*r, cy-v, cx+r, cy-k*v, cx+r, cy)
	c.pen.ClosePath()
}

// box draws a rectangle with rounded upper corners.
func (c *canvas) box(x, y, width, height, r float64, ink color.Color) {
	c.fill(image.Rect(int(x)-1, int(y)-1, int(x+width)+2, int(y+height)+2), ink, func(left, top float32) {
		l, t, w, h, r := float32(x)-left, float32(y)-top, float32(width), float32(height), float32(r)
		c.pen.MoveTo(l, t+h)
		c.pen.LineTo(l, t+r)
		c.pen.QuadTo(l, t, l+r, t)
		c.pen.LineTo(l+w-r, t)
		c.pen.QuadTo(l+w, t, l+w, t+r)
		c.pen.LineTo(l+w, t+h)
		c.pen.ClosePath()
	})
}

// ground fills the canvas with a gradient from the upper left to the lower right corner.
func (c *canvas) ground(from, to color.RGBA) {
	b := c.img.Rect
	mix := func(a, b uint8, part float64) uint8 { return uint8(float64(a)*(1-part) + float64(b)*part + 0.5) }
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			part := (float64(x)/float64(b.Dx()) + float64(y)/float64(b.Dy())) / 2
			c.img.SetRGBA(x, y, color.RGBA{mix(from.R, to.R, part), mix(from.G, to.G, part), mix(from.B, to.B, part), 0xFF})
		}
	}
}

// path draws lines from point to point.
func (c *canvas) path(points []point, width float64, ink color.Color) {
	for i := 1; i < len(points); i++ {
		c.stroke(points[i-1].x, points[i-1].y, points[i].x, points[i].y, width, ink)
	}
}

func (c *canvas) stroke(x0, y0, x1, y1, width float64, ink color.Color) {
	length := math.Hypot(x1-x0, y1-y0)
	box := around(x0, y0, width).Union(around(x1, y1, width))
	c.fill(box, ink, func(left, top float32) {
		nx, ny := float32((y0-y1)/length*width/2), float32((x1-x0)/length*width/2)
		ax, ay, bx, by := float32(x0)-left, float32(y0)-top, float32(x1)-left, float32(y1)-top
		c.pen.MoveTo(ax+nx, ay+ny)
		c.pen.LineTo(bx+nx, by+ny)
		c.pen.LineTo(bx-nx, by-ny)
		c.pen.LineTo(ax-nx, ay-ny)
		c.pen.ClosePath()
	})
}

// glow draws a disc that fades out towards radius r.
func (c *canvas) glow(x, y, r float64, ink color.RGBA, strength float64) {
	box := around(x, y, r).Intersect(c.clip)
	mask := image.NewAlpha(box)
	for py := box.Min.Y; py < box.Max.Y; py++ {
		for px := box.Min.X; px < box.Max.X; px++ {
			far := math.Hypot(float64(px)+0.5-x, float64(py)+0.5-y) / r
			if far < 1 {
				mask.Pix[mask.PixOffset(px, py)] = uint8(255*strength*(1-far)*(1-far) + 0.5)
			}
		}
	}
	draw.DrawMask(c.img, box, image.NewUniform(ink), image.Point{}, mask, box.Min, draw.Over)
}

// write draws a line of text centred at x, with its baseline at y.
func (c *canvas) write(l line, x, y float64, ink color.Color) { c.letters(l, x-l.width/2, y, ink) }

// letters draws a line of text that begins at left, with its baseline at y. Glyphs overlap,
// above all at the line that joins the letters of Devanagari. If they were drawn one over the
// other, their soft edges would leave notches. So each pixel gets the highest coverage of any
// glyph.
func (c *canvas) letters(l line, left, y float64, ink color.Color) {
	mask := image.NewAlpha(c.clip)
	for i := range l.runs {
		run := &l.runs[i]
		scale := float32(run.Size) / 64 / float32(run.Face.Upem())
		for _, g := range run.Glyphs {
			if shape, ok := run.Face.GlyphDataOutline(g.GlyphID); ok {
				c.cover(mask, shape, extent(g, left, y), float32(left+pixels(g.XOffset)), float32(y-pixels(g.YOffset)), scale)
			}
			left += pixels(g.Advance)
		}
	}
	draw.DrawMask(c.img, c.clip, image.NewUniform(ink), image.Point{}, mask, c.clip.Min, draw.Over)
}

// extent returns the bounding box of a glyph whose origin is at x, y, with a margin.
func extent(g shaping.Glyph, x, y float64) image.Rectangle {
	x += pixels(g.XOffset + g.XBearing)
	y -= pixels(g.YOffset + g.YBearing)
	return image.Rect(int(x), int(y), int(x+pixels(g.Width)), int(y-pixels(g.Height))).Inset(-2)
}

func pixels(v fixed.Int26_6) float64 { return float64(v) / 64 }

// cover raises each pixel of mask to the glyph's coverage of that pixel.
func (c *canvas) cover(mask *image.Alpha, shape font.GlyphOutline, box image.Rectangle, x, y, scale float32) {
	if box = box.Intersect(mask.Rect); box.Empty() {
		return
	}
	c.pen.Reset(box.Dx(), box.Dy())
	c.trace(shape, x-float32(box.Min.X), y-float32(box.Min.Y), scale)
	glyph := image.NewAlpha(box)
	c.pen.Draw(glyph, box, image.Opaque, image.Point{})
	for row := box.Min.Y; row < box.Max.Y; row++ {
		from, to := glyph.Pix[glyph.PixOffset(box.Min.X, row):][:box.Dx()], mask.Pix[mask.PixOffset(box.Min.X, row):]
		for i, v := range from {
			to[i] = max(to[i], v)
		}
	}
}

func (c *canvas) trace(shape font.GlyphOutline, x, y, scale float32) {
	for _, s := range shape.Segments {
		var p [6]float32
		for i, arg := range s.Args {
			p[2*i], p[2*i+1] = x+arg.X*scale, y-arg.Y*scale
		}
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			c.pen.ClosePath()
			c.pen.MoveTo(p[0], p[1])
		case opentype.SegmentOpLineTo:
			c.pen.LineTo(p[0], p[1])
		case opentype.SegmentOpQuadTo:
			c.pen.QuadTo(p[0], p[1], p[2], p[3])
		case opentype.SegmentOpCubeTo:
			c.pen.CubeTo(p[0], p[1], p[2], p[3], p[4], p[5])
		}
	}
	c.pen.ClosePath()
}
