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

// take rises by one, or refuses and stays: who waits gets in.
func (m *meter) take(now time.Time, limit rate) error {
	level := m.rise(now, 1, limit.perSecond)
	if level <= limit.burst {
		return nil
	}
	m.level--
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

// The limits of one process. They come before any work: what they refuse costs no
// query. The exact ones, over all replicas, are the store's.
var (
	postsOfNetwork  = rate{20, 0.1}
	formsOfNetwork  = rate{60, 0.5}        // tokens and forms opened
	crowdOfNetwork  = rate{2, 5 / hour}    // more from one network within the hour solve a puzzle, too
	crowdRemembered = rate{10, 5 / hour}   // at most so many of them: a network is not asked for ever
	allPosts        = rate{60, 1}          // more is an attack, or a very good day: browsers then solve a puzzle
	allSuspects     = rate{20, 20.0 / 600} // so is a row of suspects

	// What one neighbourhood adds to the two above: nobody alone makes an attack.
	postsOfOne    = rate{20, 0.1}
	suspectsOfOne = rate{3, 3.0 / 600}

	// What is stored of suspects; the rest is told that it was not. The last part
	// is for neighbourhoods that have stored little so far.
	quarantined      = rate{5000, 5000 / day}
	quarantinedOfOne = rate{50, 100 / day}

	// Forms without script cannot solve puzzles. Under attack so many of them
	// reach the inbox all the same.
	spared      = rate{5, 10 / hour}
	sparedOfOne = rate{3, 3 / hour}
)

// reserved is the last part of quarantined, and little what one may have stored to
// be let at it.
const reserved, little = 1000, 5

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

// door is where messages come in: it counts, and turns away what is too much.
type door struct {
	mu                  sync.Mutex
	now                 func() time.Time
	posts, forms, crowd meters // by network
	postsOf, suspectsOf meters // by neighbourhood, as the others below
	storedOf, sparedOf  meters

	allPosts, suspects, stored, spared meter

	drawing chan struct{} // slots for pages made for one visitor
	drawers *lru.Cache[netip.Prefix, chan struct{}]
}

func newDoor(now func() time.Time) (*door, error) {
	d := &door{now: now, drawing: make(chan struct{}, parallelForms)}
	var err error
	for _, all := range []*meters{&d.posts, &d.forms, &d.crowd, &d.postsOf, &d.suspectsOf, &d.storedOf, &d.sparedOf} {
		if all.Cache, err = lru.New[netip.Prefix, *meter](rememberedNetworks); err != nil {
			return nil, err
		}
	}
	d.drawers, err = lru.New[netip.Prefix, chan struct{}](rememberedNetworks)
	return d, err
}

// neighbourhood is what one sender may have whole: an IPv4 network, or the /48
// that a customer of many a provider is given, with its 256 networks.
func neighbourhood(from netip.Prefix) netip.Prefix {
	if from.Addr().Is6() {
		from, _ = from.Addr().Prefix(48) // shorter than any network of ours
	}
	return from
}

func (d *door) allowPost(from netip.Prefix) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.posts.of(from).take(d.now(), postsOfNetwork)
}

func (d *door) allowForm(from netip.Prefix) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.forms.of(from).take(d.now(), formsOfNetwork)
}

// forgive takes a post back that we could not store: who tries again until we can
// does what they should.
func (d *door) forgive(from netip.Prefix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	m := d.posts.of(from)
	m.level = max(0, m.level-1)
}

// note counts a post, and whether it was suspect.
func (d *door) note(from netip.Prefix, flag lead.Reason) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, one := d.now(), neighbourhood(from)
	_ = d.crowd.of(from).take(now, crowdRemembered)
	if d.postsOf.of(one).take(now, postsOfOne) == nil {
		d.allPosts.rise(now, 1, allPosts.perSecond)
	}
	if flag != "" && d.suspectsOf.of(one).take(now, suspectsOfOne) == nil {
		d.suspects.rise(now, 1, allSuspects.perSecond)
	}
}

// attacked tells whether more comes than people send.
func (d *door) attacked() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	return d.allPosts.rise(now, 0, allPosts.perSecond) > allPosts.burst || d.suspects.rise(now, 0, allSuspects.perSecond) > allSuspects.burst
}

func (d *door) crowded(from netip.Prefix) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.crowd.of(from).rise(d.now(), 0, crowdOfNetwork.perSecond) >= crowdOfNetwork.burst
}

// puzzles is how many puzzles a form opened now must solve: none in peace, and
// from a network that is not crowded.
func (d *door) puzzles(from netip.Prefix) int {
	if d.attacked() || d.crowded(from) {
		return lead.Puzzles
	}
	return 0
}

// puzzlesWithoutScript is the same for a form that cannot solve any: a crowd is
// left to the store, and an attack to spare.
func (d *door) puzzlesWithoutScript() int {
	if d.attacked() {
		return lead.Puzzles
	}
	return 0
}

// spare lets a few through that could not solve their puzzles.
func (d *door) spare(from netip.Prefix) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	return d.spared.over(now, spared) == nil && d.sparedOf.of(neighbourhood(from)).take(now, sparedOfOne) == nil && d.spared.take(now, spared) == nil
}

// room refuses suspects once enough of them are stored: of their neighbourhood,
// and of all unless they opened a form of ours.
func (d *door) room(from netip.Prefix, judged lead.Judged) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.left(d.now(), from, judged)
}

// remember counts the suspects that were stored before this process started.
func (d *door) remember(suspects int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stored.rise(d.now(), 0, quarantined.perSecond)
	d.stored.level = max(d.stored.level, float64(suspects))
}

// quarantine takes the room of one suspect.
func (d *door) quarantine(from netip.Prefix, judged lead.Judged) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	if err := d.left(now, from, judged); err != nil {
		return err
	}
	d.storedOf.of(neighbourhood(from)).rise(now, 1, quarantinedOfOne.perSecond)
	d.stored.rise(now, 1, quarantined.perSecond)
	return nil
}

// giveBack returns the room of one that was not stored, or is no suspect.
func (d *door) giveBack(from netip.Prefix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range []*meter{d.storedOf.of(neighbourhood(from)), &d.stored} {
		m.level = max(0, m.level-1)
	}
}

func (d *door) left(now time.Time, from netip.Prefix, judged lead.Judged) error {
	own := d.storedOf.of(neighbourhood(from))
	if err := own.over(now, quarantinedOfOne); err != nil || judged.Nonce != nil {
		return err
	}
	limit := quarantined
	if own.level >= little {
		limit.burst -= reserved
	}
	return d.stored.over(now, limit)
}

// slot waits for its turn to draw a page for one visitor. A neighbourhood draws one
// at a time, so that its crowd does not keep all others waiting.
func (d *door) slot(ctx context.Context, from netip.Prefix) (done func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, drawingPatience)
	defer cancel()
	own := d.drawer(neighbourhood(from))
	select {
	case own <- struct{}{}:
	case <-ctx.Done():
		return nil, fault.ErrUnavailable
	}
	select {
	case d.drawing <- struct{}{}:
		return func() { <-d.drawing; <-own }, nil
	case <-ctx.Done():
		<-own
		return nil, fault.ErrUnavailable
	}
}

func (d *door) drawer(one netip.Prefix) chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	own, ok := d.drawers.Get(one)
	if !ok {
		own = make(chan struct{}, 1)
		d.drawers.Add(one, own)
	}
	return own
}

// networkOf is the network a request came from.
func networkOf(ctx context.Context) netip.Prefix {
	prefix, _ := netip.ParsePrefix(network(middleware.GetClientIPAddr(ctx))) // an unknown address is a network of its own
	return prefix
}
