package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"runtime/debug"
	"strings"
	"time"
)

// Limits on uploads. The browser sends at most 2000 pixels a side; the limits also allow for a
// photograph that an API client sends.
const (
	MaxBody      = 5 << 20
	maxPixels    = 16_000_000
	maxSide      = 8192
	maxMemory    = 24 << 20 // needed to decode: enough for sixteen million pixels of an ordinary photograph
	turnPatience = 15 * time.Second
	drawPatience = 10 * time.Second
	quality      = 82
)

// Picture is a re-encoded picture that is not stored yet.
type Picture struct {
	Name  Name
	files []file
}

type file struct {
	name string
	body []byte
}

// Draw reads an upload and re-encodes it in all sizes, upright and without metadata. If
// possible, it refuses a file before decoding it.
func (s *Store) Draw(ctx context.Context, folder Folder, contentType string, body io.Reader) (*Picture, error) {
	select {
	case s.arrival <- struct{}{}:
		defer func() { <-s.arrival }()
	default:
		return nil, ErrBusy
	}
	raw, err := io.ReadAll(io.LimitReader(body, MaxBody+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if err := s.await(ctx); err != nil {
		return nil, err
	}
	defer func() { <-s.drawing }()
	ctx, cancel := context.WithTimeout(ctx, drawPatience)
	defer cancel()
	picture, err := redraw(ctx, folder, contentType, raw)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	return picture, err
}

// await waits for the decoding slot. If it returns nil, the caller must release the slot.
func (s *Store) await(ctx context.Context) error {
	turn := time.NewTimer(turnPatience)
	defer turn.Stop()
	select {
	case s.drawing <- struct{}{}:
		return nil
	case <-turn.C:
		return ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

// redraw does the work of Draw on bytes in memory.
func redraw(ctx context.Context, folder Folder, contentType string, raw []byte) (*Picture, error) {
	declared, _, _ := strings.Cut(contentType, ";")
	if f, known := sniff(raw); len(raw) <= MaxBody && known && f.contentType != strings.TrimSpace(declared) {
		return nil, ErrType
	}
	whole, err := decode(ctx, raw, MaxBody)
	if err != nil {
		return nil, err
	}
	return encode(ctx, folder, whole)
}

// decode decodes a file of at most limit bytes, upright and no larger than a stored picture. A
// panic in a decoder counts as a broken file.
func decode(ctx context.Context, raw []byte, limit int) (_ *image.RGBA, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: decoder panicked: %v", ErrBroken, p)
		}
	}()
	f, err := admit(raw, limit)
	if err != nil {
		return nil, err
	}
	defer debug.FreeOSMemory() // one decoded picture is most of the program's memory
	source, err := f.decode(until{ctx, bytesReader(raw)})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	size := source.Bounds().Size()
	if size.X == 0 || size.Y == 0 {
		return nil, ErrBroken
	}
	width, height := within(size, longest)
	whole, err := shrink(ctx, source, width, height)
	if err != nil {
		return nil, err
	}
	return upright(whole, orientation(f, raw)), nil
}

// admit checks a file of at most limit bytes without decoding it.
func admit(raw []byte, limit int) (format, error) {
	if len(raw) > limit {
		return format{}, ErrTooLarge
	}
	f, known := sniff(raw)
	if !known {
		return f, ErrType
	}
	config, err := f.config(bytesReader(raw))
	if err != nil {
		return f, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if config.Width > maxSide || config.Height > maxSide || pixels(config) > maxPixels {
		return f, ErrTooLarge
	}
	memory, whole := f.inspect(raw, config)
	switch {
	case !whole:
		return f, ErrBroken
	case memory > maxMemory:
		return f, ErrTooLarge
	}
	return f, nil
}

// encode encodes the picture and its variants, and derives the name from their hash.
func encode(ctx context.Context, folder Folder, whole *image.RGBA) (*Picture, error) {
	extension, write := ".jpg", func(w io.Writer, m image.Image) error {
		return jpeg.Encode(w, m, &jpeg.Options{Quality: quality})
	}
	if !whole.Opaque() {
		extension, write = ".png", png.Encode
	}
	size := whole.Bounds().Size()
	bodies := [][]byte{}
	for _, width := range append([]int{size.X}, widths...) {
		if width > size.X || width == size.X && len(bodies) > 0 {
			continue
		}
		drawn := whole
		if width < size.X {
			var err error
			if drawn, err = shrink(ctx, whole, width, max(1, (size.Y*width+size.X/2)/size.X)); err != nil {
				return nil, err
			}
		}
		var out bytes.Buffer
		if err := write(&out, drawn); err != nil {
			return nil, err
		}
		bodies = append(bodies, out.Bytes())
	}
	sum := sha256.New()
	for _, body := range bodies {
		sum.Write(body)
	}
	p := &Picture{Name: newName(folder, sum.Sum(nil), size.X, size.Y, extension)}
	for i, name := range p.Name.Files() {
		p.files = append(p.files, file{name, bodies[i]})
	}
	return p, nil
}

// within scales a size down to fit into a square of the given side.
func within(size image.Point, side int) (width, height int) {
	long := max(size.X, size.Y)
	if long <= side {
		return size.X, size.Y
	}
	return max(1, (size.X*side+long/2)/long), max(1, (size.Y*side+long/2)/long)
}

// until is a reader that fails once ctx has ended, because decoders accept no context.
type until struct {
	ctx context.Context //nolint:containedctx // lives as long as one decoding
	r   io.Reader
}

func (u until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

func bytesReader(raw []byte) *bytes.Reader { return bytes.NewReader(raw) }
