package intake

import (
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
)

// meter is a leaky bucket: its level rises with each event and sinks with time. Limits are
// checked against the level.
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

// take counts one event, or returns fault.TooMany. A refused event is not counted, so that the
// level sinks while a client waits.
func (m *meter) take(now time.Time, limit rate) error { return m.takeAll(now, limit, 1) }

// takeAll is take for several events at once: it counts all of them or none.
func (m *meter) takeAll(now time.Time, limit rate, count float64) error {
	level := m.rise(now, count, limit.perSecond)
	if level <= limit.burst {
		return nil
	}
	m.level -= count
	return limit.refusal(level)
}

// over returns fault.TooMany if one more event would exceed the limit.
func (m *meter) over(now time.Time, limit rate) error {
	if level := m.rise(now, 0, limit.perSecond) + 1; level > limit.burst {
		return limit.refusal(level)
	}
	return nil
}

// rate is a limit: how many events at once, and how many per second in the long run.
type rate struct{ burst, perSecond float64 }

func (r rate) refusal(level float64) error {
	return fault.TooMany{RetrySeconds: max(1, int((level-r.burst)/r.perSecond+0.5))}
}

const (
	hour = 3600.0
	day  = 24 * hour
)

// VisitsADay is the number of visit events that one process accepts per day from all senders.
// A small business never has more, and more rows would fill a disk within weeks.
const VisitsADay = 5_000_000

// Limits of one process. They are checked before any work, so that a refused request costs no
// query. The store enforces the exact limits across all replicas.
var (
	postsOfNetwork = rate{20, 0.1}
	formsOfNetwork = rate{60, 0.5}         // tokens and forms opened
	readOfSession  = rate{150, 150 / hour} // leads, by a session that was not confirmed recently

	// Visit events. In one day a subnet can send 2 % of VisitsADay: 1 % at once and 1 % by its
	// rate. The limit is high because carriers put thousands of phones behind one address.
	visitsOfNetwork = rate{VisitsADay / 100, VisitsADay / 100 / day}

	// New names of channels and campaigns that one subnet may introduce in a day. This is far
	// less than the 200 rows of a report, so one sender cannot displace all other names.
	namesOfNetwork = rate{30, 30 / day}

	// Posts and suspects from one subnet above these rates do not count towards crowdLimits.posts
	// and crowdLimits.suspects, so that one sender alone never looks like an attack.
	postsOfSubnet    = rate{20, 0.1}
	suspectsOfSubnet = rate{3, 3.0 / 600}

	// Limits of the quarantine. A message above them is refused. The last part of the quarantine
	// is reserved for subnets that have few messages in it; see reserved.
	quarantined         = rate{5000, 5000 / day}
	quarantinedOfSubnet = rate{50, 100 / day}

	// How many of the messages that crowdLimits.unsolved admits may come from one subnet.
	unsolvedOfSubnet = rate{3, 3 / hour}
)

// crowdLimits are the limits for all networks together, and for one network that many people
// share. They grow with the number of messages expected in the busiest hour
// (PARICHAY_LEADS_AN_HOUR).
type crowdLimits struct {
	posts    rate // above this rate the site is under attack, and browsers must solve a proof of work
	suspects rate // the same for messages that look like spam
	unsolved rate // messages sent without script, and so without proof of work, that are admitted under attack

	photos rate // pictures with leads, of one subnet

	network    rate // per network: above this rate it is crowded, and its browsers must solve a proof of work
	remembered rate // caps the meter of a network, so that a crowded network recovers within two hours
}

// limitsFor derives the limits from the expected messages an hour. Per hour it allows twice as
// many posts, a quarter as many suspects and a third as many messages without script. The
// posts of a minute, the suspects of ten minutes and the messages without script of half an
// hour may arrive at once.
func limitsFor(anHour float64) crowdLimits {
	scale := lead.Scale(int(anHour))
	posts := max(1, 2*anHour/hour)
	suspects := max(120, anHour/4)
	unsolved := anHour / 3
	return crowdLimits{
		posts:    rate{60 * posts, posts},
		suspects: rate{suspects / 6, suspects / hour},
		unsolved: rate{unsolved / 2, unsolved / hour},

		photos: rate{30 * scale, 12 * scale / day}, // one subnet alone would need months to fill lead.PhotoRoom

		network:    rate{2 * scale, 5 * scale / hour},
		remembered: rate{10 * scale, 5 * scale / hour},
	}
}

// reserved is the part of the quarantine that is only for subnets with fewer than fewStored
// messages in it.
const reserved, fewStored = 1000, 5

// rememberedSessions bounds the number of session meters; one owner has few sessions.
const rememberedSessions = 1000

// rememberedNetworks bounds the number of meters of each limit, and thereby the memory.
const rememberedNetworks = 20000

// meters holds a meter for each recently seen network.
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
