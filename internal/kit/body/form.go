package body

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"time"

	"parichay/internal/kit/fault"
)

// Form reads a multipart form with files in one pass. Only one file at a time is in memory, and what
// Take keeps of the files, until Release.
type Form struct {
	Parts  int    // most fields and files
	Fields int64  // most bytes of all fields together
	File   int64  // most bytes of a file
	Whole  int64  // most bytes of the body, including files that are skipped
	Name   string // name of the fields that are files

	// Open is called before a file is read, with the fields so far. If it returns false, the file is
	// skipped.
	Open func(file string, fields url.Values) bool
	// Take is called with each file that Open has admitted. If the file is too long or did not arrive
	// whole, raw is nil and err says why. ctx ends when the Room needs the memory of raw. Before Take
	// keeps something of the file, it must let go of raw and ask keep, which returns false if there is
	// no memory for it.
	Take func(ctx context.Context, file string, raw []byte, err error, keep func(bytes int) bool)

	held *part
}

// mostHead is how many bytes the headers of one part may have. A browser writes far less; the reader
// also buffers some.
const mostHead = 16 << 10

// Read reads a form. If it returns an error, the body did not arrive whole, is too large, or is not a
// form. fields are then those that have arrived, and began reports whether the fields that precede the
// files are complete. The rest of a form that is too large is skipped, so that its sender, who is
// still sending, gets a response.
// The caller must call Release when it no longer needs what Take has kept.
func (f *Form) Read(w http.ResponseWriter, r *http.Request, room *Room, from netip.Prefix) (fields url.Values, began bool, err error) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context())) // the sender may leave, its form still counts
	defer cancel()
	f.held = room.begin(from, http.NewResponseController(w), cancel)
	defer f.held.finish()
	pace, _ := r.Body.(*paced)
	if pace != nil {
		pace.held = f.held
	}
	source := &gauge{from: http.MaxBytesReader(innermost(w), r.Body, f.Whole)}
	r.Body = io.NopCloser(source)
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", fault.ErrCutOff, err)
	}
	fields = url.Values{}
	began, err = f.parts(ctx, parts, fields, source, pace)
	if err == nil {
		return fields, began, nil
	}
	if errors.Is(err, errLong) {
		source.left = f.Whole
		_, _ = io.Copy(io.Discard, source)
	}
	return fields, began, source.explain(err, f.held)
}

// parts adds the fields of a form to fields and passes on its files.
func (f *Form) parts(ctx context.Context, parts *multipart.Reader, fields url.Values, source *gauge, pace *paced) (began bool, err error) {
	left := f.Fields
	for range f.Parts {
		source.left = mostHead
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return began, nil
		}
		if err != nil {
			return began, err
		}
		if part.FormName() != f.Name {
			source.left = left + mostHead
			value, err := readUpTo(part, left, f.held)
			if err != nil {
				return began, err
			}
			left -= int64(len(value) + len(part.FormName()))
			fields.Add(part.FormName(), string(value))
			continue
		}
		began = true
		if err := f.file(ctx, part, fields, source, pace); err != nil {
			return began, err
		}
	}
	return began, errLong
}

// errLong reports that a field or file is longer than allowed, or that there are too many.
var errLong = errors.New("form is too long")

// IsTooLong reports whether a file was longer than allowed.
func IsTooLong(err error) bool { return errors.Is(err, errLong) }

// Release ends the counting of what Take has kept.
func (f *Form) Release() { f.held.end() }

func (f *Form) file(ctx context.Context, part *multipart.Part, fields url.Values, source *gauge, pace *paced) error {
	name := part.FileName()
	source.left = f.Whole
	if !f.Open(name, fields) {
		_, err := io.Copy(io.Discard, part)
		return err
	}
	raw, err := readUpTo(part, f.File, f.held)
	letGo := func() { f.held.grow(-cap(raw)); raw = nil }
	defer letGo()
	keep := func(bytes int) bool { letGo(); return f.held.keep(bytes) }
	begin := time.Now()
	switch {
	case errors.Is(err, errLong):
		f.Take(ctx, name, nil, err, keep)
		_, err = io.Copy(io.Discard, part)
		return err
	case err != nil:
		f.Take(ctx, name, nil, err, keep)
		return err
	}
	f.Take(ctx, name, raw, nil, keep)
	if pace != nil {
		pace.start = pace.start.Add(time.Since(begin)) // the sender was not slow meanwhile
	}
	return nil
}

// readUpTo reads all of from, or returns errLong after limit bytes. The caller must release the
// capacity of the result.
func readUpTo(from io.Reader, limit int64, held *part) ([]byte, error) {
	whole := make([]byte, 0, firstPiece)
	held.grow(cap(whole))
	for {
		n, err := from.Read(whole[len(whole):cap(whole)])
		whole = whole[:len(whole)+n]
		switch {
		case int64(len(whole)) > limit:
			held.grow(-cap(whole))
			return nil, errLong
		case errors.Is(err, io.EOF):
			return whole, nil
		case err != nil:
			held.grow(-cap(whole))
			return nil, err
		}
		if len(whole) == cap(whole) {
			size := min(2*cap(whole), int(limit)+1)
			held.grow(size - cap(whole))
			whole = append(make([]byte, 0, size), whole...)
		}
	}
}

// gauge limits how much may be read until left is set again, because package multipart would
// buffer headers of ten megabytes.
type gauge struct {
	from io.Reader
	left int64
}

// Read implements io.Reader.
func (g *gauge) Read(p []byte) (int, error) {
	if g.left <= 0 {
		return 0, errLong
	}
	n, err := g.from.Read(p[:min(int64(len(p)), g.left)])
	g.left -= int64(n)
	return n, err
}

// explain returns the error to report for a form that could not be read.
func (g *gauge) explain(err error, held *part) error {
	var large *http.MaxBytesError
	switch {
	case held.dropped():
		return fmt.Errorf("%w: body: no memory left for unfinished bodies", fault.ErrUnavailable)
	case errors.As(err, &large):
		return large
	case errors.Is(err, errLong):
		return &http.MaxBytesError{}
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%w: body: %w", fault.ErrTooSlow, err)
	}
	return fmt.Errorf("%w: body: %w", fault.ErrCutOff, err)
}
