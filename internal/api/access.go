package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/kit/fault"
	"parichay/internal/store/alarms"
	"parichay/internal/store/db"
)

// renewAfter is how long a session must be idle before a call renews it.
const renewAfter = 5 * time.Minute

// authorize is the only place that decides whether a call may proceed. It does so before the
// body is read. A route that is not open requires a session. A confirmed route requires a
// session that was confirmed recently. Open routes may have a rate limit.
func (s *Server) authorize(ctx huma.Context, next func(huma.Context)) {
	c := s.guard.Caller(ctx, wire.NetworkOf(ctx.Context()))
	var err error
	about := ctx.Operation().Metadata
	if who, _ := about[accessKey].(access); who != open {
		if err = s.admitOwner(ctx.Context(), c, who, ctx.Operation().Path); err == nil && about[countedKey] == true {
			err = c.AllowLeads(s.door, 1)
		}
	} else if allow, ok := about[limitKey].(limit); ok {
		if err = allow(s.door, wire.NetworkOf(ctx.Context())); err != nil {
			ctx.SetHeader("Connection", "close") // otherwise the server would read the body before it sends the response
		}
	}
	if err != nil {
		_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
		return
	}
	by := ctx.Context()
	if c.Session.ID != "" {
		by = db.As(by, c.Token.Hash())
	}
	watched := alarms.With(by, &alarms.By{UserAgent: c.UserAgent, Network: c.Network, Mail: s.config.Mail, Host: s.config.BaseURL.Host})
	next(huma.WithContext(ctx, signin.With(watched, c)))
}

// admitOwner identifies the caller by session and returns nil if the caller may use a route
// with the access class who. It renews a session that was idle for longer than renewAfter.
func (s *Server) admitOwner(ctx context.Context, c *signin.Caller, who access, path string) error {
	if err := s.guard.Identify(ctx, c); err != nil {
		return err
	}
	if s.config.RequireFactor && !c.Session.Factor && !setsFactorUp(path) {
		return fault.ErrFactorNeeded
	}
	if who == confirmed && c.Session.ConfirmedFor <= 0 {
		return fault.ErrUnconfirmed
	}
	if c.Session.Idle > renewAfter {
		return s.guard.Extend(ctx, c)
	}
	return nil
}

// setsFactorUp reports whether an owner who still has to set up a required second factor may
// use a path.
func setsFactorUp(path string) bool {
	return strings.HasPrefix(path, apiPrefix+"/account") || strings.HasPrefix(path, apiPrefix+"/session")
}
