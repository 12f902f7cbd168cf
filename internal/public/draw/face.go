package draw

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"

	scaler "golang.org/x/image/draw"
)

// part is a rectangular section of a picture.
type part struct {
	image.Image
	inside image.Rectangle
}

// Bounds implements image.Image.
func (p part) Bounds() image.Rectangle { return p.inside }

// square returns the central square of a picture, as the avatar on the page shows it.
func square(img image.Image) image.Image {
	b := img.Bounds()
	side := min(b.Dx(), b.Dy())
	x, y := b.Min.X+(b.Dx()-side)/2, b.Min.Y+(b.Dy()-side)/2
	return part{img, image.Rect(x, y, x+side, y+side)}
}

// scaled returns a square picture resized to side, with transparent parts on white.
func scaled(img image.Image, side int) *image.RGBA { return fitted(img, side, side) }

// fitted returns a picture resized to fill a rectangle. What does not fit is cut off equally
// on both sides.
func fitted(img image.Image, width, height int) *image.RGBA {
	b := img.Bounds()
	from := b
	if b.Dx()*height > b.Dy()*width {
		w := max(1, b.Dy()*width/height)
		from.Min.X += (b.Dx() - w) / 2
		from.Max.X = from.Min.X + w
	} else {
		h := max(1, b.Dx()*height/width)
		from.Min.Y += (b.Dy() - h) / 2
		from.Max.Y = from.Min.Y + h
	}
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(out, out.Rect, image.NewUniform(white), image.Point{}, draw.Src)
	by := scaler.Interpolator(scaler.CatmullRom)
	if from.Dy()*width > mostScaled {
		by = scaler.ApproxBiLinear
	}
	by.Scale(out, out.Rect, source(img), from, draw.Over, nil)
	return out
}

// mostScaled is the largest picture, in source rows times target columns, that is scaled with
// the better kernel. That kernel needs 32 bytes for each such pixel.
const mostScaled = 1 << 18

// source unwraps a part, because the scaler is fast only for image types that it knows.
func source(img image.Image) image.Image {
	if p, ok := img.(part); ok {
		return p.Image
	}
	return img
}

func copyInto(dst draw.Image, src image.Image) {
	draw.Draw(dst, dst.Bounds(), src, src.Bounds().Min, draw.Src)
}

// round draws a square picture as a disc.
func (c *canvas) round(img image.Image, x, y, r float64) {
	box := around(x, y, r)
	shown := scaled(img, box.Dx())
	mask := &canvas{img: image.NewRGBA(box), clip: box}
	mask.disc(x, y, r, white)
	draw.DrawMask(c.img, box.Intersect(c.clip), shown, box.Intersect(c.clip).Min.Sub(box.Min), mask.img, box.Intersect(c.clip).Min, draw.Over)
}

func jpegOf(img image.Image, quality int) []byte {
	var out bytes.Buffer
	_ = jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}) // writes to a buffer never fail, and our pictures are not too large
	return out.Bytes()
}
