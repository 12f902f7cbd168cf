package intake

import (
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
)

// A meter rises with each event and sinks with time; what may happen is read off
// its level.
type meter struct {
	level float64
	at    time.Time
}

func (m *meter) rise(now time.Time, by, sinksPerSecond float64) float64 {
	if !m.at.IsZero() {
		m.level = max(0, m.level-now.Sub(m.at).Seconds()*sinksPerSecond)
	}
	m.at = now
	m.level += by
	return m.level
}

// take rises by one, or refuses and stays: who waits gets in.
func (m *meter) take(now time.Time, limit rate) error { return m.takeAll(now, limit, 1) }

// takeAll does the same for several events at once.
func (m *meter) takeAll(now time.Time, limit rate, count float64) error {
	level := m.rise(now, count, limit.perSecond)
	if level <= limit.burst {
		return nil
	}
	m.level -= count
	return limit.refusal(level)
}

// over tells whether one more would be refused.
func (m *meter) over(now time.Time, limit rate) error {
	if level := m.rise(now, 0, limit.perSecond) + 1; level > limit.burst {
		return limit.refusal(level)
	}
	return nil
}

// rate is how much at once, and how much a second in the long run.
type rate struct{ burst, perSecond float64 }

func (r rate) refusal(level float64) error {
	return fault.TooMany{RetrySeconds: max(1, int((level-r.burst)/r.perSecond+0.5))}
}

const (
	hour = 3600.0
	day  = 24 * hour
)

// VisitsADay is how many events of visitors one process takes in on a day, whoever sends
// them: more are no visits of a small business, and their rows would fill a disk in weeks.
const VisitsADay = 5_000_000

// The limits of one process. They come before any work: what they refuse costs no
// query. The exact ones, over all replicas, are the store's.
var (
	postsOfNetwork = rate{20, 0.1}
	formsOfNetwork = rate{60, 0.5}         // tokens and forms opened
	readOfSession  = rate{150, 150 / hour} // leads, by a session that was not confirmed lately

	// Events of visitors: 2 % of a day's, half of them at once. Carriers put thousands of
	// phones behind one address.
	visitsOfNetwork = rate{VisitsADay / 100, VisitsADay / 100 / day}

	// What one neighbourhood adds to crowdLimits.posts and suspects: nobody alone makes an attack.
	postsOfNeighbourhood    = rate{20, 0.1}
	suspectsOfNeighbourhood = rate{3, 3.0 / 600}

	// What is stored of suspects; the rest is told that it was not. The last part
	// is for neighbourhoods that have stored little so far.
	quarantined                = rate{5000, 5000 / day}
	quarantinedOfNeighbourhood = rate{50, 100 / day}

	// What one neighbourhood takes of crowdLimits.unsolved.
	unsolvedOfNeighbourhood = rate{3, 3 / hour}
)

// crowdLimits are the limits of all networks together, and of a crowd behind one. They grow with the number of
// messages that is usual within an hour of a very good day (PARICHAY_LEADS_AN_HOUR).
type crowdLimits struct {
	posts    rate // above this rate the site is under attack, and browsers solve a puzzle
	suspects rate // the same for messages that look like spam
	unsolved rate // forms without script cannot solve puzzles: under attack so many reach the inbox

	network    rate // of one network: above this rate it is crowded, and its browsers solve a puzzle
	remembered rate // how much of a network's crowd is remembered: nobody is asked for ever
}

// limitsFor derives the limits from the usual number of messages an hour:
// twice as many posts, a quarter of them suspect, a third of them without script. A
// minute's posts, ten minutes' suspects and half an hour's forms may come at once.
func limitsFor(anHour float64) crowdLimits {
	scale := lead.Scale(int(anHour))
	posts := max(1, 2*anHour/hour)
	suspects := max(120, anHour/4)
	unsolved := anHour / 3
	return crowdLimits{
		posts:    rate{60 * posts, posts},
		suspects: rate{suspects / 6, suspects / hour},
		unsolved: rate{unsolved / 2, unsolved / hour},

		network:    rate{2 * scale, 5 * scale / hour},
		remembered: rate{10 * scale, 5 * scale / hour},
	}
}

// reserved is the last part of quarantined. It is for those of whom no more than
// fewStored are stored.
const reserved, fewStored = 1000, 5

// rememberedSessions does so for sessions: one owner has few.
const rememberedSessions = 1000

// rememberedNetworks bounds the memory the limits take.
const rememberedNetworks = 20000

// meters are one for each network that was seen lately.
type meters struct {
	*lru.Cache[netip.Prefix, *meter]
}

func (all meters) of(from netip.Prefix) *meter {
	m, ok := all.Get(from)
	if !ok {
		m = &meter{}
		all.Add(from, m)
	}
	return m
}
