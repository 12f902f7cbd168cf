//go:build !linux

package listen

import "net"

// boundUnsent is for Linux, on which the program is run.
func boundUnsent(net.Conn, int) {}
