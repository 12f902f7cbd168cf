// Package intake decides whether a stranger's message is accepted: it applies rate limits per
// network, checks spam signals, and decides when a browser must solve a proof of work. It
// counts in memory; it stores nothing and writes no responses.
package intake

import (
	"cmp"
	"net/netip"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"parichay/internal/domain/lead"
)

// Door counts the requests and messages of strangers and refuses those above the limits. It is
// safe for concurrent use.
type Door struct {
	mu                    sync.Mutex
	now                   func() time.Time
	posts, forms, crowd   meters // by network
	visits, names, photos meters // by subnet, like all meters below
	postsOf, suspectsOf   meters
	storedOf, admittedOf  meters
	inboxOf               meters
	heat                  ember
	usual                 float64 // expected messages an hour, as a multiple of UsualAnHour
	limits                crowdLimits

	allPosts, suspects, stored, admitted meter

	read *lru.Cache[string, *meter] // by session

	slots    map[*Kind]chan struct{}
	ownSlots *lru.Cache[slotKey, chan struct{}]
}

// New returns a Door with the clock now, for a business that expects at most anHour messages
// an hour; 0 means UsualAnHour.
func New(now func() time.Time, anHour int) (*Door, error) {
	usual := float64(cmp.Or(anHour, UsualAnHour))
	d := &Door{now: now, usual: usual / UsualAnHour, limits: limitsFor(usual), slots: map[*Kind]chan struct{}{}}
	var err error
	for _, all := range []*meters{&d.posts, &d.forms, &d.visits, &d.names, &d.photos, &d.crowd, &d.postsOf, &d.suspectsOf, &d.storedOf, &d.admittedOf, &d.inboxOf} {
		if all.Cache, err = lru.New[netip.Prefix, *meter](rememberedNetworks); err != nil {
			return nil, err
		}
	}
	if d.read, err = lru.New[string, *meter](rememberedSessions); err != nil {
		return nil, err
	}
	d.ownSlots, err = lru.New[slotKey, chan struct{}](rememberedNetworks)
	return d, err
}

// Neighbourhood returns the subnet that one sender may control. For an IPv4 network it is the
// network itself (/24). For an IPv6 network (/56) it is the /48 around it, because many providers
// assign a whole /48, which is 256 of our networks, to one customer.
func Neighbourhood(from netip.Prefix) netip.Prefix {
	if from.Addr().Is6() {
		from, _ = from.Addr().Prefix(48) // cannot fail: our IPv6 networks are /56
	}
	return from
}

// AllowRead counts leads that a session reads or changes. It returns false if the session reads
// more leads than an owner normally does. The owner must then confirm the session.
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

// AllowPost counts a post from a network, or returns fault.TooMany.
func (d *Door) AllowPost(from netip.Prefix) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.posts.of(from).take(d.now(), postsOfNetwork)
}

// AllowForm counts the opening of a form from a network, or returns fault.TooMany.
func (d *Door) AllowForm(from netip.Prefix) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.forms.of(from).take(d.now(), formsOfNetwork)
}

// AllowVisits counts visit events by subnet, all or none of them. If they exceed the limit, it
// returns fault.TooMany.
func (d *Door) AllowVisits(from netip.Prefix, events int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.visits.of(Neighbourhood(from)).takeAll(d.now(), visitsOfNetwork, float64(events))
}

// AllowName counts a name that is new in a day's reports by subnet, or returns fault.TooMany.
func (d *Door) AllowName(from netip.Prefix) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.names.of(Neighbourhood(from)).take(d.now(), namesOfNetwork)
}

// AllowPhoto counts a picture that comes with a lead by subnet, or returns fault.TooMany.
func (d *Door) AllowPhoto(from netip.Prefix) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.photos.of(Neighbourhood(from)).take(d.now(), d.limits.photos)
}

// takeBackPost uncounts a post that could not be stored, so that a sender who retries is not
// refused.
func (d *Door) takeBackPost(from netip.Prefix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	m := d.posts.of(from)
	m.level = max(0, m.level-1)
}

// countPost counts a post towards attack detection, and as a suspect if flag is set.
func (d *Door) countPost(from netip.Prefix, flag lead.Reason) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, subnet := d.now(), Neighbourhood(from)
	_ = d.crowd.of(from).take(now, d.limits.remembered)
	if d.postsOf.of(subnet).take(now, postsOfSubnet) == nil {
		d.allPosts.rise(now, 1, d.limits.posts.perSecond)
	}
	if flag != "" && d.suspectsOf.of(subnet).take(now, suspectsOfSubnet) == nil {
		d.suspects.rise(now, 1, d.limits.suspects.perSecond)
	}
}

// attacked reports whether the posts or the suspects from all networks exceed their limits.
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

// Bits returns the difficulty, in bits, of the proof of work for a form opened now. It is 0
// (no proof of work) unless the site is under attack, the network is crowded or the inbox
// load is high.
func (d *Door) Bits(from netip.Prefix) int {
	least := 0
	if d.attacked() || d.crowded(from) {
		least = easiest
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return max(least, d.needed(d.now(), Neighbourhood(from)))
}

// BitsWithoutScript returns the difficulty, in bits, for a form that cannot run scripts. It is
// 0 unless the site is under attack; then admitUnsolved still admits a few such forms. A
// crowded network does not raise it: only the store limits the messages of such a network.
func (d *Door) BitsWithoutScript() int {
	if d.attacked() {
		return easiest
	}
	return 0
}

// admitUnsolved reports whether one more message without a proof of work may be admitted. If so,
// it counts the message.
func (d *Door) admitUnsolved(from netip.Prefix) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	return d.admitted.over(now, d.limits.unsolved) == nil && d.admittedOf.of(Neighbourhood(from)).take(now, unsolvedOfSubnet) == nil && d.admitted.take(now, d.limits.unsolved) == nil
}

// CountStoredBefore initialises the counters with what was stored before this process started:
// the suspects in quarantine and the recent inbox load.
func (d *Door) CountStoredBefore(suspects int, heat float64) {
	d.warm(heat)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stored.rise(d.now(), 0, quarantined.perSecond)
	d.stored.level = max(d.stored.level, float64(suspects))
}

// quarantine counts a message as stored in the quarantine. It returns an error if the share of
// the message's subnet or the whole quarantine is full. The overall limit does not apply to
// senders who opened one of our forms.
func (d *Door) quarantine(from netip.Prefix, judged lead.Judged) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	if err := d.quarantineRoom(now, from, judged); err != nil {
		return err
	}
	d.storedOf.of(Neighbourhood(from)).rise(now, 1, quarantinedOfSubnet.perSecond)
	d.stored.rise(now, 1, quarantined.perSecond)
	return nil
}

// leaveQuarantine undoes quarantine for a message that was not stored there.
func (d *Door) leaveQuarantine(from netip.Prefix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range []*meter{d.storedOf.of(Neighbourhood(from)), &d.stored} {
		m.level = max(0, m.level-1)
	}
}

func (d *Door) quarantineRoom(now time.Time, from netip.Prefix, judged lead.Judged) error {
	own := d.storedOf.of(Neighbourhood(from))
	if err := own.over(now, quarantinedOfSubnet); err != nil || judged.Nonce != nil {
		return err
	}
	limit := quarantined
	if own.level >= fewStored {
		limit.burst -= reserved
	}
	return d.stored.over(now, limit)
}

// NetworkOf returns the IPv4 /24 or the IPv6 /56 of an address. One person can usually switch
// between the addresses in it. All invalid addresses share the zero Prefix.
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
