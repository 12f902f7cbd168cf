package signin

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"parichay/internal/kit/fault"
)

// Passwords and recovery codes are checked one at a time, so that a flood of guesses
// takes half of two processors at most. What waits is bounded: one attempt of a
// network, of so many networks. First comes the provider's network
// that has tried least, then the network in it, then who came first: nobody who begins
// waits behind those who go on and on, however many networks of one provider they have.
const (
	mostWaiting = 250
	// slowWaiting is how many wait while strangers guess once a second: not more than
	// can be served before patience ends, or a place would be worth nothing.
	slowWaiting = 20
	provider4   = 16
	provider6   = 32
	// patience is longer than all who wait before one take, about 29 ms each, on a
	// machine that has three times as much to do, and shorter than an answer may take.
	patience = 25 * time.Second
	// slowed is how long strangers wait after a wrong guess at an account that has
	// nothing but a password: 86,400 guesses a day, from wherever they come.
	slowed = time.Second
	// forgiven is how long one attempt weighs, and mostGuesses how many weigh.
	forgiven    = time.Hour
	mostGuesses = 20
	// rememberedNetworks bounds what is remembered of who tried, providers by themselves.
	rememberedNetworks = 20000
)

// place is one that waits. Several from one network share it, by lot.
type place struct {
	who            string
	known          bool // a browser that signed in before, or that has a session or a link: before all strangers
	from, provider netip.Prefix
	since          uint64
	rivals         int
	ready          chan bool // false: another has the place
}

// tried is how often networks tried in vain lately: guessed wrong, or had a place
// and left it, or lost it.
type tried struct {
	*lru.Cache[netip.Prefix, attempts]
}

type attempts struct {
	level float64
	at    time.Time
}

func newTried() tried {
	all, err := lru.New[netip.Prefix, attempts](rememberedNetworks)
	if err != nil {
		panic(err) // only for a size that is none
	}
	return tried{all}
}

func (all tried) level(from netip.Prefix, now time.Time) float64 {
	g, _ := all.Peek(from)
	return max(0, g.level-now.Sub(g.at).Hours()/forgiven.Hours())
}

func (all tried) note(from netip.Prefix, now time.Time) {
	all.Add(from, attempts{min(mostGuesses, all.level(from, now)+1), now})
}

// turns is the one slot, and who waits for it.
type turns struct {
	mu        sync.Mutex
	now       func() time.Time
	busy      bool
	closed    time.Time // until when strangers wait
	count     uint64
	waiting   []*place
	networks  tried
	providers tried
}

func newTurns(now func() time.Time) *turns {
	return &turns{now: now, networks: newTried(), providers: newTried()}
}

// providerOf is the network of a provider that a network is of.
func providerOf(from netip.Prefix) netip.Prefix {
	bits := provider4
	if from.Addr().Is6() {
		bits = provider6
	}
	provider, _ := from.Addr().Prefix(bits) // of what is no network: none
	return provider
}

// blame notes a wrong guess of a network.
func (t *turns) blame(from netip.Prefix) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.note(from)
}

func (t *turns) note(from netip.Prefix) {
	now := t.now()
	t.networks.note(from, now)
	t.providers.note(providerOf(from), now)
}

// slow has strangers wait before the next guess.
func (t *turns) slow() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = t.now().Add(slowed)
	t.fit()
	time.AfterFunc(slowed, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.serve()
	})
}

// wait returns once it is the caller's turn; done ends it. It costs nothing but
// memory: what is too much is refused here, before anything is asked of a database.
func (t *turns) wait(ctx context.Context, c *Caller) (done func(), err error) {
	p, err := t.enter(c)
	if err != nil {
		return nil, err
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case mine := <-p.ready:
		if !mine {
			return nil, fault.TooMany{RetrySeconds: t.retry()}
		}
		return t.leave, nil
	case <-ctx.Done():
	case <-late.C:
	}
	if t.giveUp(p) { // it was called at the same moment
		t.leave()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, fault.TooMany{RetrySeconds: t.retry()}
}

// enter takes a place: a free one, that of a neighbour by lot, so that who shares a
// network with a crowd has the chance of everybody in it, or that of the worst.
func (t *turns) enter(c *Caller) (*place, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count++
	p := &place{who: c.rankedBy(), known: c.trusted(), from: c.From, provider: providerOf(c.From), since: t.count, ready: make(chan bool, 1)}
	for i, other := range t.waiting {
		if other.who != p.who {
			continue
		}
		other.rivals++
		if rand.IntN(other.rivals+1) > 0 { //nolint:gosec // a lot among neighbours, no secret
			return nil, fault.TooMany{RetrySeconds: 1 + len(t.waiting)/30}
		}
		p.rivals, p.since = other.rivals, other.since
		other.ready <- false
		t.waiting[i] = p
		return p, nil
	}
	t.waiting = append(t.waiting, p)
	t.fit()
	t.serve()
	return p, nil
}

// fit sends away who has no place.
func (t *turns) fit() {
	places := mostWaiting
	if t.now().Before(t.closed.Add(patience)) {
		places = slowWaiting
	}
	for len(t.waiting) > places {
		t.drop(t.worst()).ready <- false
	}
}

// rank is what decides between two, the less the better.
type rank struct {
	stranger, held int
	provider, own  float64
}

func (r rank) compare(other rank) int {
	return cmp.Or(cmp.Compare(r.stranger, other.stranger), cmp.Compare(r.held, other.held),
		cmp.Compare(r.provider, other.provider), cmp.Compare(r.own, other.own))
}

func (t *turns) rank(p *place, now time.Time) rank {
	if p.known {
		return rank{}
	}
	return rank{stranger: 1, provider: t.providers.level(p.provider, now), own: t.networks.level(p.from, now)}
}

// worst is who has to go when there is no place left: one of the provider that
// holds the most, of several such that has tried most, by lot among equals. So there
// is always a place for who comes from elsewhere.
func (t *turns) worst() (worst int) {
	held := map[netip.Prefix]int{}
	for _, p := range t.waiting {
		held[p.provider]++
	}
	now, equals := t.now(), 0
	var most rank
	for i, p := range t.waiting {
		r := t.rank(p, now)
		if !p.known {
			r.held = held[p.provider]
		}
		switch order := r.compare(most); {
		case order > 0:
			worst, most, equals = i, r, 1
		case order == 0:
			if equals++; rand.IntN(equals) == 0 { //nolint:gosec // a lot, no secret
				worst = i
			}
		}
	}
	return worst
}

// drop takes away a place of somebody who was not served, which counts as trying.
func (t *turns) drop(i int) *place {
	p := t.waiting[i]
	t.waiting = slices.Delete(t.waiting, i, i+1)
	if !p.known {
		t.note(p.from)
	}
	return p
}

// serve calls the next, if there is one and the slot is free.
func (t *turns) serve() {
	if t.busy || len(t.waiting) == 0 {
		return
	}
	now, next := t.now(), 0
	least := t.rank(t.waiting[0], now)
	for i, p := range t.waiting {
		r := t.rank(p, now)
		if cmp.Or(r.compare(least), cmp.Compare(p.since, t.waiting[next].since)) < 0 {
			next, least = i, r
		}
	}
	p := t.waiting[next]
	if !p.known && now.Before(t.closed) {
		return
	}
	t.waiting = slices.Delete(t.waiting, next, next+1)
	t.busy = true
	p.ready <- true
}

func (t *turns) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy = false
	t.serve()
}

// giveUp takes a place out of those who wait, and tells whether it was called already.
func (t *turns) giveUp(p *place) (called bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.waiting, p); i >= 0 {
		t.drop(i)
		return false
	}
	select {
	case called = <-p.ready:
	default:
	}
	return called
}

func (t *turns) retry() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return 1 + len(t.waiting)/30
}
