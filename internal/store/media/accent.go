package media

import (
	"context"
	"fmt"
	"image"

	"parichay/internal/domain/theme"
	"parichay/internal/kit/fault"
)

// Accent returns the dominant colour of an uploaded picture. It returns "" for any other URL and for
// a picture without colours. It reads the smallest variant.
func (s *Store) Accent(ctx context.Context, url string) (_ string, err error) {
	name, ours := ParseName(url)
	if !ours {
		return "", nil
	}
	defer fault.Wrap(&err, "accent of %s", name)
	files := name.Files() // the full size, then the variants, smallest first
	file, err := s.Load(ctx, files[min(1, len(files)-1)])
	if err != nil {
		return "", err
	}
	defer file.Close()
	if err := s.await(ctx); err != nil {
		return "", err
	}
	defer func() { <-s.drawing }()
	picture, _, err := image.Decode(file)
	if err != nil {
		return "", fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
	}
	return theme.Dominant(picture), nil
}
