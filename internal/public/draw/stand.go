package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-text/typesetting/font/opentype"

	"parichay/locales"
)

// Paper is a paper size for stands. All sizes have the same proportions.
type Paper string

// The papers, from a postcard to a poster.
const (
	A6 Paper = "a6"
	A5 Paper = "a5"
	A4 Paper = "a4"
)

// All lists the paper sizes.
func (Paper) All() []Paper { return []Paper{A6, A5, A4} }

// papers holds the sizes in millimetres.
var papers = map[Paper]fpdf.SizeType{A6: {Wd: 105, Ht: 148}, A5: {Wd: 148, Ht: 210}, A4: {Wd: 210, Ht: 297}}

// Stand is a sheet to put up where customers are. It shows the brand, a call to action, the
// code, and the code's address for those who prefer to type.
type Stand struct {
	Lang           locales.Lang
	Brand          string
	Initials       string
	Words, Address string
	Code           QR
	Look           Look
}

// The layout of a stand, in tenths of a millimetre on the smallest paper; from top to bottom
// the owner, the code and the address.
const (
	standWidth, standHeight = 1050, 1480
	standFrame              = 36 // from the edge of the paper, which printers leave white
	standColumn             = 850.0
	standFace               = 105.0 // radius
	standTop, standBottom   = 70.0, 640.0
	standCode               = 690.0 // including its white rim
	standAddress            = 1376.0
)

// standPixels is the size of the owner's picture: 300 dpi on the largest paper.
const standPixels = 480

// PDF returns the stand as a PDF without fonts: letters are outlines, which print the same
// everywhere.
func (s Stand) PDF(paper Paper) ([]byte, error) {
	set, err := borrow(s.Lang)
	if err != nil {
		return nil, err
	}
	size := papers[paper]
	p := page{Fpdf: fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: size}), unit: size.Wd / standWidth}
	p.SetCreationDate(time.Unix(0, 0).UTC()) // the same input gives the same bytes
	p.SetModificationDate(time.Unix(0, 0).UTC())
	p.SetCatalogSort(true)
	p.SetTitle(s.Brand, true)
	p.SetAutoPageBreak(false, 0)
	p.AddPage()
	s.drawOn(&p, set)
	setters.Put(set) // not deferred: a setter that panicked must not be reused
	var out bytes.Buffer
	if err := p.Output(&out); err != nil {
		return nil, fmt.Errorf("write stand: %w", err)
	}
	return out.Bytes(), nil
}

func (s Stand) drawOn(p *page, set *setter) {
	const middle = standWidth / 2
	colours := s.Look.Palette
	p.frame(standFrame, standWidth, standHeight, 48, 7, colours.deep)

	var rows []row
	for _, part := range []struct {
		text string
		like row
		step []step
	}{
		{s.Brand, row{weight: bold, ink: black, above: 26}, []step{{92, 1}, {78, 1}, {70, 2}, {58, 2}, {48, 2}}},
		{s.Words, row{weight: medium, ink: colours.ink, above: 14}, []step{{60, 1}, {52, 1}, {44, 1}, {36, 1}}},
	} {
		if text := set.clean(part.text); text != "" {
			lines, size := set.fit(text, part.like.weight, standColumn, part.step)
			for i, line := range lines {
				like := part.like
				like.text, like.size, like.height = line, size, size*leading(text)
				if i > 0 {
					like.above = 0
				}
				rows = append(rows, like)
			}
		}
	}
	height := 2 * standFace
	for _, r := range rows {
		height += r.above + r.height
	}
	top := standTop + (standBottom-standTop-height)/2
	s.badge(p, set, middle, top+standFace)
	top += 2 * standFace
	for _, r := range rows {
		top += r.above
		p.write(set.set(r.text, r.weight, r.size), middle, top+r.height/2+0.33*r.size, r.ink)
		top += r.height
	}
	p.code(s.Code, middle-standCode/2, standBottom, standCode)
	lines, size := set.fit(set.clean(s.Address), bold, standColumn, []step{{54, 1}, {44, 1}, {36, 1}, {28, 1}})
	p.write(set.set(lines[0], bold, size), middle, standAddress+0.33*size, black)
}

// badge draws the owner's picture or initials.
func (s Stand) badge(p *page, set *setter, x, y float64) {
	colours := s.Look.Palette
	p.disc(x, y, standFace, colours.deep)
	p.disc(x, y, standFace-5, colours.tint)
	if s.Look.Face != nil {
		p.round(square(s.Look.Face), x, y, standFace-5)
		return
	}
	if initials := set.clean(s.Initials); initials != "" {
		lines, size := set.fit(initials, bold, standFace*1.36, []step{{84, 1}, {66, 1}, {52, 1}, {40, 1}})
		p.write(set.set(lines[0], bold, size), x, y+0.33*size, colours.ink)
	}
}

var black = color.RGBA{0x1C, 0x19, 0x17, 0xFF} // PrintInk

// page is a PDF page with the coordinates of the layout.
type page struct {
	*fpdf.Fpdf
	unit   float64 // millimetres
	images int
}

func (p *page) ink(c color.Color) {
	r, g, b, _ := c.RGBA()
	p.SetFillColor(int(r>>8), int(g>>8), int(b>>8))
}

func (p *page) frame(from, width, height, r, line float64, c color.RGBA) {
	p.SetDrawColor(int(c.R), int(c.G), int(c.B))
	p.SetLineWidth(line * p.unit)
	p.RoundedRect(from*p.unit, from*p.unit, (width-2*from)*p.unit, (height-2*from)*p.unit, r*p.unit, "1234", "D")
}

func (p *page) disc(x, y, r float64, c color.RGBA) {
	p.ink(c)
	p.Circle(x*p.unit, y*p.unit, r*p.unit, "F")
}

// round draws a square picture as a disc.
func (p *page) round(img image.Image, x, y, r float64) {
	p.images++
	name, options := fmt.Sprint("picture", p.images), fpdf.ImageOptions{ImageType: "JPEG"}
	p.RegisterImageOptionsReader(name, options, bytes.NewReader(jpegOf(scaled(img, standPixels), 88)))
	p.ClipCircle(x*p.unit, y*p.unit, r*p.unit, false)
	p.ImageOptions(name, (x-r)*p.unit, (y-r)*p.unit, 2*r*p.unit, 2*r*p.unit, false, options, 0, "")
	p.ClipEnd()
}

// code draws a QR code into a square.
func (p *page) code(q QR, left, top, side float64) {
	module := side / float64(len(q.modules))
	p.ink(q.ink)
	for _, corners := range walks(q.modules) {
		for i, c := range corners {
			x, y := (left+float64(c.X)*module)*p.unit, (top+float64(c.Y)*module)*p.unit
			if i == 0 {
				p.MoveTo(x, y)
			} else {
				p.LineTo(x, y)
			}
		}
		p.ClosePath()
	}
	p.DrawPath("F")
	if q.face != nil {
		p.round(q.face, left+side/2, top+side/2, q.radius()*module)
	}
}

// write draws a line of text centred at x, with its baseline at y.
func (p *page) write(l line, x, y float64, c color.Color) {
	p.ink(c)
	left := x - l.width/2
	for i := range l.runs {
		run := &l.runs[i]
		scale := float64(run.Size) / 64 / float64(run.Face.Upem())
		for _, g := range run.Glyphs {
			if shape, ok := run.Face.GlyphDataOutline(g.GlyphID); ok {
				originX, originY := left+pixels(g.XOffset), y-pixels(g.YOffset)
				p.glyph(shape.Segments, func(a opentype.SegmentPoint) point {
					return point{(originX + float64(a.X)*scale) * p.unit, (originY - float64(a.Y)*scale) * p.unit}
				})
			}
			left += pixels(g.Advance)
		}
	}
}

// glyph fills the outline of one glyph. Glyphs are filled one by one, so that there is no hole
// where two of them overlap.
func (p *page) glyph(segments []opentype.Segment, place func(opentype.SegmentPoint) point) {
	if len(segments) == 0 {
		return
	}
	var at point
	for i, s := range segments {
		to := [3]point{place(s.Args[0]), place(s.Args[1]), place(s.Args[2])}
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if i > 0 {
				p.ClosePath()
			}
			p.MoveTo(to[0].x, to[0].y)
			at = to[0]
		case opentype.SegmentOpLineTo:
			p.LineTo(to[0].x, to[0].y)
			at = to[0]
		case opentype.SegmentOpQuadTo: // PDF has only cubic curves; this is the equivalent one
			c := to[0]
			p.CurveBezierCubicTo(at.x+(c.x-at.x)*2/3, at.y+(c.y-at.y)*2/3, to[1].x+(c.x-to[1].x)*2/3, to[1].y+(c.y-to[1].y)*2/3, to[1].x, to[1].y)
			at = to[1]
		case opentype.SegmentOpCubeTo:
			p.CurveBezierCubicTo(to[0].x, to[0].y, to[1].x, to[1].y, to[2].x, to[2].y)
			at = to[2]
		}
	}
	p.ClosePath()
	p.DrawPath("F")
}
