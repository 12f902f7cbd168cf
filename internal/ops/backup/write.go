package backup

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash"
	"io"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"

	"parichay/internal/store/media"
)

// An archive ends with the seal: a skippable zstd frame with the hash of all bytes before it.
// Unlike a checksum of the content, it also detects changes that do not affect decompression,
// such as an unused bit of a frame header.
const (
	skipped     = 0x184D2A50
	sealHead    = 8
	sealLength  = sealHead + sha256.Size
	zstdWindow  = 1 << 20
	partLength  = 1 << 20 // size of a table's parts, which are held in memory
	mostOfHead  = 1 << 20
	mostOfIndex = 64 << 20
	// Largest picture file and row; both are held in memory. A re-encoded picture may be
	// larger than its upload.
	mostOfPicture = 4 * media.MaxBody
	mostOfRow     = 8 << 20
)

// writer writes an archive: tar inside zstd, sealed, and inside age if there are recipients.
type writer struct {
	tar      *tar.Writer
	zstd     *zstd.Encoder
	bytes    hash.Hash
	sealed   io.Writer
	closers  []io.Closer
	manifest Manifest
}

func newWriter(to io.Writer, head Head, recipients []age.Recipient) (*writer, error) {
	w := &writer{bytes: sha256.New(), manifest: Manifest{Head: head}, sealed: to}
	if len(recipients) > 0 {
		locked, err := age.Encrypt(to, recipients...)
		if err != nil {
			return nil, err
		}
		w.sealed, w.closers = locked, []io.Closer{locked}
	}
	var err error
	w.zstd, err = zstd.NewWriter(io.MultiWriter(w.sealed, w.bytes), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow), zstd.WithEncoderCRC(true))
	if err != nil {
		return nil, err
	}
	w.tar = tar.NewWriter(w.zstd)
	text, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	return w, w.add(headName, text)
}

// add writes one part.
func (w *writer) add(name string, body []byte) error {
	c := newCounted()
	_, _ = c.Write(body) // a hash never fails
	if err := w.put(name, body); err != nil {
		return err
	}
	w.manifest.Parts = append(w.manifest.Parts, c.part(name))
	return nil
}

func (w *writer) put(name string, body []byte) error {
	err := w.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(body)), Mode: 0o600, ModTime: w.manifest.Created, Format: tar.FormatPAX})
	if err == nil {
		_, err = w.tar.Write(body)
	}
	return err
}

// close writes the manifest and the seal.
func (w *writer) close() error {
	text, err := json.MarshalIndent(w.manifest, "", " ")
	if err != nil {
		return err
	}
	if err := errors.Join(w.put(manifestName, text), w.tar.Close(), w.zstd.Close()); err != nil {
		return err
	}
	seal := binary.LittleEndian.AppendUint32(nil, skipped)
	seal = binary.LittleEndian.AppendUint32(seal, sha256.Size)
	if _, err := w.sealed.Write(w.bytes.Sum(seal)); err != nil {
		return err
	}
	for _, c := range w.closers {
		if err := c.Close(); err != nil {
			return err
		}
	}
	return nil
}

// abandon releases the resources of an unfinished archive.
func (w *writer) abandon() { _ = w.zstd.Close() }
