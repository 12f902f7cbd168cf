package media

import (
	"context"
	"image"
	"image/draw"
)

// shrink scales src down. Each new pixel is the average of the area it covers. It reads the
// source once, row by row. The kernels of x/image/draw would need 32 bytes for each source row
// times each new column.
func shrink(ctx context.Context, src image.Image, width, height int) (*image.RGBA, error) {
	from := src.Bounds()
	dst := image.NewRGBA(image.Rect(0, 0, width, height))
	line := image.NewRGBA(image.Rect(0, 0, from.Dx(), 1))
	columns := shares(from.Dx(), width)
	rows := shares(from.Dy(), height)
	across, sum := make([]float32, 4*width), make([]float32, 4*width)
	for y, part := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		draw.Draw(line, line.Bounds(), src, image.Pt(from.Min.X, from.Min.Y+y), draw.Src)
		gather(across, line.Pix, columns)
		blend(sum, across, part.first)
		if part.ends {
			settle(dst.Pix[part.to*dst.Stride:], sum)
			blend(sum, across, part.rest)
		}
	}
	return dst, nil
}

// share states how one row or column of the source contributes to the new picture: the part
// first to the row or column at index to, and the part rest to the next one.
type share struct {
	to          int
	first, rest float32
	ends        bool // completes the new row or column
}

// shares divides n old rows among m new ones, with m <= n. Parts are fractions of a new row.
func shares(n, m int) []share {
	all := make([]share, n)
	for i := range all {
		// In units of 1/n of a new row, old row i covers from i*m to (i+1)*m.
		start, end := i*m, (i+1)*m
		to := start / n
		edge := (to + 1) * n
		s := share{to: to, first: float32(end-start) / float32(n)}
		if end >= edge {
			s.ends = true
			s.first = float32(edge-start) / float32(n)
			s.rest = float32(end-edge) / float32(n)
		}
		all[i] = s
	}
	return all
}

// gather writes the averages of a row's columns to out.
func gather(out []float32, pix []byte, columns []share) {
	clear(out)
	for x, part := range columns {
		from, to := pix[4*x:4*x+4:4*x+4], 4*part.to
		for c := range 4 {
			value := float32(from[c])
			out[to+c] += value * part.first
			if part.rest > 0 {
				out[to+4+c] += value * part.rest
			}
		}
	}
}

func blend(sum, across []float32, part float32) {
	if part == 0 {
		return
	}
	for i, value := range across {
		sum[i] += value * part
	}
}

// settle writes a finished row of pixels and resets the sums for the next row.
func settle(pix []byte, sum []float32) {
	for i, value := range sum {
		pix[i] = byte(min(value+0.5, 255))
		sum[i] = 0
	}
}
