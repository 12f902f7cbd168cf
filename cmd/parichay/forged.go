package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"parichay/internal/api/wire"
)

// lies are addresses that nobody has (RFC 5737), each by a header of its own.
var lies = []struct {
	header, value string
	address       netip.Addr
}{
	{wire.Forwarded, "192.0.2.77", netip.MustParseAddr("192.0.2.77")},
	{"X-Real-IP", "198.51.100.77", netip.MustParseAddr("198.51.100.77")},
	{"Forwarded", "for=203.0.113.77", netip.MustParseAddr("203.0.113.77")},
}

// checkProxies finds whether strangers can choose the address they come from: by the
// settings, and by trying it at the running site, as itself and as visitors reach it.
func checkProxies(ctx context.Context, p *patient) (string, error) {
	trusted := make([]netip.Prefix, len(p.config.TrustedProxies))
	for i, text := range p.config.TrustedProxies {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return "", err
		}
		if prefix.Bits() < 8 || !prefix.Addr().IsPrivate() && !prefix.Addr().IsLoopback() && prefix.Bits() < 16 {
			return "", fmt.Errorf("PARICHAY_TRUSTED_PROXIES: %s is so wide that strangers can forge X-Forwarded-For: name the proxies alone", text)
		}
		trusted[i] = prefix
	}
	found := []string{"none is trusted: X-Forwarded-For counts for nothing"}
	if len(trusted) > 0 {
		found[0] = fmt.Sprintf("X-Forwarded-For counts from %d networks", len(trusted))
	}
	secret, err := p.store.Leads.Secret(ctx)
	if err != nil {
		return found[0] + "; forging was not tried, which takes the database", nil //nolint:nilerr // another check tells of it
	}
	base, scheme := p.config.BaseURL, "http"
	if len(p.config.TLS.Domains) > 0 {
		scheme = "https"
	}
	for _, at := range []struct{ name, address, dial string }{
		{p.config.Listen, scheme + "://" + base.Host, p.config.Listen},
		{base.String(), base.Scheme + "://" + base.Host, ""},
	} {
		seen, ours, err := lie(ctx, at.address, at.dial, secret.Vouch(time.Now()))
		if err != nil {
			found = append(found, fmt.Sprintf("forging was not tried at %s (%v)", at.name, err))
			continue
		}
		text, err := judge(at.name, seen, ours, trusted)
		if err != nil {
			return "", err
		}
		found = append(found, text)
	}
	return strings.Join(found, "; "), nil
}

// errMute is an answer of something else than this program.
var errMute = errors.New("what answers there is another program, an older one, or one of another database")

// lie asks a site whom it takes for the caller, who lies; ours is where it came from.
func lie(ctx context.Context, address, dial, voucher string) (seen wire.Seen, ours netip.AddrPort, err error) {
	ctx, cancel := context.WithTimeout(ctx, checkTime/4)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/healthz", http.NoBody)
	if err != nil {
		return seen, ours, err
	}
	request.Header.Set(wire.Voucher, voucher)
	for _, l := range lies {
		request.Header.Set(l.header, l.value)
	}
	transport := &http.Transport{
		DisableKeepAlives: true, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, to string) (net.Conn, error) {
			if dial != "" {
				to = dial
			}
			conn, err := (&net.Dialer{}).DialContext(ctx, network, to)
			if err == nil {
				ours, _ = netip.ParseAddrPort(conn.LocalAddr().String())
			}
			return conn, err
		},
	}
	response, err := transport.RoundTrip(request) // where it leads elsewhere, somebody else would answer
	if err != nil {
		return seen, ours, err
	}
	defer func() { _ = response.Body.Close() }()
	if json.NewDecoder(io.LimitReader(response.Body, 16<<10)).Decode(&seen) != nil || seen.Peer == "" {
		return seen, ours, errMute
	}
	return seen, ours, nil
}

// judge says what a site's belief means. A machine whose own address is trusted
// cannot find out what strangers could do.
func judge(where string, seen wire.Seen, ours netip.AddrPort, trusted []netip.Prefix) (string, error) {
	trusts := func(a netip.Addr) bool {
		return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) })
	}
	peer, err := netip.ParseAddrPort(seen.Peer)
	if err != nil {
		return "", err
	}
	direct := peer == ours
	said, written := "", false // the header that was believed; whether a proxy told whom it saw
	var saw netip.Addr         // whom it saw
	for _, l := range lies {
		if seen.Believed == l.address {
			said = l.header
		}
	}
	for entry := range strings.SplitSeq(seen.Forwarded, ",") {
		if a, err := netip.ParseAddr(strings.TrimSpace(entry)); err == nil && a != lies[0].address {
			saw, written = a, true
			break
		}
	}
	blind := "whether a forged one is believed at " + where + " cannot be told from this machine, which is trusted itself"
	switch {
	case said == "" && seen.Believed.IsValid() && !direct && written && !trusts(peer.Addr()):
		return "", fmt.Errorf("%s comes through a proxy at %s that is not trusted, so that all visitors share one network and its limits: set PARICHAY_TRUSTED_PROXIES=%s and restart the program",
			where, peer.Addr().Unmap(), netip.PrefixFrom(peer.Addr().Unmap(), peer.Addr().Unmap().BitLen()))
	case said == "" && !direct && written && seen.Believed == peer.Addr().Unmap():
		return "", fmt.Errorf("%s comes through a proxy of this machine whose user is not trusted, so that all visitors share one network and its limits: name that user in PARICHAY_TRUSTED_PROXY_USERS and restart the program", where)
	case said == "" && seen.Believed.IsValid():
		return "a forged one is not believed at " + where, nil
	case direct && trusts(ours.Addr()), !direct && written && saw.Unmap() == ours.Addr().Unmap() && trusts(saw):
		return blind, nil
	case direct:
		return "", fmt.Errorf("a forged %s was believed at %s, though by these settings %s is no proxy: restart the program, so that it has them", said, where, ours.Addr().Unmap())
	case said == "":
		return "", fmt.Errorf("at %s no visitor's address is found: let the proxy send X-Forwarded-For with whom it sees, and PARICHAY_TRUSTED_PROXIES name the proxies alone", where)
	}
	return "", fmt.Errorf("a forged %s was believed at %s: let the proxy replace X-Forwarded-For by whom it sees (nginx: `proxy_set_header X-Forwarded-For $remote_addr;`), and PARICHAY_TRUSTED_PROXIES name the proxies alone", said, where)
}
