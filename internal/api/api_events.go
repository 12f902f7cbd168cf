package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/api/events"
	"parichay/internal/api/signin"
	"parichay/internal/domain/lead"
)

// heartbeat is the interval between heartbeats of an event stream.
const heartbeat = 30 * time.Second

// LeadNews is the event that an open tab receives.
type LeadNews struct {
	lead.Change
	Reference string `json:"reference,omitempty"`
}

// getEvents streams inbox changes to the owner until the client, the session or the server ends the stream.
func (s inboxAPI) getEvents(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	caller := signin.CallerOf(ctx)
	news, err := s.hub.Join(caller.Session.ID)
	if err != nil {
		return nil, err
	}
	token := caller.Token
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer s.hub.Leave(news)
		r, w := humachi.Unwrap(ctx)
		out, err := events.Open(w)
		if err != nil || r.Method == http.MethodHead { // a HEAD request gets the headers only
			return
		}
		tick := time.NewTicker(s.heartbeat)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Context().Done():
				return
			case change, open := <-news:
				if !open || !s.guard.StillIn(ctx.Context(), token) {
					_ = out.Part()
					return
				}
				if out.Send("lead", s.news(change)) != nil {
					return
				}
			case <-tick.C:
				if !s.guard.StillIn(ctx.Context(), token) {
					_ = out.Part()
					return
				}
				if out.Beat() != nil {
					return
				}
			}
		}
	}}, nil
}

func (s inboxAPI) news(change lead.Change) LeadNews {
	news := LeadNews{Change: change}
	if change.What == lead.Came {
		news.Reference = lead.Reference(change.Prefix, s.site.Brand(), change.ID)
	}
	return news
}
