package rig

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// Proxy sits between a program and its database or bucket. It can delay responses, limit the
// rate of requests, and silence connections. A silenced connection stays open but carries no
// more data.
type Proxy struct {
	target   string
	listener net.Listener
	delay    atomic.Int64
	rate     atomic.Int64 // bytes per second towards the target; 0: unlimited
	carried  atomic.Int64 // bytes towards the target
	mu       sync.Mutex
	mark     []byte
	open     map[*piped]struct{}
}

// piped is one connection through the proxy.
type piped struct {
	near, far net.Conn
	silent    atomic.Bool
}

// OpenProxy starts a proxy in front of a database and returns the URL to use instead.
func OpenProxy(ctx context.Context, database string) (p *Proxy, address string, err error) {
	u, err := url.Parse(database)
	if err != nil {
		return nil, "", err
	}
	p = &Proxy{target: u.Host, open: map[*piped]struct{}{}}
	if p.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
		return nil, "", err
	}
	u.Host = p.listener.Addr().String()
	go p.accept(ctx)
	return p, u.String(), nil
}

// Delay delays every response.
func (p *Proxy) Delay(by time.Duration) { p.delay.Store(int64(by)) }

// Limit limits every connection to rate bytes per second towards the target; 0 lifts the
// limit.
func (p *Proxy) Limit(rate int64) { p.rate.Store(rate) }

// Carried returns the number of bytes sent to the target.
func (p *Proxy) Carried() int64 { return p.carried.Load() }

// SilenceAt silences every connection on which the program sends mark from now on. An empty
// mark silences all open connections at once, and new ones with their first bytes.
func (p *Proxy) SilenceAt(mark string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mark = []byte(mark)
	for c := range p.open {
		if mark == "" {
			c.silent.Store(true)
		}
	}
}

// Heal lets new connections through; silenced ones stay silent.
func (p *Proxy) Heal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mark = nil
}

// Cut ends every connection that is not silent.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		if !c.silent.Load() {
			c.end()
		}
	}
}

// Close ends the proxy and every connection through it.
func (p *Proxy) Close() {
	_ = p.listener.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		c.end()
	}
}

func (c *piped) end() {
	_ = c.near.Close()
	_ = c.far.Close()
}

func (p *Proxy) accept(ctx context.Context) {
	for {
		near, err := p.listener.Accept()
		if err != nil {
			return
		}
		far, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.target)
		if err != nil {
			_ = near.Close()
			continue
		}
		c := &piped{near: near, far: far}
		p.mu.Lock()
		p.open[c] = struct{}{}
		p.mu.Unlock()
		go p.ask(c)
		go p.answer(c)
	}
}

func (p *Proxy) marked(data []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.mark != nil && bytes.Contains(data, p.mark)
}

// ask forwards data from the program to the target.
func (p *Proxy) ask(c *piped) {
	data := make([]byte, 64<<10)
	for {
		n, err := c.near.Read(data)
		if err != nil {
			break
		}
		if p.marked(data[:n]) {
			c.silent.Store(true)
		}
		if c.silent.Load() {
			continue
		}
		if p.forward(c, data[:n]) != nil {
			break
		}
	}
	c.end()
	p.mu.Lock()
	delete(p.open, c)
	p.mu.Unlock()
}

// forward sends data to the target. With a rate limit, it sends pieces that take a tenth of a
// second each.
func (p *Proxy) forward(c *piped, data []byte) error {
	for len(data) > 0 {
		n := len(data)
		if rate := int(p.rate.Load()); rate > 0 {
			n = min(n, max(1, rate/10))
			time.Sleep(time.Second * time.Duration(n) / time.Duration(rate))
		}
		if _, err := c.far.Write(data[:n]); err != nil {
			return err
		}
		p.carried.Add(int64(n))
		data = data[n:]
	}
	return nil
}

// answer forwards data from the target to the program, each piece after the delay.
func (p *Proxy) answer(c *piped) {
	type piece struct {
		due  time.Time
		data []byte
	}
	pieces := make(chan piece, 10000)
	go func() {
		defer close(pieces)
		data := make([]byte, 64<<10)
		for {
			n, err := c.far.Read(data)
			if n > 0 {
				pieces <- piece{time.Now().Add(time.Duration(p.delay.Load())), bytes.Clone(data[:n])}
			}
			if err != nil {
				return
			}
		}
	}()
	var out io.Writer = c.near
	for one := range pieces {
		time.Sleep(time.Until(one.due))
		if !c.silent.Load() {
			_, _ = out.Write(one.data)
		}
	}
	if !c.silent.Load() {
		c.end()
	}
}
