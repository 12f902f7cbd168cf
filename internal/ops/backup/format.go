// Package backup saves a whole site to one file and restores it: a consistent snapshot of
// every table that package tables marks as backed up, and all pictures. It also exports and
// imports a site in open formats. An archive is verified completely before a restore changes
// anything (ADR 27). The package treats tables and files as bytes and does not interpret them.
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

// Format is the archive format. It is raised when older programs can no longer read archives.
const Format = 1

// Reasons why an archive is refused. A refused archive changes nothing.
var (
	ErrForeign = errors.New("the file is not a backup of Parichay")
	ErrDamaged = errors.New("the archive is damaged")
	ErrNewer   = errors.New("the archive was made by a newer program")
	ErrSealed  = errors.New("the archive is encrypted")
)

// Head is the first part of an archive. It lets a program detect that it is too old for the
// archive.
type Head struct {
	Format  int       `json:"format"`
	Schema  int64     `json:"schema"`  // latest migration of the source database
	Program string    `json:"program"` // version that wrote the archive
	Created time.Time `json:"created"`
}

// Part is one file in an archive.
type Part struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Manifest is the last part of an archive and lists all parts before it.
type Manifest struct {
	Head
	Tables  []dump.Table `json:"tables"`
	Missing []string     `json:"missing,omitempty"` // pictures whose files are missing or damaged
	Parts   []Part       `json:"parts"`             // in the archive's order
}

// Rows returns the number of rows in the archive.
func (m *Manifest) Rows() (rows int64) {
	for _, t := range m.Tables {
		rows += t.Rows
	}
	return rows
}

// Bytes returns the uncompressed size of all parts.
func (m *Manifest) Bytes() (bytes int64) {
	for _, p := range m.Parts {
		bytes += p.Bytes
	}
	return bytes
}

// Files returns the number of picture files in the archive.
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

// Parts of an archive's file name.
const (
	namePrefix = "parichay-"
	nameTime   = "20060102-150405"
	nameSuffix = ".tar.zst"
	lockSuffix = ".age"
)

// Name returns the file name of an archive of site that was begun at the given time.
func (b Backup) Name(site string, at time.Time) string {
	name := prefixOf(site) + at.UTC().Format(nameTime) + nameSuffix
	if len(b.Recipients) > 0 {
		name += lockSuffix
	}
	return name
}

// ExportName returns the file name of an export of site that was begun at the given time.
func ExportName(site string, at time.Time) string {
	return prefixOf(site) + at.UTC().Format(nameTime) + "-export.zip"
}

// prefixOf returns the file name prefix of a site's archives; several sites may share a folder.
func prefixOf(site string) string {
	plain := strings.Map(func(r rune) rune {
		if r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return '-'
	}, strings.ToLower(site))
	return namePrefix + plain + "-"
}

// begun returns the start time in the file name of a site's archive. ok is false if no archive of
// the site has such a name.
func begun(site, name string) (at time.Time, ok bool) {
	rest, found := strings.CutPrefix(strings.TrimSuffix(name, lockSuffix), prefixOf(site))
	stamp, whole := strings.CutSuffix(rest, nameSuffix)
	at, err := time.Parse(nameTime, stamp)
	return at, found && whole && err == nil
}

// Step is the progress of a backup, restore or export. The totals are estimates until the end.
type Step struct {
	Doing                string // "pictures", "rows", "pages", "checking"
	Pictures, OfPictures int64
	Rows, OfRows         int64 // an export writes each row twice
	Pages, OfPages       int64
	Bytes, OfBytes       int64 // OfBytes is 0 for an export, whose size is unknown
}

// Part returns how much of the current phase is done, and its total.
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

// counted counts and hashes the bytes written to it.
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

// damaged returns an error that wraps ErrDamaged and the reason.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrDamaged, fmt.Errorf(format, args...))
}
