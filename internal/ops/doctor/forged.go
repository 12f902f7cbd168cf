package doctor

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

	"parichay/internal/domain/lead"
	"parichay/internal/ops/settings"
)

// lies lists the headers that can name the client, each with a forged address from the
// documentation ranges (RFC 5737).
var lies = []struct {
	header, value string
	address       netip.Addr
}{
	{lead.Forwarded, "192.0.2.77", netip.MustParseAddr("192.0.2.77")},
	{"X-Real-IP", "198.51.100.77", netip.MustParseAddr("198.51.100.77")},
	{"Forwarded", "for=203.0.113.77", netip.MustParseAddr("203.0.113.77")},
}

// checkProxies checks whether strangers can forge their address. It examines the settings and
// sends forged headers to the running site, both directly and at the address that visitors
// use.
func checkProxies(ctx context.Context, p *patient) (string, error) {
	trusted := make([]netip.Prefix, len(p.config.TrustedProxies))
	for i, text := range p.config.TrustedProxies {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return "", err
		}
		if prefix.Bits() < 8 || !prefix.Addr().IsPrivate() && !prefix.Addr().IsLoopback() && prefix.Bits() < 16 {
			return "", fmt.Errorf("PARICHAY_TRUSTED_PROXIES: %s is so wide that strangers can forge X-Forwarded-For: list only the proxies", text)
		}
		trusted[i] = prefix
	}
	found := []string{"none is trusted: X-Forwarded-For is ignored"}
	if len(trusted) > 0 {
		found[0] = fmt.Sprintf("X-Forwarded-For is accepted from %d networks", len(trusted))
	}
	secret, err := p.store.Leads.Secret(ctx)
	if err != nil {
		return found[0] + "; forging was not tested: needs the database", nil //nolint:nilerr // checkDatabase reports it
	}
	base := p.config.BaseURL
	for _, at := range []struct{ name, address, dial string }{
		{p.config.Listen, ownAddress(p.config), p.config.Listen},
		{base.String(), base.Scheme + "://" + base.Host, ""},
	} {
		seen, ours, err := lie(ctx, at.address, at.dial, secret.Vouch(time.Now()))
		if err != nil {
			found = append(found, fmt.Sprintf("forging was not tested at %s (%v)", at.name, err))
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

// errMute means that the answer did not come from this program.
var errMute = errors.New("the answer came from another program, an older version, or a site with another database")

// lie sends forged headers to a site and returns the caller's address as the site sees
// it. ours is the address the request was sent from.
func lie(ctx context.Context, address, dial, voucher string) (seen lead.Seen, ours netip.AddrPort, err error) {
	ctx, cancel := context.WithTimeout(ctx, checkTime/4)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/healthz", http.NoBody)
	if err != nil {
		return seen, ours, err
	}
	request.Header.Set(lead.Voucher, voucher)
	for _, l := range lies {
		request.Header.Set(l.header, l.value)
	}
	response, ours, err := send(request, dial)
	if err != nil {
		return seen, ours, err
	}
	defer func() { _ = response.Body.Close() }()
	if json.NewDecoder(io.LimitReader(response.Body, 16<<10)).Decode(&seen) != nil || seen.Peer == "" {
		return seen, ours, errMute
	}
	return seen, ours, nil
}

// ownAddress returns the URL at which the program itself serves the site. Its scheme is https
// only if the program obtains the certificate.
func ownAddress(c settings.Config) string {
	if len(c.TLS.Domains) > 0 {
		return "https://" + c.BaseURL.Host
	}
	return "http://" + c.BaseURL.Host
}

// send sends a request to the address dial, or to the request's own host if dial is empty.
// ours is the local address that it was sent from.
func send(request *http.Request, dial string) (response *http.Response, ours netip.AddrPort, err error) {
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
	response, err = transport.RoundTrip(request) // follows no redirects, which another site would answer
	return response, ours, err
}

// judge interprets a site's answer: it returns a finding, or an error if forged headers are
// accepted. A machine whose own address is trusted cannot test what strangers could do.
func judge(where string, seen lead.Seen, ours netip.AddrPort, trusted []netip.Prefix) (string, error) {
	trusts := func(a netip.Addr) bool {
		return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) })
	}
	peer, err := netip.ParseAddrPort(seen.Peer)
	if err != nil {
		return "", err
	}
	direct := peer == ours
	accepted, forwarded := "", false // the forged header that was accepted; whether a proxy sent the client's address
	var client netip.Addr            // the client as the proxy saw it
	for _, l := range lies {
		if seen.Believed == l.address {
			accepted = l.header
		}
	}
	for entry := range strings.SplitSeq(seen.Forwarded, ",") {
		if a, err := netip.ParseAddr(strings.TrimSpace(entry)); err == nil && a != lies[0].address {
			client, forwarded = a, true
			break
		}
	}
	blind := "forging cannot be tested at " + where + " from this machine, because it is trusted"
	switch {
	case accepted == "" && seen.Believed.IsValid() && !direct && forwarded && !trusts(peer.Addr()):
		return "", fmt.Errorf("%s is behind a proxy at %s that is not trusted, so all visitors share one network and its rate limits: set PARICHAY_TRUSTED_PROXIES=%s and restart the program",
			where, peer.Addr().Unmap(), netip.PrefixFrom(peer.Addr().Unmap(), peer.Addr().Unmap().BitLen()))
	case accepted == "" && !direct && forwarded && seen.Believed == peer.Addr().Unmap():
		return "", fmt.Errorf("%s is behind a proxy on this machine whose user is not trusted, so all visitors share one network and its rate limits: add that user to PARICHAY_TRUSTED_PROXY_USERS and restart the program", where)
	case accepted == "" && seen.Believed.IsValid():
		return "a forged header is ignored at " + where, nil
	case direct && trusts(ours.Addr()), !direct && forwarded && client.Unmap() == ours.Addr().Unmap() && trusts(client):
		return blind, nil
	case direct:
		return "", fmt.Errorf("a forged %s was accepted at %s, although these settings do not trust %s: restart the program to apply the settings", accepted, where, ours.Addr().Unmap())
	case accepted == "":
		return "", fmt.Errorf("%s receives no client address: have the proxy set X-Forwarded-For to the client's address, and list only the proxies in PARICHAY_TRUSTED_PROXIES", where)
	}
	return "", fmt.Errorf("a forged %s was accepted at %s: have the proxy replace X-Forwarded-For with the client's address (nginx: `proxy_set_header X-Forwarded-For $remote_addr;`), and list only the proxies in PARICHAY_TRUSTED_PROXIES", accepted, where)
}
