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

// Passwords and recovery codes are checked one at a time, so that a flood of guesses uses at most
// one of two processors. Callers wait in a bounded queue. Of the strangers in one network, only
// one waits at a time. The queue is ordered by the number of recent attempts of the provider,
// then of the network, then by arrival. So a newcomer never waits behind a persistent guesser,
// even if that guesser has many networks of a provider.
const (
	mostWaiting = 250
	// slowWaiting is the maximum queue length while strangers are limited to one guess a second.
	// That many callers can be served within patience.
	slowWaiting = 20
	provider4   = 16
	provider6   = 32
	// patience is the longest wait. It is shorter than the response deadline. It is long enough
	// for a full queue at about 29 ms per attempt, even if each attempt takes three times as
	// long.
	patience = 25 * time.Second
	// slowed is the pause for all strangers after a wrong guess if the account has no second
	// factor. It allows 86,400 guesses a day in total.
	slowed = time.Second
	// forgiven is how long an attempt counts. mostGuesses is the maximum number of attempts that
	// count.
	forgiven    = time.Hour
	mostGuesses = 20
	// rememberedNetworks is the size of each cache of attempts: of networks and of providers.
	rememberedNetworks = 20000
)

// place is a caller who waits in the queue. Of callers with the same key (who), only one waits at
// a time; a lottery decides which one.
type place struct {
	who            string
	known          bool // a trusted caller, served before all strangers
	from, provider netip.Prefix
	since          uint64
	rivals         int
	ready          chan bool // receives true when it is the caller's turn, or false if the caller is dropped
}

// tried counts the recent failed attempts of networks: wrong guesses, and callers who left the
// queue or were dropped from it.
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
		panic(err) // cannot happen: lru.New fails only for an invalid size
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

// turns holds the only slot for password checks, and the queue for it.
type turns struct {
	mu        sync.Mutex
	now       func() time.Time
	busy      bool
	closed    time.Time // until when strangers must wait
	count     uint64
	waiting   []*place
	networks  tried
	providers tried
}

func newTurns(now func() time.Time) *turns {
	return &turns{now: now, networks: newTried(), providers: newTried()}
}

// providerOf returns the IPv4 /16 or IPv6 /32 that contains from. The networks in it probably
// belong to one provider.
func providerOf(from netip.Prefix) netip.Prefix {
	bits := provider4
	if from.Addr().Is6() {
		bits = provider6
	}
	provider, _ := from.Addr().Prefix(bits) // invalid for an invalid network
	return provider
}

// blame records a wrong guess of a network.
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

// slow makes all strangers wait before the next guess.
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

// wait waits until the caller gets the slot. The caller must call done to release it. Excess
// attempts are refused here with fault.TooMany, before they reach the database.
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
	if t.giveUp(p) { // the caller got the slot at the same moment
		t.leave()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, fault.TooMany{RetrySeconds: t.retry()}
}

// enter adds the caller to the queue. If a caller with the same key already waits, a lottery
// decides which of the two may stay, so that everybody in a crowded network has the same chance.
// If the queue is full, the worst-ranked caller is dropped.
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
		if rand.IntN(other.rivals+1) > 0 { //nolint:gosec // a lottery within one network, not a secret
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

// fit drops the worst-ranked callers until the queue is within its limit.
func (t *turns) fit() {
	places := mostWaiting
	if t.now().Before(t.closed.Add(patience)) {
		places = slowWaiting
	}
	for len(t.waiting) > places {
		t.drop(t.worst()).ready <- false
	}
}

// rank is the order in which waiting callers are served, lowest first.
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

// worst returns the index of the caller to drop from a full queue. It chooses a caller of the
// provider with the most waiting callers; among these, the one with the most attempts; and among
// equals, a random one. So a flood from one provider cannot displace callers from other
// providers.
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
			if equals++; rand.IntN(equals) == 0 { //nolint:gosec // a lottery, not a secret
				worst = i
			}
		}
	}
	return worst
}

// drop removes a caller that was not served from the queue. For a stranger, this counts as a
// failed attempt.
func (t *turns) drop(i int) *place {
	p := t.waiting[i]
	t.waiting = slices.Delete(t.waiting, i, i+1)
	if !p.known {
		t.note(p.from)
	}
	return p
}

// serve gives the slot to the best-ranked caller, if the slot is free.
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

// giveUp removes a waiting caller from the queue. It returns true if it is already the caller's
// turn; the caller then holds the slot and must release it.
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
