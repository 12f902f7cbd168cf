package server

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/account"
	"parichay/internal/fault"
)

// renewAfter: activity renews the session, but not on every call.
const renewAfter = 5 * time.Minute

// The cookies: a session, a sign-in that waits for its second factor, and the
// mark of a browser that has signed in before.
const (
	cookieName   = "parichay_session"
	halfCookie   = "parichay_half"
	deviceCookie = "parichay_device"
)

const longestUserAgent = 300

// caller is who makes a call, as far as its cookies tell. The session is there
// on every route that is not open.
type caller struct {
	account.Browser
	token, half, device account.Token
	known               bool // device is one that signed in before
	session             account.Session
}

type callerKey struct{}

func callerOf(ctx context.Context) *caller {
	c, _ := ctx.Value(callerKey{}).(*caller)
	return c
}

// authorize is the one place that decides whether a call may go on. It refuses
// without a session, unless the route is open, and with one that has not been
// confirmed lately, where the route asks for that.
func (s *Server) authorize(ctx huma.Context, next func(huma.Context)) {
	c := s.caller(ctx)
	who, _ := ctx.Operation().Metadata[accessKey].(access)
	if who != open {
		if err := s.admitOwner(ctx.Context(), c, who); err != nil {
			_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
			return
		}
	}
	next(huma.WithValue(ctx, callerKey{}, c))
}

func (s *Server) caller(ctx huma.Context) *caller {
	read := func(name string) account.Token {
		cookie, err := huma.ReadCookie(ctx, s.cookiePrefix()+name)
		if err != nil {
			return ""
		}
		return account.Token(cookie.Value)
	}
	userAgent := strings.ToValidUTF8(ctx.Header("User-Agent"), "")
	return &caller{
		token: read(cookieName), half: read(halfCookie), device: read(deviceCookie),
		Browser: account.Browser{
			UserAgent: strings.ToValidUTF8(userAgent[:min(len(userAgent), longestUserAgent)], ""),
			Network:   networkName(networkOf(ctx.Context())),
		},
	}
}

func (s *Server) admitOwner(ctx context.Context, c *caller, who access) error {
	if err := s.identify(ctx, c); err != nil {
		return err
	}
	if who == confirmed && c.session.ConfirmedFor <= 0 {
		return fault.ErrUnconfirmed
	}
	if c.session.Idle > renewAfter {
		return s.extend(ctx, c)
	}
	return nil
}

// identify finds the caller's session, or returns ErrSignedOut.
func (s *Server) identify(ctx context.Context, c *caller) (err error) {
	if c.token == "" {
		return fault.ErrSignedOut
	}
	c.session, err = s.store.Sessions.Find(ctx, c.token)
	if errors.Is(err, fault.ErrNotFound) {
		return fault.ErrSignedOut
	}
	return err
}

// extend starts the idle hour anew, unless the session has ended meanwhile.
func (s *Server) extend(ctx context.Context, c *caller) (err error) {
	c.session.ExpiresIn, err = s.store.Sessions.Extend(ctx, c.token, c.Browser)
	if errors.Is(err, fault.ErrNotFound) {
		return fault.ErrSignedOut
	}
	return err
}

// visit is what c gets when it signs in: new secrets, so that one planted
// beforehand is worth nothing. A device that is known stays known.
func (c *caller) visit() account.Visit {
	v := account.Visit{
		Browser: c.Browser, Session: account.NewToken(), Half: account.NewToken(), Device: account.NewToken(), Former: c.token,
	}
	if c.known {
		v.Device = c.device
	}
	return v
}

// Session is who is signed in, if anybody is.
type Session struct {
	User      *User    `json:"user,omitempty" doc:"Absent when nobody is signed in"`
	ExpiresIn int      `json:"expiresIn,omitempty" doc:"Seconds until the session ends unless renewed"`
	Needs     []string `json:"needs,omitempty" enum:"totp,passkey,recovery" doc:"The password was right; any one of these completes the sign-in"`
}

// User is the signed-in owner.
type User struct {
	Email string `json:"email"`
	Name  string `json:"name"`
	Role  string `json:"role" enum:"admin"`
}

func shownSession(session account.Session) Session {
	return Session{
		User:      &User{Email: session.Email, Name: account.DisplayName, Role: account.Role},
		ExpiresIn: max(1, int(session.ExpiresIn.Seconds())),
	}
}

// cookiePrefix makes browsers refuse the cookie from anywhere but this host,
// encrypted.
func (s *Server) cookiePrefix() string {
	if s.secure() {
		return "__Host-"
	}
	return ""
}

// cookie is one of ours; without a token it is taken away.
func (s *Server) cookie(name string, token account.Token, life time.Duration) string {
	c := http.Cookie{ //nolint:gosec // without https there is nothing to be secure over
		Name: s.cookiePrefix() + name, Value: string(token), Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode,
	}
	if token == "" {
		c.MaxAge = -1
	}
	return c.String()
}

// networkName is how a network is written down; what is not known is called so.
func networkName(from netip.Prefix) string {
	if !from.IsValid() {
		return "unknown"
	}
	return from.String()
}
