package listen

import (
	"net/netip"
	"strings"
)

// Near reports whether a host is this machine or in a private network: a Unix socket, a
// loopback or private address, or a name that only resolves locally, such as a container's.
// Connections to all other hosts must be encrypted.
func Near(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if address, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		address = address.Unmap()
		return address.IsLoopback() || address.IsPrivate() || address.IsLinkLocalUnicast()
	}
	if host == "" || strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || !strings.Contains(host, ".") {
		return true
	}
	for _, own := range []string{".localhost", ".local", ".internal", ".lan", ".home.arpa"} {
		if strings.HasSuffix(host, own) {
			return true
		}
	}
	return false
}
