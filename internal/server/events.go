package server

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/internal/lead"
)

// How often a stream says that it lives, how long a write may take, how many
// streams there may be (tabs of one owner), and how far one may lag behind.
const (
	heartbeat   = 30 * time.Second
	streamWrite = 10 * time.Second
	maxStreams  = 32
	streamLag   = 64
)

// hub passes what this replica hears of the inbox on to the owner's open tabs.
type hub struct {
	mu      sync.Mutex
	streams map[chan lead.Change]struct{}
	ended   bool
}

func newHub(ctx context.Context) *hub {
	h := &hub{streams: map[chan lead.Change]struct{}{}}
	context.AfterFunc(ctx, h.end)
	return h
}

// join opens a stream; it is closed when the server stops, or when its reader is
// too slow: it then comes back and reads everything anew.
func (h *hub) join() (chan lead.Change, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return nil, fault.ErrUnavailable
	}
	if len(h.streams) >= maxStreams {
		return nil, fault.TooMany{RetrySeconds: int(heartbeat.Seconds())}
	}
	stream := make(chan lead.Change, streamLag)
	h.streams[stream] = struct{}{}
	return stream, nil
}

func (h *hub) leave(stream chan lead.Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.streams[stream]; ok {
		delete(h.streams, stream)
		close(stream)
	}
}

func (h *hub) tell(change lead.Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for stream := range h.streams {
		select {
		case stream <- change:
		default:
			delete(h.streams, stream)
			close(stream)
		}
	}
}

func (h *hub) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
	for stream := range h.streams {
		delete(h.streams, stream)
		close(stream)
	}
}

// LeadNews is what an open tab hears.
type LeadNews struct {
	lead.Change
	Reference string `json:"reference,omitempty"`
}

// getEvents streams changes of the inbox to the owner until one of them leaves.
func (s *Server) getEvents(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	stream, err := s.hub.join()
	if err != nil {
		return nil, err
	}
	token := callerOf(ctx).token
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer s.hub.leave(stream)
		_, w := humachi.Unwrap(ctx)
		out := eventStream{w: w, control: http.NewResponseController(w)}
		if out.open() != nil {
			return
		}
		tick := time.NewTicker(s.heartbeat)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Context().Done():
				return
			case change, open := <-stream:
				if !open || !s.stillIn(ctx.Context(), token) || out.send(s.news(change)) != nil {
					return
				}
			case <-tick.C:
				if !s.stillIn(ctx.Context(), token) || out.beat() != nil {
					return
				}
			}
		}
	}}, nil
}

func (s *Server) news(change lead.Change) LeadNews {
	news := LeadNews{Change: change}
	if change.What == "new" {
		news.Reference = s.reference(change.Prefix, change.ID)
	}
	return news
}

// stillIn asks anew: a stream must not outlive the session it was opened with.
func (s *Server) stillIn(ctx context.Context, token account.Token) bool {
	_, err := s.store.Sessions.Find(ctx, token)
	return err == nil
}

// eventStream writes server-sent events.
type eventStream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// open lifts the server's deadlines: the read one would end the request, the write
// one the answer. Every write brings its own.
func (e eventStream) open() error {
	if err := e.control.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	h := e.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // proxies that buffer would hold the news back
	e.w.WriteHeader(http.StatusOK)
	return e.write(": hello\n\n")
}

func (e eventStream) send(news LeadNews) error {
	raw, err := json.Marshal(news)
	if err != nil {
		return err
	}
	return e.write("event: lead\ndata: " + string(raw) + "\n\n")
}

func (e eventStream) beat() error { return e.write(": beat\n\n") }

func (e eventStream) write(text string) error {
	if err := e.control.SetWriteDeadline(time.Now().Add(streamWrite)); err != nil {
		return err
	}
	if _, err := e.w.Write([]byte(text)); err != nil {
		return err
	}
	return e.control.Flush()
}
