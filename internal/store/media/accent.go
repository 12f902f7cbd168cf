package media

import (
	"context"
	"fmt"
	"image"

	"parichay/internal/domain/theme"
	"parichay/internal/kit/fault"
)

// Accent is the colour that one of our pictures is remembered by; "" for one that is
// not ours, and for one without colours. The smallest drawing is enough to tell.
func (s *Store) Accent(ctx context.Context, url string) (_ string, err error) {
	name, ours := ParseName(url)
	if !ours {
		return "", nil
	}
	defer fault.Wrap(&err, "accent of %s", name)
	files := name.Files() // the whole first, then the smaller ones, smallest first
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
