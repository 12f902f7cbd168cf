package server

import (
	"context"
	"net/netip"
	"sync"
	"time"

	"github.com/go-chi/chi/v5/middleware"
	lru "github.com/hashicorp/golang-lru/v2"

	"parichay/internal/fault"
	"parichay/internal/lead"
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

// rate is how much at once, and how much a second in the long run.
type rate struct{ burst, perSecond float64 }

// The limits of one process. They come before any work: what they refuse costs no
// query. The exact ones, over all replicas, are the store's.
var (
	postsOfNetwork = rate{20, 0.1}
	formsOfNetwork = rate{60, 0.5}              // tokens and forms opened
	crowdOfNetwork = rate{2, 5.0 / 3600}        // more from one network within the hour solve a puzzle, too
	allPosts       = rate{60, 1}                // more is an attack, or a very good day: browsers then solve a puzzle
	allSuspects    = rate{20, 20.0 / 600}       // so is a row of suspects
	quarantined    = rate{5000, 5000 / 86400.0} // what is stored of suspects; the rest is told that it was not
)

// rememberedNetworks bounds the memory the limits take.
const rememberedNetworks = 20000

// door is where messages come in: it counts, and turns away what is too much.
type door struct {
	mu                         sync.Mutex
	now                        func() time.Time
	posts, forms, crowds       *lru.Cache[netip.Prefix, *meter]
	allPosts, suspects, stored meter
}

func newDoor(now func() time.Time) (*door, error) {
	d := &door{now: now}
	for _, seen := range []**lru.Cache[netip.Prefix, *meter]{&d.posts, &d.forms, &d.crowds} {
		var err error
		if *seen, err = lru.New[netip.Prefix, *meter](rememberedNetworks); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// allow refuses a network that has had its share. A refusal does not count: who
// waits gets in.
func (d *door) allow(seen *lru.Cache[netip.Prefix, *meter], from netip.Prefix, limit rate) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return meterOf(seen, from).take(d.now(), limit)
}

func meterOf(seen *lru.Cache[netip.Prefix, *meter], from netip.Prefix) *meter {
	m, ok := seen.Get(from)
	if !ok {
		m = &meter{}
		seen.Add(from, m)
	}
	return m
}

func (m *meter) take(now time.Time, limit rate) error {
	level := m.rise(now, 1, limit.perSecond)
	if level <= limit.burst {
		return nil
	}
	m.level--
	return fault.TooMany{RetrySeconds: max(1, int((level-limit.burst)/limit.perSecond+0.5))}
}

func (d *door) allowPost(from netip.Prefix) error { return d.allow(d.posts, from, postsOfNetwork) }
func (d *door) allowForm(from netip.Prefix) error { return d.allow(d.forms, from, formsOfNetwork) }

// forgive takes a post back that we could not store: who tries again until we can
// does what they should.
func (d *door) forgive(from netip.Prefix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	m := meterOf(d.posts, from)
	m.level = max(0, m.level-1)
}

// note counts a post, and whether it was suspect.
func (d *door) note(from netip.Prefix, flag lead.Reason) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.allPosts.rise(d.now(), 1, allPosts.perSecond)
	meterOf(d.crowds, from).rise(d.now(), 1, crowdOfNetwork.perSecond)
	if flag != "" {
		d.suspects.rise(d.now(), 1, allSuspects.perSecond)
	}
}

// puzzles is how many puzzles a form opened now must solve: none in peace, and
// from a network that is not crowded.
func (d *door) puzzles(from netip.Prefix) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	if d.allPosts.rise(now, 0, allPosts.perSecond) > allPosts.burst ||
		d.suspects.rise(now, 0, allSuspects.perSecond) > allSuspects.burst ||
		meterOf(d.crowds, from).rise(now, 0, crowdOfNetwork.perSecond) >= crowdOfNetwork.burst {
		return lead.Puzzles
	}
	return 0
}

// quarantine refuses suspects once enough of them are stored.
func (d *door) quarantine() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stored.take(d.now(), quarantined)
}

// networkOf is the network a request came from.
func networkOf(ctx context.Context) netip.Prefix {
	prefix, _ := netip.ParsePrefix(network(middleware.GetClientIPAddr(ctx))) // an unknown address is a network of its own
	return prefix
}
