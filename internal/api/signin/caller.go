package signin

import (
	"context"
	"errors"
	"net/netip"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
)

// Caller is the sender of a request, identified by cookies. Session is set on every route that
// is not open.
type Caller struct {
	account.Browser
	Token, Half, Device account.Token
	From                netip.Prefix // the subnet that one customer may own entirely
	Known               bool         // the device has signed in before
	Session             account.Session

	link account.Token // a valid setup or reset link
}

// trusted reports whether the caller has a secret that cannot be guessed: a session, a link or
// the token of a known device. Trusted callers never wait for the attempts of strangers.
func (c *Caller) trusted() bool { return c.Known || c.Session.ID != "" || c.link != "" }

// rankedBy returns the key of the caller in the queue. Of callers with the same key, only one
// waits at a time.
func (c *Caller) rankedBy() string {
	switch {
	case c.Session.ID != "":
		return "session " + c.Session.ID
	case c.link != "":
		return "link " + c.link.Hash()
	case c.Known:
		return "device " + c.Device.Hash()
	}
	return "network " + c.From.String()
}

// Identify loads the caller's session, or returns ErrSignedOut.
func (g *Guard) Identify(ctx context.Context, c *Caller) (err error) {
	if c.Token == "" {
		return fault.ErrSignedOut
	}
	c.Session, err = g.store.Sessions.Find(ctx, c.Token)
	if errors.Is(err, fault.ErrNotFound) {
		return fault.ErrSignedOut
	}
	return err
}

// Extend restarts the session's idle timeout, or returns ErrSignedOut if the session has ended.
func (g *Guard) Extend(ctx context.Context, c *Caller) (err error) {
	c.Session.ExpiresIn, err = g.store.Sessions.Extend(ctx, c.Token, c.Browser)
	if errors.Is(err, fault.ErrNotFound) {
		return fault.ErrSignedOut
	}
	return err
}

// Visit returns new tokens for a sign-in, so that a token that an attacker planted in the
// browser before is worthless. A known device keeps its device token.
func (c *Caller) Visit() account.Visit {
	v := account.Visit{
		Browser: c.Browser, Session: account.NewToken(), Half: account.NewToken(), Device: account.NewToken(), Former: c.Token,
	}
	if c.Known {
		v.Device = c.Device
	}
	return v
}

// StillIn reports whether a session is still open. A stream must not outlive the session that
// opened it.
func (g *Guard) StillIn(ctx context.Context, token account.Token) bool {
	_, err := g.store.Sessions.Find(ctx, token)
	return err == nil
}
