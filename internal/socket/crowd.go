package socket

import (
	"container/list"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
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
}

// network is an IPv4 address, or an IPv6 /48: one customer may have all of it.
type network struct {
	prefix     netip.Prefix
	idle, busy *list.List // of *Conn, those that have been so for longest first
	requests   int
}

func (n *network) size() int { return n.idle.Len() + n.busy.Len() }

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
	from  net.Addr // instead of the connection's own; nil: that
	crowd *Crowd
	of    *network
	place *list.Element // nil once it is not counted any more
	idle  bool
}

// Close implements net.Conn.
func (c *Conn) Close() error {
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
		of = &network{prefix: from, idle: list.New(), busy: list.New()}
	}
	switch {
	case of.size() >= c.limits.ConnectionsOfNetwork:
		if of.idle.Len() == 0 {
			refuse(refusedNetwork, "connection refused: the network has too many open", from)
			return nil
		}
		c.giveUp(of)
	case c.total >= c.limits.Connections:
		if c.fullest <= of.size()+1 {
			refuse(refusedAll, "connection refused: too many are open", from)
			return nil
		}
		for most := range c.sizes[c.fullest] {
			c.giveUp(most)
			break
		}
	}
	one := &Conn{Conn: conn, crowd: c, of: of}
	c.resize(of, func() { one.place = of.busy.PushBack(one) })
	return one
}

// giveUp closes the connection of a network that has been idle for longest, or else the
// oldest that is not.
func (c *Crowd) giveUp(of *network) {
	first, counter := of.idle.Front(), closedIdle
	if first == nil {
		first, counter = of.busy.Front(), closedBusy
	}
	one, _ := first.Value.(*Conn)
	refuse(counter, "connection closed to make room for another", of.prefix)
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
	} else if of.requests == 0 {
		delete(c.networks, of.prefix)
	}
	for c.fullest = max(c.fullest, after); c.fullest > 0 && c.sizes[c.fullest] == nil; {
		c.fullest--
	}
}

func (c *Crowd) remove(one *Conn) {
	if one.place == nil {
		return
	}
	c.resize(one.of, func() { one.in().Remove(one.place) })
	one.place = nil
}

func (c *Conn) in() *list.List {
	if c.idle {
		return c.of.idle
	}
	return c.of.busy
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

// State is for http.Server.ConnState: it tells which connections are idle.
func (c *Crowd) State(conn net.Conn, state http.ConnState) {
	one := connOf(conn)
	if one == nil || state != http.StateIdle && state != http.StateActive {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if one.place == nil || one.idle == (state == http.StateIdle) {
		return
	}
	one.in().Remove(one.place)
	one.idle = state == http.StateIdle
	one.place = one.in().PushBack(one)
}

// Begin counts a request on a connection until end is called, or refuses it.
func (c *Crowd) Begin(conn net.Conn) (end func(), ok bool) {
	one := connOf(conn)
	if one == nil {
		return func() {}, true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	of := one.of
	if of.requests >= c.limits.RequestsOfNetwork {
		refuse(refusedRequest, "request refused: the network has too many under way", of.prefix)
		return nil, false
	}
	of.requests++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if of.requests--; of.requests == 0 && of.size() == 0 {
			delete(c.networks, of.prefix)
		}
	}, true
}

// How long a client may take for a piece of an answer: as slow as bodies may come.
const (
	Piece    = 16 << 10
	Patience = 10 * time.Second
)

// moving is an answer that ends once its client takes nothing any more.
type moving struct {
	http.ResponseWriter
	control *http.ResponseController
}

// Moving returns w with a deadline for each piece that is written, in place of one for
// the answer: a slow client may take as long as it needs, a stalled one may not.
func Moving(w http.ResponseWriter) http.ResponseWriter {
	return moving{w, http.NewResponseController(w)}
}

// Write implements io.Writer.
func (m moving) Write(text []byte) (written int, err error) {
	for {
		piece := text[written:min(len(text), written+Piece)]
		_ = m.control.SetWriteDeadline(time.Now().Add(Patience))
		n, err := m.ResponseWriter.Write(piece)
		if written += n; err != nil || written == len(text) {
			return written, err
		}
	}
}

// Unwrap is for http.ResponseController.
func (m moving) Unwrap() http.ResponseWriter { return m.ResponseWriter }
