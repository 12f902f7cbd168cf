package intake

import (
	"context"
	"net/netip"
	"time"

	"parichay/internal/kit/fault"
)

// Kind is work done anew for one stranger's request: how much of it at once in all
// and for one neighbourhood, and how long anybody waits for a turn.
type Kind struct {
	all, own int
	patience time.Duration
}

// What is limited so. Where a database or a bucket is far away, or many phones
// share one address, more than one must be under way.
var (
	Drawings   = &Kind{2, 1, 2 * time.Second}    // forms, drawn for one visitor; without a turn they are plain
	FormTokens = &Kind{64, 32, 10 * time.Second} // a cold program reads one secret for all of them
	Leads      = &Kind{64, 32, 10 * time.Second}
	Sessions   = &Kind{4, 2, 2 * time.Second}
	SignIns    = &Kind{512, 32, 2 * time.Second} // who checks passwords has turns of its own, and refuses at once what is too much
	Links      = &Kind{4, 2, 10 * time.Second}   // links that make an account or choose a password
	Passkeys   = &Kind{32, 8, 5 * time.Second}   // a signature, and a look at the owner's keys
	Reports    = &Kind{4, 2, 5 * time.Second}    // a year of them takes a tenth of a second
	Pictures   = &Kind{16, 8, 5 * time.Second}
	Imports    = &Kind{1, 1, 2 * time.Second} // a file of 4 MB takes 64 MiB while it is read
)

// turn is one neighbourhood's with a kind, or all neighbourhoods' together.
type turn struct {
	kind *Kind
	one  netip.Prefix
}

// Slot waits for its turn, first among its neighbours, so that their crowd does not
// keep all others waiting. Who waits too long gets ErrUnavailable.
func (d *Door) Slot(ctx context.Context, kind *Kind, from netip.Prefix) (done func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, kind.patience)
	defer cancel()
	own, all := d.turns(kind, Neighbourhood(from))
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

func (d *Door) turns(kind *Kind, one netip.Prefix) (own, all chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if all = d.slots[kind]; all == nil {
		all = make(chan struct{}, kind.all)
		d.slots[kind] = all
	}
	own, ok := d.ownSlots.Get(turn{kind, one})
	if !ok {
		own = make(chan struct{}, kind.own)
		d.ownSlots.Add(turn{kind, one}, own)
	}
	return own, all
}
