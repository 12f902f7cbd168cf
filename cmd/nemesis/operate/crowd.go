package operate

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

// Addresses of this machine that represent networks.
const (
	crowdVisitors = "127.0.0.9"
	crowdStreams  = "127.0.0.66"
	crowdReaders  = "127.0.0.67"
	crowdCarrier  = "127.0.0.77"
)

const (
	crowdMemory   = 256.0 // MiB
	crowdExtra    = 5 * time.Millisecond
	crowdValidity = time.Hour        // of the certificate
	crowdSettled  = 12 * time.Second // how long an attack lasts once all connections are open
)

// Crowd sends requests from one network over HTTP/2 and HTTP/1.1 and never reads the responses,
// while visitors from another network view pages. Then a carrier's phones connect at once from one
// address.
func Crowd(ctx context.Context) (string, error) {
	// A low-priority thread that waits for a CPU still holds a P of the Go scheduler, so there
	// must be enough of them.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(32))
	folder, err := os.MkdirTemp("", "crowd")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	https, err := rig.FreeAddress(ctx)
	if err != nil {
		return "", err
	}
	plain, err := rig.FreeAddress(ctx)
	if err != nil {
		return "", err
	}
	authority, err := openAuthority(ctx, folder, []string{plain}, []string{https}, crowdValidity)
	if err != nil {
		return "", err
	}
	defer authority.close()
	r, err := rig.Launch(ctx, "bin/parichay", database, "PARICHAY_BASE_URL=https://"+tlsHome, "PARICHAY_LISTEN="+https, "PARICHAY_HTTP_LISTEN="+plain,
		"PARICHAY_TLS_DOMAINS="+tlsHome, "PARICHAY_TLS_DIRECTORY="+authority.directory, "SSL_CERT_FILE="+authority.trust)
	if err != nil {
		return "", err
	}
	defer r.Stop()
	s := &shop{Replica: r, https: https, plain: plain, roots: authority.roots, serials: map[string]bool{}}
	if err := s.open(ctx, tlsHome); err != nil {
		return "", err
	}
	visitors := s.client(crowdVisitors)
	if views := s.look(ctx, visitors, 2*time.Second); views.Failed > 0 { // fill the cache
		return "", errors.New(views.Trouble())
	}
	calm := s.look(ctx, visitors, 5*time.Second)
	bound := 2*calm.Quantile(0.99) + crowdExtra
	verdict, kept := fmt.Sprintf("other visitors' p99 before %v", calm.Quantile(0.99).Round(100*time.Microsecond)), []bool{calm.Failed == 0}
	for _, attack := range []struct {
		name        string
		connections int
		open        func(context.Context) (net.Conn, error)
	}{
		{fmt.Sprintf("%d HTTP/2 connections with %d unread streams", 200, 250), 200, s.unreadStreams},
		{"8000 HTTP/1.1 clients that read nothing", rig.Number("readers", 8000), s.unreadAnswers},
	} {
		if err := r.ForgetMost(); err != nil {
			return "", err
		}
		used, _ := r.CPU()
		attacked, end := context.WithCancel(ctx)
		seen := make(chan *rig.Views)
		go func() { seen <- s.look(attacked, visitors, time.Hour) }()
		opened, hangUp := openAll(ctx, attack.connections, attack.open)
		err := rig.Sleep(ctx, crowdSettled)
		end()
		views := <-seen
		_, most, memoryErr := r.Memory()
		cpu, _ := r.CPU()
		hangUp()
		if err := errors.Join(err, memoryErr); err != nil {
			return "", err
		}
		p99 := views.Quantile(0.99)
		verdict += fmt.Sprintf("; %s: %d accepted, memory at most %.0f MiB (%.0f), p99 of %d other views %v (at most %v), %d failed%s, %v of CPU time",
			attack.name, opened, most, crowdMemory, len(views.Times), p99.Round(100*time.Microsecond), bound.Round(100*time.Microsecond), views.Failed, trouble(views.Trouble()), (cpu - used).Round(10*time.Millisecond))
		kept = append(kept, most <= crowdMemory, p99 <= bound, views.Failed == 0)
	}
	refused, err := r.Metric(ctx, `parichay_connections_refused_total{reason="network"}`)
	if err != nil {
		return "", fmt.Errorf("%s: %w", verdict, err)
	}
	phones := rig.Number("phones", 500)
	counted, met, err := s.carrier(ctx, phones)
	return rig.Judged(fmt.Sprintf("%s; %.0f connections refused; %d phones behind one address at once: %d requests failed%s, %d phones counted", verdict, refused, phones, met.Failed, trouble(met.Trouble()), counted),
		append(kept, met.Failed == 0, counted == phones, err == nil)...)
}

func trouble(first string) string {
	if first == "" {
		return ""
	}
	return " (" + first + ")"
}

func (s *shop) tls(protocols ...string) *tls.Config {
	return &tls.Config{RootCAs: s.roots, ServerName: tlsHome, MinVersion: tls.VersionTLS12, NextProtos: protocols}
}

func (s *shop) dial(ctx context.Context, from string) (net.Conn, error) {
	return (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 10 * time.Second}).DialContext(ctx, "tcp", s.https)
}

// client returns a client at an address of this machine that keeps one connection open, like a
// browser.
func (s *shop) client(from string) *http.Client {
	return &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: s.tls(), DisableCompression: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return s.dial(ctx, from) },
	}}
}

func (s *shop) ask(ctx context.Context, client *http.Client, method, path, body string) error {
	request, err := http.NewRequestWithContext(ctx, method, "https://"+tlsHome+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Accept-Encoding", rig.Browser)
	request.Header.Set("User-Agent", rig.Phone)
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, response.Body)
	if response.StatusCode >= http.StatusMultipleChoices {
		err = errors.Join(err, errors.New(path+": "+response.Status))
	}
	return errors.Join(err, response.Body.Close())
}

// look views a hundred pages a second until the duration or ctx ends.
func (s *shop) look(ctx context.Context, client *http.Client, duration time.Duration) *rig.Views {
	var views rig.Views
	var mu sync.Mutex
	var wait sync.WaitGroup
	start := time.Now()
	for i := 0; ctx.Err() == nil && time.Since(start) < duration; i++ {
		due := start.Add(time.Duration(i) * 10 * time.Millisecond)
		time.Sleep(time.Until(due))
		wait.Go(func() {
			err := s.ask(context.WithoutCancel(ctx), client, http.MethodGet, []string{"/", "/services", "/gu"}[i%3], "")
			took := time.Since(due)
			mu.Lock()
			defer mu.Unlock()
			views.Add(took, err)
		})
	}
	wait.Wait()
	return &views
}

// openAll opens connections, sixteen at a time. It returns how many were accepted, and a
// function that closes them. A real attacker has its own machine, so the threads that
// open connections run at low priority here.
func openAll(ctx context.Context, count int, open func(context.Context) (net.Conn, error)) (opened int, end func()) {
	var mu sync.Mutex
	var all []net.Conn
	var group errgroup.Group
	group.SetLimit(16)
	for range count {
		group.Go(func() error {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19)
			// Root may raise the priority again. If the thread ended instead, the program would be
			// killed, because it was started with Pdeathsig.
			defer func() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 0) }()
			if conn, err := open(ctx); err == nil {
				mu.Lock()
				defer mu.Unlock()
				all = append(all, conn)
			}
			return nil
		})
	}
	_ = group.Wait()
	return len(all), func() {
		for _, conn := range all {
			_ = conn.Close()
		}
	}
}

// secure opens a TLS connection with the smallest receive buffer.
func (s *shop) secure(ctx context.Context, from string, protocol string) (*tls.Conn, error) {
	raw, err := s.dial(ctx, from)
	if err != nil {
		return nil, err
	}
	_ = raw.(*net.TCPConn).SetReadBuffer(4 << 10)
	conn := tls.Client(raw, s.tls(protocol))
	if err := errors.Join(conn.SetDeadline(time.Now().Add(20*time.Second)), conn.HandshakeContext(ctx)); err != nil {
		_ = raw.Close()
		return nil, err
	}
	return conn, nil
}

// unreadStreams opens a connection with streams whose flow-control window is 0.
func (s *shop) unreadStreams(ctx context.Context) (net.Conn, error) {
	conn, err := s.secure(ctx, crowdStreams, "h2")
	if err != nil {
		return nil, err
	}
	var sent, block bytes.Buffer
	sent.WriteString(http2.ClientPreface)
	framer := http2.NewFramer(&sent, nil)
	err = framer.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
	headers := hpack.NewEncoder(&block)
	for stream := range uint32(250) {
		block.Reset()
		for _, pair := range [][2]string{{":method", "GET"}, {":scheme", "https"}, {":authority", tlsHome}, {":path", "/"}} {
			err = errors.Join(err, headers.WriteField(hpack.HeaderField{Name: pair[0], Value: pair[1]}))
		}
		err = errors.Join(err, framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 2*stream + 1, BlockFragment: block.Bytes(), EndStream: true, EndHeaders: true}))
	}
	_, failed := conn.Write(sent.Bytes())
	return conn, errors.Join(err, failed)
}

// unreadAnswers requests more than the system buffers for a client that reads nothing.
func (s *shop) unreadAnswers(ctx context.Context) (net.Conn, error) {
	conn, err := s.secure(ctx, crowdReaders, "http/1.1")
	if err != nil {
		return nil, err
	}
	_, err = io.WriteString(conn, strings.Repeat("GET / HTTP/1.1\r\nHost: "+tlsHome+"\r\n\r\n", 100))
	return conn, err
}

// carrier lets phones behind one address view pages at once and send their visits.
func (s *shop) carrier(ctx context.Context, phones int) (counted int, met *rig.Views, err error) {
	met = &rig.Views{}
	var mu sync.Mutex
	note := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		met.Add(0, err)
	}
	var group errgroup.Group
	for phone := range phones {
		group.Go(func() error {
			client := s.client(crowdCarrier)
			defer client.CloseIdleConnections()
			for _, path := range []string{"/", "/services", "/favicon.ico", "/gu"} {
				note(s.ask(ctx, client, http.MethodGet, path, ""))
			}
			note(s.ask(ctx, client, http.MethodPost, "/api/v1/visits", fmt.Sprintf(`{"p":"/gu","s":"","f":1,"t":%d,"n":0,"e":[["view"]]}`, phone+1)))
			return nil
		})
	}
	_ = group.Wait()
	err = rig.Until(ctx, 10*time.Second, "all phones are counted", func() bool {
		names, err := rig.Names(ctx, s.Database, `SELECT token::text FROM visits GROUP BY token`)
		counted = len(names)
		return err == nil && counted >= phones
	})
	return counted, met, err
}
