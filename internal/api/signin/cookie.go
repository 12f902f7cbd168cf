package signin

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/public/intake"
)

// The cookies: the session token, the token of a sign-in that still needs its second factor,
// and the token of a browser that has signed in before.
const (
	SessionCookie = "parichay_session"
	HalfCookie    = "parichay_half"
	DeviceCookie  = "parichay_device"
)

func (g *Guard) secure() bool { return g.base.Scheme == "https" }

// CookieName returns the full name of a cookie. With HTTPS it has a prefix that makes browsers
// accept the cookie only from this host and only over HTTPS.
func (g *Guard) CookieName(name string) string {
	if g.secure() {
		return "__Host-" + name
	}
	return name
}

// Cookie returns a Set-Cookie header. An empty token deletes the cookie.
func (g *Guard) Cookie(name string, token account.Token, life time.Duration) string {
	c := http.Cookie{ //nolint:gosec // Secure is set whenever the site has HTTPS
		Name: g.CookieName(name), Value: string(token), Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: g.secure(), SameSite: http.SameSiteLaxMode,
	}
	if token == "" {
		c.MaxAge = -1
	}
	return c.String()
}

const longestUserAgent = 300

// Caller returns the sender of a request according to its cookies and headers, without
// checking them. from is the network of the sender.
func (g *Guard) Caller(ctx huma.Context, from netip.Prefix) *Caller {
	read := func(name string) account.Token {
		cookie, err := huma.ReadCookie(ctx, g.CookieName(name))
		if err != nil {
			return ""
		}
		return account.Token(cookie.Value)
	}
	userAgent := strings.ToValidUTF8(ctx.Header("User-Agent"), "")
	return &Caller{
		From:  intake.Neighbourhood(from),
		Token: read(SessionCookie), Half: read(HalfCookie), Device: read(DeviceCookie),
		Browser: account.Browser{
			UserAgent: strings.ToValidUTF8(userAgent[:min(len(userAgent), longestUserAgent)], ""),
			Network:   networkName(from),
		},
	}
}

// networkName returns a network in the form in which it is stored; empty if it is unknown.
func networkName(from netip.Prefix) string {
	if !from.IsValid() {
		return ""
	}
	return from.String()
}

type callerKey struct{}

// With returns a context that carries the sender of the request.
func With(ctx context.Context, c *Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf returns the sender of the request that a context belongs to.
func CallerOf(ctx context.Context) *Caller {
	c, _ := ctx.Value(callerKey{}).(*Caller)
	return c
}

// AllowLeads counts leads that a session reads, changes or adds. If a session that was not
// confirmed recently exceeds the rate limit, it returns ErrUnconfirmed. So a stolen session
// can neither copy the inbox lead by lead nor flood it.
func (c *Caller) AllowLeads(door *intake.Door, leads float64) error {
	if c.Session.ConfirmedFor <= 0 && !door.AllowRead(c.Session.ID, leads) {
		return fault.ErrUnconfirmed
	}
	return nil
}
