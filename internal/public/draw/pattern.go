package draw

import (
	"hash/fnv"
	"image/color"
	"math"
	"math/rand/v2"
)

// pattern draws a decoration on the right-hand side of a cover, where there is no text.
type pattern func(on sheet, width, height float64, ink color.RGBA, strength float64, seed uint64)

// seedOf derives a seed from an item's id, so that an item keeps its cover when its text
// changes.
func seedOf(id string) uint64 {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(id))
	return sum.Sum64()
}

// network draws the site's backdrop of linked dots, with a ring in the corner.
func network(on sheet, width, height float64, ink color.RGBA, strength float64, seed uint64) {
	u := height / cardHeight
	on.ring(width-20*u, 60*u, 270*u, 92*u, faded(ink, 0.32*strength))
	r := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // not a secret
	reach := 150 * u
	var dots []point
	for range 30 {
		p := point{width - u*275*r.Float64(), u * (30 + 570*r.Float64())}
		dots = append(dots, p)
	}
	for i, a := range dots {
		linked := 0
		for _, b := range dots[:i] {
			if far := math.Hypot(a.x-b.x, a.y-b.y); far < reach && far > 1 && linked < 2 {
				on.path([]point{a, b}, 1.5*max(u, 0.7), faded(ink, 0.5*strength))
				linked++
			}
		}
	}
	for i, d := range dots {
		on.disc(d.x, d.y, u*(3.5+float64(i%3)), faded(ink, strength))
	}
}

// bandhani draws the tie-dye dots of Gujarat and Rajasthan, in arcs around the lower corner.
func bandhani(on sheet, width, height float64, ink color.RGBA, strength float64, _ uint64) {
	u := height / cardHeight
	for arc := range 7 {
		far := 70 + 46*float64(arc)
		count := int(far / 24)
		for i := range count + 1 {
			turn := math.Pi + math.Pi/2*float64(i)/float64(count)
			x, y := width+u*(24+far*math.Cos(turn)), u*(648+far*math.Sin(turn))
			if arc%3 == 1 {
				on.ring(x, y, 9*u, 3*u, faded(ink, 0.7*strength))
			} else {
				on.disc(x, y, 5*u, faded(ink, (0.9-0.09*float64(arc))*strength))
			}
		}
	}
}

// jaali draws a pierced stone screen: stars of two squares, each with a ring in the middle.
func jaali(on sheet, width, height float64, ink color.RGBA, strength float64, _ uint64) {
	u := height / cardHeight
	gap, arm := 92*u, 30*u
	for row := range 8 {
		y := float64(row) * gap
		columns := 2 + max(0, row-2)/2
		for column := range columns {
			x := width - 20*u - float64(column)*gap
			s := strength * (1 - 0.16*float64(column))
			tip := arm * math.Sqrt2
			on.path([]point{{x - arm, y - arm}, {x + arm, y - arm}, {x + arm, y + arm}, {x - arm, y + arm}, {x - arm, y - arm}}, 2*u, faded(ink, s))
			on.path([]point{{x, y - tip}, {x + tip, y}, {x, y + tip}, {x - tip, y}, {x, y - tip}}, 2*u, faded(ink, s))
			on.ring(x, y, 11*u, 2*u, faded(ink, s))
		}
	}
}
