// Package media stores the owner's pictures in a folder or an S3 bucket, and re-encodes those that
// visitors send, which are stored with their leads. An upload is inspected
// before it is decoded, and only the re-encoded picture is stored and served, never a byte of the
// upload itself. The package does not know where a picture is used; the database does.
package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"parichay/internal/kit/fault"
)

// Refused is the reason for refusing a picture, as the code that the app translates.
type Refused string

// Reasons for refusing a picture.
const (
	ErrType     Refused = "media_type"      // not one of the four formats, or not the declared one
	ErrTooLarge Refused = "media_too_large" // in bytes, in pixels, or in the memory that decoding needs
	ErrBroken   Refused = "media_broken"    // truncated, damaged, or, unless it is a JPEG, followed by other data
	ErrBusy     Refused = "media_busy"      // too many uploads at once
)

func (r Refused) Error() string { return string(r) }

const (
	atOnce     = 4                // uploads being received or waiting to be decoded
	patience   = 10 * time.Second // timeout of one call to the bucket
	cached     = 64               // objects cached in memory
	cachedSize = 256 << 10        // maximum size of a cached object: 16 MiB in total
	cachedSums = 2048             // pictures whose file hashes are cached
)

// bucket stores objects under the names of Name.Files. Writes are atomic.
type bucket interface {
	put(ctx context.Context, name, contentType string, body []byte) error
	open(ctx context.Context, name string) (io.ReadSeekCloser, error)
	remove(ctx context.Context, name string) error
	explain(err error) error // adds what the operator should do
}

// Store stores pictures. It is safe for concurrent use.
type Store struct {
	bucket  bucket
	arrival chan struct{} // slots for uploads
	queue   chan struct{} // visitors' pictures that are decoded or wait for a slot, see DrawPhoto
	photos  chan struct{} // slots for visitors' pictures
	drawing chan struct{} // one slot for decoding: two pictures at once would need twice the memory
	memory  *lru.Cache[string, []byte]
	sums    *lru.Cache[Name, sums]
}

// Open prepares the store at a place, see ParsePlace.
func Open(place Place) (_ *Store, err error) {
	memory, err := lru.New[string, []byte](cached)
	if err != nil {
		return nil, err
	}
	known, err := lru.New[Name, sums](cachedSums)
	if err != nil {
		return nil, err
	}
	s := &Store{arrival: make(chan struct{}, atOnce), queue: make(chan struct{}, queued), photos: make(chan struct{}, strangers), drawing: make(chan struct{}, 1), memory: memory, sums: known}
	if place.folder != "" {
		s.bucket, err = newFolder(place.folder)
	} else {
		s.bucket, err = newS3(place, 5*time.Second)
	}
	s.bucket = watch(s.bucket)
	return s, err
}

// Keep stores a picture and reads it back, so that no URL is given out for a picture that was not
// stored.
func (s *Store) Keep(ctx context.Context, p *Picture) (err error) {
	defer fault.Wrap(&err, "store %s", p.Name)
	for _, file := range p.files {
		if err := s.keep(ctx, file.name, p.Name.contentType(), file.body); err != nil {
			return fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
		}
	}
	return nil
}

func (s *Store) keep(ctx context.Context, name, contentType string, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := s.bucket.put(ctx, name, contentType, body); err != nil {
		return err
	}
	stored, err := s.bucket.open(ctx, name)
	if err != nil {
		return err
	}
	defer stored.Close()
	sum, err := sumOf(stored)
	if err == nil && sum != sha256.Sum256(body) {
		err = fmt.Errorf("%s was damaged while being stored", name)
	}
	return err
}

// Remove deletes all files of a picture. Removing a missing picture is not an error.
func (s *Store) Remove(ctx context.Context, name Name) (err error) {
	defer fault.Wrap(&err, "remove %s", name)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, file := range name.Files() {
		if err := s.bucket.remove(ctx, file); err != nil {
			return err
		}
		s.memory.Remove(file)
	}
	return nil
}

// Load opens a file of a picture after verifying its hash. Small files are cached in memory; large
// ones are read from the bucket while they are sent.
func (s *Store) Load(ctx context.Context, name string) (_ io.ReadSeekCloser, err error) {
	defer fault.Wrap(&err, "load %s", name)
	if body, ok := s.memory.Get(name); ok {
		return inMemory{bytes.NewReader(body)}, nil
	}
	object, err := s.bucket.open(ctx, name)
	if err != nil {
		return nil, err
	}
	if err := s.check(ctx, name, object); err != nil {
		_ = object.Close()
		return nil, err
	}
	size, err := object.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = object.Seek(0, io.SeekStart)
	}
	if err != nil || size > cachedSize {
		return object, err
	}
	defer object.Close()
	body, err := io.ReadAll(object)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
	}
	s.memory.Add(name, body)
	return inMemory{bytes.NewReader(body)}, nil
}

type inMemory struct{ *bytes.Reader }

// Close implements io.Closer.
func (inMemory) Close() error { return nil }
