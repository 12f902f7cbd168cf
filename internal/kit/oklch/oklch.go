// Package oklch converts colours between sRGB and OKLCH, measures their contrast and
// adjusts their lightness.
package oklch

import (
	"fmt"
	"math"
	"strconv"
)

// RGB is an sRGB colour with one byte per channel, as pages use it. Contrast is measured on
// RGB, after rounding, so that it holds for the colour in the page.
type RGB struct{ R, G, B uint8 }

// LCH is a colour in OKLCH: lightness 0 to 1, chroma, and hue in radians. Equal steps look
// equal for every hue.
//
// The conversions are Björn Ottosson's. They are implemented here because they take forty
// lines and this package defines its own mapping of colours outside sRGB.
type LCH struct{ L, C, H float64 }

// At returns the colour with a lightness, chroma and hue.
func At(lightness, chroma, hue float64) LCH { return LCH{lightness, chroma, hue} }

// Hex returns the colour of a hexadecimal number as in style sheets: 0xDAA520.
func Hex(v uint32) RGB { return RGB{uint8(v >> 16), uint8(v >> 8), uint8(v)} }

// Of returns a colour of the same hue, with at most the chroma of c, so that a grey stays grey.
func (c LCH) Of(lightness, chroma float64) LCH { return LCH{lightness, min(chroma, c.C), c.H} }

// Parse parses "#RRGGBB".
func Parse(text string) (RGB, bool) {
	if len(text) != 7 || text[0] != '#' {
		return RGB{}, false
	}
	v, err := strconv.ParseUint(text[1:], 16, 24)
	return Hex(uint32(v)), err == nil
}

func (c RGB) String() string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

func linear(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func curved(v float64) float64 {
	if v <= 0.0031308 {
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

func (c RGB) luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// Contrast returns the WCAG contrast ratio: 1 for equal colours, 21 for black on white.
func Contrast(a, b RGB) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Under returns c covered by veil with the given opacity.
func (c RGB) Under(veil RGB, opacity float64) RGB {
	mix := func(below, above uint8) uint8 {
		return uint8(math.Round(float64(below)*(1-opacity) + float64(above)*opacity))
	}
	return RGB{mix(c.R, veil.R), mix(c.G, veil.G), mix(c.B, veil.B)}
}

// LCH converts c to OKLCH.
func (c RGB) LCH() LCH {
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	x := 1.9779984951*l - 2.4285922050*m + 0.4505937099*s
	y := 0.0259040371*l + 0.7827717662*m - 0.8086757660*s
	return LCH{0.2104542553*l + 0.7936177850*m - 0.0040720468*s, math.Hypot(x, y), math.Atan2(y, x)}
}

func (c LCH) linear() [3]float64 {
	x, y := c.C*math.Cos(c.H), c.C*math.Sin(c.H)
	l := c.L + 0.3963377774*x + 0.2158037573*y
	m := c.L - 0.1055613458*x - 0.0638541728*y
	s := c.L - 0.0894841775*x - 1.2914855480*y
	l, m, s = l*l*l, m*m*m, s*s*s
	return [3]float64{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s,
	}
}

// chromaStep is the step by which chroma is reduced until a colour fits into sRGB.
const chromaStep = 0.001

// RGB converts c to sRGB. A colour outside sRGB loses chroma and keeps lightness and hue.
func (c LCH) RGB() RGB {
	const spare = 1e-4
	for ; ; c.C -= chromaStep {
		c.C = max(c.C, 0)
		rgb, fits := c.linear(), true
		for _, v := range rgb {
			fits = fits && v >= -spare && v <= 1+spare
		}
		if fits || c.C == 0 {
			var out [3]uint8
			for i, v := range rgb {
				out[i] = uint8(math.Round(255 * curved(min(max(v, 0), 1))))
			}
			return RGB{out[0], out[1], out[2]}
		}
	}
}

// lightStep is the step by which Darker and Lighter change lightness.
const lightStep = 0.005

// Darker lowers the lightness until holds is true or the lightness is 0.
func (c LCH) Darker(holds func(RGB) bool) LCH {
	for !holds(c.RGB()) && c.L > 0 {
		c.L = max(c.L-lightStep, 0)
	}
	return c
}

// Lighter raises the lightness until holds is true or the lightness is 1.
func (c LCH) Lighter(holds func(RGB) bool) LCH {
	for !holds(c.RGB()) && c.L < 1 {
		c.L = min(c.L+lightStep, 1)
	}
	return c
}
