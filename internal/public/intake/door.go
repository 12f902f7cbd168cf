// Package door decides whether a stranger's message is let in: how much may come
// from where, what looks like spam, and when a browser must work for its turn. It
// is policy alone: it counts in memory, stores nothing and answers nobody.
package intake

import (
	"cmp"
	"net/netip"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"parichay/internal/domain/lead"
)

// Door is where messages come in: it counts, and turns away what is too much.
type Door struct {
	mu                   sync.Mutex
	now                  func() time.Time
	posts, forms, crowd  meters // by network
	visits               meters
	postsOf, suspectsOf  meters // by neighbourhood, as the others below
	storedOf, admittedOf meters
	inboxOf              meters
	heat                 ember
	usual                float64 // what is usual here, as a part of UsualAnHour
	limits               crowdLimits

	allPosts, suspects, stored, admitted meter

	read *lru.Cache[string, *meter] // by session

	slots    map[*Kind]chan struct{}
	ownSlots *lru.Cache[turn, chan struct{}]
}

// New opens a door that tells time by now, of a business that usually gets so many
// messages an hour at most; 0 is what most get.
func New(now func() time.Time, anHour int) (*Door, error) {
	usual := float64(cmp.Or(anHour, UsualAnHour))
	d := &Door{now: now, usual: usual / UsualAnHour, limits: limitsFor(usual), slots: map[*Kind]chan struct{}{}}
	var err error
	for _, all := range []*meters{&d.posts, &d.forms, &d.visits, &d.crowd, &d.postsOf, &d.suspectsOf, &d.storedOf, &d.admittedOf, &d.inboxOf} {
		if all.Cache, err = lru.New[netip.Prefix, *meter](rememberedNetworks); err != nil {
			return nil, err
		}
	}
	if d.read, err = lru.New[string, *meter](rememberedSessions); err != nil {
		return nil, err
	}
	d.ownSlots, err = lru.New[turn, chan struct{}](rememberedNetworks)
	return d, err
}

// Neighbourhood is what one sender may have whole: an IPv4 network, or the /48
// that a customer of many a provider is given, with its 256 networks.
func Neighbourhood(from netip.Prefix) netip.Prefix {
	if from.Addr().Is6() {
		from, _ = from.Addr().Prefix(48) // shorter than any network of ours
	}
	return from
}

// AllowRead counts leads that a session reads or changes, or says that they are more
// than an owner at work looks at: whoever goes on should prove to be there.
func (d *Door) AllowRead(session string, leads float64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	m, ok := d.read.Get(session)
	if !ok {
		m = &meter{}
		d.read.Add(session, m)
	}
	now := d.now()
	if m.rise(now, 0, readOfSession.perSecond)+leads > readOfSession.burst {
		return false
	}
	m.rise(now, leads, readOfSession.perSecond)
	return true
}

// AllowPost counts a post of a network, or refuses it.
func (d *Door) AllowPost(from netip.Prefix) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.posts.of(from).take(d.now(), postsOfNetwork)
}

// AllowForm does the same for a form that is opened.
func (d *Door) AllowForm(from netip.Prefix) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.forms.of(from).take(d.now(), formsOfNetwork)
}

// AllowVisits does the same for events of visitors, all or none of them.
func (d *Door) AllowVisits(from netip.Prefix, events int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.visits.of(Neighbourhood(from)).takeAll(d.now(), visitsOfNetwork, float64(events))
}

// TakeBackPost takes a post back that we could not store: who tries again until we can
// does what they should.
func (d *Door) TakeBackPost(from netip.Prefix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	m := d.posts.of(from)
	m.level = max(0, m.level-1)
}

// CountPost counts a post, and whether it was suspect.
func (d *Door) CountPost(from netip.Prefix, flag lead.Reason) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, one := d.now(), Neighbourhood(from)
	_ = d.crowd.of(from).take(now, d.limits.remembered)
	if d.postsOf.of(one).take(now, postsOfNeighbourhood) == nil {
		d.allPosts.rise(now, 1, d.limits.posts.perSecond)
	}
	if flag != "" && d.suspectsOf.of(one).take(now, suspectsOfNeighbourhood) == nil {
		d.suspects.rise(now, 1, d.limits.suspects.perSecond)
	}
}

// attacked tells whether more comes than people send.
func (d *Door) attacked() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	return d.allPosts.rise(now, 0, d.limits.posts.perSecond) > d.limits.posts.burst || d.suspects.rise(now, 0, d.limits.suspects.perSecond) > d.limits.suspects.burst
}

func (d *Door) crowded(from netip.Prefix) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.crowd.of(from).rise(d.now(), 0, d.limits.network.perSecond) >= d.limits.network.burst
}

// Bits is how hard the puzzles of a form opened now are: 0, none at all, in peace and
// from a network that is not crowded.
func (d *Door) Bits(from netip.Prefix) int {
	least := 0
	if d.attacked() || d.crowded(from) {
		least = easiest
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return max(least, d.needed(d.now(), Neighbourhood(from)))
}

// BitsWithoutScript is the same for a form that cannot solve any: a crowd is left to
// the store, and an attack to admitUnsolved.
func (d *Door) BitsWithoutScript() int {
	if d.attacked() {
		return easiest
	}
	return 0
}

// admitUnsolved lets a few through that could not solve their puzzles.
func (d *Door) admitUnsolved(from netip.Prefix) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	return d.admitted.over(now, d.limits.unsolved) == nil && d.admittedOf.of(Neighbourhood(from)).take(now, unsolvedOfNeighbourhood) == nil && d.admitted.take(now, d.limits.unsolved) == nil
}

// CountStoredBefore counts what was stored before this process started: suspects, and
// what reached the inbox lately.
func (d *Door) CountStoredBefore(suspects int, heat float64) {
	d.Warm(heat)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stored.rise(d.now(), 0, quarantined.perSecond)
	d.stored.level = max(d.stored.level, float64(suspects))
}

// Quarantine takes the room of one suspect, or refuses once enough of them are
// stored: of their neighbourhood, and of all unless they opened a form of ours.
func (d *Door) Quarantine(from netip.Prefix, judged lead.Judged) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	if err := d.quarantineRoom(now, from, judged); err != nil {
		return err
	}
	d.storedOf.of(Neighbourhood(from)).rise(now, 1, quarantinedOfNeighbourhood.perSecond)
	d.stored.rise(now, 1, quarantined.perSecond)
	return nil
}

// LeaveQuarantine gives the room back of one that was not stored there after all.
func (d *Door) LeaveQuarantine(from netip.Prefix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range []*meter{d.storedOf.of(Neighbourhood(from)), &d.stored} {
		m.level = max(0, m.level-1)
	}
}

func (d *Door) quarantineRoom(now time.Time, from netip.Prefix, judged lead.Judged) error {
	own := d.storedOf.of(Neighbourhood(from))
	if err := own.over(now, quarantinedOfNeighbourhood); err != nil || judged.Nonce != nil {
		return err
	}
	limit := quarantined
	if own.level >= fewStored {
		limit.burst -= reserved
	}
	return d.stored.over(now, limit)
}

// NetworkOf groups addresses that one person can usually switch between. An unknown
// address is a network of its own.
func NetworkOf(address netip.Addr) netip.Prefix {
	bits := 56
	if address.Is4() {
		bits = 24
	}
	prefix, err := address.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}
