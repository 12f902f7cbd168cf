package analytics

import (
	"sync"

	"parichay/internal/domain/visit"
)

// What waits for the database may take so much: events of about 160 bytes each, and
// the texts they hold. With the batch on its way that is 24 MiB at the very most,
// whoever sends what; a full buffer of usual visits takes 9.
const (
	mostEvents = 32 << 10
	mostText   = 8 << 20
	batchMost  = 8 << 10
)

// buffer is a ring of events, oldest first. Its room grows as it is needed, and is
// given back once all of it is empty.
type buffer struct {
	mu    sync.Mutex
	ring  []visit.Event
	first int
	count int
	text  int // bytes of all texts
}

const firstRoom = 256

// add takes an event in. It tells how many old ones had to go, and whether it is time
// to empty the buffer.
func (b *buffer) add(e *visit.Event) (dropped int, halfFull bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text += textOf(e)
	for b.count == mostEvents || b.text > mostText {
		b.drop()
		dropped++
	}
	if b.count == len(b.ring) {
		b.grow()
	}
	b.ring[(b.first+b.count)%len(b.ring)] = *e
	b.count++
	return dropped, b.count >= mostEvents/2 || b.text >= mostText/2
}

func textOf(e *visit.Event) int {
	return len(e.Page) + len(e.Channel) + len(e.Campaign) + len(e.Target)
}

func (b *buffer) drop() {
	e := &b.ring[b.first]
	b.text -= textOf(e)
	*e = visit.Event{}
	b.first = (b.first + 1) % len(b.ring)
	b.count--
}

func (b *buffer) grow() {
	larger := make([]visit.Event, min(max(firstRoom, 2*len(b.ring)), mostEvents))
	for i := range b.count {
		larger[i] = b.ring[(b.first+i)%len(b.ring)]
	}
	b.ring, b.first = larger, 0
}

// take removes the oldest events, at most so many.
func (b *buffer) take(most int) []visit.Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	taken := make([]visit.Event, min(b.count, most))
	for i := range taken {
		taken[i] = b.ring[b.first]
		b.drop()
	}
	if b.count == 0 {
		b.ring, b.first = nil, 0
	}
	return taken
}

func (b *buffer) len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.count
}
