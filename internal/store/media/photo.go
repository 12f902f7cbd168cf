package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"

	"parichay/internal/domain/lead"
)

// Limits on the pictures that visitors send with a lead.
const (
	MaxPhoto    = 8 << 20   // bytes of a file as sent: a phone without script sends its camera's file
	storedPhoto = 400 << 10 // bytes of a stored picture
	thumbnail   = 320       // pixels of the longer side of its thumbnail
	strangers   = 2         // visitors' pictures that are decoded or wait for it, so that the owner's uploads wait behind few
	queued      = 16        // visitors' pictures that are decoded or wait: fewer than can be decoded within turnPatience
)

// DrawPhoto re-encodes a visitor's picture like an upload, as a JPEG of bounded size. Nothing is
// stored. It waits for its turn for at most turnPatience, or returns ErrBusy; at once if too many
// wait already.
func (s *Store) DrawPhoto(ctx context.Context, raw []byte) (lead.Photo, error) {
	select {
	case s.queue <- struct{}{}:
		defer func() { <-s.queue }()
	default:
		return lead.Photo{}, ErrBusy
	}
	wait, cancel := context.WithTimeout(ctx, turnPatience)
	defer cancel()
	select {
	case s.photos <- struct{}{}:
		defer func() { <-s.photos }()
	case <-wait.Done():
		return lead.Photo{}, ErrBusy
	}
	if err := s.await(wait); err != nil {
		return lead.Photo{}, ErrBusy
	}
	defer func() { <-s.drawing }()
	ctx, stop := context.WithTimeout(ctx, drawPatience)
	defer stop()
	photo, err := redrawPhoto(ctx, raw)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	return photo, err
}

// redrawPhoto does the work of DrawPhoto. The declared content type is ignored, because phones
// often name a wrong one.
func redrawPhoto(ctx context.Context, raw []byte) (lead.Photo, error) {
	whole, err := decode(ctx, raw, MaxPhoto)
	if err != nil {
		return lead.Photo{}, err
	}
	if whole.Opaque() {
		return encodePhoto(ctx, whole)
	}
	onWhite := image.NewRGBA(whole.Bounds())
	draw.Draw(onWhite, onWhite.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(onWhite, onWhite.Bounds(), whole, whole.Bounds().Min, draw.Over)
	return encodePhoto(ctx, onWhite)
}

// encodePhoto encodes a picture within storedPhoto bytes: first at a lower quality, then smaller.
func encodePhoto(ctx context.Context, whole *image.RGBA) (p lead.Photo, err error) {
	for _, q := range []int{quality, 70, 55} {
		if p.Whole, err = jpegOf(whole, q); err != nil {
			return p, err
		}
		if len(p.Whole) <= storedPhoto {
			break
		}
	}
	if len(p.Whole) > storedPhoto {
		width, height := within(whole.Bounds().Size(), max(whole.Bounds().Dx(), whole.Bounds().Dy())*3/4)
		smaller, err := shrink(ctx, whole, width, height)
		if err != nil {
			return p, err
		}
		return encodePhoto(ctx, smaller)
	}
	p.Width, p.Height = whole.Bounds().Dx(), whole.Bounds().Dy()
	width, height := within(whole.Bounds().Size(), thumbnail)
	small, err := shrink(ctx, whole, width, height)
	if err != nil {
		return p, err
	}
	p.Small, err = jpegOf(small, quality)
	return p, err
}

func jpegOf(m image.Image, q int) ([]byte, error) {
	var out bytes.Buffer
	err := jpeg.Encode(&out, m, &jpeg.Options{Quality: q})
	return out.Bytes(), err
}
