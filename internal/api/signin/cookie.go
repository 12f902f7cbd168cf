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

// The cookies: the session, a sign-in that still needs its second factor, and the mark of a
// browser that has signed in before.
const (
	SessionCookie = "parichay_session"
	HalfCookie    = "parichay_half"
	DeviceCookie  = "parichay_device"
)

func (g *Guard) secure() bool { return g.base.Scheme == "https" }

// CookieName is the full name of a cookie. With HTTPS it has a prefix with which browsers
// accept the cookie only from this host and only over HTTPS.
func (g *Guard) CookieName(name string) string {
	if g.secure() {
		return "__Host-" + name
	}
	return name
}

// Cookie builds a Set-Cookie header; without a token it deletes the cookie.
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

// Caller reads the sender of a request from a network. It checks nothing.
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

// networkName is a network as it is stored; an unknown network is the empty string.
func networkName(from netip.Prefix) string {
	if !from.IsValid() {
		return ""
	}
	return from.String()
}

type callerKey struct{}

// With returns the context of a request by c.
func With(ctx context.Context, c *Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf returns the sender of the request that a context belongs to.
func CallerOf(ctx context.Context) *Caller {
	c, _ := ctx.Value(callerKey{}).(*Caller)
	return c
}

// AllowLeads rate-limits the leads that an unconfirmed session reads, changes or adds: a
// stolen session must not be able to copy the inbox lead by lead, nor to flood it.
func (c *Caller) AllowLeads(door *intake.Door, leads float64) error {
	if c.Session.ConfirmedFor <= 0 && !door.AllowRead(c.Session.ID, leads) {
		return fault.ErrUnconfirmed
	}
	return nil
}
