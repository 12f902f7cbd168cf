// Package body reads what is sent: as slowly as it comes, whole before anybody
// looks at it, and no more of it than there is room for.
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

// How slowly a body may arrive: a phone on the old network of a village sends some
// kilobytes a second; whoever sends less keeps a connection for nothing. What
// follows the body has a time of its own.
const (
	sendingGrace = 15 * time.Second
	sendingRate  = 2 << 10 // bytes a second
	answerWithin = 30 * time.Second
)

// paced reads a body for as long as it keeps coming at the least rate.
type paced struct {
	io.ReadCloser
	control *http.ResponseController
	start   time.Time
	got     int64
	held    *part
	ended   bool
}

// Pace lets who sends slowly finish.
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
		return 0, io.EOF // a deadline set now would cut off an answer that takes longer
	}
	until := p.start.Add(sendingGrace + time.Duration(p.got/sendingRate)*time.Second)
	if !p.held.await(p.control, until) {
		return 0, fault.ErrUnavailable
	}
	_ = p.control.SetWriteDeadline(until.Add(answerWithin)) // the server's own would end before a slow sender has
	n, err := p.ReadCloser.Read(b)
	p.got += int64(n)
	p.ended = errors.Is(err, io.EOF)
	return n, err
}

// firstPiece is enough for most of what strangers send.
const firstPiece = 4 << 10

// Whole reads all of a body and leaves it in the request. What says that it is
// longer than limit is not read at all. A body read without room is not counted.
func Whole(w http.ResponseWriter, r *http.Request, limit int64, room *Room, from netip.Prefix) error {
	if r.ContentLength > limit {
		return &http.MaxBytesError{Limit: limit}
	}
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	held := room.begin(from, http.NewResponseController(w))
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
		if err != nil {
			return unfinished(err)
		}
		if len(whole) == cap(whole) {
			held.grow(len(whole)) // as much again
			whole = append(make([]byte, 0, 2*len(whole)), whole...)
		}
	}
}

// innermost is the server's own writer, which alone knows how to hang up on who sends
// too much.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		wrapped, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = wrapped.Unwrap()
	}
}

// unfinished is the error of a body that did not come whole; one too large stays
// that. One that was given up here, for room or for being slow, may come again.
func unfinished(err error) error {
	if _, large := err.(*http.MaxBytesError); large { //nolint:errorlint // as the reader returns it
		return err
	}
	if errors.Is(err, fault.ErrUnavailable) || errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("%w: body: %w", fault.ErrUnavailable, err)
	}
	return fmt.Errorf("%w: body: %w", fault.ErrCutOff, err)
}
