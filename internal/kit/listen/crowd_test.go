package listen

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/user"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// crowdServer serves "ok" on a listener with limits.
func crowdServer(t *testing.T, limits Limits, exempt ...string) (address string, crowd *Crowd) {
	t.Helper()
	crowd = NewCrowd(limits, exempt, nil)
	own, err := Bind(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	server := &http.Server{ReadHeaderTimeout: time.Minute, ConnState: crowd.State, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })}
	ended := make(chan struct{})
	go func() { _ = server.Serve(crowd.Limit(own)); close(ended) }()
	t.Cleanup(func() { _ = server.Close(); <-ended })
	return own.Addr().String(), crowd
}

func dialer(from string) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
}

func dialFrom(t *testing.T, from, to string) net.Conn {
	t.Helper()
	conn, err := dialer(from).DialContext(t.Context(), "tcp", to)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(20*time.Second)))
	return conn
}

// served reports whether a request on a connection is answered with 200.
func served(conn net.Conn) bool {
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return false
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err == nil && response.StatusCode == http.StatusOK
}

// ended waits until the other side has closed a connection.
func ended(conn net.Conn) bool {
	_, err := io.Copy(io.Discard, conn)
	timeout, ok := err.(net.Error) //nolint:errorlint // as the connection returns it
	return !ok || !timeout.Timeout()
}

func (c *Crowd) count() (all, idle int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.networks {
		for one := range n.open {
			if one.idleSince.Load() > 0 {
				idle++
			}
		}
	}
	return c.total, idle
}

func TestConnectionsPerNetworkAreLimited(t *testing.T) {
	t.Parallel()
	address, crowd := crowdServer(t, Limits{Connections: 100, ConnectionsOfNetwork: 3, RequestsOfNetwork: 100})
	for range 3 {
		dialFrom(t, "127.0.0.2", address)
	}
	require.Eventually(t, func() bool { all, _ := crowd.count(); return all == 3 }, 10*time.Second, time.Millisecond)
	fourth, err := dialer("127.0.0.2").DialContext(t.Context(), "tcp", address)
	if err == nil { // the reset may come before connect has returned
		defer fourth.Close()
		require.NoError(t, fourth.SetDeadline(time.Now().Add(20*time.Second)))
		assert.True(t, ended(fourth), "the new connection is closed; the open ones may be about to send")
	}
	assert.Equal(t, 3, func() int { all, _ := crowd.count(); return all }())
	assert.True(t, served(dialFrom(t, "127.0.0.3", address)), "another network is not affected")
}

func TestNewConnectionReplacesLongestIdleOfItsNetwork(t *testing.T) {
	t.Parallel()
	address, crowd := crowdServer(t, Limits{Connections: 100, ConnectionsOfNetwork: 3, RequestsOfNetwork: 100})
	var phones []net.Conn
	for n := range 3 {
		phones = append(phones, dialFrom(t, "127.0.0.2", address))
		require.True(t, served(phones[n]))
		require.Eventually(t, func() bool { _, idle := crowd.count(); return idle == n+1 }, 10*time.Second, time.Millisecond)
	}
	assert.True(t, served(dialFrom(t, "127.0.0.2", address)))
	assert.True(t, ended(phones[0]))
	assert.True(t, served(phones[1]))
}

func TestTheOnlyIdleConnectionOfALargeNetworkIsFound(t *testing.T) {
	t.Parallel()
	const many = 10 * sampled
	crowd := NewCrowd(Limits{Connections: many, ConnectionsOfNetwork: many, RequestsOfNetwork: many}, nil, nil)
	from := netip.MustParsePrefix("192.0.2.1/32")
	var last *Conn
	for range many {
		server, client := net.Pipe()
		t.Cleanup(func() { _ = client.Close() })
		last = crowd.admit(server, from)
		require.NotNil(t, last)
	}
	refused, client := net.Pipe()
	t.Cleanup(func() { _ = client.Close() })
	assert.Nil(t, crowd.admit(refused, from), "all are busy")
	crowd.State(last, http.StateIdle)
	assert.NotNil(t, crowd.admit(refused, from))
	_, open := last.of.open[last]
	assert.False(t, open)
	assert.EqualValues(t, 1, last.of.idle.Load())
	crowd.State(last, http.StateClosed)
	assert.Zero(t, last.of.idle.Load())
}

func TestAtTheTotalLimitTheLargestNetworkLosesAConnection(t *testing.T) {
	t.Parallel()
	address, crowd := crowdServer(t, Limits{Connections: 4, ConnectionsOfNetwork: 4, RequestsOfNetwork: 100})
	first := dialFrom(t, "127.0.0.2", address)
	for range 2 {
		dialFrom(t, "127.0.0.2", address)
	}
	other := dialFrom(t, "127.0.0.3", address)
	require.Eventually(t, func() bool { all, _ := crowd.count(); return all == 4 }, 10*time.Second, time.Millisecond)
	assert.True(t, served(dialFrom(t, "127.0.0.4", address)))
	assert.True(t, ended(first))
	assert.True(t, served(other))
	all, _ := crowd.count()
	assert.Equal(t, 4, all)
}

func TestConnectionsOfTrustedProxiesAreNotCounted(t *testing.T) {
	t.Parallel()
	address, crowd := crowdServer(t, Limits{Connections: 1, ConnectionsOfNetwork: 1, RequestsOfNetwork: 1}, "127.0.0.2/32")
	for range 5 {
		assert.True(t, served(dialFrom(t, "127.0.0.2", address)))
	}
	all, _ := crowd.count()
	assert.Zero(t, all)
}

func TestKernelBuffersLittleForClientThatDoesNotRead(t *testing.T) {
	t.Parallel()
	crowd := NewCrowd(Usual, nil, nil)
	own, err := Bind(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	defer own.Close()
	listener := crowd.Limit(own)
	client := dialFrom(t, "127.0.0.2", own.Addr().String())
	require.NoError(t, client.(*net.TCPConn).SetReadBuffer(4<<10)) //nolint:forcetypeassert // it is one
	conn, err := listener.Accept()
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetWriteDeadline(time.Now().Add(time.Second)))
	taken, err := conn.Write(make([]byte, 8<<20))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	assert.Less(t, taken, 512<<10)
}

func TestAClosedConnectionIsForgotten(t *testing.T) {
	t.Parallel()
	address, crowd := crowdServer(t, Limits{Connections: 10, ConnectionsOfNetwork: 10, RequestsOfNetwork: 10})
	for range 5 {
		conn := dialFrom(t, "127.0.0.2", address)
		require.True(t, served(conn))
		require.NoError(t, conn.Close())
	}
	require.Eventually(t, func() bool {
		crowd.mu.Lock()
		defer crowd.mu.Unlock()
		return len(crowd.networks)+len(crowd.sizes)+crowd.total+crowd.fullest == 0
	}, 10*time.Second, time.Millisecond)
}

// remote is a connection that has only a remote address.
type remote struct {
	net.Conn
	at net.Addr
}

func (r remote) RemoteAddr() net.Addr { return r.at }

func TestLocalConnectionIsCountedUnlessOpenedByProxyUser(t *testing.T) {
	t.Parallel()
	me, err := user.Current()
	require.NoError(t, err)
	c := accepted(t, "127.0.0.1:0", func(at string) { dialFrom(t, "127.0.0.1", at) })
	for name, want := range map[string]bool{me.Username: false, "no-such-user": true} {
		_, counted := NewCrowd(Usual, []string{"127.0.0.1/32"}, UsersNamed([]string{name})).networkOf(c)
		assert.Equal(t, want, counted, name)
	}
}

func TestIfProxyUsersAreSetAllOtherLocalUsersCountAsOneNetwork(t *testing.T) {
	t.Parallel()
	own, err := Bind(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	defer own.Close()
	crowd := NewCrowd(Limits{Connections: 10, ConnectionsOfNetwork: 2, RequestsOfNetwork: 1}, []string{"127.0.0.1/32"}, UsersNamed([]string{"no-such-user"}))
	listener := crowd.Limit(own)
	for _, address := range []string{"127.0.0.1", "127.7.8.9"} {
		client := dialFrom(t, address, own.Addr().String())
		conn, err := listener.Accept()
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		_, port, err := net.SplitHostPort(client.LocalAddr().String())
		require.NoError(t, err)
		assert.Equal(t, "127.0.0.1:"+port, conn.RemoteAddr().String(), "request limits see one address, too")
	}
	crowd.mu.Lock()
	defer crowd.mu.Unlock()
	assert.Len(t, crowd.networks, 1)
	assert.Equal(t, 2, crowd.total)
}

func TestNetworkIsIPv4AddressOrIPv6Slash48(t *testing.T) {
	t.Parallel()
	crowd := NewCrowd(Usual, []string{"10.0.0.0/8"}, nil)
	for address, want := range map[string]string{
		"203.0.113.7": "203.0.113.7/32", "127.0.0.1": "127.0.0.1/32", "::ffff:203.0.113.7": "203.0.113.7/32",
		"2001:db8:1:2::3": "2001:db8:1::/48", "fe80::1%eth0": "fe80::/48",
	} {
		got, counted := crowd.networkOf(remote{at: net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(address), 80))})
		assert.True(t, counted)
		assert.Equal(t, want, got.String())
	}
	for _, free := range []net.Addr{&net.UnixAddr{Name: "@"}, &net.TCPAddr{IP: net.ParseIP("10.1.2.3")}} {
		_, counted := crowd.networkOf(remote{at: free})
		assert.False(t, counted, free)
	}
}

func TestConcurrentRequestsPerNetworkAreLimited(t *testing.T) {
	t.Parallel()
	crowd := NewCrowd(Limits{Connections: 10, ConnectionsOfNetwork: 10, RequestsOfNetwork: 2}, nil, nil)
	near, far := net.Pipe()
	defer near.Close()
	defer far.Close()
	one := crowd.admit(near, netip.MustParsePrefix("203.0.113.7/32"))
	other := crowd.admit(far, netip.MustParsePrefix("203.0.113.8/32"))
	require.True(t, crowd.Begin(one))
	require.True(t, crowd.Begin(one))
	assert.False(t, crowd.Begin(one))
	assert.True(t, crowd.Begin(other))
	crowd.End(one)
	assert.True(t, crowd.Begin(one))
	require.NoError(t, one.Close())
	again := crowd.admit(near, netip.MustParsePrefix("203.0.113.7/32"))
	assert.False(t, crowd.Begin(again), "requests of a closed connection still count")
	require.NoError(t, again.Close())
	require.NoError(t, other.Close())
	for _, conn := range []*Conn{one, one, other} {
		crowd.End(conn)
	}
	assert.Empty(t, crowd.networks)
}

// dated records each write deadline and the bytes written after it.
type dated struct {
	http.ResponseWriter
	pieces []int
}

// SetWriteDeadline is called by http.ResponseController.
func (d *dated) SetWriteDeadline(time.Time) error { d.pieces = append(d.pieces, 0); return nil }

// Write implements io.Writer.
func (d *dated) Write(text []byte) (int, error) {
	d.pieces[len(d.pieces)-1] += len(text)
	return len(text), nil
}

func TestEachPieceOfAResponseHasItsOwnDeadline(t *testing.T) {
	t.Parallel()
	w := &dated{ResponseWriter: httptest.NewRecorder()}
	n, err := Moving(w).Write(make([]byte, 2*Piece+1))
	require.NoError(t, err)
	assert.Equal(t, 2*Piece+1, n)
	assert.Equal(t, []int{Piece, Piece, 1}, w.pieces)
}

func TestShortResponseKeepsTheServersDeadline(t *testing.T) {
	t.Parallel()
	w := &dated{ResponseWriter: httptest.NewRecorder(), pieces: []int{0}}
	w.Header().Set("Content-Length", "many")
	whole := Moving(w)
	for range 2 {
		_, err := whole.Write(make([]byte, 2*Piece))
		require.NoError(t, err)
	}
	assert.Equal(t, []int{2 * Piece, Piece, Piece}, w.pieces, "only the first write")
}

// A client that reads slowly gets all of a long response, even after the server's deadline.
func TestSlowClientGetsTheWholeResponseAfterTheServersDeadline(t *testing.T) {
	t.Parallel()
	const length = 24 << 20
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = Moving(w).Write(make([]byte, length))
	}))
	server.Config.WriteTimeout = 100 * time.Millisecond
	server.Start()
	defer server.Close()
	response, err := http.Get(server.URL)
	require.NoError(t, err)
	defer response.Body.Close()
	<-time.After(200 * time.Millisecond) // longer than the server's own deadline
	got, err := io.Copy(io.Discard, response.Body)
	require.NoError(t, err)
	assert.EqualValues(t, length, got)
}

// Pipes instead of sockets: synctest's clock stands still while a goroutine waits for a socket.
func TestNewConnectionsOfANetworkAreProcessedOneAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		crowd := NewCrowd(Usual, nil, nil)
		open := func(network string) (server *Conn, client net.Conn) {
			at, client := net.Pipe()
			return crowd.admit(at, netip.MustParsePrefix(network)), client
		}
		took := func(server *Conn, client net.Conn) time.Duration {
			start := time.Now()
			go func() { _, _ = client.Write([]byte("x")) }()
			_, err := server.Read(make([]byte, 1))
			require.NoError(t, err)
			return time.Since(start)
		}
		one, toOne := open("192.0.2.1/32")
		two, toTwo := open("192.0.2.1/32")
		other, toOther := open("192.0.2.2/32")
		assert.Zero(t, took(one, toOne))
		assert.Zero(t, took(other, toOther), "another network has its own turn")
		assert.Equal(t, turnWait, took(two, toTwo), "it proceeds without the turn after turnWait")
		done := make(chan time.Duration)
		go func() { done <- took(two, toTwo) }()
		time.Sleep(time.Millisecond)
		require.NoError(t, one.Close())
		assert.Equal(t, time.Millisecond, <-done, "closing a connection releases the turn")
		go func() { _, _ = two.Read(make([]byte, 1)) }()
		synctest.Wait()
		three, toThree := open("192.0.2.1/32")
		assert.Zero(t, took(three, toThree), "reading again releases the turn")
		for _, conn := range []net.Conn{two, three, other} {
			require.NoError(t, conn.Close())
		}
	})
}

func TestStalledClientDoesNotBlockItsNetwork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		crowd := NewCrowd(Usual, nil, nil)
		server, client := net.Pipe()
		stalled := crowd.admit(server, netip.MustParsePrefix("192.0.2.1/32"))
		go func() { _, _ = client.Write([]byte("x")) }()
		_, err := stalled.Read(make([]byte, 1))
		require.NoError(t, err)
		require.True(t, stalled.turn.Load())
		written := make(chan struct{})
		go func() { _, _ = stalled.Write([]byte("nobody reads this")); close(written) }()
		synctest.Wait()
		begun := time.Now()
		assert.True(t, stalled.of.takeTurn())
		assert.Equal(t, writeWait, time.Since(begun))
		_ = client.Close()
		<-written
	})
}

// lines is a log of which a test reads the lines.
type lines chan string

func (l lines) Write(line []byte) (int, error) { l <- string(line); return len(line), nil }

// Not parallel: it replaces the default logger.
func TestRefusedConnectionIsLoggedWithoutTheFullAddress(t *testing.T) {
	log, before := make(lines, 1), slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(log, nil)))
	defer slog.SetDefault(before)
	for address, network := range map[string]string{"203.0.113.7/32": "203.0.113.0/24", "2001:db8:1::/48": "2001:db8:1::/48"} {
		refuse(refusedNetwork, "test", netip.MustParsePrefix(address))
		assert.Contains(t, <-log, "network="+network)
	}
}
