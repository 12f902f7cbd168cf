package media

import (
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"strings"

	"parichay/internal/kit/fault"
)

// Image is a picture of ours, decoded, in the smallest drawing that is at least so
// many pixels wide; ErrNotFound for an address that is none of ours.
func (s *Store) Image(ctx context.Context, url string, width int) (_ image.Image, err error) {
	name, ours := ParseName(url)
	if !ours {
		return nil, fault.ErrNotFound
	}
	file := string(name)
	for _, v := range name.Variants() {
		if v.Width >= width {
			file = strings.TrimPrefix(v.URL, Prefix)
			break
		}
	}
	defer fault.Wrap(&err, "decode %s", file)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	object, err := s.Load(ctx, file)
	if err != nil {
		return nil, err
	}
	defer object.Close()
	decode := jpeg.Decode
	if name.contentType() == "image/png" {
		decode = png.Decode
	}
	img, err := decode(object)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", fault.ErrUnavailable, err) // it was whole when it was stored
	}
	return img, nil
}
