package listen

import (
	"cmp"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Limits are how much may come at once. Carriers put hundreds of phones behind one
// IPv4 address, each with one or two connections. ADR 45 has what the limits cost.
type Limits struct {
	Connections          int // of all networks
	ConnectionsOfNetwork int
	RequestsOfNetwork    int
}

// Usual are the limits of the program.
var Usual = Limits{Connections: 4096, ConnectionsOfNetwork: 1024, RequestsOfNetwork: 2048}

// Crowd bounds the connections of listeners and the requests on them, by network.
// Proxies that are trusted, and Unix sockets, are not counted: all visitors come from there.
type Crowd struct {
	limits Limits
	exempt []netip.Prefix
	users  *Users

	mu       sync.Mutex
	networks map[netip.Prefix]*network
	total    int
	sizes    map[int]map[*network]struct{} // networks by how many connections they have
	fullest  int                           // the largest of sizes
	counted  atomic.Int64                  // connections that opened or became idle
}

// network is an IPv4 address, or an IPv6 /48: one customer may have all of it.
type network struct {
	prefix   netip.Prefix
	open     map[*Conn]struct{}
	idle     atomic.Int64 // how many of them are
	requests atomic.Int64
	turn     chan struct{} // full while what one of its new connections sent is worked on
}

func (n *network) size() int { return len(n.open) }

// sampled is among how many connections, chosen at random, longest looks for the one to
// close. It runs before the next connection of anybody is accepted.
const sampled = 32

// longest is about the connection that has been idle for longest, or else about the oldest.
func (n *network) longest() (one *Conn, idle bool) {
	looked := 0
	for c := range n.open {
		since := c.idleSince.Load()
		if one == nil || since > 0 != idle && since > 0 || since > 0 == idle && c.rank() < one.rank() {
			one, idle = c, since > 0
		}
		if looked++; looked >= sampled && (idle || n.idle.Load() == 0) {
			break
		}
	}
	return one, idle
}

// New connections of a network take turns: opening one costs most, and other networks'
// requests would queue behind all that are opened at once. A turn is held while bytes are
// decrypted and parsed. Who has waited for turnWait goes on without one.
const (
	openingReads = 8 // the greeting of TLS and the first requests
	turnWait     = 50 * time.Millisecond
	writeWait    = 20 * time.Millisecond
)

// takeTurn reports whether the turn was free in time.
func (n *network) takeTurn() bool {
	select {
	case n.turn <- struct{}{}:
		return true
	default:
	}
	late := time.NewTimer(turnWait)
	defer late.Stop()
	select {
	case n.turn <- struct{}{}:
		return true
	case <-late.C:
		return false
	}
}

// NewCrowd returns a crowd without connections. Exempt are the CIDRs of trusted proxies,
// users those as whom a proxy of this machine runs; nil trusts every local user.
func NewCrowd(limits Limits, exempt []string, users *Users) *Crowd {
	c := &Crowd{limits: limits, users: users, networks: map[netip.Prefix]*network{}, sizes: map[int]map[*network]struct{}{}}
	for _, cidr := range exempt {
		if prefix, err := netip.ParsePrefix(cidr); err == nil { // settings have checked it
			c.exempt = append(c.exempt, prefix)
		}
	}
	return c
}

// Conn is a connection that is counted.
type Conn struct {
	net.Conn
	from      net.Addr // instead of the connection's own; nil: that
	crowd     *Crowd
	of        *network
	born      int64        // its number
	idleSince atomic.Int64 // what was counted when it became idle; 0: it is not
	reads     atomic.Int32 // while it is new
	turn      atomic.Bool  // it has its network's turn
	closed    atomic.Bool
}

// rank is smaller the longer the connection has been as it is.
func (c *Conn) rank() int64 { return cmp.Or(c.idleSince.Load(), c.born) }

// Read implements net.Conn. What a new connection sent is worked on until its next Read.
func (c *Conn) Read(into []byte) (int, error) {
	if c.reads.Load() >= openingReads {
		return c.Conn.Read(into)
	}
	c.endTurn()
	n, err := c.Conn.Read(into)
	if c.reads.Add(1) < openingReads && n > 0 && c.of.takeTurn() {
		c.turn.Store(true)
	}
	return n, err
}

func (c *Conn) endTurn() {
	if c.turn.CompareAndSwap(true, false) {
		<-c.of.turn
	}
}

// Write implements net.Conn. A client that takes nothing does not keep its network's turn.
func (c *Conn) Write(text []byte) (int, error) {
	if c.turn.Load() {
		defer time.AfterFunc(writeWait, c.endTurn).Stop()
	}
	return c.Conn.Write(text)
}

// Close implements net.Conn.
func (c *Conn) Close() error {
	c.endTurn()
	c.closed.Store(true)
	c.crowd.mu.Lock()
	c.crowd.remove(c)
	c.crowd.mu.Unlock()
	return c.Conn.Close()
}

// RemoteAddr implements net.Conn.
func (c *Conn) RemoteAddr() net.Addr {
	if c.from != nil {
		return c.from
	}
	return c.Conn.RemoteAddr()
}

// reset closes a connection at once, without waiting for what its client does not take.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// unsent is how much of an answer the kernel takes for a client that takes nothing. Without
// it those are megabytes, and a client that asks again and again without reading has the
// program fill them.
const unsent = 64 << 10

// Limit returns a listener that accepts only as many connections as the limits allow.
func (c *Crowd) Limit(l net.Listener) net.Listener { return limited{l, c} }

type limited struct {
	net.Listener
	crowd *Crowd
}

// Accept implements net.Listener.
func (l limited) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from, counted := l.crowd.networkOf(conn)
		if !counted {
			return conn, nil
		}
		if admitted := l.crowd.admit(conn, from); admitted != nil {
			boundUnsent(conn, unsent)
			if from == loopback {
				admitted.from = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: int(addressOf(conn.RemoteAddr()).Port())}
			}
			return admitted, nil
		}
		reset(conn)
	}
}

// loopback is the network of all users of this machine. Each of them may come from any of its
// sixteen million addresses, so that these say nothing where a proxy's user is trusted.
var loopback = netip.MustParsePrefix("127.0.0.0/8")

func (c *Crowd) networkOf(conn net.Conn) (from netip.Prefix, counted bool) {
	address := addressOf(conn.RemoteAddr()).Addr()
	if !address.IsValid() {
		return from, false
	}
	if slices.ContainsFunc(c.exempt, func(p netip.Prefix) bool { return p.Contains(address) }) &&
		(c.users == nil || !address.IsLoopback() || c.users.Opened(conn)) {
		return from, false
	}
	if c.users != nil && address.IsLoopback() {
		return loopback, true
	}
	bits := 48
	if address.Is4() {
		bits = 32
	}
	from, err := address.Prefix(bits)
	return from, err == nil
}

// What is refused, by reason.
var (
	refusedNetwork = metrics.NewCounter(`parichay_connections_refused_total{reason="network"}`)
	refusedAll     = metrics.NewCounter(`parichay_connections_refused_total{reason="all"}`)
	closedIdle     = metrics.NewCounter(`parichay_connections_refused_total{reason="idle"}`)
	closedBusy     = metrics.NewCounter(`parichay_connections_refused_total{reason="busy"}`)
	refusedRequest = metrics.NewCounter(`parichay_connections_refused_total{reason="requests"}`)
)

// admit counts a connection. A network that has all it may have gives up an idle
// connection for a new one; when all connections are in use, the network with the most
// gives one up to a network that has less. Without either, admit returns nil.
func (c *Crowd) admit(conn net.Conn, from netip.Prefix) *Conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	of := c.networks[from]
	if of == nil {
		of = &network{prefix: from, open: map[*Conn]struct{}{}, turn: make(chan struct{}, 1)}
	}
	switch {
	case of.size() >= c.limits.ConnectionsOfNetwork:
		if one, idle := of.longest(); idle {
			c.giveUp(one, closedIdle)
			break
		}
		refuse(refusedNetwork, "connection refused: the network has too many open", from)
		return nil
	case c.total >= c.limits.Connections:
		if c.fullest <= of.size()+1 {
			refuse(refusedAll, "connection refused: too many are open", from)
			return nil
		}
		for most := range c.sizes[c.fullest] {
			if one, idle := most.longest(); idle {
				c.giveUp(one, closedIdle)
			} else {
				c.giveUp(one, closedBusy)
			}
			break
		}
	}
	one := &Conn{Conn: conn, crowd: c, of: of, born: c.counted.Add(1)}
	c.resize(of, func() { of.open[one] = struct{}{} })
	return one
}

// giveUp closes a connection for another.
func (c *Crowd) giveUp(one *Conn, counter *metrics.Counter) {
	refuse(counter, "connection closed to make room for another", one.of.prefix)
	c.remove(one)
	go reset(one.Conn)
}

func refuse(counter *metrics.Counter, effect string, from netip.Prefix) {
	counter.Inc()
	go slog.Warn("connection limit reached", "effect", effect, "network", from.String()) // nobody waits for the log, whose handler bounds how often
}

// resize changes how many connections a network has.
func (c *Crowd) resize(of *network, change func()) {
	before := of.size()
	change()
	after := of.size()
	c.total += after - before
	if delete(c.sizes[before], of); len(c.sizes[before]) == 0 {
		delete(c.sizes, before)
	}
	if after > 0 {
		if c.sizes[after] == nil {
			c.sizes[after] = map[*network]struct{}{}
		}
		c.sizes[after][of] = struct{}{}
		c.networks[of.prefix] = of
	} else if of.requests.Load() == 0 {
		delete(c.networks, of.prefix)
	}
	for c.fullest = max(c.fullest, after); c.fullest > 0 && c.sizes[c.fullest] == nil; {
		c.fullest--
	}
}

func (c *Crowd) remove(one *Conn) {
	if _, counted := one.of.open[one]; counted {
		c.resize(one.of, func() { delete(one.of.open, one) })
	}
}

// connOf is the counted connection behind one of a server, or nil.
func connOf(conn net.Conn) *Conn {
	if secure, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = secure.NetConn()
	}
	one, _ := conn.(*Conn)
	return one
}

// Counted reports whether a connection is counted: no trusted proxy opened it.
func Counted(conn net.Conn) bool { return connOf(conn) != nil }

// State is for http.Server.ConnState: it tells which connections are idle. The last state
// of every connection is another one.
func (c *Crowd) State(conn net.Conn, state http.ConnState) {
	one := connOf(conn)
	if one == nil {
		return
	}
	if state != http.StateIdle {
		if one.idleSince.Swap(0) > 0 {
			one.of.idle.Add(-1)
		}
	} else if one.idleSince.Swap(c.counted.Add(1)) == 0 {
		one.of.idle.Add(1)
	}
}

// Begin counts a request on a connection, or refuses it. One that began must End.
func (c *Crowd) Begin(conn net.Conn) bool {
	one := connOf(conn)
	if one == nil {
		return true
	}
	if one.of.requests.Add(1) > int64(c.limits.RequestsOfNetwork) {
		one.of.requests.Add(-1)
		refuse(refusedRequest, "request refused: the network has too many under way", one.of.prefix)
		return false
	}
	return true
}

// End is of a request that began.
func (c *Crowd) End(conn net.Conn) {
	one := connOf(conn)
	if one == nil || one.of.requests.Add(-1) > 0 {
		return
	}
	if one.closed.Load() { // the network may have been kept for this request alone
		c.mu.Lock()
		defer c.mu.Unlock()
		if of := one.of; of.size() == 0 && of.requests.Load() == 0 && c.networks[of.prefix] == of {
			delete(c.networks, of.prefix)
		}
	}
}

// How long a client may take for a piece of an answer: as slow as bodies may come.
const (
	Piece    = 16 << 10
	Patience = 10 * time.Second
)

// Whole is how long it may take for an answer that is written at once, as most are, and
// bounded by pieces: the deadline that the server gives every answer anyway.
const (
	Whole  = pieces * Patience
	pieces = 3
)

// moving is an answer that ends once its client takes nothing any more.
type moving struct {
	http.ResponseWriter
	begun bool
}

// Moving returns w with a deadline for each piece that is written, in place of one for
// the answer: a slow client may take as long as it needs, a stalled one may not.
func Moving(w http.ResponseWriter) http.ResponseWriter { return &moving{ResponseWriter: w} }

// Write implements io.Writer.
func (m *moving) Write(text []byte) (written int, err error) {
	if _, whole := m.Header()["Content-Length"]; whole && !m.begun && len(text) <= pieces*Piece {
		m.begun = true
		return m.ResponseWriter.Write(text)
	}
	m.begun = true
	control := http.NewResponseController(m.ResponseWriter)
	for {
		_ = control.SetWriteDeadline(time.Now().Add(Patience))
		n, err := m.ResponseWriter.Write(text[written:min(len(text), written+Piece)])
		if written += n; err != nil || written == len(text) {
			return written, err
		}
	}
}

// Unwrap is for http.ResponseController.
func (m *moving) Unwrap() http.ResponseWriter { return m.ResponseWriter }
