package draw

import (
	"image/color"

	"parichay/internal/kit/fault"
	"parichay/internal/kit/oklch"
)

// PrintInk is the colour of a code for print. The owner's colour is for the screen only,
// because ink on paper must be dark to be scanned.
const PrintInk = "#1C1917"

// LeastContrast is the minimum contrast of a code's colour with white. mostLightness is its
// maximum lightness, out of 255, as QR readers compute it: they ignore hue and weigh the
// channels more simply than eyes do. Some readers use a threshold for each region of the
// image; they treat a large area as light if its lightness is half of 255 or more.
const (
	LeastContrast = 3.5
	mostLightness = 112
)

// Readable reports whether QR readers can tell a colour, written "#RRGGBB", from white.
func Readable(colour string) bool {
	c, err := parse(colour)
	return err == nil && readable(c)
}

func readable(c color.RGBA) bool {
	return contrast(c, white) >= LeastContrast && (int(c.R)+2*int(c.G)+int(c.B))/4 <= mostLightness
}

// Colours of the site, as in web/src/tokens.css.
var (
	white = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	ink   = color.RGBA{0x1C, 0x19, 0x17, 0xFF}
	muted = color.RGBA{0x57, 0x53, 0x4E, 0xFF}
)

func rgbOf(c color.RGBA) oklch.RGB { return oklch.RGB{R: c.R, G: c.G, B: c.B} }

func opaque(c oklch.RGB) color.RGBA { return color.RGBA{c.R, c.G, c.B, 0xFF} }

// contrast returns the WCAG contrast ratio of two colours, from 1 to 21.
func contrast(a, b color.RGBA) float64 { return oklch.Contrast(rgbOf(a), rgbOf(b)) }

// darkened returns the colour if it satisfies will, else the lightest darker shade of its hue
// that does.
func darkened(c color.RGBA, will func(color.RGBA) bool) color.RGBA {
	return opaque(rgbOf(c).LCH().Darker(func(c oklch.RGB) bool { return will(opaque(c)) }).RGB())
}

// lightened returns the colour if it satisfies will, else the darkest lighter shade of its hue
// that does.
func lightened(c color.RGBA, will func(color.RGBA) bool) color.RGBA {
	return opaque(rgbOf(c).LCH().Lighter(func(c oklch.RGB) bool { return will(opaque(c)) }).RGB())
}

// against returns a function that reports whether a colour has at least the given contrast
// with all grounds.
func against(least float64, grounds ...color.RGBA) func(color.RGBA) bool {
	return func(c color.RGBA) bool {
		for _, ground := range grounds {
			if contrast(c, ground) < least {
				return false
			}
		}
		return true
	}
}

// parse accepts only "#RRGGBB", because the colour is written into an SVG, where other text
// could be markup.
func parse(colour string) (color.RGBA, error) {
	c, ok := oklch.Parse(colour)
	if !ok {
		return color.RGBA{}, refuse("color", fault.InvalidValue, "#RRGGBB")
	}
	return opaque(c), nil
}

func refuse(field string, code fault.Code, want string) error {
	return fault.Invalid{Issues: []fault.Issue{{Field: field, Code: code, Want: want}}}
}
