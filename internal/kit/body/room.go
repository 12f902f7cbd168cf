package body

import (
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Memory limits for unfinished bodies. A carrier may put a thousand phones behind one address,
// so the limits allow a thousand small forms at once.
const (
	roomOfNetwork = 6 << 20
	roomOfAll     = 24 << 20

	filesOfNetwork = 20 << 20 // two pictures of a camera
	filesOfAll     = 40 << 20
)

// Room limits the memory of unfinished bodies, and of what is kept of them. Once it is full, it drops
// the oldest unfinished body of the network that uses the most memory.
type Room struct {
	own, all int // most bytes of one network, and of all
	mu       sync.Mutex
	parts    []*part // oldest first
	networks map[netip.Prefix]int
	total    int
}

// NewRoom returns an empty Room for small forms.
func NewRoom() *Room { return newRoom(roomOfNetwork, roomOfAll) }

// NewFileRoom returns an empty Room for forms with files. It is a room of its own, so that files
// never drop a form without them.
func NewFileRoom() *Room { return newRoom(filesOfNetwork, filesOfAll) }

func newRoom(own, all int) *Room {
	return &Room{own: own, all: all, networks: map[netip.Prefix]int{}}
}

// part is the memory of one body. A nil part is not counted.
type part struct {
	room    *Room
	from    netip.Prefix
	control *http.ResponseController
	cancel  func() // called when the body is dropped
	size    int    // buffers of the body, which are let go when it is dropped
	kept    int    // what was made of the body; it stays until end
	gone    bool   // dropped, or read whole
}

func (r *Room) begin(from netip.Prefix, control *http.ResponseController, cancel func()) *part {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &part{room: r, from: from, control: control, cancel: cancel}
	r.parts = append(r.parts, p)
	return p
}

// finish ends the reading of the body. What is kept of it still counts.
func (p *part) finish() {
	if p == nil {
		return
	}
	p.room.mu.Lock()
	defer p.room.mu.Unlock()
	p.room.remove(p)
}

func (p *part) end() {
	if p == nil {
		return
	}
	p.room.mu.Lock()
	defer p.room.mu.Unlock()
	p.room.remove(p)
	p.room.add(p.from, -p.kept)
	p.kept = 0
}

// await sets the read deadline for the next piece. It returns false if the body was dropped.
func (p *part) await(control *http.ResponseController, until time.Time) bool {
	if p != nil {
		p.room.mu.Lock()
		defer p.room.mu.Unlock()
		if p.gone {
			return false
		}
	}
	_ = control.SetReadDeadline(until)
	return true
}

// dropped reports whether the body was dropped to make room for others.
func (p *part) dropped() bool {
	if p == nil {
		return false
	}
	p.room.mu.Lock()
	defer p.room.mu.Unlock()
	return p.gone
}

func (p *part) grow(by int) {
	if p == nil {
		return
	}
	r := p.room
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.gone {
		return
	}
	p.size += by
	r.add(p.from, by)
	r.makeRoom(p.from)
}

// keep counts bytes that stay in memory until end, even if the body is dropped. It returns false if
// there is no memory for them.
func (p *part) keep(bytes int) bool {
	if p == nil {
		return true
	}
	r := p.room
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(p.from, bytes)
	r.makeRoom(p.from)
	if r.networks[p.from] > r.own || r.total > r.all {
		r.add(p.from, -bytes)
		return false
	}
	p.kept += bytes
	return true
}

func (r *Room) add(from netip.Prefix, bytes int) {
	r.total += bytes
	if r.networks[from] += bytes; r.networks[from] <= 0 {
		delete(r.networks, from)
	}
}

// makeRoom drops bodies until the limits hold, or until none is left that could be dropped.
func (r *Room) makeRoom(from netip.Prefix) {
	for r.networks[from] > r.own && r.dropOldest(from) {
	}
	for r.total > r.all && r.dropOldest(r.fullest()) {
	}
}

// fullest returns the network that uses the most memory, of those with a body that can be dropped.
func (r *Room) fullest() (network netip.Prefix) {
	most := -1
	for _, p := range r.parts {
		if size := r.networks[p.from]; size > most {
			network, most = p.from, size
		}
	}
	return network
}

func (r *Room) dropOldest(from netip.Prefix) bool {
	for _, p := range r.parts {
		if p.from == from {
			r.remove(p)
			p.cancel()
			_ = p.control.SetReadDeadline(time.Unix(1, 0))
			return true
		}
	}
	return false
}

func (r *Room) remove(gone *part) {
	if gone.gone {
		return
	}
	gone.gone = true
	r.add(gone.from, -gone.size)
	gone.size = 0
	for i, p := range r.parts {
		if p == gone {
			r.parts = append(r.parts[:i], r.parts[i+1:]...)
			return
		}
	}
}
