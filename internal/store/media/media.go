// Package media keeps the owner's pictures in a folder or in an S3 bucket. What
// comes in is looked at before it is decoded, and only what was drawn anew goes
// out: no byte of an upload is ever stored or served. It knows nothing of who
// shows a picture; the database does.
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

// Refused is a picture that is not taken, by the code its reader gets words for.
type Refused string

// Why a picture is refused.
const (
	ErrType     Refused = "media_type"      // none of the four kinds, or not the kind it says it is
	ErrTooLarge Refused = "media_too_large" // in bytes, in pixels, or in what decoding it would take
	ErrBroken   Refused = "media_broken"    // cut short, damaged, or followed by something else
	ErrBusy     Refused = "media_busy"      // others are being worked on
)

func (r Refused) Error() string { return string(r) }

const (
	atOnce   = 4                // uploads being received or waiting their turn
	patience = 10 * time.Second // for one call of the bucket
	kept     = 64               // objects kept in memory
	keptSize = 256 << 10        // of at most this size each: 16 MiB in all
	keptSums = 2048             // pictures whose files' hashes are kept
)

// bucket is where bytes are. Names are those of Name.Files; a write is seen
// whole or not at all.
type bucket interface {
	put(ctx context.Context, name, contentType string, body []byte) error
	open(ctx context.Context, name string) (io.ReadSeekCloser, error)
	remove(ctx context.Context, name string) error
	explain(err error) error // what to do about a failure
}

// Store is the pictures. It is safe for concurrent use.
type Store struct {
	bucket  bucket
	arrival chan struct{} // slots for uploads
	drawing chan struct{} // one slot: two pictures decoded at once would need twice the memory
	memory  *lru.Cache[string, []byte]
	sums    *lru.Cache[Name, sums]
}

// Open prepares the store that a setting names: see ParsePlace.
func Open(place Place) (_ *Store, err error) {
	memory, err := lru.New[string, []byte](kept)
	if err != nil {
		return nil, err
	}
	known, err := lru.New[Name, sums](keptSums)
	if err != nil {
		return nil, err
	}
	s := &Store{arrival: make(chan struct{}, atOnce), drawing: make(chan struct{}, 1), memory: memory, sums: known}
	if place.folder != "" {
		s.bucket, err = newFolder(place.folder)
	} else {
		s.bucket, err = newS3(place, 5*time.Second)
	}
	s.bucket = watch(s.bucket)
	return s, err
}

// Keep stores a drawn picture and reads it back: an address is given out only
// for what is really there.
func (s *Store) Keep(ctx context.Context, p *Picture) (err error) {
	defer fault.Wrap(&err, "keep %s", p.Name)
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
		err = fmt.Errorf("%s was stored damaged", name)
	}
	return err
}

// Remove deletes all files of a picture; it succeeds when they are gone.
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

// Load opens a file of a picture, once it was found to be what was stored. Small
// ones come from memory after the first time; large ones are read from the bucket
// as they are sent.
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
	if err != nil || size > keptSize {
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
