// Package events sends news to open browser tabs as server-sent events. It knows neither
// the content of the news nor who may receive it.
package events

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"parichay/internal/kit/fault"
)

// Limits of streams.
const (
	Patience   = 10 * time.Second // time limit of one write
	maxStreams = 32               // open streams, which are tabs of one owner
	maxLag     = 64               // unread events of one stream
	comeAgain  = 30               // Retry-After in seconds if there are too many streams
)

// Hub broadcasts news to all open streams.
type Hub[News any] struct {
	mu      sync.Mutex
	streams map[chan News]struct{}
	ended   bool
}

// NewHub returns a hub that ends when ctx does.
func NewHub[News any](ctx context.Context) *Hub[News] {
	h := &Hub[News]{streams: map[chan News]struct{}{}}
	context.AfterFunc(ctx, h.End)
	return h
}

// Join opens a stream. The hub closes it when the hub ends or when the reader is too slow;
// the reader then reconnects and reloads everything.
func (h *Hub[News]) Join() (chan News, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return nil, fault.ErrUnavailable
	}
	if len(h.streams) >= maxStreams {
		return nil, fault.TooMany{RetrySeconds: comeAgain}
	}
	stream := make(chan News, maxLag)
	h.streams[stream] = struct{}{}
	return stream, nil
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
	if _, ok := h.streams[stream]; ok {
		delete(h.streams, stream)
		close(stream)
	}
}

// Send sends news to all streams and closes those that lag too far behind.
func (h *Hub[News]) Send(news News) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for stream := range h.streams {
		select {
		case stream <- news:
		default:
			delete(h.streams, stream)
			close(stream)
		}
	}
}

// End closes all streams and refuses new ones. The readers reconnect to the next process.
func (h *Hub[News]) End() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
	for stream := range h.streams {
		delete(h.streams, stream)
		close(stream)
	}
}

// Patient is a response without an overall deadline: each write has its own.
type Patient struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// Unhurried removes the server's deadlines from a response: the read deadline would cancel
// the request, the write deadline the response. Every write then sets its own deadline.
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

// Part is the last event of a stream: it tells the browser to reconnect after 1000 ms, which
// is sooner than its default.
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
