package signin

import (
	"context"
	"errors"
	"net/netip"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
)

// Caller is who makes a call, as far as its cookies tell. The session is there on
// every route that is not open.
type Caller struct {
	account.Browser
	Token, Half, Device account.Token
	From                netip.Prefix // what one sender may have whole
	Known               bool         // the device is one that signed in before
	Session             account.Session

	link account.Token // that was found to work
}

// trusted tells callers from strangers: they have something that cannot be guessed,
// and no stranger's attempts make them wait.
func (c *Caller) trusted() bool { return c.Known || c.Session.ID != "" || c.link != "" }

// rankedBy is what has one place among those who wait.
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

// Identify finds the caller's session, or returns ErrSignedOut.
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

// Extend starts the idle hour anew, unless the session has ended meanwhile.
func (g *Guard) Extend(ctx context.Context, c *Caller) (err error) {
	c.Session.ExpiresIn, err = g.store.Sessions.Extend(ctx, c.Token, c.Browser)
	if errors.Is(err, fault.ErrNotFound) {
		return fault.ErrSignedOut
	}
	return err
}

// Visit is what c gets when it signs in: new secrets, so that one planted
// beforehand is worth nothing. A device that is known stays known.
func (c *Caller) Visit() account.Visit {
	v := account.Visit{
		Browser: c.Browser, Session: account.NewToken(), Half: account.NewToken(), Device: account.NewToken(), Former: c.Token,
	}
	if c.Known {
		v.Device = c.Device
	}
	return v
}
