package listen

import (
	"net/netip"
	"strings"
)

// Near tells whether a host is this machine or one of a network of our own: a socket, a
// loopback or private address, or a name that only such a network knows, like that of a
// container. What goes anywhere else is encrypted.
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
