//go:build !linux

package listen

import (
	"errors"
	"net/netip"
)

// openedBy always fails: it is implemented on Linux only.
func openedBy(netip.AddrPort, netip.AddrPort) (uint32, error) {
	return 0, errors.New("the owner of a connection is only known on Linux")
}
