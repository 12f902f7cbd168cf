// Package listen opens listeners and limits their connections per network. It binds
// addresses or takes sockets from systemd, which keeps them open while the program is
// replaced, so that no client is refused. It also notifies systemd of the program's state.
// It does not answer requests.
//
// The package implements systemd's two protocols itself, in forty lines. systemd's Go library
// depends on D-Bus and reads the process's environment instead of the one passed in.
package listen

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// first is the file descriptor of the first passed socket.
const first = 3

// Passed returns the sockets that systemd passes to this process, by the name the unit gives
// them (FileDescriptorName=). If there are none, the map is empty.
func Passed(environ []string) (map[string][]net.Listener, error) {
	passed := map[string][]net.Listener{}
	if lookup(environ, "LISTEN_PID") != strconv.Itoa(os.Getpid()) { // none, or meant for another process
		return passed, nil
	}
	n, err := strconv.Atoi(lookup(environ, "LISTEN_FDS"))
	if err != nil {
		return nil, errors.New("LISTEN_FDS must be the number of passed sockets: let systemd set it, or unset LISTEN_PID")
	}
	names := strings.Split(lookup(environ, "LISTEN_FDNAMES"), ":")
	for i := range n {
		syscall.CloseOnExec(first + i)
		file := os.NewFile(uintptr(first+i), "passed socket")
		listener, err := net.FileListener(file)
		_ = file.Close() // the listener has a descriptor of its own
		if err != nil {
			return nil, fmt.Errorf("LISTEN_FDS: cannot listen on socket %d of %d: use ListenStream= in the socket unit", i+1, n)
		}
		name := ""
		if i < len(names) {
			name = names[i]
		}
		passed[name] = append(passed[name], listener)
	}
	return passed, nil
}

// Bind listens on a TCP address. Its errors tell the operator what to do.
func Bind(ctx context.Context, address string) (*Own, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is taken by another program: stop that one, or choose another port", address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s is not permitted for this user: choose port 1024 or higher, or let systemd pass the socket", address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("%s is not an address of this machine: choose one that `ip address` lists, or leave out the host", address)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on %s (%s): choose another address", address, reason(err))
	}
	tcp, ok := listener.(*net.TCPListener)
	if !ok {
		return nil, fmt.Errorf("%s is not a TCP address", address)
	}
	return &Own{TCPListener: tcp}, nil
}

func reason(err error) string {
	if at, ok := errors.AsType[*net.OpError](err); ok {
		err = at.Err
	}
	if name, ok := errors.AsType[*net.DNSError](err); ok {
		return name.Err
	}
	return err.Error()
}

// Notify sends a state such as READY=1 to systemd. Without NOTIFY_SOCKET it does nothing.
func Notify(ctx context.Context, environ []string, state string) error {
	address := lookup(environ, "NOTIFY_SOCKET")
	if address == "" {
		return nil
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "unixgram", address) // a leading @ means an abstract socket
	if err != nil {
		return err
	}
	_, err = conn.Write([]byte(state))
	return errors.Join(err, conn.Close())
}

func lookup(environ []string, name string) string {
	for _, pair := range slices.Backward(environ) {
		if value, found := strings.CutPrefix(pair, name+"="); found {
			return value
		}
	}
	return ""
}
