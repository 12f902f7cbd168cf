package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"parichay/internal/api"
	"parichay/internal/api/wire"
	"parichay/internal/kit/listen"
	"parichay/internal/kit/requestlog"
	"parichay/internal/ops/acme"
	"parichay/internal/ops/settings"
)

// drain is how long running requests may take after the listeners are closed.
var drain = 20 * time.Second

// firstRequest is how long shutdown waits for the first request of a new connection.
// Browsers open some connections that never send one.
const firstRequest = time.Second

// Names of passed sockets that do not serve pages.
const (
	metricsSocket  = "metrics"
	redirectSocket = "http"
)

// front holds the listeners and servers.
type front struct {
	public, private, redirect []door
	servers                   []*http.Server
	accepting                 sync.WaitGroup
	crowd                     *listen.Crowd
	leaving, left             atomic.Bool
	fresh                     sync.Map // connections without a request so far
}

// connection is a visitor's connection.
type connection struct {
	net.Conn
	asked atomic.Bool // whether it has sent a request
}

type connectionKey struct{}

// door is a listener and the setting that configures it.
type door struct {
	net.Listener
	setting string
}

// openFront takes the sockets that were passed, or binds the configured addresses. From
// then on connections queue up until serve answers them.
func openFront(ctx context.Context, environ []string, c settings.Config) (*front, error) {
	passed, err := listen.Passed(environ)
	if err != nil {
		return nil, err
	}
	var proxyUsers *listen.Users
	if len(c.ProxyUsers) > 0 {
		proxyUsers = listen.UsersNamed(c.ProxyUsers)
	}
	f := &front{crowd: listen.NewCrowd(listen.Usual, c.TrustedProxies, proxyUsers)}
	for name, listeners := range passed {
		for _, l := range listeners {
			doors := &f.public
			switch {
			case name == metricsSocket:
				doors = &f.private
			case name == redirectSocket && len(c.TLS.Domains) > 0:
				doors = &f.redirect
			}
			*doors = append(*doors, door{l, "LISTEN_FDS"})
		}
	}
	for _, own := range []struct {
		doors            *[]door
		setting, address string
	}{{&f.public, settings.Listen, c.Listen}, {&f.private, settings.MetricsListen, c.MetricsListen}, {&f.redirect, settings.HTTPListen, redirectAddress(c)}} {
		if len(*own.doors) > 0 || own.address == "" {
			continue
		}
		l, err := listen.Bind(ctx, own.address)
		if err != nil {
			f.close()
			return nil, fmt.Errorf("%s: %w", own.setting, err)
		}
		*own.doors = append(*own.doors, door{l, own.setting})
	}
	return f, nil
}

func (f *front) doors() []door { return slices.Concat(f.public, f.private, f.redirect) }

// close closes all listeners.
func (f *front) close() {
	for _, d := range f.doors() {
		_ = d.Close()
	}
}

// serve answers requests, with HTTPS if there are certificates. If a listener fails, it
// calls failed.
func (f *front) serve(ctx context.Context, handler *api.Server, certificates *acme.Certificates, failed context.CancelCauseFunc) {
	pages := certificates.Home(handler)
	public := newServer(f.crowded(func(w http.ResponseWriter, r *http.Request) {
		if f.leaving.Load() {
			w.Header().Set("Connection", "close") // so that the next request uses a new connection, to another process
		}
		pages.ServeHTTP(w, r)
	}))
	public.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		f.fresh.Store(c, nil)
		if listen.Counted(c) {
			ctx = wire.Unproxied(ctx)
		}
		return context.WithValue(ctx, connectionKey{}, &connection{Conn: c})
	}
	public.ConnState = func(c net.Conn, state http.ConnState) {
		f.crowd.State(c, state)
		if state == http.StateClosed {
			f.fresh.Delete(c)
		}
	}
	private := newServer(serveMetrics(handler, certificates))
	f.servers = []*http.Server{public, private}
	begin := func(s *http.Server, doors []door) {
		for _, d := range doors {
			if s != private { // monitoring must work under any load
				d.Listener = f.crowd.Limit(d.Listener)
			}
			slog.InfoContext(ctx, "listening", "setting", d.setting, "address", d.Addr())
			f.accepting.Go(func() {
				serve := s.Serve
				if s.TLSConfig != nil {
					serve = func(l net.Listener) error { return s.ServeTLS(l, "", "") }
				}
				if err := serve(d); !f.left.Load() {
					failed(fmt.Errorf("%s: %w", d.setting, err))
				}
			})
		}
	}
	if certificates != nil {
		public.TLSConfig = certificates.TLS()
		redirect := newServer(certificates.Redirect().ServeHTTP)
		redirect.ConnState = f.crowd.State
		f.servers = append(f.servers, redirect)
		begin(redirect, f.redirect)
	}
	begin(public, f.public)
	begin(private, f.private)
}

// crowded enforces the limits of concurrent requests per network, and of the time that a
// client may take to read its response.
func (f *front) crowded(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		conn := r.Context().Value(connectionKey{}).(*connection) //nolint:forcetypeassert // set by ConnContext
		if !conn.asked.Load() {
			conn.asked.Store(true)
			f.fresh.Delete(conn.Conn)
		}
		if !f.crowd.Begin(conn.Conn) {
			w.Header().Set("Retry-After", "5")
			w.WriteHeader(http.StatusServiceUnavailable) // no body, which would have to wait for the client
			return
		}
		defer f.crowd.End(conn.Conn)
		next(listen.Moving(w), r)
	}
}

// streams and upload are the limits of an HTTP/2 connection: concurrent requests, and
// buffered bytes of request bodies.
const (
	streams = 32
	upload  = 256 << 10
)

func newServer(handler http.HandlerFunc) *http.Server {
	return &http.Server{
		Handler: closeAfterChunks(handler),
		// The handler also answers OPTIONS *, so that the response has our headers.
		DisableGeneralOptionsHandler: true,
		ReadHeaderTimeout:            5 * time.Second,
		ReadTimeout:                  15 * time.Second,
		WriteTimeout:                 listen.Whole,
		IdleTimeout:                  60 * time.Second,
		MaxHeaderBytes:               16 << 10,
		HTTP2:                        &http.HTTP2Config{MaxConcurrentStreams: streams, MaxReceiveBufferPerConnection: upload, MaxReceiveBufferPerStream: upload, WriteByteTimeout: listen.Patience},
		ErrorLog:                     requestlog.Connections(),
	}
}

// closeAfterChunks closes the connection after a request with chunks. RFC 9112 demands this if
// the request also has a Content-Length, which net/http removes. Browsers do not send chunks.
func closeAfterChunks(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next(w, r)
	}
}

// leave makes every response close its connection. If the server closed connections without a
// response, requests that are on their way would be lost.
func (f *front) leave() { f.leaving.Store(true) }

// shutdown closes the listeners, calls streams to end the event streams, and waits for running
// requests. It reports whether all requests ended in time.
func (f *front) shutdown(ctx context.Context, streams func()) (finished bool) {
	late, cancel := context.WithTimeout(ctx, drain)
	defer cancel()
	f.left.Store(true)
	for _, d := range f.doors() {
		if own, ok := d.Listener.(*listen.Own); ok {
			own.Leave()
		} else { // connections that wait at a passed socket are left to the next process
			_ = d.Close()
		}
	}
	f.accepting.Wait()
	f.awaitFirstRequests()
	finished = true
	f.servers[0].RegisterOnShutdown(streams)
	for _, s := range f.servers {
		if s.Shutdown(late) != nil {
			finished = false
			_ = s.Close()
		}
	}
	return finished
}

// awaitFirstRequests gives newly accepted connections time to send their first request,
// because http.Server.Shutdown would close them.
func (f *front) awaitFirstRequests() {
	for end := time.Now().Add(firstRequest); time.Now().Before(end); time.Sleep(time.Millisecond) {
		some := false
		f.fresh.Range(func(any, any) bool { some = true; return false })
		if !some {
			return
		}
	}
}

func serveMetrics(of *api.Server, certificates *acme.Certificates) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		metrics.WriteGaugeUint64(w, fmt.Sprintf(`parichay_build_info{version=%q}`, version), 1)
		of.WriteMetrics(r.Context(), w)
		certificates.WriteMetrics(w)
		metrics.WritePrometheus(w, true)
	}
}
