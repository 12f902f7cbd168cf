package listen

import (
	"net"
	"os"
	"syscall"
)

// lastCall accepts all queued connections and then shuts the listener down. Only one
// system call lies between the last accept and the shutdown.
func lastCall(l *net.TCPListener) (conns []net.Conn) {
	raw, err := l.SyscallConn()
	if err != nil {
		return nil
	}
	var accepted []int
	_ = raw.Control(func(fd uintptr) {
		for {
			n, _, err := syscall.Accept4(int(fd), syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
			switch err {
			case nil:
				accepted = append(accepted, n)
				continue
			case syscall.EINTR, syscall.ECONNABORTED:
				continue
			}
			_ = syscall.Shutdown(int(fd), syscall.SHUT_RD)
			return
		}
	})
	for _, n := range accepted {
		file := os.NewFile(uintptr(n), "accepted connection")
		if conn, err := net.FileConn(file); err == nil {
			conns = append(conns, conn)
		}
		_ = file.Close() // the connection has a descriptor of its own
	}
	return conns
}
