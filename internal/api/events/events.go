// Package events notifies the owner's open browser tabs of changes to the inbox through
// server-sent events.
package events

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"parichay/internal/kit/fault"
)

// Limits of streams.
const (
	Patience   = 10 * time.Second // time limit of one write
	maxStreams = 32               // open streams, one for each tab of the owner
	maxLag     = 64               // events of one stream that are not sent yet
)

// Hub broadcasts events to all open streams.
type Hub[News any] struct {
	mu      sync.Mutex
	streams []joined[News] // oldest first
	ended   bool
}

type joined[News any] struct {
	session string
	news    chan News
}

// NewHub returns a hub that ends with ctx.
func NewHub[News any](ctx context.Context) *Hub[News] {
	h := &Hub[News]{}
	context.AfterFunc(ctx, h.End)
	return h
}

// Join opens a stream for a session. The hub closes the stream when the hub ends, when the
// reader is too slow, or to make room for another stream. The reader then reconnects and
// reloads everything.
func (h *Hub[News]) Join(session string) (chan News, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return nil, fault.ErrUnavailable
	}
	if len(h.streams) >= maxStreams {
		h.makeRoom()
	}
	stream := make(chan News, maxLag)
	h.streams = append(h.streams, joined[News]{session, stream})
	return stream, nil
}

// makeRoom closes the oldest stream of the session with the most streams. If Join refused the
// new stream instead, a stolen session could block all others.
func (h *Hub[News]) makeRoom() {
	count := map[string]int{}
	for _, one := range h.streams {
		count[one.session]++
	}
	oldest := 0
	for i, one := range h.streams {
		if count[one.session] > count[h.streams[oldest].session] {
			oldest = i
		}
	}
	close(h.streams[oldest].news)
	h.streams = slices.Delete(h.streams, oldest, oldest+1)
}

// Count returns the number of open streams.
func (h *Hub[News]) Count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.streams)
}

// Leave closes a stream, if it is not closed yet.
func (h *Hub[News]) Leave(stream chan News) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closeIf(func(one chan News) bool { return one == stream })
}

// Send sends news to all streams and closes those that lag too far behind.
func (h *Hub[News]) Send(news News) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closeIf(func(stream chan News) bool {
		select {
		case stream <- news:
			return false
		default:
			return true
		}
	})
}

// End closes all streams and refuses new ones. The readers reconnect to the next process.
func (h *Hub[News]) End() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
	h.closeIf(func(chan News) bool { return true })
}

// closeIf closes and removes the streams for which done returns true.
func (h *Hub[News]) closeIf(done func(chan News) bool) {
	h.streams = slices.DeleteFunc(h.streams, func(one joined[News]) bool {
		if !done(one.news) {
			return false
		}
		close(one.news)
		return true
	})
}

// Patient is a response without an overall deadline. Each write has its own deadline.
type Patient struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// Unhurried returns a response without the server's deadlines, which would end a long
// response: the read deadline by cancelling the request, the write deadline by failing the
// write. Every write then sets its own deadline.
func Unhurried(w http.ResponseWriter) (Patient, error) {
	p := Patient{w, http.NewResponseController(w)}
	return p, p.control.SetReadDeadline(time.Time{})
}

// Write implements io.Writer.
func (p Patient) Write(piece []byte) (int, error) {
	if err := p.control.SetWriteDeadline(time.Now().Add(Patience)); err != nil {
		return 0, err
	}
	return p.w.Write(piece)
}

// EndDownload aborts the connection after an error, so that a partial file does not look complete.
func EndDownload(ctx context.Context, err error) {
	if err != nil {
		slog.WarnContext(ctx, "export aborted; the downloaded file is incomplete", "error", err)
		panic(http.ErrAbortHandler)
	}
}

// Writer writes server-sent events.
type Writer struct{ to Patient }

// Open starts an event stream.
func Open(w http.ResponseWriter) (Writer, error) {
	to, err := Unhurried(w)
	out := Writer{to}
	if err != nil {
		return out, err
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a buffering proxy would delay the events
	w.WriteHeader(http.StatusOK)
	return out, out.write(": hello\n\n")
}

// Send writes one event.
func (out Writer) Send(event string, news any) error {
	raw, err := json.Marshal(news)
	if err != nil {
		return err
	}
	return out.write("event: " + event + "\ndata: " + string(raw) + "\n\n")
}

// Part writes the last event of a stream. It tells the browser to reconnect after 1000 ms,
// which is sooner than the browser's default.
func (out Writer) Part() error { return out.write("retry: 1000\n\n") }

// Beat sends a heartbeat.
func (out Writer) Beat() error { return out.write(": beat\n\n") }

func (out Writer) write(text string) error {
	if _, err := out.to.Write([]byte(text)); err != nil {
		return err
	}
	if err := out.to.control.Flush(); err != nil {
		return err
	}
	return out.to.control.SetWriteDeadline(time.Time{}) // HTTP/2 ends a stream at its deadline even if nothing is being written
}
