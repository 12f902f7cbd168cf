package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"unicode"

	"parichay/internal/domain/content"
	"parichay/locales"
)

// Cover is the generated image of an item that has no picture. It shows the item's title, or a
// figure from its text.
type Cover struct {
	Lang            locales.Lang
	ID              string // selects the style and the pattern
	Label           string // above the title
	Title           string
	Brand, Initials string

	Figure        *content.Figure // shown instead of the title
	Note          string          // below the figure
	Before, After string          // below its bars
}

// layout holds the positions of the parts of a cover. In a list of the site, the cover is
// shown at a third of its size, above the item's text. There it has larger text, and it has no
// brand and no label, because the list shows both.
type layout struct {
	width, height float64
	left          float64
	listed        bool
	titles        []step
	middle        float64 // of the title
	beside        float64 // room right of the title, for the pattern

	number, baseline float64 // the figure
	captions         []step
	bar, gap, inset  float64
	base, tall       float64
	value, below     float64 // size of the text above and below the bars
}

var (
	sharedLayout = layout{
		width: cardWidth, height: cardHeight, left: 84, beside: 300, middle: 300,
		titles: []step{{124, 1}, {104, 2}, {90, 2}, {84, 3}, {76, 3}, {68, 3}, {60, 3}, {54, 3}},
		number: 190, baseline: 292, captions: []step{{52, 1}, {46, 1}, {42, 2}, {36, 2}},
		bar: 148, gap: 44, inset: 80, base: 548, tall: 360, value: 42, below: 30,
	}
	listedLayout = layout{
		width: 950, height: 380, left: 52, listed: true, beside: 176, middle: 190,
		titles: []step{{96, 1}, {80, 2}, {72, 2}, {64, 3}, {58, 3}, {52, 3}, {46, 3}},
		number: 150, baseline: 186, captions: []step{{52, 1}, {46, 1}, {42, 2}, {38, 2}},
		bar: 112, gap: 34, inset: 44, base: 322, tall: 250, value: 38, below: 32,
	}
)

// Indic text needs more room above and below the line.
const (
	latinLeading = 1.14
	indicLeading = 1.42
)

// style holds the colours and the pattern of a cover.
type style struct {
	from, to   color.RGBA // ends of the background gradient
	text, soft color.RGBA
	accent     color.RGBA // of shapes that are not text
	label      color.RGBA
	was        color.RGBA // the bar of the earlier value
	foot       bool       // whether the accent stripe is at the bottom instead of the side
	pattern    pattern
	strength   float64
}

// night is the lightness of a dark cover's background, before the accent tints it.
const night = 0.2

func (p Palette) styles() []style {
	of := func(lightness, chroma float64) color.RGBA {
		return opaque(rgbOf(p.accent).LCH().Of(lightness, chroma).RGB())
	}
	dark, darker := of(night+0.035, 0.02), of(night-0.02, 0.015)
	paper := color.RGBA{0xF7, 0xF6, 0xF4, 0xFF}
	bright := lightened(p.accent, against(4.5, dark, darker))
	deepFill := darkened(p.fill, against(1.25, p.fill))
	if p.onFill == ink {
		deepFill = p.fill // dark text would be harder to read on a darker fill
	}
	return []style{
		{
			from: white, to: of(0.955, 0.035), text: ink, soft: muted, accent: p.accent, label: p.ink,
			was: color.RGBA{0xC9, 0xC0, 0xA8, 0xFF}, pattern: network, strength: 0.62,
		},
		{
			from: p.fill, to: deepFill, text: p.onFill, soft: p.onFill, accent: p.onFill, label: p.onFill,
			was: p.onFill, pattern: bandhani, strength: 0.5,
		},
		{
			from: darker, to: dark, text: paper, soft: color.RGBA{0xC9, 0xC5, 0xBF, 0xFF}, accent: bright, label: bright,
			was: color.RGBA{0x7D, 0x74, 0x64, 0xFF}, foot: true, pattern: jaali, strength: 0.55,
		},
	}
}

// style returns the cover's style, which depends on its ID. A cover with a figure gets a style
// in which the bars stand out from the background.
func (c Cover) style(p Palette) style {
	all := p.styles()
	if c.Figure != nil {
		all = []style{all[0], all[2]}
	}
	return all[seedOf(c.ID)%uint64(len(all))]
}

// SVG draws the cover for a list of the site, with an aspect ratio of 5:2. Text becomes
// outlines. The file has a few kilobytes.
func (c Cover) SVG(p Palette) ([]byte, error) {
	v := newVectors(listedLayout.width, listedLayout.height)
	err := c.draw(v, &listedLayout, Look{Palette: p})
	return v.bytes(), err
}

// Card draws the cover as a share card.
func (c Cover) Card(look Look) ([]byte, error) {
	on, err := c.card(look)
	if err != nil {
		return nil, err
	}
	return jpegOf(on.img, quality), nil
}

func (c Cover) card(look Look) (*canvas, error) {
	on := newCanvas(cardWidth, cardHeight, white)
	return on, c.draw(on, &sharedLayout, look)
}

// Photo draws a share card from an item's own picture, with the title on a dark veil.
func (c Cover) Photo(look Look, photo image.Image) ([]byte, error) {
	on, _, err := c.photo(look, photo)
	if err != nil {
		return nil, err
	}
	return jpegOf(on.img, quality), nil
}

// photo draws the card of Photo. It also returns the first row of pixels that may contain
// text.
func (c Cover) photo(look Look, photo image.Image) (on *canvas, from int, err error) {
	s, err := borrow(c.Lang)
	if err != nil {
		return nil, 0, fmt.Errorf("draw cover: %w", err)
	}
	on = newCanvas(cardWidth, cardHeight, white)
	copyInto(on.img, fitted(photo, cardWidth, cardHeight))
	left := sharedLayout.left
	lines := s.lines(c.Title, cardWidth-2*left, []step{{62, 1}, {54, 2}, {48, 3}, {42, 3}})
	top := cardHeight - 138 - lines.height()
	from = int(top) - 8
	veil(on.img, from-110, from)
	lines.write(s, on, left, top, white)
	c.foot(s, on, look, style{text: white, accent: look.Palette.accent}, 560)
	setters.Put(s)
	return on, from, nil
}

// veiled is the opacity of the veil behind text. It gives white text a contrast of 4.5:1 even
// on a white photograph.
const veiled = 0.74

// veil darkens a picture increasingly below row from, and fully below row full.
func veil(img *image.RGBA, from, full int) {
	for y := max(from, 0); y < img.Rect.Max.Y; y++ {
		part := min(1, float64(y-from)/float64(max(1, full-from)))
		row := image.Rect(0, y, img.Rect.Max.X, y+1)
		draw.Draw(img, row, image.NewUniform(faded(ink, veiled*part)), image.Point{}, draw.Over)
	}
}

func (c Cover) draw(on sheet, l *layout, look Look) error {
	s, err := borrow(c.Lang)
	if err != nil {
		return fmt.Errorf("draw cover: %w", err)
	}
	st := c.style(look.Palette)
	on.ground(st.from, st.to)
	if !l.listed {
		c.label(s, on, l, st.label)
	}
	if c.Figure != nil {
		c.drawFigure(s, on, l, st)
	} else {
		st.pattern(on, l.width, l.height, st.accent, st.strength, seedOf(c.ID))
		b := s.lines(c.Title, l.width-l.left-l.beside, l.titles)
		b.write(s, on, l.left, l.middle-b.height()/2, st.text)
	}
	stripe := l.height / 40
	switch {
	case st.foot:
		on.box(0, l.height-stripe, l.width, stripe, 0, look.Palette.accent)
	case st.from == white:
		on.box(0, 0, stripe, l.height, 0, look.Palette.accent)
	}
	if !l.listed {
		c.foot(s, on, look, st, 540)
	}
	setters.Put(s) // not deferred: a setter that panicked must not be reused
	return nil
}

// block is a text in lines of one size.
type block struct {
	lines   []string
	size    float64
	leading float64
	weight  weight
}

func (b block) height() float64 { return float64(len(b.lines)) * b.size * b.leading }

// lines breaks a text into bold lines, in the first of the sizes in steps at which the text fits.
func (s *setter) lines(text string, width float64, steps []step) block {
	text = s.clean(text)
	b := block{leading: latinLeading, weight: bold}
	if text == "" {
		return b
	}
	if indic(text) {
		b.leading = indicLeading
	}
	b.lines, b.size = s.fit(text, bold, width, steps)
	return b
}

// write draws the block with its upper edge at top.
func (b block) write(s *setter, on sheet, left, top float64, ink color.Color) {
	for i, text := range b.lines {
		middle := top + (float64(i)+0.5)*b.size*b.leading
		on.letters(s.set(text, b.weight, b.size), left, middle+0.33*b.size, ink)
	}
}

func indic(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Devanagari, unicode.Gujarati) })
}

// label draws the item's label above its title.
func (c Cover) label(s *setter, on sheet, l *layout, ink color.Color) {
	steps := []step{{30, 1}, {26, 1}}
	if indic(c.Label) {
		steps[0].size = 34
	}
	b := s.lines(strings.ToUpper(c.Label), l.width-l.left-l.beside, steps)
	b.write(s, on, l.left, 98-b.height()/2, ink)
}

// drawFigure draws the two numbers and two bars beside them, to scale from zero. The second
// number is the result, so its bar has the accent even if it is the smaller one.
func (c Cover) drawFigure(s *setter, on sheet, l *layout, st style) {
	f := c.Figure
	bars := 2*l.bar + l.gap + l.inset
	room := l.width - l.left - bars - 0.9*l.inset

	from, to := s.clean(f.From), s.clean(f.To)
	size := l.number
	for size > 48 && (s.measure(from, bold)+s.measure(to, bold)+1)*size > room {
		size -= 6
	}
	arrow, head, thick := 0.66*size, 0.21*size, 0.068*size
	left, line := l.left, s.set(from, bold, size)
	baseline := l.baseline - (l.number-size)*0.3
	on.letters(line, left, baseline, st.text)
	left += line.width + 0.17*size
	middle := baseline - 0.34*size
	on.path([]point{{left, middle}, {left + arrow - thick/2, middle}}, thick, st.accent)
	on.path([]point{{left + arrow - head, middle - head}, {left + arrow, middle}, {left + arrow - head, middle + head}}, thick, st.accent)
	on.letters(s.set(to, bold, size), left+arrow+0.17*size, baseline, st.text)

	of := s.lines(f.Of, room, l.captions)
	top := baseline + 0.15*l.number
	of.write(s, on, l.left, top, st.text)
	if note := s.lines(c.Note, room, []step{{32, 1}}); !l.listed && len(of.lines) < 2 && len(note.lines) > 0 {
		note.weight = medium
		note.write(s, on, l.left, top+of.height()+4, st.soft)
	}

	most := max(f.Was, f.Is)
	for i, b := range []struct {
		value       float64
		text, below string
		ink         color.Color
	}{{f.Was, from, c.Before, st.was}, {f.Is, to, c.After, st.accent}} {
		x := l.width - bars + float64(i)*(l.bar+l.gap)
		height := l.tall * b.value / most
		if height >= 1 {
			on.box(x, l.base-height, l.bar, height, min(16, height), b.ink)
		}
		value := s.fitted(b.text, l.bar+0.8*l.gap, l.value)
		on.letters(value, x+(l.bar-value.width)/2, l.base-height-0.4*l.value, st.text)
		below := s.fitted(s.clean(b.below), l.bar+0.8*l.gap, l.below)
		on.letters(below, x+(l.bar-below.width)/2, l.base+1.2*l.below, st.soft)
	}
	on.box(l.width-bars-l.gap/2, l.base, 2*l.bar+2*l.gap, 3, 0, st.was)
}

// fitted sets a text in one line, in a smaller size if necessary.
func (s *setter) fitted(text string, width, size float64) line {
	if text == "" {
		return line{}
	}
	return s.set(text, bold, min(size, width/s.measure(text, bold)))
}

// foot draws the owner's picture or initials, and the brand.
func (c Cover) foot(s *setter, on sheet, look Look, st style, y float64) {
	left := sharedLayout.left
	initials := s.clean(c.Initials)
	const r = 34.0
	switch {
	case look.Face != nil:
		on.disc(left+r, y, r, st.accent)
		on.round(square(look.Face), left+r, y, r-2)
		left += 2*r + 20
	case initials != "":
		disc, letters := look.Palette.fill, look.Palette.onFill
		if st.from == disc {
			disc, letters = letters, disc
		}
		on.disc(left+r, y, r, disc)
		text := s.fitted(initials, 1.3*r, 0.9*r)
		on.letters(text, left+r-text.width/2, y+0.3*r, letters)
		left += 2*r + 20
	}
	brand := s.clean(c.Brand)
	if brand == "" {
		return
	}
	lines, size := s.fit(brand, bold, 560, []step{{36, 1}, {32, 1}, {28, 1}})
	on.letters(s.set(lines[0], bold, size), left, y+0.33*size, st.text)
}
