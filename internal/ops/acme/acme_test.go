package acme

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/tls"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3"
	acmes "github.com/mholt/acmez/v3/acme"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
)

const directory = "https://authority.example/dir"

// counting is a storage that counts loads.
type counting struct {
	*certmagic.FileStorage
	loads atomic.Int32
	gate  chan struct{} // optional: loads wait until it is closed
}

func (c *counting) Load(ctx context.Context, name string) ([]byte, error) {
	c.loads.Add(1)
	if c.gate != nil {
		<-c.gate
	}
	return c.FileStorage.Load(ctx, name)
}

func open(t *testing.T) (*Certificates, *counting) {
	t.Helper()
	base, err := url.Parse("https://shop.example:8443")
	require.NoError(t, err)
	storage := &counting{FileStorage: &certmagic.FileStorage{Path: t.TempDir()}}
	m := New(Config{Domains: []string{"shop.example", "www.shop.example"}, Base: base, Directory: directory}, storage)
	t.Cleanup(func() { m.End(t.Context()) })
	return m, storage
}

func TestPlainHTTPRedirectsToTheBaseURLForAnyHost(t *testing.T) {
	t.Parallel()
	m, _ := open(t)
	for _, c := range []struct{ method, target, host, to string }{
		{"GET", "/", "shop.example", "https://shop.example:8443/"},
		{"HEAD", "/blog?a=b&c=%2F", "www.shop.example:80", "https://shop.example:8443/blog?a=b&c=%2F"},
		{"GET", "/a%2Fb", "evil.example", "https://shop.example:8443/a%2Fb"},
		{"GET", "//evil.example/", "", "https://shop.example:8443//evil.example/"},
		{"GET", "http://evil.example", "evil.example", "https://shop.example:8443/"},
		{"POST", "/", "shop.example", ""},
		{"DELETE", "/", "shop.example", ""},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(c.method, c.target, strings.NewReader(""))
		r.Host = c.host
		m.Redirect().ServeHTTP(w, r)
		assert.Equal(t, c.to, w.Header().Get("Location"), c)
		if c.to == "" {
			assert.Equal(t, http.StatusMethodNotAllowed, w.Code)
			assert.Equal(t, "GET, HEAD", w.Header().Get("Allow"))
		} else {
			assert.Equal(t, http.StatusPermanentRedirect, w.Code)
		}
	}
	w := httptest.NewRecorder()
	m.Redirect().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/leads", http.NoBody))
	assert.Equal(t, http.StatusForbidden, w.Code, "a redirected client would keep sending its cookie unencrypted")
	assert.Empty(t, w.Header().Get("Location"))
}

func TestOtherDomainsRedirectToTheBaseURL(t *testing.T) {
	t.Parallel()
	m, _ := open(t)
	served := m.Home(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	for _, c := range []struct {
		method, host string
		status       int
	}{
		{"GET", "shop.example:8443", http.StatusTeapot},
		{"GET", "WWW.shop.example", http.StatusPermanentRedirect},
		{"POST", "www.shop.example", http.StatusTeapot},
		{"GET", "127.0.0.1", http.StatusTeapot}, // a load balancer's check of /readyz
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(c.method, "/services", strings.NewReader(""))
		r.Host = c.host
		served.ServeHTTP(w, r)
		assert.Equal(t, c.status, w.Code, c)
	}
}

const challenged = "acme/authority.example-dir/challenge_tokens/shop.example.json"

// present stores a challenge as another replica would.
func present(t *testing.T, storage certmagic.Storage) acmes.Challenge {
	t.Helper()
	challenge := `{"type":"http-01","token":"token","keyAuthorization":"token.thumb","identifier":{"type":"dns","value":"shop.example"}}`
	require.NoError(t, storage.Store(t.Context(), challenged, []byte(challenge)))
	return acmes.Challenge{Type: acmes.ChallengeTypeHTTP01, Token: "token"}
}

func TestAnyReplicaAnswersTheChallenge(t *testing.T) {
	t.Parallel()
	m, storage := open(t)
	path := present(t, storage).HTTP01ResourcePath()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = "shop.example"
	m.Redirect().ServeHTTP(w, r)
	assert.Equal(t, http.StatusOK, w.Code)
	assert.Equal(t, "token.thumb", w.Body.String())

	shown, err := shake(t, m, "shop.example", acmez.ACMETLS1Protocol)
	require.NoError(t, err)
	require.Equal(t, acmez.ACMETLS1Protocol, shown.NegotiatedProtocol)
	identifier := asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 31} // of RFC 8737
	assert.True(t, slices.ContainsFunc(shown.PeerCertificates[0].Extensions, func(e pkix.Extension) bool { return e.Id.Equal(identifier) }))
}

// shake performs a TLS handshake for a server name, with any certificate.
func shake(t *testing.T, m *Certificates, name, protocol string) (tls.ConnectionState, error) {
	t.Helper()
	near, far := net.Pipe()
	defer near.Close()
	served := make(chan error, 1)
	go func() {
		defer far.Close()
		served <- tls.Server(far, m.TLS()).HandshakeContext(t.Context())
	}()
	client := tls.Client(near, &tls.Config{ServerName: name, NextProtos: []string{protocol}, InsecureSkipVerify: true})
	_ = client.HandshakeContext(t.Context())
	return client.ConnectionState(), <-served
}

func TestUnknownDomainCausesNoStorageAccess(t *testing.T) {
	t.Parallel()
	m, storage := open(t)
	for _, protocol := range []string{"h2", acmez.ACMETLS1Protocol} {
		_, err := shake(t, m, "evil.example", protocol)
		require.ErrorIs(t, err, errNotOurs)
	}
	r := httptest.NewRequest(http.MethodGet, "/.well-known/acme-challenge/token", nil)
	r.Host = "evil.example"
	m.Redirect().ServeHTTP(httptest.NewRecorder(), r)
	assert.Zero(t, storage.loads.Load())
}

func TestConcurrentChallengeRequestsShareOneLoad(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		storage := &counting{FileStorage: &certmagic.FileStorage{Path: t.TempDir()}, gate: make(chan struct{})}
		present(t, storage)
		s := &shared{Storage: storage}
		for range 50 {
			go func() {
				_, err := s.Load(t.Context(), challenged)
				assert.NoError(t, err)
			}()
		}
		synctest.Wait()
		close(storage.gate)
		synctest.Wait()
		assert.Equal(t, int32(1), storage.loads.Load())
	})
}

func TestEachCertificateFailureIsLoggedOnceWithARemedy(t *testing.T) { //nolint:paralleltest // replaces the default logger
	var logged bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	defer slog.SetDefault(before)
	m, _ := open(t)
	report := func(event string, err error) {
		require.NoError(t, m.event(t.Context(), event, map[string]any{"identifier": "shop.example", "error": err}))
	}
	refused := fmt.Errorf("solving: %w", acmes.Problem{Type: acmes.ProblemTypeConnection, Detail: "192.0.2.1: Connection refused"})
	lines := func() int { return strings.Count(logged.String(), "no new certificate") }

	report(failed, refused)
	report(failed, refused)
	assert.Equal(t, 1, lines())
	assert.Contains(t, logged.String(), "192.0.2.1: Connection refused")
	assert.Contains(t, logged.String(), "open ports 80 and 443 of this machine to the internet")
	assert.Contains(t, logged.String(), "https does not work for this domain")
	report(failed, fmt.Errorf("directory: %w", &url.Error{Op: "Get", URL: directory, Err: errors.New("no route to host")}))
	assert.Equal(t, 2, lines())
	assert.Contains(t, logged.String(), "can reach and trusts the URL in PARICHAY_TLS_DIRECTORY")
	report(obtained, nil)
	report(failed, refused)
	assert.Equal(t, 3, lines(), "after a success a failure is logged again")
}

func TestOnlyUnexpectedCertmagicErrorsAreLogged(t *testing.T) { //nolint:paralleltest // replaces the default logger
	var logged bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	defer slog.SetDefault(before)
	log := zap.New(failures{}).Named("maintenance").With(zap.String("cache", "0xc000"))
	log.Info("certificate expires soon")
	log.Error("job failed", zap.Error(errors.New("reported as an event")))
	assert.Empty(t, logged.String())
	log.Error("unable to unlock", zap.String("lock_key", "x"), zap.Error(errors.New("the database is down")))
	assert.Contains(t, logged.String(), `what="unable to unlock" error="the database is down"`)
}

func TestNameNormalisesDomains(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{"Shop.Example": "shop.example", "दुकान.example": "xn--11b7ah1gn.example"} {
		got, err := Name(host)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for _, host := range []string{"", ".", "localhost", "*.shop.example", "192.0.2.1", "shop.example:443", "shop example.com", "a.b/c"} {
		_, err := Name(host)
		assert.Error(t, err, host)
	}
}

// Fails with another MinVersion or with an explicit list of cipher suites.
func TestOnlyTLS12AndNewerIsOffered(t *testing.T) {
	t.Parallel()
	m, _ := open(t)
	config := m.TLS()
	assert.Equal(t, uint16(tls.VersionTLS12), config.MinVersion)
	assert.Zero(t, config.MaxVersion, "the newest version is preferred")
	assert.Empty(t, config.CipherSuites, "Go's default list has no insecure suites")
}

func TestCertificateKeysAreUniqueP256Keys(t *testing.T) {
	t.Parallel()
	m, _ := open(t)
	var before crypto.PrivateKey
	for range 3 {
		made, err := m.config.KeySource.GenerateKey()
		require.NoError(t, err)
		key, ok := made.(*ecdsa.PrivateKey)
		require.True(t, ok, "%T", made)
		assert.Equal(t, elliptic.P256(), key.Curve)
		assert.False(t, key.Equal(before))
		before = key
	}
}
