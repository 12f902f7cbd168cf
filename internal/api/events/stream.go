package events

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/api/signin"
	"parichay/internal/domain/lead"
	"parichay/internal/public/site"
)

// heartbeat is the default interval between heartbeats of a stream.
const heartbeat = 30 * time.Second

// Streams holds the handler, which package api registers.
type Streams struct {
	Hub       *Hub[lead.Change]
	Guard     *signin.Guard
	Site      *site.Site
	Heartbeat time.Duration // 0: the default
}

// LeadNews is the event about a change to the inbox that an open tab receives.
type LeadNews struct {
	lead.Change
	Reference string `json:"reference,omitempty"`
}

// Follow streams changes to the inbox to the owner, until the client disconnects, the session
// ends or the server stops.
func (s Streams) Follow(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	caller := signin.CallerOf(ctx)
	news, err := s.Hub.Join(caller.Session.ID)
	if err != nil {
		return nil, err
	}
	token := caller.Token
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer s.Hub.Leave(news)
		r, w := humachi.Unwrap(ctx)
		out, err := Open(w)
		if err != nil || r.Method == http.MethodHead { // a HEAD request gets the headers only
			return
		}
		tick := time.NewTicker(cmp.Or(s.Heartbeat, heartbeat))
		defer tick.Stop()
		for {
			select {
			case <-ctx.Context().Done():
				return
			case change, open := <-news:
				if !open || !s.Guard.StillIn(ctx.Context(), token) {
					_ = out.Part()
					return
				}
				if out.Send("lead", s.news(change)) != nil {
					return
				}
			case <-tick.C:
				if !s.Guard.StillIn(ctx.Context(), token) {
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

func (s Streams) news(change lead.Change) LeadNews {
	news := LeadNews{Change: change}
	if change.What == lead.Came {
		news.Reference = lead.Reference(change.Prefix, s.Site.Brand(), change.ID)
	}
	return news
}
