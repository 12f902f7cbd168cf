package multisite

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"parichay/internal/ops/settings"
)

// place is the address on which a site listens.
type place struct {
	host string // empty: all addresses of the machine
	port int
}

// placeOf parses the setting PARICHAY_LISTEN. The host must be an IP address, because systemd
// does not resolve names in ListenStream=.
func placeOf(listen string) (p place, err error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return p, err
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil || number == 0 {
		return p, fmt.Errorf("%q is not a port", port)
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	if _, err := netip.ParseAddr(host); host != "" && err != nil {
		return p, fmt.Errorf("%q is not an IP address", host)
	}
	return place{host, int(number)}, nil
}

// stream returns the address in the syntax of systemd's ListenStream=.
func (p place) stream() string {
	if p.host == "" {
		return strconv.Itoa(p.port)
	}
	return net.JoinHostPort(p.host, strconv.Itoa(p.port))
}

// near returns the host and port at which programs on this machine reach the place.
func (p place) near() string {
	host := p.host
	switch address, err := netip.ParseAddr(host); {
	case err != nil || address == netip.IPv4Unspecified():
		host = "127.0.0.1"
	case address == netip.IPv6Unspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, strconv.Itoa(p.port))
}

// try returns an error if a program cannot listen on this address now.
func (p place) try() error {
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", net.JoinHostPort(p.host, strconv.Itoa(p.port)))
	if err != nil {
		return err
	}
	return listener.Close()
}

func (s Site) place() (place, error) {
	listen, err := s.Setting(settings.Listen)
	if err != nil {
		return place{}, err
	}
	p, err := placeOf(listen)
	if err != nil {
		return p, fmt.Errorf("%s does not contain a valid address to listen on (%w); example: %s=127.0.0.1:%d", s.Settings(), err, settings.Listen, firstPort)
	}
	return p, nil
}

func (s Site) port() (int, error) {
	p, err := s.place()
	return p.port, err
}

// Near returns the host and port at which programs on this machine reach the site's program.
func (s Site) Near() (string, error) {
	p, err := s.place()
	if err != nil {
		return "", err
	}
	return p.near(), nil
}
