package operate

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	tlsHome       = "shop.example"
	tlsOther      = "www.shop.example"
	tlsValidity   = 30 * time.Second // of a certificate, which is renewed after 20 s at the latest
	tlsRenewals   = 2                // that each replica must serve
	tlsVisitEvery = 10 * time.Millisecond
)

// TLS lets two replicas obtain certificates from an authority on this machine and renew
// them while visitors open new connections. The authority's challenges go to the replicas
// in turn, no matter which one requested the certificate. Then the authority is stopped.
func TLS(ctx context.Context) (string, error) {
	folder, err := os.MkdirTemp("", "tls")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	var https, plain []string
	for range 2 {
		for _, list := range []*[]string{&https, &plain} {
			address, err := rig.FreeAddress(ctx)
			if err != nil {
				return "", err
			}
			*list = append(*list, address)
		}
	}
	authority, err := openAuthority(ctx, folder, plain, https, tlsValidity)
	if err != nil {
		return "", err
	}
	defer authority.close()
	begun := time.Now()
	var shops []*shop
	defer func() {
		for _, s := range shops {
			s.Stop()
		}
	}()
	for i := range https {
		r, err := rig.Launch(ctx, "bin/parichay", database, "PARICHAY_BASE_URL=https://"+tlsHome, "PARICHAY_LISTEN="+https[i], "PARICHAY_HTTP_LISTEN="+plain[i],
			"PARICHAY_TLS_DOMAINS="+tlsHome+","+tlsOther, "PARICHAY_TLS_DIRECTORY="+authority.directory, "SSL_CERT_FILE="+authority.trust)
		if err != nil {
			return "", err
		}
		shops = append(shops, &shop{Replica: r, https: https[i], plain: plain[i], roots: authority.roots, serials: map[string]bool{}})
	}
	for _, s := range shops {
		if err := errors.Join(s.open(ctx, tlsHome), s.open(ctx, tlsOther)); err != nil {
			return "", err
		}
	}
	first := time.Since(begun)
	if err := errors.Join(shops[0].manners(ctx), shops[1].manners(ctx)); err != nil {
		return "", err
	}

	visiting, leave := context.WithCancel(ctx)
	defer leave()
	var wait sync.WaitGroup
	for _, s := range shops {
		wait.Go(func() { s.visit(ctx, visiting) })
	}
	if err := eventually(ctx, 6*tlsValidity, func() bool { return shops[0].renewals() >= tlsRenewals && shops[1].renewals() >= tlsRenewals }); err != nil {
		return "", fmt.Errorf("renewals: %d and %d: %w", shops[0].renewals(), shops[1].renewals(), err)
	}
	if err := eventually(ctx, tlsValidity, func() bool { return shops[0].serial() == shops[1].serial() }); err != nil {
		return "", fmt.Errorf("the replicas serve different certificates: %w", err)
	}
	authority.stop()
	err = eventually(ctx, tlsValidity, func() bool { return shops[0].complaints()+shops[1].complaints() > 0 })
	leave()
	wait.Wait()
	if err != nil {
		return "", fmt.Errorf("the outage of the authority was not logged: %w", err)
	}
	views, failed := shops[0].views+shops[1].views, shops[0].failed+shops[1].failed
	verdict := fmt.Sprintf("2 replicas, 2 domains, certificates valid for %v: the first after %v; %d and %d renewals seen; %d HTTP/2 connections, %d failed %s; %d http-01 and %d tls-alpn-01 challenges, to either replica in turn; authority down: logged %d+%d times, still serving",
		tlsValidity, first.Round(time.Millisecond), shops[0].renewals(), shops[1].renewals(), views, failed, shops[0].trouble+shops[1].trouble,
		authority.http.Load(), authority.alpn.Load(), shops[0].complaints(), shops[1].complaints())
	if failed > 0 || views < 100 || max(shops[0].complaints(), shops[1].complaints()) > 2 { // one for each domain
		return "", errors.New(verdict)
	}
	return verdict, nil
}

// eventually waits for a condition.
func eventually(ctx context.Context, atMost time.Duration, met func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	for !met() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}

// shop is one of the replicas, as visitors see it.
type shop struct {
	*rig.Replica
	https, plain string
	roots        *x509.CertPool

	mu            sync.Mutex
	serials       map[string]bool
	last          string
	views, failed int
	trouble       string
}

func (s *shop) renewals() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.serials) - 1
}

// complaints returns how often the replica logged that it could not obtain a certificate.
func (s *shop) complaints() int { return s.Times("no new certificate") }

func (s *shop) serial() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// get requests a page with a new connection.
func (s *shop) get(ctx context.Context, name string) (*http.Response, error) {
	transport := &http.Transport{
		ForceAttemptHTTP2: true, DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: s.roots, ServerName: name, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, s.https)
		},
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+name+"/services", nil)
	if err != nil {
		return nil, err
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, response.Body)
	return response, errors.Join(err, response.Body.Close())
}

// open waits for the first certificate.
func (s *shop) open(ctx context.Context, name string) (err error) {
	if late := eventually(ctx, tlsValidity, func() bool {
		_, err = s.get(ctx, name)
		return err == nil
	}); late != nil {
		return fmt.Errorf("no certificate for %s: %w", name, err)
	}
	return nil
}

// manners checks HTTP/2, HSTS and the redirects.
func (s *shop) manners(ctx context.Context) error {
	response, err := s.get(ctx, tlsHome)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK || response.ProtoMajor != 2 || response.Header.Get("Strict-Transport-Security") == "" {
		return fmt.Errorf("https: want 200 over HTTP/2 with Strict-Transport-Security, got %s over %s with Strict-Transport-Security %q", response.Status, response.Proto, response.Header.Get("Strict-Transport-Security"))
	}
	if response, err = s.get(ctx, tlsOther); err != nil {
		return err
	}
	if to := response.Header.Get("Location"); to != "https://"+tlsHome+"/services" {
		return fmt.Errorf("the other domain redirects to %q", to)
	}
	for method, want := range map[string]string{http.MethodGet: "https://" + tlsHome + "/blog?a=b", http.MethodPost: ""} {
		request, err := http.NewRequestWithContext(ctx, method, "http://"+s.plain+"/blog?a=b", nil)
		if err != nil {
			return err
		}
		request.Host = "evil.example"
		response, err := (&http.Transport{}).RoundTrip(request)
		if err != nil {
			return err
		}
		_ = response.Body.Close()
		if got := response.Header.Get("Location"); got != want {
			return fmt.Errorf("over plain HTTP, %s redirects to %q", method, got)
		}
	}
	return nil
}

// visit opens one connection after another until visiting ends. The last request is completed.
func (s *shop) visit(ctx, visiting context.Context) {
	for range time.Tick(tlsVisitEvery) {
		if visiting.Err() != nil {
			return
		}
		response, err := s.get(ctx, tlsHome)
		s.mu.Lock()
		s.views++
		switch {
		case err != nil:
			s.failed++
			s.trouble = err.Error()
		case response.StatusCode != http.StatusOK || response.ProtoMajor != 2:
			s.failed++
			s.trouble = response.Proto + " " + response.Status
		default:
			s.last = response.TLS.PeerCertificates[0].SerialNumber.String()
			s.serials[s.last] = true
		}
		s.mu.Unlock()
	}
}

// authority is pebble, its name server, and the forwarders between it and the replicas.
type authority struct {
	directory  string
	trust      string // file with the certificate of its own API
	roots      *x509.CertPool
	http, alpn atomic.Int64
	stop       func() // stops pebble
	closers    []func()
}

func (a *authority) close() {
	for _, c := range a.closers {
		c()
	}
}

func openAuthority(ctx context.Context, folder string, plain, https []string, validity time.Duration) (a *authority, err error) {
	a = &authority{trust: filepath.Join(folder, "own.pem")}
	defer func() {
		if err != nil {
			a.close()
		}
	}()
	own, err := ownCertificate(folder)
	if err != nil {
		return nil, err
	}
	httpPort, err := a.alternate(ctx, plain, &a.http)
	if err != nil {
		return nil, err
	}
	tlsPort, err := a.alternate(ctx, https, &a.alpn)
	if err != nil {
		return nil, err
	}
	var addresses [4]string
	for i := range addresses {
		if addresses[i], err = rig.FreeAddress(ctx); err != nil {
			return nil, err
		}
	}
	listen, management, names, unused := addresses[0], addresses[1], addresses[2], addresses[3]
	a.directory = "https://" + listen + "/dir"
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": listen, "managementListenAddress": management, "certificate": a.trust, "privateKey": filepath.Join(folder, "own.key"),
		"httpPort": httpPort, "tlsPort": tlsPort, "retryAfter": map[string]int{"authz": 1, "order": 1}, "keyAlgorithm": "ecdsa",
		"profiles": map[string]any{"default": map[string]any{"description": "short", "validityPeriod": int(validity.Seconds())}},
	}})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "pebble.json")
	if err := os.WriteFile(file, config, 0o600); err != nil {
		return nil, err
	}
	if _, err := a.start(ctx, "bin/pebble-challtestsrv", "-dnsserver", names, "-management", unused, "-defaultIPv6", "", "-doh", "", "-http01", "", "-https01", "", "-tlsalpn01", ""); err != nil {
		return nil, err
	}
	if a.stop, err = a.start(ctx, "bin/pebble", "-config", file, "-dnsserver", names, "-strict"); err != nil {
		return nil, err
	}
	return a, a.readRoots(ctx, own, management)
}

// readRoots waits for pebble and fetches the root certificate of its issuer.
func (a *authority) readRoots(ctx context.Context, own *x509.CertPool, management string) (err error) {
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: own, MinVersion: tls.VersionTLS12}}}
	a.roots = x509.NewCertPool()
	return errors.Join(eventually(ctx, 10*time.Second, func() bool {
		request, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+management+"/roots/0", nil)
		response, failed := client.Do(request)
		if err = failed; err != nil {
			return false
		}
		defer func() { _ = response.Body.Close() }()
		root, failed := io.ReadAll(response.Body)
		err = failed
		return err == nil && a.roots.AppendCertsFromPEM(root)
	}), err)
}

// start runs a program of tools/acme.
func (a *authority) start(ctx context.Context, program string, args ...string) (stop func(), err error) {
	process := exec.CommandContext(ctx, program, args...)
	process.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_AUTHZREUSE=0") // a challenge for every certificate
	process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("%w: `make bin/pebble` builds it", err)
	}
	stop = sync.OnceFunc(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	})
	a.closers = append(a.closers, stop)
	return stop, nil
}

// alternate forwards the authority's connections to the addresses in turn and counts
// them.
func (a *authority) alternate(ctx context.Context, to []string, count *atomic.Int64) (port int, err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	a.closers = append(a.closers, func() { _ = listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			go join(ctx, near, to[count.Add(1)%int64(len(to))])
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

func join(ctx context.Context, near net.Conn, address string) {
	defer func() { _ = near.Close() }()
	far, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return
	}
	defer func() { _ = far.Close() }()
	go func() {
		_, _ = io.Copy(far, near)
		_ = far.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(near, far)
}

// ownCertificate creates the certificate of pebble's own API.
func ownCertificate(folder string) (*x509.CertPool, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	rawKey, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(certificate)
	return pool, errors.Join(os.WriteFile(filepath.Join(folder, "own.pem"), certificate, 0o600),
		os.WriteFile(filepath.Join(folder, "own.key"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: rawKey}), 0o600))
}
