package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"strings"

	"parichay/internal/kit/fault"
)

// mostCarried is the maximum length of a picture's file. Pictures have at most 1600 pixels a side.
const mostCarried = 64 << 20

// Carried is a file of a picture, as stored in the bucket.
type Carried struct {
	Name string
	Body []byte
}

// Carry reads all files of a picture for a backup or export. It returns ErrDamaged if they are not
// what was stored.
func (s *Store) Carry(ctx context.Context, name Name) (files []Carried, err error) {
	defer fault.Wrap(&err, "read files of %s", name)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, file := range name.Files() {
		object, err := s.bucket.open(ctx, file)
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, file)
		}
		body, err := io.ReadAll(io.LimitReader(object, mostCarried))
		_ = object.Close()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
		}
		files = append(files, Carried{file, body})
	}
	return files, name.checkCarried(files)
}

// checkCarried verifies a picture's files against its name, which contains their hash.
func (n Name) checkCarried(files []Carried) error {
	whole := sha256.New()
	for _, f := range files {
		whole.Write(f.Body)
	}
	if !strings.HasPrefix(path.Base(string(n)), hex.EncodeToString(whole.Sum(nil)[:16])) {
		return ErrDamaged
	}
	return nil
}

// Settle stores all files of a picture from a backup or export.
func (s *Store) Settle(ctx context.Context, name Name, files []Carried) (err error) {
	defer fault.Wrap(&err, "restore %s", name)
	if err := name.checkCarried(files); err != nil {
		return err
	}
	for _, f := range files {
		if err := s.keep(ctx, f.Name, name.contentType(), f.Body); err != nil {
			return fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
		}
	}
	return nil
}

// RemovePrivate removes a private file.
func (s *Store) RemovePrivate(ctx context.Context, name string) (err error) {
	defer fault.Wrap(&err, "remove private file")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return s.bucket.remove(ctx, private+name)
}
