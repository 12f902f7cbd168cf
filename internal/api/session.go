package api

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/api/account"
	"parichay/internal/api/alarms"
	"parichay/internal/api/signin"
	domainaccount "parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/public/intake"
	alarmstore "parichay/internal/store/alarms"
	"parichay/internal/store/db"
	"parichay/internal/store/postgres"
)

// renewAfter is how long a session must be idle before a call renews it.
const renewAfter = 5 * time.Minute

// The cookie names of package account.
const (
	cookieName   = account.SessionCookie
	halfCookie   = account.HalfCookie
	deviceCookie = account.DeviceCookie
)

const longestUserAgent = 300

type callerKey struct{}

func callerOf(ctx context.Context) *signin.Caller {
	c, _ := ctx.Value(callerKey{}).(*signin.Caller)
	return c
}

// authorize is the only place that decides whether a call may proceed, before its body is
// read. A route that is not open needs a session. A confirmed route needs a session that
// was confirmed recently. Open routes may have a rate limit.
func (s *Server) authorize(ctx huma.Context, next func(huma.Context)) {
	c := s.caller(ctx)
	var err error
	about := ctx.Operation().Metadata
	if who, _ := about[accessKey].(access); who != open {
		if err = s.admitOwner(ctx.Context(), c, who, ctx.Operation().Path); err == nil && about[countedKey] == true {
			err = s.allowLeads(c, 1)
		}
	} else if allow, ok := about[limitKey].(limit); ok {
		if err = allow(s.door, networkOf(ctx.Context())); err != nil {
			ctx.SetHeader("Connection", "close") // otherwise the server would read the body before it sends the answer
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
	watched := alarmstore.With(by, &alarmstore.By{UserAgent: c.UserAgent, Network: c.Network, Mail: s.config.Mail, Host: s.config.BaseURL.Host})
	next(huma.WithValue(huma.WithContext(ctx, watched), callerKey{}, c))
}

func (s *Server) caller(ctx huma.Context) *signin.Caller {
	read := func(name string) domainaccount.Token {
		cookie, err := huma.ReadCookie(ctx, s.cookiePrefix()+name)
		if err != nil {
			return ""
		}
		return domainaccount.Token(cookie.Value)
	}
	userAgent := strings.ToValidUTF8(ctx.Header("User-Agent"), "")
	return &signin.Caller{
		From:  intake.Neighbourhood(networkOf(ctx.Context())),
		Token: read(cookieName), Half: read(halfCookie), Device: read(deviceCookie),
		Browser: domainaccount.Browser{
			UserAgent: strings.ToValidUTF8(userAgent[:min(len(userAgent), longestUserAgent)], ""),
			Network:   networkName(networkOf(ctx.Context())),
		},
	}
}

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

// allowLeads rate-limits the leads that an unconfirmed session reads, changes or adds: a
// stolen session must not be able to copy the inbox lead by lead, nor to flood it.
func (s *Server) allowLeads(c *signin.Caller, leads float64) error {
	if c.Session.ConfirmedFor <= 0 && !s.door.AllowRead(c.Session.ID, leads) {
		return fault.ErrUnconfirmed
	}
	return nil
}

// setsFactorUp reports whether a path is open to an owner who must set up a second factor first.
func setsFactorUp(path string) bool {
	return strings.HasPrefix(path, apiPrefix+"/account") || strings.HasPrefix(path, apiPrefix+"/session")
}

// alarms returns the handlers of security warnings.
func (s *Server) alarms() alarms.Alarms {
	return alarms.Alarms{Store: func() *postgres.Store { return s.store }, Changed: s.site.Refresh, Caller: func(ctx context.Context) (domainaccount.Token, domainaccount.Visit) {
		c := callerOf(ctx)
		return c.Token, domainaccount.Visit{Browser: c.Browser, Device: c.Device}
	}}
}

// keys returns the handlers of the owner's account.
func (s *Server) keys() account.Keys {
	return account.Keys{
		Store: s.store, Guard: s.guard, BaseURL: s.config.BaseURL, Mail: s.config.Mail, Now: s.config.Now,
		Owned: &s.owned, Caller: callerOf, Cookie: s.cookie, RequireFactor: s.config.RequireFactor,
	}
}

// cookiePrefix is a prefix with which browsers accept a cookie only from this host and
// only over HTTPS.
func (s *Server) cookiePrefix() string {
	if s.secure() {
		return "__Host-"
	}
	return ""
}

// cookie builds a Set-Cookie header; without a token it deletes the cookie.
func (s *Server) cookie(name string, token domainaccount.Token, life time.Duration) string {
	c := http.Cookie{ //nolint:gosec // Secure is set whenever the site has HTTPS
		Name: s.cookiePrefix() + name, Value: string(token), Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode,
	}
	if token == "" {
		c.MaxAge = -1
	}
	return c.String()
}

// networkName is a network as it is stored; an unknown network is the empty string.
func networkName(from netip.Prefix) string {
	if !from.IsValid() {
		return ""
	}
	return from.String()
}
