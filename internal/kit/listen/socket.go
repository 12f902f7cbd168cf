// Package socket is where requests come in: addresses of our own, or sockets that
// systemd holds for us, so that nobody is refused while the program is replaced. It
// also tells systemd how far the program is. What is answered is nothing to it.
//
// systemd's two protocols are forty lines; its Go library would read the process's
// environment instead of the one we are given, and bring D-Bus along.
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

// first is the descriptor at which passed sockets begin.
const first = 3

// Passed returns the sockets systemd passes to this process, by the name that the
// unit gives them (FileDescriptorName=); none is no error.
func Passed(environ []string) (map[string][]net.Listener, error) {
	passed := map[string][]net.Listener{}
	if lookup(environ, "LISTEN_PID") != strconv.Itoa(os.Getpid()) { // nothing, or for somebody else
		return passed, nil
	}
	n, err := strconv.Atoi(lookup(environ, "LISTEN_FDS"))
	if err != nil {
		return nil, errors.New("LISTEN_FDS must be the number of sockets that are passed: let systemd set it, or unset LISTEN_PID")
	}
	names := strings.Split(lookup(environ, "LISTEN_FDNAMES"), ":")
	for i := range n {
		syscall.CloseOnExec(first + i)
		file := os.NewFile(uintptr(first+i), "passed socket")
		listener, err := net.FileListener(file)
		_ = file.Close() // the listener has a descriptor of its own
		if err != nil {
			return nil, fmt.Errorf("LISTEN_FDS: socket %d of %d cannot be listened on: use ListenStream= in the socket unit", i+1, n)
		}
		name := ""
		if i < len(names) {
			name = names[i]
		}
		passed[name] = append(passed[name], listener)
	}
	return passed, nil
}

// Bind listens on an address. The error says what to do.
func Bind(ctx context.Context, address string) (*Own, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is taken by another program: stop that one, or choose another port", address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s is not for everybody: choose a port from 1024 on, or let systemd pass the socket", address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("%s is no address of this machine: choose one that `ip address` lists, or leave out the host", address)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be listened on (%s): choose another address", address, reason(err))
	}
	tcp, ok := listener.(*net.TCPListener)
	if !ok {
		return nil, fmt.Errorf("%s is no TCP address", address)
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

// Notify tells systemd of a state, such as READY=1, where it wants to know.
func Notify(ctx context.Context, environ []string, state string) error {
	address := lookup(environ, "NOTIFY_SOCKET")
	if address == "" {
		return nil
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "unixgram", address) // one that begins with @ is abstract
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
