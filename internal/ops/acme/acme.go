// Package acme obtains and renews certificates from an ACME certificate authority, for
// built-in HTTPS. All replicas share the certificates through the given storage, and any
// replica can answer the authority's challenges. It also redirects plain HTTP to HTTPS.
package acme

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3"
	"go.uber.org/zap"
	"golang.org/x/net/idna"
	"golang.org/x/sync/singleflight"
)

// Config holds the operator's settings and the listeners' addresses.
type Config struct {
	Domains     []string // domains for certificates, normalised by Name
	Base        *url.URL // canonical address of the site; its host is one of the domains
	HSTS        string   // value of the HSTS header
	Email       string   // where the authority sends warnings; may be empty
	Directory   string   // URL of the authority's ACME directory
	HTTPS, HTTP net.Addr
}

// Name normalises a domain name to the form used in certificates.
func Name(host string) (string, error) {
	name, err := idna.Lookup.ToASCII(strings.TrimSpace(host))
	if err == nil && (net.ParseIP(name) != nil || !strings.Contains(strings.Trim(name, "."), ".")) {
		err = errors.New("not a domain")
	}
	return name, err
}

// Certificates obtains, caches and renews certificates.
type Certificates struct {
	domains []string
	base    *url.URL
	hsts    string
	home    string // domain of base, in its normal form
	storage certmagic.Storage
	options certmagic.CacheOptions
	cache   *certmagic.Cache
	config  *certmagic.Config
	issuer  *certmagic.ACMEIssuer
	logged  lastLogged
	news    chan struct{} // signals a new certificate
}

// New prepares Certificates without requesting any. storage must outlive the result.
func New(c Config, storage certmagic.Storage) *Certificates {
	home, _ := Name(c.Base.Hostname()) // valid: it is one of the domains
	m := &Certificates{domains: c.Domains, base: c.Base, hsts: c.HSTS, home: home, storage: &shared{Storage: storage}, news: make(chan struct{}, 1), logged: lastLogged{lines: map[string]line{}}}
	log := zap.New(failures{})
	m.options = certmagic.CacheOptions{Logger: log, RenewCheckInterval: longest, GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return m.config, nil }}
	m.cache = certmagic.NewCache(m.options)
	m.config = certmagic.New(m.cache, certmagic.Config{
		Storage: m.storage, Logger: log, DefaultServerName: home, RenewalWindowRatio: certmagic.DefaultRenewalWindowRatio, KeySource: certmagic.StandardKeyGenerator{KeyType: certmagic.P256},
		OnEvent: m.event, ShouldEmitFunc: func(event string) bool { return event == obtained || event == failed },
	})
	template := certmagic.ACMEIssuer{CA: c.Directory, Email: c.Email, Agreed: true, Logger: zap.NewNop()} // failures are reported as events
	// certmagic opens its own listeners on these ports if nothing listens yet.
	template.ListenHost, template.AltTLSALPNPort = place(c.HTTPS)
	_, template.AltHTTPPort = place(c.HTTP)
	m.issuer = certmagic.NewACMEIssuer(m.config, template)
	m.config.Issuers = []certmagic.Issuer{m.issuer}
	return m
}

func place(at net.Addr) (host string, port int) {
	tcp, ok := at.(*net.TCPAddr)
	if !ok || tcp == nil {
		return "", 0
	}
	if tcp.IP.IsUnspecified() {
		return "", tcp.Port
	}
	return tcp.IP.String(), tcp.Port
}

// shared merges concurrent loads of the same challenge, because anybody can request a
// challenge as often as they like.
type shared struct {
	certmagic.Storage
	flight singleflight.Group
}

// Load implements certmagic.Storage.
func (s *shared) Load(ctx context.Context, name string) ([]byte, error) {
	if !strings.Contains(name, "/challenge_tokens/") {
		return s.Storage.Load(ctx, name)
	}
	value, err, _ := s.flight.Do(name, func() (any, error) { return s.Storage.Load(context.WithoutCancel(ctx), name) })
	found, _ := value.([]byte)
	return found, err
}

func (m *Certificates) ours(name string) bool { return slices.Contains(m.domains, name) }

var errNotOurs = errors.New("no certificate for this name")

// TLS returns the server's TLS configuration. Domains that are not configured are refused
// before anything is loaded from storage.
func (m *Certificates) TLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"h2", "http/1.1", acmez.ACMETLS1Protocol},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			if name := strings.ToLower(hello.ServerName); name != "" && !m.ours(name) {
				return nil, errNotOurs
			}
			return m.config.GetCertificate(hello)
		},
	}
}

// Limits of the interval between two checks for renewal, which is a sixtieth of a
// certificate's lifetime. At the same interval, a replica loads certificates that others have
// renewed.
const (
	shortest = time.Second
	longest  = certmagic.DefaultRenewCheckInterval
)

// Pauses before a retry after a storage failure.
const (
	firstWait   = time.Second
	longestWait = time.Minute
)

// Begin obtains missing certificates and renews expiring ones in the background until ctx
// ends. The storage must be ready. On a nil receiver Begin does nothing.
func (m *Certificates) Begin(ctx context.Context) {
	if m == nil {
		return
	}
	for _, domain := range m.domains {
		go m.get(ctx, domain)
	}
	go m.maintain(ctx)
}

// get loads a domain's certificate into the cache, and obtains it first if there is none. If
// the authority fails, certmagic retries at the rate that authorities ask for.
func (m *Certificates) get(ctx context.Context, domain string) {
	for wait := firstWait; ctx.Err() == nil; wait = min(2*wait, longestWait) {
		_, err := m.config.CacheManagedCertificate(ctx, domain)
		if errors.Is(err, fs.ErrNotExist) {
			if err = m.config.ObtainCertAsync(ctx, domain); err == nil {
				_, err = m.config.CacheManagedCertificate(ctx, domain)
			}
		}
		if err == nil {
			select {
			case m.news <- struct{}{}:
			default:
			}
			return
		}
		if ctx.Err() == nil {
			m.fail(domain, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// maintain renews certificates and loads those that other replicas renewed.
func (m *Certificates) maintain(ctx context.Context) {
	var cleaned time.Time
	for ctx.Err() == nil {
		m.options.RenewCheckInterval = m.interval()
		m.cache.SetOptions(m.options)
		if err := m.cache.RenewManagedCertificates(ctx); err != nil {
			warn("renewal failed", err)
		}
		if time.Since(cleaned) > day {
			cleaned = time.Now()
			m.clean(ctx)
		}
		select {
		case <-ctx.Done():
		case <-m.news:
		case <-time.After(m.options.RenewCheckInterval):
		}
	}
}

// day is the interval of storage cleanups. One replica does the cleanup for all.
const day = 24 * time.Hour

// clean deletes certificates that expired a month ago, such as those of removed domains.
func (m *Certificates) clean(ctx context.Context) {
	what := certmagic.CleanStorageOptions{Logger: zap.New(failures{}), Interval: day, OCSPStaples: true, ExpiredCerts: true, ExpiredCertGracePeriod: 30 * day}
	if err := certmagic.CleanStorage(ctx, m.storage, what); err != nil && ctx.Err() == nil {
		warn("storage cleanup failed", err)
	}
}

func (m *Certificates) interval() time.Duration {
	interval := longest
	for _, domain := range m.domains {
		for _, certificate := range m.cache.AllMatchingCertificates(domain) {
			interval = min(interval, certificate.Lifetime()/60)
		}
	}
	return max(interval, shortest)
}

// WriteMetrics writes the expiry of each domain's certificate.
func (m *Certificates) WriteMetrics(w io.Writer) {
	if m == nil {
		return
	}
	for _, domain := range m.domains {
		var ends time.Time
		for _, certificate := range m.cache.AllMatchingCertificates(domain) {
			if leaf := certificate.Leaf; leaf != nil && leaf.NotAfter.After(ends) {
				ends = leaf.NotAfter // during a renewal the cache also holds the old certificate
			}
		}
		if !ends.IsZero() {
			metrics.WriteGaugeUint64(w, fmt.Sprintf(`parichay_certificate_expiry_timestamp_seconds{domain=%q}`, domain), uint64(ends.Unix()))
		}
	}
}

// End releases this replica's locks, so that another replica can continue at once.
func (m *Certificates) End(ctx context.Context) {
	if m == nil {
		return
	}
	m.cache.Stop()
	certmagic.CleanUpOwnLocks(ctx, zap.New(failures{}))
}
