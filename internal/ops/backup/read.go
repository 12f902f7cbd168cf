package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"time"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
)

// ageIntro is the start of every age file.
const ageIntro = "age-encryption.org/"

// zstdIntro is the start of every zstd file.
const zstdIntro = "\x28\xb5\x2f\xfd"

// read reads a whole archive, passes each part to visit, and returns the manifest once the
// archive is verified. Until then the caller must not trust the parts.
func read(from io.Reader, identities []age.Identity, visit func(name string, body io.Reader) error) (*Manifest, error) {
	plain, err := unlock(bufio.NewReaderSize(from, 256<<10), identities)
	if err != nil {
		return nil, err
	}
	if start, err := plain.Peek(len(zstdIntro)); string(start) != zstdIntro {
		if err == nil || errors.Is(err, io.EOF) {
			return nil, ErrForeign
		}
		return nil, damaged("%w", err)
	}
	whole := newSealed(plain)
	inner, err := zstd.NewReader(whole, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		return nil, damaged("%w", err)
	}
	defer inner.Close()
	manifest, err := readParts(tar.NewReader(inner), visit)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, inner); err != nil {
		return nil, damaged("%w", err)
	}
	if err := whole.check(); err != nil {
		return nil, err
	}
	return manifest, nil
}

func unlock(from *bufio.Reader, identities []age.Identity) (*bufio.Reader, error) {
	start, _ := from.Peek(len(ageIntro))
	if string(start) != ageIntro {
		return from, nil
	}
	if len(identities) == 0 {
		return nil, fmt.Errorf("%w: name the key file with --identity", ErrSealed)
	}
	plain, err := age.Decrypt(from, identities...)
	if _, wrong := errors.AsType[*age.NoIdentityMatchError](err); wrong {
		return nil, fmt.Errorf("%w for a different key than the given one", ErrSealed)
	}
	if err != nil {
		return nil, damaged("%w", err)
	}
	return bufio.NewReader(plain), nil
}

// refusal is an error returned by visit; it does not mean that the archive is damaged.
type refusal struct{ error }

// Unwrap implements the interface of package errors.
func (r refusal) Unwrap() error { return r.error }

func readParts(from *tar.Reader, visit func(name string, body io.Reader) error) (*Manifest, error) {
	var seen []Part
	var head Head
	for {
		entry, err := from.Next()
		if err != nil && len(seen) == 0 && errors.Is(err, tar.ErrHeader) {
			return nil, ErrForeign // compressed, but not an archive
		}
		if err != nil {
			return nil, damaged("%w", err) // the end before a manifest is an error, too
		}
		if entry.Typeflag != tar.TypeReg {
			return nil, damaged("%s is not a regular file", entry.Name)
		}
		c := newCounted()
		body := io.TeeReader(from, c)
		switch {
		case len(seen) == 0:
			if head, err = readHead(entry.Name, body); err != nil {
				return nil, err
			}
		case entry.Name == manifestName:
			return readManifest(from, head, seen)
		default:
			if err := visit(entry.Name, body); err != nil {
				return nil, refusal{err}
			}
			if _, err := io.Copy(io.Discard, body); err != nil {
				return nil, damaged("%s: %w", entry.Name, err)
			}
		}
		seen = append(seen, c.part(entry.Name))
	}
}

func readHead(name string, body io.Reader) (head Head, err error) {
	text, err := io.ReadAll(io.LimitReader(body, mostOfHead))
	if err == nil {
		err = json.Unmarshal(text, &head)
	}
	switch {
	case err != nil || name != headName || head.Format < 1:
		return head, ErrForeign
	case head.Format > Format:
		return head, fmt.Errorf("%w (%s): its format is %d, this program reads up to %d", ErrNewer, head.Program, head.Format, Format)
	}
	return head, nil
}

func readManifest(from *tar.Reader, head Head, seen []Part) (*Manifest, error) {
	var m Manifest
	text, err := io.ReadAll(io.LimitReader(from, mostOfIndex))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return nil, damaged("manifest: %w", err)
	}
	if !slices.Equal(m.Parts, seen) || !m.equal(head) {
		return nil, damaged("the parts do not match the manifest")
	}
	if _, err := from.Next(); !errors.Is(err, io.EOF) {
		return nil, damaged("unexpected data after the manifest")
	}
	return &m, nil
}

func (h Head) equal(other Head) bool {
	at := h.Created.Equal(other.Created)
	h.Created, other.Created = time.Time{}, time.Time{}
	return at && h == other
}

// sealed reads everything but the seal, and hashes it for check.
type sealed struct {
	from io.Reader
	held []byte // the last bytes read so far, which may be the seal
	room []byte
	sum  hash.Hash
	err  error
}

func newSealed(from io.Reader) *sealed {
	return &sealed{from: from, sum: sha256.New(), room: make([]byte, 64<<10)}
}

// Read implements io.Reader.
func (s *sealed) Read(p []byte) (int, error) {
	for len(s.held) <= sealLength && s.err == nil {
		var n int
		n, s.err = s.from.Read(s.room)
		s.held = append(s.held, s.room[:n]...)
	}
	n := min(len(p), len(s.held)-sealLength)
	if n <= 0 {
		return 0, s.err
	}
	copy(p, s.held[:n])
	s.sum.Write(p[:n])
	s.held = s.held[:copy(s.held, s.held[n:])]
	return n, nil
}

// check verifies the seal. It must be called after everything was read.
func (s *sealed) check() error {
	want := binary.LittleEndian.AppendUint32(nil, skipped)
	want = binary.LittleEndian.AppendUint32(want, sha256.Size)
	if !errors.Is(s.err, io.EOF) || !bytes.Equal(s.sum.Sum(want), s.held) {
		return damaged("the seal does not match the content")
	}
	return nil
}
