package listen

import (
	"net"
	"syscall"
)

// notSentLowat is TCP_NOTSENT_LOWAT of linux/tcp.h, which package syscall lacks.
const notSentLowat = 25

// boundUnsent limits how many bytes the kernel buffers that it cannot send yet. Bytes in
// flight to the client are not limited.
func boundUnsent(conn net.Conn, bytes int) {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return
	}
	if raw, err := tcp.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, notSentLowat, bytes) })
	}
}
