// Package body reads request bodies. Slow senders get the time they need, a body is read
// whole before it is used, and the memory that unfinished bodies take is bounded.
package body

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"time"

	"parichay/internal/kit/fault"
)

// The slowest rate at which a body may arrive. A phone on a rural 2G network sends a few
// kilobytes a second; a slower sender only occupies a connection. The time for the response
// is separate.
const (
	sendingGrace = 15 * time.Second
	sendingRate  = 2 << 10 // bytes a second
	answerWithin = 30 * time.Second
)

// paced reads a body as long as it arrives at sendingRate or faster.
type paced struct {
	io.ReadCloser
	control *http.ResponseController
	start   time.Time
	got     int64
	held    *part
	ended   bool
}

// Pace extends the deadlines of a request while its body keeps arriving.
func Pace(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		r.Body = &paced{ReadCloser: r.Body, control: http.NewResponseController(w), start: time.Now()}
		next.ServeHTTP(w, r)
	})
}

func (p *paced) Read(b []byte) (int, error) {
	if p.ended {
		return 0, io.EOF // setting a deadline now would cut off a longer response
	}
	until := p.start.Add(sendingGrace + time.Duration(p.got/sendingRate)*time.Second)
	if !p.held.await(p.control, until) {
		return 0, fault.ErrUnavailable
	}
	_ = p.control.SetWriteDeadline(until.Add(answerWithin)) // the server's own deadline would expire before a slow sender is done
	n, err := p.ReadCloser.Read(b)
	p.got += int64(n)
	p.ended = errors.Is(err, io.EOF)
	return n, err
}

// firstPiece is the initial buffer size, which is enough for most forms.
const firstPiece = 4 << 10

// Whole reads the body into memory and replaces r.Body with it. A body whose Content-Length
// exceeds limit is not read at all. If room is nil, the memory is not counted.
func Whole(w http.ResponseWriter, r *http.Request, limit int64, room *Room, from netip.Prefix) error {
	if r.ContentLength > limit {
		return &http.MaxBytesError{Limit: limit}
	}
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	held := room.begin(from, http.NewResponseController(w), func() {})
	defer held.end()
	if p, ok := r.Body.(*paced); ok {
		p.held = held
	}
	source := http.MaxBytesReader(innermost(w), r.Body, limit)
	whole := make([]byte, 0, firstPiece)
	held.grow(cap(whole))
	for {
		n, err := source.Read(whole[len(whole):cap(whole)])
		whole = whole[:len(whole)+n]
		if err == io.EOF {
			r.Body = io.NopCloser(bytes.NewReader(whole))
			return nil
		}
		if held.dropped() { // its deadline has passed, too
			return fmt.Errorf("%w: body: no memory left for unfinished bodies", fault.ErrUnavailable)
		}
		if err != nil {
			return unfinished(err)
		}
		if len(whole) == cap(whole) {
			held.grow(len(whole)) // the buffer doubles
			whole = append(make([]byte, 0, 2*len(whole)), whole...)
		}
	}
}

// innermost returns the server's own response writer. Only that writer can close the
// connection when a body is too large.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		wrapped, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = wrapped.Unwrap()
	}
}

// unfinished returns the error to report for an incomplete body: a MaxBytesError unchanged,
// ErrTooSlow for a body that arrived too slowly, and ErrCutOff otherwise.
func unfinished(err error) error {
	if _, large := err.(*http.MaxBytesError); large { //nolint:errorlint // as the reader returns it
		return err
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("%w: body: %w", fault.ErrTooSlow, err)
	}
	return fmt.Errorf("%w: body: %w", fault.ErrCutOff, err)
}
