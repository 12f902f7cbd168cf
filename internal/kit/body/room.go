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

// Room limits the memory of unfinished bodies. Once it is full, it drops the oldest body of
// the network that uses the most memory.
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

// part is one unfinished body. A nil part is not counted.
type part struct {
	room    *Room
	from    netip.Prefix
	control *http.ResponseController
	size    int
	gone    bool
}

func (r *Room) begin(from netip.Prefix, control *http.ResponseController) *part {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &part{room: r, from: from, control: control}
	r.parts = append(r.parts, p)
	return p
}

func (p *part) end() {
	if p == nil {
		return
	}
	p.room.mu.Lock()
	defer p.room.mu.Unlock()
	p.room.remove(p)
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
	r.total += by
	r.networks[p.from] += by
	if r.networks[p.from] > r.own {
		r.dropOldest(p.from)
	}
	for r.total > r.all {
		r.dropOldest(r.fullest())
	}
}

func (r *Room) fullest() (network netip.Prefix) {
	most := -1
	for one, size := range r.networks {
		if size > most {
			network, most = one, size
		}
	}
	return network
}

func (r *Room) dropOldest(from netip.Prefix) {
	for _, p := range r.parts {
		if p.from == from {
			r.remove(p)
			_ = p.control.SetReadDeadline(time.Unix(1, 0))
			return
		}
	}
}

func (r *Room) remove(gone *part) {
	if gone.gone {
		return
	}
	gone.gone = true
	r.total -= gone.size
	if r.networks[gone.from] -= gone.size; r.networks[gone.from] <= 0 {
		delete(r.networks, gone.from)
	}
	for i, p := range r.parts {
		if p == gone {
			r.parts = append(r.parts[:i], r.parts[i+1:]...)
			return
		}
	}
}
