package intake

import (
	"math"
	"net/netip"
	"time"

	"parichay/internal/domain/lead"
)

// UsualAnHour is how many messages an hour a small business gets on a very good day.
const UsualAnHour = 30

// calm is the inbox load (see ember) below which forms require no proof of work. About 27
// messages an hour, evenly spread, produce this load: a little less than UsualAnHour.
const calm = 6.0

// Difficulty of the proof of work in bits. The easiest takes a third of a second on one
// processor, and each further bit doubles the time. The hardest is required while thousands
// attack.
const easiest, hardest = 9, 14

// steps are the inbox loads, as multiples of calm, from which easiest bits and each further bit
// are required.
var steps = []float64{1, 1.5, 2, 3, 6, 12}

// inboxOfSubnet limits how many recent messages of a subnet count, and sets how fast they
// expire. While the inbox load requires a proof of work, these messages raise the difficulty for
// that subnet.
var inboxOfSubnet = rate{3, 5 / hour}

// ember measures the inbox load, called heat in the code: each message adds 1, and the sum halves
// every lead.CoolsBy.
type ember struct {
	level float64
	at    time.Time
}

func (e *ember) now(now time.Time) float64 {
	if !e.at.IsZero() {
		e.level *= math.Pow(0.5, max(0, now.Sub(e.at).Seconds())/lead.CoolsBy.Seconds())
	}
	e.at = now
	return e.level
}

// needed returns the difficulty required to reach the inbox now. It rises with the recent
// messages from all senders, and further for a subnet that has already sent some.
func (d *Door) needed(now time.Time, subnet netip.Prefix) (bits int) {
	heat := d.heat.now(now)
	for i := range steps {
		if heat >= d.step(i) {
			bits = easiest + i
		}
	}
	if bits == 0 {
		return 0
	}
	return min(hardest, bits+d.before(now, subnet))
}

func (d *Door) step(i int) float64 { return steps[i] * calm * d.usual }

// before returns the additional bits that a subnet needs because of the messages it has
// already sent.
func (d *Door) before(now time.Time, subnet netip.Prefix) int {
	return max(0, int(math.Ceil(d.inboxOf.of(subnet).rise(now, 0, inboxOfSubnet.perSecond)))-1)
}

// enter counts a message whose proof of work has the given bits towards the inbox load. If more
// bits are required now, enter returns weak and does not count the message. most is the load
// from which the bits no longer suffice, or nil if they always do. The database compares most
// with the load of all replicas.
func (d *Door) enter(from netip.Prefix, bits int) (most *float64, weak bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, subnet := d.now(), Neighbourhood(from)
	if next := max(0, bits-easiest+1-d.before(now, subnet)); bits < hardest {
		most = new(d.step(min(next, len(steps)-1)))
	}
	if bits < d.needed(now, subnet) {
		return new(0.0), true
	}
	d.heat.level++
	_ = d.inboxOf.of(subnet).take(now, inboxOfSubnet)
	return most, false
}

// admit counts a message without a proof of work towards the inbox load. It returns false if too
// many such messages were admitted before.
func (d *Door) admit(from netip.Prefix) bool {
	if !d.admitUnsolved(from) {
		return false
	}
	_, weak := d.enter(from, hardest)
	return !weak
}

// leaveInbox undoes enter for a message that did not reach the inbox.
func (d *Door) leaveInbox(from netip.Prefix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heat.level = max(0, d.heat.level-1)
	m := d.inboxOf.of(Neighbourhood(from))
	m.level = max(0, m.level-1)
}

// warm raises the inbox load to at least heat, which the database counted across all replicas.
func (d *Door) warm(heat float64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heat.level = max(d.heat.now(d.now()), heat)
}
