package draw

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"parichay/locales"
)

// Cut is the shape of an icon.
type Cut int

// The cuts. Round has a transparent background, for tabs and lists. Square fills the corners,
// for phones that cut the icon themselves. Maskable has a margin, for phones that crop it to
// any shape.
const (
	Round Cut = iota
	Square
	Maskable
)

// Icon returns a PNG with the owner's picture or, without a picture, the initials on the
// accent colour.
func Icon(look Look, initials string, pixels int, cut Cut) ([]byte, error) {
	img, err := drawIcon(look, initials, pixels, cut)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("encode icon of %d px: %w", pixels, err)
	}
	return out.Bytes(), nil
}

func drawIcon(look Look, initials string, pixels int, cut Cut) (*image.RGBA, error) {
	side := float64(pixels)
	c := newCanvas(pixels, pixels, color.Transparent)
	p := look.Palette
	if look.Face == nil {
		s, err := borrow(locales.English)
		if err != nil {
			return nil, err
		}
		room := 0.72
		switch cut {
		case Round:
			c.disc(side/2, side/2, side/2, p.fill)
		case Square:
			c.box(0, 0, side, side, 0, p.fill)
		case Maskable:
			c.box(0, 0, side, side, 0, p.fill)
			room = 0.56
		}
		if text := s.clean(initials); text != "" {
			set := s.fitted(text, room*side, 0.46*side)
			c.write(set, side/2, side/2+0.33*set.size, p.onFill)
		}
		setters.Put(s)
		return c.img, nil
	}
	face := square(look.Face)
	switch cut {
	case Round:
		c.round(face, side/2, side/2, side/2)
	case Square:
		copyInto(c.img, scaled(face, pixels))
	case Maskable: // phones never crop a centred disc of four fifths of the width
		c.box(0, 0, side, side, 0, p.tint)
		c.round(face, side/2, side/2, 0.4*side)
	}
	return c.img, nil
}

// Icons lists the icons that browsers and phones request, by file name.
var Icons = map[string]struct {
	Pixels int
	Cut    Cut
}{"48.png": {48, Round}, "180.png": {180, Square}, "192.png": {192, Round}, "512.png": {512, Round}, "maskable.png": {512, Maskable}}

// favicon is the size, in pixels, of the icon that browsers request by default.
const favicon = 32

// Favicon draws the icon in ICO format, for /favicon.ico.
func Favicon(look Look, initials string) ([]byte, error) {
	icon, err := Icon(look, initials, favicon, Round)
	return ico(icon, favicon), err
}

// ico wraps a PNG in an ICO container.
func ico(icon []byte, pixels uint8) []byte {
	var out bytes.Buffer
	for _, part := range []any{
		[3]uint16{0, 1, 1},                   // type icon, one image
		[4]uint8{pixels, pixels, 0, 0},       // its size
		[2]uint16{1, 32},                     // planes and bits
		[2]uint32{uint32(len(icon)), 6 + 16}, // its length, and its offset right after this header
	} {
		_ = binary.Write(&out, binary.LittleEndian, part) // writes to a buffer never fail
	}
	out.Write(icon)
	return out.Bytes()
}

// Portrait returns the owner's picture for a contact: a square JPEG of at most most bytes, or
// nil if no size is small enough.
func Portrait(face image.Image, most int) []byte {
	for _, try := range []struct{ pixels, quality int }{{360, 84}, {300, 78}, {240, 72}, {180, 66}, {120, 60}} {
		if body := jpegOf(scaled(square(face), try.pixels), try.quality); len(body) <= most {
			return body
		}
	}
	return nil
}
