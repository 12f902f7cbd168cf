package analytics

import (
	"sync"

	"parichay/internal/domain/visit"
)

// Limits of the in-memory buffer. An event takes about 160 bytes plus its texts. The buffer
// and the batch being written take at most 24 MiB together, whatever clients send. A full
// buffer of typical visits takes 9 MiB.
const (
	mostEvents = 32 << 10
	mostText   = 8 << 20
	batchMost  = 8 << 10
)

// buffer is a ring buffer of events, oldest first. It grows on demand and is freed once it is
// empty.
type buffer struct {
	mu    sync.Mutex
	ring  []visit.Event
	first int
	count int
	text  int // bytes of all texts
}

const firstRoom = 256

// add appends an event. It returns how many of the oldest events it dropped to make room, and
// whether the buffer is half full and should be flushed.
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

// take removes and returns up to most events, oldest first.
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
