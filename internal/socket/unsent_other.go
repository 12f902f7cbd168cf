//go:build !linux

package socket

import "net"

// boundUnsent is for Linux, on which the program is run.
func boundUnsent(net.Conn, int) {}
