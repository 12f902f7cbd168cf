package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strconv"
	"strings"

	"github.com/skip2/go-qrcode"

	"parichay/internal/fault"
)

const (
	leastModule  = 4    // pixels: below 3.5, a code that was scaled once on its way is not read any more
	mostPixels   = 2048 // a side: 17 cm in print, 4 MB while it is drawn; larger ones are printed from the SVG
	longestBytes = 2953 // what the largest code holds at the lowest correction
)

// QR is a code for one address in one colour on white, with the quiet zone of
// four modules that readers look for.
type QR struct {
	modules [][]bool // true is dark; the quiet zone is part of it
	ink     color.RGBA
}

// NewQR encodes the target. Correction is the highest (30 % of the code may be
// covered) for any address up to 1273 bytes; beyond that, the highest that
// still holds it: a poorer code is better than a hole in the page.
func NewQR(target, colour string) (QR, error) {
	c, err := parse(colour)
	if err != nil {
		return QR{}, err
	}
	if target == "" {
		return QR{}, refuse("target", fault.Required, "")
	}
	for _, level := range []qrcode.RecoveryLevel{qrcode.Highest, qrcode.High, qrcode.Medium, qrcode.Low} {
		if code, err := qrcode.New(ascii(target), level); err == nil {
			return QR{modules: code.Bitmap(), ink: c}, nil
		}
	}
	return QR{}, refuse("target", fault.TooLong, strconv.Itoa(longestBytes))
}

// ascii percent-encodes what is not ASCII, as a browser would before asking:
// a code does not say which character set it is in, and readers guess.
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

// PNG draws the code in a square of that many pixels. A module is a whole
// number of pixels, what is left over widens the quiet zone, and a square too
// small for its code comes out larger.
func (q QR) PNG(pixels int) ([]byte, error) {
	if pixels < 1 || pixels > mostPixels {
		return nil, refuse("pixels", fault.InvalidValue, fmt.Sprintf("1–%d", mostPixels))
	}
	n := len(q.modules)
	side := max(pixels, n*leastModule)
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
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("encode a code of %d px: %w", side, err)
	}
	return out.Bytes(), nil
}

// SVG draws the code in units of one module, so that it scales to a poster.
func (q QR) SVG() []byte {
	n := len(q.modules)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`, n, n)
	fmt.Fprintf(&b, `<path fill="#fff" d="M0 0h%dv%dH0z"/>`, n, n)
	fmt.Fprintf(&b, `<path fill="#%02X%02X%02X" d="%s"/></svg>`, q.ink.R, q.ink.G, q.ink.B, outline(q.modules))
	return b.Bytes()
}
