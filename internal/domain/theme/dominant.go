package theme

import (
	"image"
	"math"

	"parichay/internal/kit/oklch"
)

// Limits that decide which pixels of a picture count as coloured, and how many must be.
const (
	leastChroma  = 0.045
	darkest      = 0.2
	lightest     = 0.95
	leastPart    = 0.01
	hues         = 36   // number of hue classes
	mostSampled  = 4096 // approximate number of sampled pixels
	fullestShare = 0.6  // minimum chroma of averaged pixels, as a share of the strongest chroma
)

// Dominant returns the most prominent colour of a picture as #RRGGBB: the average of its
// strongest pixels of the most frequent hue. For a picture without colours it returns "".
func Dominant(picture image.Image) string {
	var byHue [hues][]lch
	var weight [hues]float64
	area := picture.Bounds()
	step := max(1, int(math.Sqrt(float64(area.Dx()*area.Dy())/mostSampled)))
	sampled, coloured := 0, 0
	for y := area.Min.Y; y < area.Max.Y; y += step {
		for x := area.Min.X; x < area.Max.X; x += step {
			r, g, b, a := picture.At(x, y).RGBA()
			sampled++
			c := colour{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8)}.LCH()
			if a < 0xC000 || c.C < leastChroma || c.L < darkest || c.L > lightest {
				continue
			}
			coloured++
			hue := int((c.H+math.Pi)/(2*math.Pi)*hues) % hues
			byHue[hue] = append(byHue[hue], c)
			weight[hue] += c.C
		}
	}
	if float64(coloured) < leastPart*float64(sampled) || coloured == 0 {
		return ""
	}
	best, most := 0, 0.0
	for hue := range hues { // neighbours count half, because a colour may lie on the border of two classes
		around := weight[hue] + (weight[(hue+1)%hues]+weight[(hue+hues-1)%hues])/2
		if around > most && weight[hue] > 0 {
			best, most = hue, around
		}
	}
	return average(byHue[best]).String()
}

// average returns the average of the strongest colours.
func average(all []lch) colour {
	strongest := 0.0
	for _, c := range all {
		strongest = max(strongest, c.C)
	}
	var sum lch
	var x, y, count float64
	for _, c := range all {
		if c.C >= fullestShare*strongest {
			sum.L, sum.C, count = sum.L+c.L, sum.C+c.C, count+1
			x, y = x+math.Cos(c.H), y+math.Sin(c.H)
		}
	}
	return oklch.At(sum.L/count, sum.C/count, math.Atan2(y, x)).RGB()
}
