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

// Image decodes the smallest variant of an uploaded picture that is at least width pixels wide, or
// its full size. It returns ErrNotFound for any other URL.
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
		return nil, fmt.Errorf("%w: %w", fault.ErrUnavailable, err) // the file was valid when stored
	}
	return img, nil
}
