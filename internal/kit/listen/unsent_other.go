//go:build !linux

package listen

import "net"

// boundUnsent does nothing: it is implemented on Linux only.
func boundUnsent(net.Conn, int) {}
