package intake

import (
	"errors"
	"net/netip"
	"time"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
)

// Ticket is a message that was admitted. Until the store has decided, the message counts towards
// the inbox load and the quarantine, as far as it may reach them. Settle must be called then.
type Ticket struct {
	lead.Judged
	door *Door
	from netip.Prefix
	full error // why the quarantine has no room for the message; nil if it has
}

// Admit judges a message from a network, and counts or refuses it. cleaned is the message as it
// would be stored.
func (d *Door) Admit(secret lead.Secret, in Submission, cleaned lead.Lead, from netip.Prefix, now time.Time) (Ticket, error) {
	judged, err := d.judge(secret, in, cleaned, from, now)
	if err != nil {
		return Ticket{}, err
	}
	// Counts even a message that looks fine, because the store may find it suspect.
	full := d.quarantine(from, judged)
	if full != nil && judged.Reason != "" {
		d.countPost(from, judged.Reason)
		return Ticket{}, full
	}
	return Ticket{Judged: judged, door: d, from: from, full: full}, nil
}

// NoRoom reports whether the quarantine is full. The store must then refuse the message if it
// finds it suspect.
func (t Ticket) NoRoom() bool { return t.full != nil }

// Settle counts the message as a post and undoes the counts of Admit that turned out wrong. got
// and err are the result of storing it. Settle returns the error for the sender: err, or that
// the quarantine is full.
func (t Ticket) Settle(got lead.Receipt, err error) error {
	inInbox := got.Verdict == lead.New && got.Flag == ""
	if t.Reason == "" && !t.Weak && !inInbox {
		t.door.leaveInbox(t.from)
	}
	t.door.warm(got.Heat)
	if !t.NoRoom() && !got.Quarantined() {
		t.door.leaveQuarantine(t.from)
	}
	switch {
	case errors.Is(err, fault.ErrUnavailable):
		t.door.takeBackPost(t.from)
	case got.Verdict == lead.New:
		t.door.countPost(t.from, got.Flag)
	case got.Verdict == lead.NoRoom:
		t.door.countPost(t.from, got.Flag)
		return t.full
	}
	return err
}
