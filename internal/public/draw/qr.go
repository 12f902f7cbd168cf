package draw

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"
	"strings"

	"github.com/boombuler/barcode/qr"

	"parichay/internal/kit/fault"
)

const (
	leastModule  = 4    // pixels: below 3.5, a code that was resized once cannot be read
	mostPixels   = 2048 // per side: 17 cm in print, 4 MB of memory; larger prints use the SVG
	longestBytes = 2953 // capacity of the largest code at the lowest correction
	quiet        = 4    // white modules around the code, which readers look for
)

// Side of the owner's picture with (hole) and without (portrait) its white rim, as a fraction
// of the code's side. The picture covers 6 % of the modules. The highest error correction
// repairs 30 %, so most of it is left for dirt and thumbs.
const (
	hole     = 0.28
	portrait = 0.23
)

// QR is a QR code for one address, in one colour on white.
type QR struct {
	modules [][]bool // true is dark; includes the quiet zone
	ink     color.RGBA
	highest bool        // whether it has the highest error correction
	face    image.Image // the picture in the middle; nil for none
}

// NewQR encodes the target. Addresses of up to 1273 bytes get the highest error correction,
// with which 30 % of the code may be covered. Longer addresses get the highest level at which
// they fit, because a weaker code is better than none. A colour that is too light for readers
// is darkened and keeps its hue.
func NewQR(target, colour string) (QR, error) {
	c, err := parse(colour)
	if err != nil {
		return QR{}, err
	}
	if target == "" {
		return QR{}, refuse("target", fault.Required, "")
	}
	for _, level := range []qr.ErrorCorrectionLevel{qr.H, qr.Q, qr.M, qr.L} {
		if code, err := qr.Encode(ascii(target), level, qr.Auto); err == nil {
			return QR{modules: modulesOf(code), ink: darkened(c, readable), highest: level == qr.H}, nil
		}
	}
	return QR{}, refuse("target", fault.TooLong, strconv.Itoa(longestBytes))
}

// modulesOf reads the encoder's image and adds the quiet zone.
func modulesOf(code image.Image) [][]bool {
	size := code.Bounds().Dx()
	modules := make([][]bool, size+2*quiet)
	for y := range modules {
		modules[y] = make([]bool, len(modules))
		for x := range modules {
			if at := image.Pt(x-quiet, y-quiet); at.In(code.Bounds()) {
				r, _, _, _ := code.At(at.X, at.Y).RGBA()
				modules[y][x] = r == 0
			}
		}
	}
	return modules
}

// With returns the code with a round picture with a white rim in the middle. A code whose
// error correction cannot make up for the hole is returned unchanged.
func (q QR) With(face image.Image) QR {
	if !q.highest || face == nil {
		return q
	}
	n := len(q.modules)
	middle, reach := float64(n)/2, hole/2*float64(n-2*quiet)
	holed := make([][]bool, n)
	for y, row := range q.modules {
		holed[y] = append([]bool(nil), row...)
		for x := range row {
			if math.Hypot(float64(x)+0.5-middle, float64(y)+0.5-middle) < reach {
				holed[y][x] = false
			}
		}
	}
	q.modules, q.face = holed, square(face)
	return q
}

// radius returns the radius of the picture, in modules.
func (q QR) radius() float64 { return portrait / 2 * float64(len(q.modules)-2*quiet) }

// ascii percent-encodes non-ASCII bytes, as a browser would. A code does not name its
// character set, so readers would have to guess it.
func ascii(target string) string {
	var b strings.Builder
	for i := range len(target) {
		if c := target[i]; c < 0x80 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// PNG draws the code in a square of the given size. A module is a whole number of pixels, and
// the remainder widens the quiet zone. If the square is too small for the code, the image is
// larger.
func (q QR) PNG(pixels int) ([]byte, error) {
	if pixels < 1 || pixels > mostPixels {
		return nil, refuse("pixels", fault.InvalidValue, fmt.Sprintf("1–%d", mostPixels))
	}
	img := q.draw(max(pixels, len(q.modules)*leastModule))
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("encode QR code of %d px: %w", pixels, err)
	}
	return out.Bytes(), nil
}

func (q QR) draw(side int) image.Image {
	n := len(q.modules)
	module := side / n
	margin := (side - n*module) / 2
	img := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{white, q.ink})
	for y, row := range q.modules {
		for x, dark := range row {
			if !dark {
				continue
			}
			for dy := range module {
				start := img.PixOffset(margin+x*module, margin+y*module+dy)
				for dx := range module {
					img.Pix[start+dx] = 1
				}
			}
		}
	}
	if q.face == nil {
		return img
	}
	c := newCanvas(side, side, white)
	copyInto(c.img, img)
	middle := float64(margin) + float64(n*module)/2
	c.round(q.face, middle, middle, q.radius()*float64(module))
	return c.img
}

// facePixels is the size of the picture inside an SVG: sharp on a printed page, in a few
// kilobytes.
const facePixels = 160

// SVG draws the code in units of one module, so that it scales to a poster.
func (q QR) SVG() []byte {
	n := len(q.modules)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`, n, n)
	fmt.Fprintf(&b, `<path fill="#fff" d="M0 0h%dv%dH0z"/>`, n, n)
	fmt.Fprintf(&b, `<path fill="%s" d="%s"/>`, hex(q.ink), outline(q.modules))
	if q.face != nil {
		middle, r := float64(n)/2, q.radius()
		fmt.Fprintf(&b, `<clipPath id="a"><circle cx="%g" cy="%g" r="%.2f"/></clipPath>`, middle, middle, r)
		fmt.Fprintf(&b, `<image clip-path="url(#a)" x="%.2f" y="%.2f" width="%.2f" height="%.2f" href="data:image/jpeg;base64,%s"/>`,
			middle-r, middle-r, 2*r, 2*r, base64.StdEncoding.EncodeToString(jpegOf(scaled(q.face, facePixels), 82)))
	}
	b.WriteString(`</svg>`)
	return b.Bytes()
}
