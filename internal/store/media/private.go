package media

import (
	"context"
	"errors"
	"fmt"
	"io"

	"parichay/internal/kit/fault"
)

// private is the folder of what is never handed out: File finds public/ only.
const private = "private/"

// KeepPrivate stores a file that is not for the public, in the place of the one
// before it.
func (s *Store) KeepPrivate(ctx context.Context, name string, body []byte) (err error) {
	defer fault.Wrap(&err, "keep private file")
	return s.keep(ctx, private+name, "application/octet-stream", body)
}

// LoadPrivate reads such a file, if it is no longer than most bytes.
func (s *Store) LoadPrivate(ctx context.Context, name string, most int64) (body []byte, err error) {
	defer fault.Wrap(&err, "load private file")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	object, err := s.bucket.open(ctx, private+name)
	if err != nil {
		return nil, err
	}
	defer object.Close()
	body, err = io.ReadAll(io.LimitReader(object, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
	case int64(len(body)) > most:
		return nil, errors.New("too long")
	}
	return body, nil
}
