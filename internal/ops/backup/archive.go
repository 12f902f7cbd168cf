// Package archive puts a whole site into one file and back: every table that the
// registry says is backed up, as one instant saw it, and every picture. It knows
// tables and files as bytes, and nothing of what they mean. A file is checked from its first byte to its last before anything
// is changed by it (ADR 27).
package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"strings"
	"time"

	"parichay/internal/store/dump"
)

// Format is raised when programs from before can no longer read what is written.
const Format = 1

// Why an archive is not restored. What there was is then as it was.
var (
	ErrDamaged = errors.New("the archive is damaged")
	ErrNewer   = errors.New("the archive was made by a newer program")
	ErrSealed  = errors.New("the archive is encrypted")
)

// Head opens an archive, so that a program that is too old to read on says so.
type Head struct {
	Format  int       `json:"format"`
	Schema  int64     `json:"schema"`  // the newest migration of the database it was made from
	Program string    `json:"program"` // version that made it
	Created time.Time `json:"created"`
}

// Part is one file in an archive.
type Part struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Manifest closes an archive: what must have been read before it.
type Manifest struct {
	Head
	Tables  []dump.Table `json:"tables"`
	Missing []string     `json:"missing,omitempty"` // pictures the database knows whose files were gone or damaged
	Parts   []Part       `json:"parts"`             // in their order
}

// Rows is how many rows the archive holds.
func (m *Manifest) Rows() (rows int64) {
	for _, t := range m.Tables {
		rows += t.Rows
	}
	return rows
}

// Bytes is how long everything in the archive is together, as it was before it
// was compressed.
func (m *Manifest) Bytes() (bytes int64) {
	for _, p := range m.Parts {
		bytes += p.Bytes
	}
	return bytes
}

// Files is how many files of pictures the archive holds.
func (m *Manifest) Files() (files int) {
	for _, p := range m.Parts {
		if strings.HasPrefix(p.Name, mediaFolder) {
			files++
		}
	}
	return files
}

// Names of the parts.
const (
	headName     = "parichay.json"
	manifestName = "manifest.json"
	mediaFolder  = "media/"
	tableFolder  = "database/"
)

// What names of archives are made of.
const (
	namePrefix = "parichay-"
	nameTime   = "20060102-150405"
	nameSuffix = ".tar.zst"
	lockSuffix = ".age"
)

// Name is what an archive of a site is called that was begun at a time.
func (b Backup) Name(site string, at time.Time) string {
	name := prefixOf(site) + at.UTC().Format(nameTime) + nameSuffix
	if len(b.Recipients) > 0 {
		name += lockSuffix
	}
	return name
}

// ExportName is what an export of a site is called that was begun at a time.
func ExportName(site string, at time.Time) string {
	return prefixOf(site) + at.UTC().Format(nameTime) + "-export.zip"
}

// prefixOf begins the names of a site's archives: several sites may share a shelf.
func prefixOf(site string) string {
	plain := strings.Map(func(r rune) rune {
		if r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return '-'
	}, strings.ToLower(site))
	return namePrefix + plain + "-"
}

// begun is when an archive of a site was begun, by its name.
func begun(site, name string) (at time.Time, ok bool) {
	rest, found := strings.CutPrefix(strings.TrimSuffix(name, lockSuffix), prefixOf(site))
	stamp, whole := strings.CutSuffix(rest, nameSuffix)
	at, err := time.Parse(nameTime, stamp)
	return at, found && whole && err == nil
}

// Step is how far a long piece of work has come. Totals are estimates until it ends.
type Step struct {
	Doing                string // "pictures", "rows", "pages", "checking"
	Pictures, OfPictures int64
	Rows, OfRows         int64 // an export writes each row twice
	Pages, OfPages       int64
	Bytes, OfBytes       int64 // OfBytes is 0 where nobody can tell: for an export
}

// Part is how much is done of what is being done.
func (s Step) Part() (done, of int64) {
	switch {
	case s.OfBytes > 0:
		return s.Bytes, s.OfBytes
	case s.Doing == "pages":
		return s.Pages, s.OfPages
	case s.Doing == "pictures":
		return s.Pictures, s.OfPictures
	}
	return s.Rows, s.OfRows
}

// counted hashes and measures what passes.
type counted struct {
	sum   hash.Hash
	bytes int64
}

func newCounted() *counted { return &counted{sum: sha256.New()} }

// Write implements io.Writer.
func (c *counted) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return c.sum.Write(p)
}

func (c *counted) part(name string) Part {
	return Part{Name: name, Bytes: c.bytes, SHA256: hex.EncodeToString(c.sum.Sum(nil))}
}

// damaged says what is wrong with an archive, once.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrDamaged, fmt.Errorf(format, args...))
}
