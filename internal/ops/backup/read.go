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

// ageIntro begins every file that age wrote.
const ageIntro = "age-encryption.org/"

// read goes through an archive from its first byte to its last, shows each part to
// visit, and returns the manifest once all of it was found to be what was written.
// What visit did with the parts counts only then.
func read(from io.Reader, identities []age.Identity, visit func(name string, body io.Reader) error) (*Manifest, error) {
	plain, err := unlock(bufio.NewReaderSize(from, 256<<10), identities)
	if err != nil {
		return nil, err
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

func unlock(from *bufio.Reader, identities []age.Identity) (io.Reader, error) {
	start, _ := from.Peek(len(ageIntro))
	if string(start) != ageIntro {
		return from, nil
	}
	if len(identities) == 0 {
		return nil, fmt.Errorf("%w: say with --identity which file holds the key", ErrSealed)
	}
	plain, err := age.Decrypt(from, identities...)
	if _, wrong := errors.AsType[*age.NoIdentityMatchError](err); wrong {
		return nil, fmt.Errorf("%w to another key than the one given", ErrSealed)
	}
	if err != nil {
		return nil, damaged("%w", err)
	}
	return plain, nil
}

// refusal is an error of what visits the parts, which says nothing about the archive.
type refusal struct{ error }

// Unwrap implements the interface of package errors.
func (r refusal) Unwrap() error { return r.error }

func readParts(from *tar.Reader, visit func(name string, body io.Reader) error) (*Manifest, error) {
	var seen []Part
	var head Head
	for {
		entry, err := from.Next()
		if err != nil {
			return nil, damaged("%w", err) // a manifest must come before the end
		}
		if entry.Typeflag != tar.TypeReg {
			return nil, damaged("%s is no file", entry.Name)
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
		return head, damaged("it does not begin as an archive of this program does")
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
		return nil, damaged("its parts are not those its manifest names")
	}
	if _, err := from.Next(); !errors.Is(err, io.EOF) {
		return nil, damaged("something follows the manifest")
	}
	return &m, nil
}

func (h Head) equal(other Head) bool {
	at := h.Created.Equal(other.Created)
	h.Created, other.Created = time.Time{}, time.Time{}
	return at && h == other
}

// sealed passes everything but the seal, and remembers whether it fits.
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

// check must be called once everything was read.
func (s *sealed) check() error {
	want := binary.LittleEndian.AppendUint32(nil, skipped)
	want = binary.LittleEndian.AppendUint32(want, sha256.Size)
	if !errors.Is(s.err, io.EOF) || !bytes.Equal(s.sum.Sum(want), s.held) {
		return damaged("its seal is broken")
	}
	return nil
}
