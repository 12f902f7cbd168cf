// Package acme makes the program serve HTTPS by itself: certificates from an
// authority that speaks ACME, renewed in time, shared by all replicas through the
// storage it is given. Any replica answers the authority's questions. It also sends
// visitors who come without encryption to where they belong.
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

// Config is what an operator decides, and where the program listens.
type Config struct {
	Domains     []string // names for certificates, as Name returns them
	Base        *url.URL // where visitors belong; its host is one of the domains
	HSTS        string   // what browsers are told of encryption
	Email       string   // where the authority may write to; may be empty
	Directory   string   // address of the authority
	HTTPS, HTTP net.Addr
}

// Name is a host's name as certificates have it.
func Name(host string) (string, error) {
	name, err := idna.Lookup.ToASCII(strings.TrimSpace(host))
	if err == nil && (net.ParseIP(name) != nil || !strings.Contains(strings.Trim(name, "."), ".")) {
		err = errors.New("not a domain")
	}
	return name, err
}

// Certificates gets, keeps and renews certificates.
type Certificates struct {
	domains []string
	base    *url.URL
	hsts    string
	home    string // the base's name
	storage certmagic.Storage
	options certmagic.CacheOptions
	cache   *certmagic.Cache
	config  *certmagic.Config
	issuer  *certmagic.ACMEIssuer
	told    told
	news    chan struct{} // there are certificates that were not there before
}

// New prepares certificates without asking for any; storage must outlive them.
func New(c Config, storage certmagic.Storage) *Certificates {
	home, _ := Name(c.Base.Hostname()) // it is one of the domains
	m := &Certificates{domains: c.Domains, base: c.Base, hsts: c.HSTS, home: home, storage: &shared{Storage: storage}, news: make(chan struct{}, 1), told: told{last: map[string]line{}}}
	log := zap.New(failures{})
	m.options = certmagic.CacheOptions{Logger: log, RenewCheckInterval: longest, GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return m.config, nil }}
	m.cache = certmagic.NewCache(m.options)
	m.config = certmagic.New(m.cache, certmagic.Config{
		Storage: m.storage, Logger: log, DefaultServerName: home, RenewalWindowRatio: certmagic.DefaultRenewalWindowRatio, KeySource: certmagic.StandardKeyGenerator{KeyType: certmagic.P256},
		OnEvent: m.event, ShouldEmitFunc: func(event string) bool { return event == obtained || event == failed },
	})
	template := certmagic.ACMEIssuer{CA: c.Directory, Email: c.Email, Agreed: true, Logger: zap.NewNop()} // what fails is an event, too
	// certmagic opens listeners of its own where nobody listens yet.
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

// shared is the storage, asked once where many ask the same: strangers can ask for
// a challenge as often as they like.
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

// TLS is how the program speaks HTTPS. Names that are not ours are refused before
// anything is looked up for them.
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

// Certificates are looked at this often: a sixtieth of their life, within bounds.
// Replicas find each other's renewals in the same time.
const (
	shortest = time.Second
	longest  = certmagic.DefaultRenewCheckInterval
)

// How long storage is left alone after it could not be used.
const (
	firstWait   = time.Second
	longestWait = time.Minute
)

// Begin gets what is missing and renews what ends, until ctx does. The storage must
// be ready. Without certificates (nil) there is nothing to do.
func (m *Certificates) Begin(ctx context.Context) {
	if m == nil {
		return
	}
	for _, domain := range m.domains {
		go m.get(ctx, domain)
	}
	go m.maintain(ctx)
}

// get brings a domain's certificate into memory. An authority that fails is asked
// again by certmagic, as seldom as authorities want it.
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

// maintain renews certificates and takes over those that other replicas renewed.
func (m *Certificates) maintain(ctx context.Context) {
	var cleaned time.Time
	for ctx.Err() == nil {
		m.options.RenewCheckInterval = m.interval()
		m.cache.SetOptions(m.options)
		if err := m.cache.RenewManagedCertificates(ctx); err != nil {
			warn("renewing", err)
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

// day is how often storage is cleaned up, by one replica for all.
const day = 24 * time.Hour

// clean removes certificates that ended a month ago, such as those of domains that
// are no longer set.
func (m *Certificates) clean(ctx context.Context) {
	what := certmagic.CleanStorageOptions{Logger: zap.New(failures{}), Interval: day, OCSPStaples: true, ExpiredCerts: true, ExpiredCertGracePeriod: 30 * day}
	if err := certmagic.CleanStorage(ctx, m.storage, what); err != nil && ctx.Err() == nil {
		warn("cleaning up", err)
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

// WriteMetrics tells until when each domain's certificate is good.
func (m *Certificates) WriteMetrics(w io.Writer) {
	if m == nil {
		return
	}
	for _, domain := range m.domains {
		var ends time.Time
		for _, certificate := range m.cache.AllMatchingCertificates(domain) {
			if leaf := certificate.Leaf; leaf != nil && leaf.NotAfter.After(ends) {
				ends = leaf.NotAfter // while one is renewed, the one from before is there, too
			}
		}
		if !ends.IsZero() {
			metrics.WriteGaugeUint64(w, fmt.Sprintf(`parichay_certificate_expiry_timestamp_seconds{domain=%q}`, domain), uint64(ends.Unix()))
		}
	}
}

// End gives back what this replica holds, so that another goes on at once.
func (m *Certificates) End(ctx context.Context) {
	if m == nil {
		return
	}
	m.cache.Stop()
	certmagic.CleanUpOwnLocks(ctx, zap.New(failures{}))
}
