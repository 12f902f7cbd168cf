package listen

import (
	"net"
	"net/netip"
	"os/user"
	"slices"
	"strconv"
	"sync"
	"time"
)

// namesFor is how long the ids of the named users are cached. They expire because a proxy that is
// installed later creates its user.
const namesFor = 10 * time.Second

// Users is a set of users of this machine, given by their names.
type Users struct {
	names []string

	mu   sync.Mutex
	uids []uint32
	at   time.Time
}

// UsersNamed returns the users with these names. They need not exist yet.
func UsersNamed(names []string) *Users { return &Users{names: names} }

// Opened reports whether one of the users opened a connection to this process. It returns
// false for connections from other machines, and if the kernel does not report the owner.
func (u *Users) Opened(c net.Conn) bool {
	from, to := addressOf(c.RemoteAddr()), addressOf(c.LocalAddr())
	if !from.IsValid() || !to.IsValid() {
		return false
	}
	uid, err := openedBy(from, to)
	return err == nil && slices.Contains(u.numbers(), uid)
}

func (u *Users) numbers() []uint32 {
	u.mu.Lock()
	defer u.mu.Unlock()
	if time.Since(u.at) < namesFor {
		return u.uids
	}
	u.uids, u.at = nil, time.Now()
	for _, name := range u.names {
		known, err := user.Lookup(name)
		if err != nil {
			continue
		}
		if uid, err := strconv.ParseUint(known.Uid, 10, 32); err == nil {
			u.uids = append(u.uids, uint32(uid))
		}
	}
	return u.uids
}

func addressOf(a net.Addr) netip.AddrPort {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.AddrPort{}
	}
	at := tcp.AddrPort()
	return netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port())
}
