package signin

import (
	"context"
	"math/rand/v2"
	"net/netip"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"parichay/internal/fault"
)

// Passwords and recovery codes are checked one at a time, so that a flood of guesses
// takes half of two processors at most. What waits is bounded: one attempt of a
// network, of so many networks. Who has guessed wrong least comes first, and of
// those who came first: nobody who begins waits behind those who go on and on.
const (
	mostWaiting = 250
	// patience is longer than all who wait before one take, about 29 ms each, on a
	// machine that has three times as much to do, and shorter than an answer may take.
	patience = 25 * time.Second
	// slowed is how long strangers wait after a wrong guess at an account that has
	// nothing but a password: 86,400 guesses a day, from wherever they come.
	slowed = time.Second
	// forgiven is how long one wrong guess weighs, and mostGuesses how many weigh.
	forgiven    = time.Hour
	mostGuesses = 20
	// rememberedNetworks bounds what is remembered of who guessed.
	rememberedNetworks = 20000
)

// known is the rank of a browser that signed in before, or that has a session or a
// link: before all strangers.
const known = -1

// place is one that waits. Several from one network share it, by lot.
type place struct {
	who    string
	rank   float64
	since  uint64
	rivals int
	ready  chan bool // false: another of the same network has the place
}

// guesses is how often a network was wrong lately.
type guesses struct {
	level float64
	at    time.Time
}

// turns is the one slot, and who waits for it.
type turns struct {
	mu      sync.Mutex
	now     func() time.Time
	busy    bool
	closed  time.Time // until when strangers wait
	count   uint64
	waiting []*place
	wrong   *lru.Cache[netip.Prefix, guesses]
}

func newTurns(now func() time.Time) *turns {
	wrong, err := lru.New[netip.Prefix, guesses](rememberedNetworks)
	if err != nil {
		panic(err) // only for a size that is none
	}
	return &turns{now: now, wrong: wrong}
}

// level is how often a network was wrong lately.
func (t *turns) level(from netip.Prefix) float64 {
	g, _ := t.wrong.Get(from)
	return max(0, g.level-t.now().Sub(g.at).Hours()/forgiven.Hours())
}

// blame notes a wrong guess of a network.
func (t *turns) blame(from netip.Prefix) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wrong.Add(from, guesses{min(mostGuesses, t.level(from)+1), t.now()})
}

// slow has strangers wait before the next guess.
func (t *turns) slow() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = time.Now().Add(slowed)
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
// network with a crowd has the chance of everybody in it, or that of the one who has
// guessed most of all.
func (t *turns) enter(c *Caller) (*place, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count++
	p := &place{who: c.rankedBy(), rank: known, since: t.count, ready: make(chan bool, 1)}
	if !c.trusted() {
		p.rank = t.level(c.From)
	}
	worst := -1
	for i, other := range t.waiting {
		if other.who == p.who {
			other.rivals++
			if rand.IntN(other.rivals+1) > 0 { //nolint:gosec // a lot among neighbours, no secret
				return nil, fault.TooMany{RetrySeconds: 1 + len(t.waiting)/30}
			}
			p.rivals, p.since = other.rivals, other.since
			other.ready <- false
			t.waiting[i] = p
			return p, nil
		}
		if worst < 0 || other.after(t.waiting[worst]) {
			worst = i
		}
	}
	if len(t.waiting) >= mostWaiting {
		if p.rank >= t.waiting[worst].rank {
			return nil, fault.TooMany{RetrySeconds: 1 + len(t.waiting)/30}
		}
		t.waiting[worst].ready <- false
		t.waiting[worst] = p
		return p, nil
	}
	t.waiting = append(t.waiting, p)
	t.serve()
	return p, nil
}

func (p *place) after(other *place) bool {
	return p.rank > other.rank || p.rank == other.rank && p.since > other.since
}

// serve calls the next, if there is one and the slot is free.
func (t *turns) serve() {
	next := -1
	for i, p := range t.waiting {
		if next < 0 || t.waiting[next].after(p) {
			next = i
		}
	}
	if t.busy || next < 0 || t.waiting[next].rank > known && time.Now().Before(t.closed) {
		return
	}
	p := t.waiting[next]
	t.waiting = append(t.waiting[:next], t.waiting[next+1:]...)
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
	for i, other := range t.waiting {
		if other == p {
			t.waiting = append(t.waiting[:i], t.waiting[i+1:]...)
			return false
		}
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
