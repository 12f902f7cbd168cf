package picture

import (
	"image/color"
	"math"
	"strconv"

	"parichay/internal/fault"
)

// PrintInk is the colour of the print variant of a code: whatever colour the
// owner likes on the screen, ink on paper has to be dark to be scanned.
const PrintInk = "#1C1917"

// LeastContrast is what a code's colour needs on white to be found by a camera
// in poor light. Gold, the owner's default, has 2.2: the editor warns below it.
const LeastContrast = 3.0

// The look of the site, as in web/src/tokens.css.
var (
	white   = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	ivory   = color.RGBA{0xFF, 0xFB, 0xF2, 0xFF}
	gold    = color.RGBA{0xDA, 0xA5, 0x20, 0xFF}
	goldInk = color.RGBA{0x7A, 0x5A, 0x0A, 0xFF}
	ink     = color.RGBA{0x1C, 0x19, 0x17, 0xFF}
	muted   = color.RGBA{0x57, 0x53, 0x4E, 0xFF}
)

// Contrast is the WCAG contrast ratio of a colour, written "#RRGGBB", on white:
// 1 for white itself, 21 for black.
func Contrast(colour string) (float64, error) {
	c, err := parse(colour)
	if err != nil {
		return 0, err
	}
	luminance := 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	return 1.05 / (luminance + 0.05), nil
}

func linear(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// parse accepts exactly "#RRGGBB": the colour is written into an SVG, where
// anything looser could be markup.
func parse(colour string) (color.RGBA, error) {
	if len(colour) == 7 && colour[0] == '#' {
		if v, err := strconv.ParseUint(colour[1:], 16, 24); err == nil {
			return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xFF}, nil
		}
	}
	return color.RGBA{}, refuse("color", fault.InvalidValue, "#RRGGBB")
}

func refuse(field string, code fault.Code, want string) error {
	return fault.Invalid{Issues: []fault.Issue{{Field: field, Code: code, Want: want}}}
}
