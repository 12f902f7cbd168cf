package draw

import (
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"github.com/go-text/typesetting/font/opentype"
)

// sheet is what a cover is drawn on: a canvas of pixels for a share card, SVG shapes for a
// page.
type sheet interface {
	ground(from, to color.RGBA)
	box(x, y, width, height, r float64, ink color.Color)
	disc(x, y, r float64, ink color.Color)
	ring(x, y, r, width float64, ink color.Color)
	path(points []point, width float64, ink color.Color)
	letters(l line, left, y float64, ink color.Color)
	round(img image.Image, x, y, r float64)
}

type point struct{ x, y float64 }

// fine is the number of SVG coordinate steps per unit. Letters keep their shape on a phone
// with a pixel ratio of three, and all numbers are whole.
const fine = 4

// vectors is a sheet written as SVG. Letters are outlines, because the visitor may not have
// the font, and an SVG image cannot load one.
type vectors struct {
	strings.Builder
	width, height float64
	clips         int
}

func newVectors(width, height float64) *vectors {
	v := &vectors{width: width, height: height}
	fmt.Fprintf(v, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">`, at(width), at(height))
	return v
}

func (v *vectors) bytes() []byte { return []byte(v.String() + "</svg>") }

func at(value float64) int { return int(math.Round(value * fine)) }

// painted returns an SVG attribute with a colour and, unless the colour is opaque, one with
// its opacity.
func painted(attribute string, ink color.Color) string {
	c := color.NRGBAModel.Convert(ink).(color.NRGBA) //nolint:forcetypeassert // the model returns this type
	text := fmt.Sprintf(` %s="#%02x%02x%02x"`, attribute, c.R, c.G, c.B)
	if c.A < 0xFF {
		text += fmt.Sprintf(` %s-opacity="%.2g"`, attribute, float64(c.A)/255)
	}
	return text
}

func (v *vectors) ground(from, to color.RGBA) {
	fmt.Fprintf(v, `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop%s/><stop offset="1"%s/></linearGradient>`, painted("stop-color", from), painted("stop-color", to))
	fmt.Fprintf(v, `<path fill="url(#g)" d="M0 0h%dv%dH0z"/>`, at(v.width), at(v.height))
}

func (v *vectors) box(x, y, width, height, r float64, ink color.Color) {
	fmt.Fprintf(v, `<path%s d="M%d %dv%dq0 %d %d %dh%dq%d 0 %d %dv%dz"/>`, painted("fill", ink),
		at(x), at(y+height), -at(height-r), -at(r), at(r), -at(r), at(width-2*r), at(r), at(r), at(r), at(height-r))
}

func (v *vectors) disc(x, y, r float64, ink color.Color) {
	fmt.Fprintf(v, `<circle%s cx="%d" cy="%d" r="%d"/>`, painted("fill", ink), at(x), at(y), at(r))
}

func (v *vectors) ring(x, y, r, width float64, ink color.Color) {
	fmt.Fprintf(v, `<circle fill="none"%s stroke-width="%d" cx="%d" cy="%d" r="%d"/>`, painted("stroke", ink), at(width), at(x), at(y), at(r))
}

func (v *vectors) path(points []point, width float64, ink color.Color) {
	fmt.Fprintf(v, `<path fill="none"%s stroke-width="%d" d="`, painted("stroke", ink), at(width))
	pen := pen{out: &v.Builder}
	for i, p := range points {
		if i == 0 {
			pen.to('m', p.x, p.y)
		} else {
			pen.to('l', p.x, p.y)
		}
	}
	v.WriteString(`"/>`)
}

// pen writes a path in relative coordinates. They are short, and equal shapes have equal
// paths.
type pen struct {
	out          *strings.Builder
	x, y         int
	startX       int
	startY       int
	last         byte
	afterCommand bool
}

func (p *pen) to(command byte, points ...float64) {
	if command != p.last || command == 'm' {
		p.out.WriteByte(command)
		p.afterCommand = true
	}
	p.last = command
	x, y := p.x, p.y
	for len(points) > 1 {
		x, y = at(points[0]), at(points[1])
		points = points[2:]
		p.number(x - p.x)
		p.number(y - p.y)
	}
	p.x, p.y = x, y
	if command == 'm' {
		p.startX, p.startY = x, y
	}
}

func (p *pen) number(n int) {
	if n >= 0 && !p.afterCommand {
		p.out.WriteByte(' ')
	}
	p.out.WriteString(strconv.Itoa(n))
	p.afterCommand = false
}

func (p *pen) close() {
	p.out.WriteByte('z')
	p.x, p.y, p.last = p.startX, p.startY, 'z'
}

func (v *vectors) letters(l line, left, y float64, ink color.Color) {
	fmt.Fprintf(v, `<path%s d="`, painted("fill", ink))
	pen := pen{out: &v.Builder}
	for i := range l.runs {
		run := &l.runs[i]
		scale := float64(run.Size) / 64 / float64(run.Face.Upem())
		for _, g := range run.Glyphs {
			if shape, ok := run.Face.GlyphDataOutline(g.GlyphID); ok {
				originX, originY := left+pixels(g.XOffset), y-pixels(g.YOffset)
				started := false
				for _, s := range shape.Segments {
					var p []float64
					for _, arg := range s.ArgsSlice() {
						p = append(p, originX+float64(arg.X)*scale, originY-float64(arg.Y)*scale)
					}
					if s.Op == opentype.SegmentOpMoveTo && started {
						pen.close()
					}
					started = true
					pen.to([]byte{opentype.SegmentOpMoveTo: 'm', opentype.SegmentOpLineTo: 'l', opentype.SegmentOpQuadTo: 'q', opentype.SegmentOpCubeTo: 'c'}[s.Op], p...)
				}
				if started {
					pen.close()
				}
			}
			left += pixels(g.Advance)
		}
	}
	v.WriteString(`"/>`)
}

// inlinedPixels is the size of the owner's picture inside an SVG.
const inlinedPixels = 96

func (v *vectors) round(img image.Image, x, y, r float64) {
	v.clips++
	fmt.Fprintf(v, `<clipPath id="c%d"><circle cx="%d" cy="%d" r="%d"/></clipPath>`, v.clips, at(x), at(y), at(r))
	fmt.Fprintf(v, `<image clip-path="url(#c%d)" x="%d" y="%d" width="%d" height="%d" href="data:image/jpeg;base64,%s"/>`,
		v.clips, at(x-r), at(y-r), at(2*r), at(2*r), base64.StdEncoding.EncodeToString(jpegOf(scaled(img, inlinedPixels), 80)))
}
