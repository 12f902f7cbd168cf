package media

import (
	"context"
	"errors"
	"fmt"
	"io"

	"parichay/internal/kit/fault"
)

// private is the folder of files that are never served: File only finds public/.
const private = "private/"

// KeepPrivate stores a file that is never served, and replaces an earlier one of that name.
func (s *Store) KeepPrivate(ctx context.Context, name string, body []byte) (err error) {
	defer fault.Wrap(&err, "store private file")
	return s.keep(ctx, private+name, "application/octet-stream", body)
}

// LoadPrivate reads a private file. A file longer than most bytes is an error.
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
		return nil, errors.New("file exceeds the size limit")
	}
	return body, nil
}
