package multisite

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// ErrForeign means that a site's main process is not a Parichay program installed by root.
// A compromised site can execute anything.
var ErrForeign = errors.New("the main process is not the installed Parichay")

// mainPackage is the package path in the build information of every Parichay program.
const mainPackage = "parichay/cmd/parichay"

// A program is a Parichay binary that belongs to root. Root reads it, copies it and runs it
// as a site's user, but never as root.
type program struct{ *os.File }

// programIn returns the program in a file that only root can write and that was built from
// this module's main package. For every other file it returns ErrForeign.
func programIn(file *os.File) (program, error) {
	if err := rootsOwn(file); err != nil {
		return program{}, fmt.Errorf("%w: %w", ErrForeign, err)
	}
	info, err := buildinfo.Read(file)
	if err != nil || info.Path != mainPackage {
		return program{}, ErrForeign
	}
	return program{file}, nil
}

var goodVersion = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+~-]{0,63}$`)

// version returns the build ID that the release build wrote into the file. Release 0.1.0 and
// builds without an ID are named by their hash.
func (p program) version() (string, error) {
	if id := buildID(p); goodVersion.MatchString(id) {
		return id, nil
	}
	sum, err := p.copyTo(io.Discard)
	if err != nil {
		return "", err
	}
	return "sha256-" + sum[:12], nil
}

// buildID reads the ELF note of Go's linker, or returns "" if there is none.
func buildID(file io.ReaderAt) string {
	binaryFile, err := elf.NewFile(file)
	if err != nil {
		return ""
	}
	note := binaryFile.Section(".note.go.buildid")
	if note == nil || note.Size > 4096 {
		return ""
	}
	raw, err := note.Data()
	const header = 16 // lengths of name and content, type, "Go" and two zeros
	if err != nil || len(raw) < header {
		return ""
	}
	length := binaryFile.ByteOrder.Uint32(raw[binary.Size(uint32(0)):])
	if uint64(length) > uint64(len(raw)-header) {
		return ""
	}
	return string(bytes.TrimRight(raw[header:header+int(length)], "\x00"))
}

// copyTo writes the whole file and returns its SHA-256.
func (p program) copyTo(to io.Writer) (sum string, err error) {
	hash := sha256.New()
	if _, err := p.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	if _, err := io.Copy(io.MultiWriter(to, hash), p); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// keep copies the program to a folder that upgrades do not remove, and returns the copy's
// path. The copy is named by its hash, so that no text from a program becomes part of a path
// or a unit.
func (p program) keep(folder string) (kept string, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // every site's user runs the copies
		return "", err
	}
	draft, err := os.CreateTemp(folder, ".new-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(draft.Name()) }() // no effect after the rename
	sum, err := p.copyTo(draft)
	if err := errors.Join(err, draft.Chmod(0o755), draft.Close()); err != nil {
		return "", err
	}
	kept = filepath.Join(folder, sum, "parichay")
	if _, err := os.Stat(kept); !errors.Is(err, fs.ErrNotExist) {
		return kept, err
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil { //nolint:gosec // as above
		return "", err
	}
	return kept, os.Rename(draft.Name(), kept)
}
