package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"unicode"

	"parichay/locales"
)

// The size that WhatsApp, Facebook, LinkedIn and X show uncropped. WhatsApp also crops the
// middle to a square, so all text stays inside that square.
const (
	cardWidth  = 1200
	cardHeight = 630
	column     = cardHeight - 2*27
	centre     = cardWidth / 2
	edge       = 10 // the accent bar at the bottom
	quality    = 88 // of the JPEG: letters stay sharp, and the file is a quarter of the size that WhatsApp allows
)

// CardText is the text of a share card. Title and Subtitle are those of the page. Brand is
// shown unless it equals the title. Initials are shown in the ring if there is no picture.
type CardText struct {
	Lang            locales.Lang
	Brand           string
	Title, Subtitle string
	Initials        string
}

// Look holds the colours and the picture that all images of one site share.
type Look struct {
	Palette Palette
	Face    image.Image // the owner's picture; nil shows the initials instead
}

// Card draws the link preview of a page: a JPEG of 1200×630 under 300 KB, in under 400 ms. It
// takes text of any length and script; letters without a glyph are left out, and text that
// does not fit is cut.
func Card(text CardText, look Look) ([]byte, error) {
	img, err := drawCard(text, look)
	if err != nil {
		return nil, fmt.Errorf("draw card: %w", err)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("encode card: %w", err)
	}
	return out.Bytes(), nil
}

// row is one line of text in the column, with the space above it.
type row struct {
	above, height float64
	text          string
	weight        weight
	size          float64
	ink           color.Color
}

func drawCard(text CardText, look Look) (*image.RGBA, error) {
	s, err := borrow(text.Lang)
	if err != nil {
		return nil, err
	}
	brand, title, subtitle := s.clean(text.Brand), s.clean(text.Title), s.clean(text.Subtitle)
	if title == "" {
		title = brand
	}
	ring := 200.0
	if look.Face != nil {
		ring = 236
	}
	var rows []row
	if brand != "" && !strings.EqualFold(brand, title) {
		ring = 124
		rows = s.rows(rows, brand, row{above: 18, weight: bold, ink: look.Palette.ink}, step{30, 1}, step{26, 1})
	}
	rows = s.rows(rows, title, row{above: 22, weight: bold, ink: ink}, step{84, 1}, step{76, 1}, step{66, 2}, step{58, 2}, step{54, 3}, step{48, 3}, step{42, 3})
	rows = s.rows(rows, subtitle, row{above: 14, weight: medium, ink: muted}, step{36, 1}, step{32, 1}, step{30, 2}, step{28, 2})
	initials := s.clean(text.Initials)
	if initials == "" && look.Face == nil {
		ring = 0
	}

	c := newCanvas(cardWidth, cardHeight, white)
	backdrop(c, look.Palette)
	height := ring
	for _, r := range rows {
		height += r.above + r.height
	}
	top := (cardHeight - edge - height) / 2
	c.clip = image.Rect(centre-cardHeight/2+4, 0, centre+cardHeight/2-4, cardHeight)
	if ring > 0 {
		badge(c, s, look, initials, top+ring/2, ring/2)
	}
	top += ring
	for _, r := range rows {
		top += r.above
		c.write(s.set(r.text, r.weight, r.size), centre, top+r.height/2+0.33*r.size, r.ink)
		top += r.height
	}
	setters.Put(s) // not deferred: a setter that panicked must not be reused
	return c.img, nil
}

// rows appends the lines of a text to rows. They have the style of like, but only the first
// line has space above it.
func (s *setter) rows(rows []row, text string, like row, steps ...step) []row {
	if text == "" {
		return rows
	}
	lines, size := s.fit(text, like.weight, column, steps)
	like.size, like.height = size, size*leading(text)
	for _, like.text = range lines {
		rows = append(rows, like)
		like.above = 0
	}
	return rows
}

// leading returns the line height of a text in ems. Devanagari and Gujarati need more, because
// they have marks above and below the letters.
func leading(text string) float64 {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Devanagari, unicode.Gujarati) }) {
		return 1.36
	}
	return 1.16
}

// badge draws the ring with the owner's picture or initials, as on the home page.
func badge(c *canvas, s *setter, look Look, initials string, y, r float64) {
	p := look.Palette
	c.glow(centre, y+r*0.14, r*1.6, p.accent, 0.5)
	c.disc(centre, y, r, p.accent)
	c.disc(centre, y, r-3, p.tint)
	if look.Face != nil {
		c.round(square(look.Face), centre, y, r-3)
		return
	}
	lines, size := s.fit(initials, bold, r*1.36, []step{{r * 0.8, 1}, {r * 0.64, 1}, {r * 0.5, 1}, {r * 0.38, 1}})
	c.write(s.set(lines[0], bold, size), centre, y+0.33*size, p.ink)
}
