package intake

import (
	"math"
	"net/netip"
	"time"

	"parichay/internal/domain/lead"
)

// UsualAnHour is how many messages an hour a small business gets on a very good day.
const UsualAnHour = 30

// calm is how much may have reached the inbox lately before forms ask for work: as many
// as stay when UsualAnHour come evenly.
const calm = 6.0

// The puzzles' bits. The easiest take a third of a second of one processor, each step
// twice as long. The hardest are what is asked of people while thousands attack.
const easiest, hardest = 9, 14

// steps are how many times calm it must be for each bit beyond the easiest.
var steps = []float64{1, 1.5, 2, 3, 6, 12}

// inboxOfNeighbourhood is how long what a neighbourhood sent into the inbox makes its
// next puzzles harder, and by how many bits at most while there is an attack.
var inboxOfNeighbourhood = rate{3, 5 / hour}

// ember is what reached the inbox lately: each message counts one, and cools.
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

// needed is how hard puzzles must be to get into the inbox now: the more has reached it
// lately, from anywhere, the harder; and harder still for who has sent already.
func (d *Door) needed(now time.Time, one netip.Prefix) (bits int) {
	heat := d.heat.now(now)
	for i := range steps {
		if heat >= d.step(i) {
			bits = easiest + i
		}
	}
	if bits == 0 {
		return 0
	}
	return min(hardest, bits+d.before(now, one))
}

func (d *Door) step(i int) float64 { return steps[i] * calm * d.usual }

// before is by how many bits puzzles are harder for a neighbourhood that has sent already.
func (d *Door) before(now time.Time, one netip.Prefix) int {
	return max(0, int(math.Ceil(d.inboxOf.of(one).rise(now, 0, inboxOfNeighbourhood.perSecond)))-1)
}

// enter takes a place in the inbox for a message whose puzzles had so many bits, unless
// that is less than is needed now. most is what they are enough for, nil for anything:
// the database knows what came in elsewhere.
func (d *Door) enter(from netip.Prefix, bits int) (most *float64, weak bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, one := d.now(), Neighbourhood(from)
	if next := max(0, bits-easiest+1-d.before(now, one)); bits < hardest {
		most = new(d.step(min(next, len(steps)-1)))
	}
	if bits < d.needed(now, one) {
		return new(0.0), true
	}
	d.heat.level++
	_ = d.inboxOf.of(one).take(now, inboxOfNeighbourhood)
	return most, false
}

// admit takes a place in the inbox for one of the few that cannot solve puzzles.
func (d *Door) admit(from netip.Prefix) bool {
	if !d.admitUnsolved(from) {
		return false
	}
	_, weak := d.enter(from, hardest)
	return !weak
}

// LeaveInbox gives the place back of one that did not come into the inbox after all.
func (d *Door) LeaveInbox(from netip.Prefix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heat.level = max(0, d.heat.level-1)
	m := d.inboxOf.of(Neighbourhood(from))
	m.level = max(0, m.level-1)
}

// Warm tells what the database has counted on all replicas.
func (d *Door) Warm(heat float64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heat.level = max(d.heat.now(d.now()), heat)
}
