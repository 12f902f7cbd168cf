package server

import (
	"io"
	"net/http"
	"time"
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
}

// pace lets who sends slowly finish.
func pace(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = &paced{ReadCloser: r.Body, control: http.NewResponseController(w), start: time.Now()}
		next.ServeHTTP(w, r)
	})
}

func (p *paced) Read(b []byte) (int, error) {
	until := p.start.Add(sendingGrace + time.Duration(p.got/sendingRate)*time.Second)
	_ = p.control.SetReadDeadline(until)
	_ = p.control.SetWriteDeadline(until.Add(answerWithin)) // the server's own would end before a slow sender has
	n, err := p.ReadCloser.Read(b)
	p.got += int64(n)
	return n, err
}
