package listen

import (
	"net"
	"sync/atomic"
	"time"
)

// Own is an address we bound ourselves. Closing it resets those whom the system has
// let in and nobody has accepted yet; a proxy does not send their requests again if
// they store something. Leave accepts them first.
type Own struct {
	*net.TCPListener
	leaving atomic.Bool
	waiting []net.Conn // whom Accept still hands out; it has one caller
	called  bool
}

// Leave makes Accept hand out those who wait, and then fail.
func (o *Own) Leave() {
	o.leaving.Store(true)
	_ = o.SetDeadline(time.Unix(1, 0)) // wakes Accept
}

// Accept implements net.Listener.
func (o *Own) Accept() (net.Conn, error) {
	if !o.leaving.Load() {
		conn, err := o.TCPListener.Accept()
		if err == nil || !o.leaving.Load() {
			return conn, err
		}
	}
	if !o.called {
		o.called = true
		o.waiting = lastCall(o.TCPListener)
		_ = o.Close()
	}
	if len(o.waiting) == 0 {
		return nil, net.ErrClosed
	}
	conn := o.waiting[0]
	o.waiting = o.waiting[1:]
	return conn, nil
}
