package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"github.com/minio/minio-go/v7"

	"parichay/internal/kit/fault"
)

// probePatience is how long startup waits for the bucket.
const probePatience = 2 * time.Second

// Probe writes an object and removes it. The error says what to do. It is ErrUnavailable if the
// cause may be temporary: a bucket that does not answer, or a full disk.
func (s *Store) Probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, probePatience)
	defer cancel()
	const name = private + "probe"
	err := s.bucket.put(ctx, name, "application/octet-stream", []byte("probe"))
	if err == nil {
		err = s.bucket.remove(ctx, name)
	}
	if err == nil {
		return nil
	}
	return s.bucket.explain(err)
}

// unwritable explains an error of a folder and what to do about it.
func unwritable(name string, err error) error {
	cause := err
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		cause = at.Err
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: no space left in the folder %s (%w): free some", fault.ErrUnavailable, name, cause)
	}
	return fmt.Errorf("the folder %s cannot be written to (%w): give the program's user write access, or use another folder", name, cause)
}

func (f folder) explain(err error) error { return unwritable(f.root.Name(), err) }

func (s *s3) explain(err error) error {
	switch code := minio.ToErrorResponse(err).Code; code {
	case minio.NoSuchBucket:
		return fmt.Errorf("there is no bucket %s: create it, or correct its name", s.bucket)
	case "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken":
		return fmt.Errorf("the bucket %s cannot be written to (%s): correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or allow them to put, get and delete objects", s.bucket, code)
	case "AuthorizationHeaderMalformed", "PermanentRedirect", "InvalidRegion":
		return fmt.Errorf("the bucket %s is in another region (%s): correct region= in the address", s.bucket, code)
	}
	return fmt.Errorf("%w: the bucket %s does not answer: %w", fault.ErrUnavailable, s.bucket, err)
}
