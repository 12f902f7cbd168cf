// Package stream passes news on to open browser tabs as server-sent events. It knows
// neither what the news is about nor who may hear it.
package events

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"parichay/internal/kit/fault"
)

// How long a write may take, how many streams there may be (tabs of one owner), how
// far one may lag behind, and when to come again if there are too many.
const (
	Patience   = 10 * time.Second
	maxStreams = 32
	maxLag     = 64
	comeAgain  = 30 // seconds
)

// Hub passes what it is told on to every stream.
type Hub[News any] struct {
	mu      sync.Mutex
	streams map[chan News]struct{}
	ended   bool
}

// NewHub opens a hub that ends with ctx.
func NewHub[News any](ctx context.Context) *Hub[News] {
	h := &Hub[News]{streams: map[chan News]struct{}{}}
	context.AfterFunc(ctx, h.End)
	return h
}

// Join opens a stream; it is closed when the hub ends, or when its reader is too
// slow: it then comes back and reads everything anew.
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

// Count is how many streams there are.
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

// Tell passes news on, and drops who is too far behind.
func (h *Hub[News]) Tell(news News) {
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

// End closes all streams; there are no new ones. Their readers come back to whoever
// takes over.
func (h *Hub[News]) End() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
	for stream := range h.streams {
		delete(h.streams, stream)
		close(stream)
	}
}

// Patient is an answer that takes as long as its reader goes on taking it.
type Patient struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// Unhurried lifts the server's deadlines from an answer: the read one would end the
// request, the write one the answer. Every write brings its own.
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

// Open begins an answer.
func Open(w http.ResponseWriter) (Writer, error) {
	to, err := Unhurried(w)
	out := Writer{to}
	if err != nil {
		return out, err
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // proxies that buffer would hold the news back
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

// Part ends a stream whose reader is to come back, in so many milliseconds; browsers
// would take longer by themselves.
func (out Writer) Part() error { return out.write("retry: 1000\n\n") }

// Beat says that the stream lives.
func (out Writer) Beat() error { return out.write(": beat\n\n") }

func (out Writer) write(text string) error {
	if _, err := out.to.Write([]byte(text)); err != nil {
		return err
	}
	if err := out.to.control.Flush(); err != nil {
		return err
	}
	return out.to.control.SetWriteDeadline(time.Time{}) // HTTP/2 would end the stream at the deadline, though nothing is being written
}
