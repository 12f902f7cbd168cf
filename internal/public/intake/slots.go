package intake

import (
	"context"
	"net/netip"
	"time"

	"parichay/internal/kit/fault"
)

// Kind is a kind of work that a stranger's request causes. It limits how many such requests
// run at once, in total and per subnet, and how long a request waits for a slot.
type Kind struct {
	all, own int
	patience time.Duration
}

// The limited kinds of work. Most allow several requests at once, because the database or the
// bucket may be far away and many phones may share one address.
var (
	Drawings   = &Kind{2, 1, 2 * time.Second}    // forms, rendered for one visitor; without a slot the visitor gets a plain page
	FormTokens = &Kind{64, 32, 10 * time.Second} // after a start all requests wait while the secret is loaded once
	Leads      = &Kind{64, 32, 10 * time.Second}
	Sessions   = &Kind{4, 2, 2 * time.Second}
	SignIns    = &Kind{512, 32, 2 * time.Second} // the password check has its own queue, which refuses excess attempts at once
	Links      = &Kind{4, 2, 10 * time.Second}   // links that create an account or set a password
	Passkeys   = &Kind{32, 8, 5 * time.Second}   // a signature check and a query for the owner's keys
	Reports    = &Kind{4, 2, 5 * time.Second}    // a report over a year takes 0.1 s
	Pictures   = &Kind{16, 8, 5 * time.Second}
	Imports    = &Kind{1, 1, 2 * time.Second} // reading a file of 4 MB takes 64 MiB
)

// slotKey identifies the slots of one subnet for one kind.
type slotKey struct {
	kind   *Kind
	subnet netip.Prefix
}

// Slot waits for a queue slot and returns the function that releases it. A request waits first
// for a slot of its own subnet, so that a crowd there does not block other subnets. If no slot
// becomes free within kind.patience, Slot returns fault.ErrUnavailable.
func (d *Door) Slot(ctx context.Context, kind *Kind, from netip.Prefix) (done func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, kind.patience)
	defer cancel()
	own, all := d.slotsOf(kind, Neighbourhood(from))
	select {
	case own <- struct{}{}:
	case <-ctx.Done():
		return nil, fault.ErrUnavailable
	}
	select {
	case all <- struct{}{}:
		return func() { <-all; <-own }, nil
	case <-ctx.Done():
		<-own
		return nil, fault.ErrUnavailable
	}
}

func (d *Door) slotsOf(kind *Kind, subnet netip.Prefix) (own, all chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if all = d.slots[kind]; all == nil {
		all = make(chan struct{}, kind.all)
		d.slots[kind] = all
	}
	own, ok := d.ownSlots.Get(slotKey{kind, subnet})
	if !ok {
		own = make(chan struct{}, kind.own)
		d.ownSlots.Add(slotKey{kind, subnet}, own)
	}
	return own, all
}
