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

// sums holds the hashes of a picture's files. They are not stored: the picture's name contains the
// hash of all its files together, so reading all of them once verifies each.
type sums map[string][sha256.Size]byte

// ErrDamaged reports a file that is not what was stored. It wraps ErrUnavailable, because the
// operator can repair the file.
var ErrDamaged = fmt.Errorf("%w: damaged", fault.ErrUnavailable)

// Check verifies a picture's files against the hash in its name.
func (s *Store) Check(ctx context.Context, name Name) (err error) {
	defer fault.Wrap(&err, "check %s", name)
	_, err = s.readSums(ctx, name)
	return err
}

// check reads a file to its end and verifies it against the hash in its picture's name.
func (s *Store) check(ctx context.Context, file string, object io.Reader) error {
	name, ours := pictureOf(Prefix + file)
	if !ours {
		return fault.ErrNotFound
	}
	known, ok := s.sums.Get(name)
	if !ok {
		var err error
		if known, err = s.readSums(ctx, name); err != nil {
			return err
		}
		s.sums.Add(name, known)
	}
	switch sum, err := sumOf(object); {
	case err != nil:
		return fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
	case sum != known[file]:
		return fmt.Errorf("%w: %s", ErrDamaged, file)
	}
	return nil
}

func (s *Store) readSums(ctx context.Context, name Name) (sums, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	all, whole := sums{}, sha256.New()
	for _, file := range name.Files() {
		object, err := s.bucket.open(ctx, file)
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, file)
		}
		all[file], err = sumOf(io.TeeReader(object, whole))
		_ = object.Close()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
		}
	}
	if !strings.HasPrefix(path.Base(string(name)), hex.EncodeToString(whole.Sum(nil)[:16])) {
		return nil, fmt.Errorf("%w: %s", ErrDamaged, strings.Join(s.suspects(ctx, name), " or "))
	}
	return all, nil
}

// suspects returns the incomplete files of a damaged picture. If all are complete, it returns all,
// because their common hash does not show which one is damaged.
func (s *Store) suspects(ctx context.Context, name Name) (found []string) {
	for _, file := range name.Files() {
		object, err := s.bucket.open(ctx, file)
		if err != nil {
			continue
		}
		raw, err := io.ReadAll(object)
		_ = object.Close()
		if err != nil || !isWhole(raw) {
			found = append(found, file)
		}
	}
	if found == nil {
		return name.Files()
	}
	return found
}

func isWhole(raw []byte) bool {
	f, known := sniff(raw)
	if !known {
		return false
	}
	config, err := f.config(bytesReader(raw))
	if err != nil {
		return false
	}
	_, whole := f.inspect(raw, config)
	return whole
}

func sumOf(r io.Reader) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	_, err = io.Copy(h, r)
	h.Sum(sum[:0])
	return sum, err
}
