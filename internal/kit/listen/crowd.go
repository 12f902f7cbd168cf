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

	"parichay/internal/kit/loglimit"
	"parichay/internal/kit/requestlog"
)

// Limits bound concurrent connections and requests. They allow for carriers that put
// hundreds of phones behind one IPv4 address, each with one or two connections. ADR 45
// describes their cost.
type Limits struct {
	Connections          int // of all networks together
	ConnectionsOfNetwork int
	RequestsOfNetwork    int
}

// Usual holds the default limits.
var Usual = Limits{Connections: 4096, ConnectionsOfNetwork: 1024, RequestsOfNetwork: 2048}

// Crowd limits connections and concurrent requests per network. Trusted proxies and Unix
// sockets are exempt, because all visitors come through them.
type Crowd struct {
	limits Limits
	exempt []netip.Prefix
	users  *Users

	mu       sync.Mutex
	networks map[netip.Prefix]*network
	total    int
	sizes    map[int]map[*network]struct{} // networks by their number of connections
	fullest  int                           // the largest key of sizes
	counted  atomic.Int64                  // sequence number: +1 for each connection that opens or becomes idle
}

// network is an IPv4 address or an IPv6 /48, because one customer may own a whole /48.
type network struct {
	prefix   netip.Prefix
	open     map[*Conn]struct{}
	idle     atomic.Int64 // number of idle connections in open
	requests atomic.Int64
	turn     chan struct{} // semaphore: full while input of one of its new connections is processed
}

func (n *network) size() int { return len(n.open) }

// sampled is the number of random connections among which longest looks for the one to
// close. The sample is small because the accept loop waits for longest.
const sampled = 32

// longest returns the connection of a sample that has been idle the longest, or the oldest one
// if none is idle.
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

// New connections of a network take turns, because opening a connection is expensive and a
// burst would delay other networks' requests. A connection holds the turn while its bytes
// are decrypted and parsed. After waiting for turnWait it proceeds without the turn.
const (
	openingReads = 8 // the TLS handshake and the first requests
	turnWait     = 50 * time.Millisecond
	writeWait    = 20 * time.Millisecond
)

// takeTurn waits for the turn and reports whether it got it within turnWait.
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

// NewCrowd returns a Crowd without connections. exempt lists the CIDRs of trusted proxies.
// users are the users that a local proxy runs as; nil trusts every local user.
func NewCrowd(limits Limits, exempt []string, users *Users) *Crowd {
	c := &Crowd{limits: limits, users: users, networks: map[netip.Prefix]*network{}, sizes: map[int]map[*network]struct{}{}}
	for _, cidr := range exempt {
		if prefix, err := netip.ParsePrefix(cidr); err == nil { // package settings has validated it
			c.exempt = append(c.exempt, prefix)
		}
	}
	return c
}

// Conn is a counted connection.
type Conn struct {
	net.Conn
	from      net.Addr // overrides the remote address; nil: the connection's own
	crowd     *Crowd
	of        *network
	born      int64        // sequence number when it opened
	idleSince atomic.Int64 // sequence number when it became idle; 0: not idle
	reads     atomic.Int32 // counted up to openingReads
	turn      atomic.Bool  // holds its network's turn
	closed    atomic.Bool
}

// rank returns a sort key. The longer a connection has been idle (or open, if it is not idle),
// the smaller its key.
func (c *Conn) rank() int64 { return cmp.Or(c.idleSince.Load(), c.born) }

// Read implements net.Conn. The next Read means that the program has processed the input of the
// previous one.
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

// Write implements net.Conn. A client that does not read loses its network's turn after writeWait.
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

// reset closes a connection at once and discards unsent data.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// unsent bounds the bytes that the kernel buffers for a client that does not read. By default
// these are megabytes, which a client could make the program fill by sending requests
// without reading the responses.
const unsent = 64 << 10

// Limit returns a listener that enforces the connection limits.
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

// loopback is the network of all local users. A local user can connect from any of its sixteen
// million addresses, so a single loopback address identifies nobody. It is used if proxy users
// are set.
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

// Refused connections and requests, by reason.
var (
	refusedNetwork = metrics.NewCounter(`parichay_connections_refused_total{reason="network"}`)
	refusedAll     = metrics.NewCounter(`parichay_connections_refused_total{reason="all"}`)
	closedIdle     = metrics.NewCounter(`parichay_connections_refused_total{reason="idle"}`)
	closedBusy     = metrics.NewCounter(`parichay_connections_refused_total{reason="busy"}`)
	refusedRequest = metrics.NewCounter(`parichay_connections_refused_total{reason="requests"}`)
)

// admit counts a new connection, or returns nil to refuse it. A network at its limit gives
// up an idle connection for the new one. When the total limit is reached, the network with
// the most connections gives one up to a network with fewer.
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
		refuse(refusedNetwork, "connection refused: too many open connections from this network", from)
		return nil
	case c.total >= c.limits.Connections:
		if c.fullest <= of.size()+1 {
			refuse(refusedAll, "connection refused: too many open connections", from)
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

// giveUp closes a connection to make room for another.
func (c *Crowd) giveUp(one *Conn, counter *metrics.Counter) {
	refuse(counter, "connection closed to make room for a new one", one.of.prefix)
	c.remove(one)
	go reset(one.Conn)
}

func refuse(counter *metrics.Counter, effect string, from netip.Prefix) {
	counter.Inc()
	go slog.Warn("connection limit reached", "effect", effect, loglimit.Network, requestlog.Network(from.Addr()).String()) // in a goroutine, so that the caller does not wait for the log; its handler limits the rate
}

// resize calls change, which adds or removes connections of a network, and updates the counts.
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

// connOf returns the counted connection inside a server's connection, or nil.
func connOf(conn net.Conn) *Conn {
	if secure, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = secure.NetConn()
	}
	one, _ := conn.(*Conn)
	return one
}

// Counted reports whether a connection counts towards the limits. Connections of trusted
// proxies do not.
func Counted(conn net.Conn) bool { return connOf(conn) != nil }

// State is for http.Server.ConnState and tracks which connections are idle. The final state
// of a connection is never StateIdle.
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

// Begin counts a request on a connection, or returns false to refuse it. After true, the
// caller must call End.
func (c *Crowd) Begin(conn net.Conn) bool {
	one := connOf(conn)
	if one == nil {
		return true
	}
	if one.of.requests.Add(1) > int64(c.limits.RequestsOfNetwork) {
		one.of.requests.Add(-1)
		refuse(refusedRequest, "request refused: too many requests in progress from this network", one.of.prefix)
		return false
	}
	return true
}

// End ends a request that Begin counted.
func (c *Crowd) End(conn net.Conn) {
	one := connOf(conn)
	if one == nil || one.of.requests.Add(-1) > 0 {
		return
	}
	if one.closed.Load() { // this request may be the only reason why the network is still stored
		c.mu.Lock()
		defer c.mu.Unlock()
		if of := one.of; of.size() == 0 && of.requests.Load() == 0 && c.networks[of.prefix] == of {
			delete(c.networks, of.prefix)
		}
	}
}

// Piece and Patience set the slowest rate at which a client may read a response: Piece bytes
// in Patience. It is close to the slowest rate for request bodies.
const (
	Piece    = 16 << 10
	Patience = 10 * time.Second
)

// Whole is the server's write deadline for every response. It is long enough for
// responses of up to pieces × Piece bytes, which are written in one call.
const (
	Whole  = pieces * Patience
	pieces = 3
)

// moving is a response that is aborted once its client stops reading.
type moving struct {
	http.ResponseWriter
	begun bool
}

// Moving wraps w so that each written piece has its own deadline, instead of one for the
// whole response. A slow client may take as long as it needs; a stalled one is cut off.
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

// Unwrap supports http.ResponseController.
func (m *moving) Unwrap() http.ResponseWriter { return m.ResponseWriter }
