package listen

import (
	"net"
	"sync/atomic"
	"time"
)

// Own is a listener on an address that the program bound itself. Closing a listener resets
// the connections in the kernel's accept queue, and a proxy does not retry requests that
// write. Leave accepts those connections first.
type Own struct {
	*net.TCPListener
	leaving atomic.Bool
	waiting []net.Conn // still to be returned by Accept, which has one caller
	called  bool
}

// Leave makes Accept return the connections already in the queue, then net.ErrClosed.
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
