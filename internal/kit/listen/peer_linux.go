package listen

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net/netip"
	"syscall"
)

// The kernel's socket diagnostics, linux/sock_diag.h and linux/inet_diag.h.
const (
	netlinkSockDiag  = 4
	sockDiagByFamily = 20
	established      = 1
	headerSize       = 16 // nlmsghdr
	requestSize      = 56 // inet_diag_req_v2
	idAt             = 4  // offset of the ports in a response
	uidAt            = 64
)

var errUnknownOwner = errors.New("the kernel does not know this connection")

// openedBy asks the kernel which user owns the socket at the other end of a connection within
// this machine. Only an established connection has an owner: for a closed one the kernel
// reports root.
func openedBy(from, to netip.AddrPort) (uid uint32, err error) {
	if from.Addr().Is4() != to.Addr().Is4() {
		return 0, errUnknownOwner
	}
	fd, err := syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, netlinkSockDiag)
	if err != nil {
		return 0, err
	}
	defer func() { _ = syscall.Close(fd) }()
	id := make([]byte, 0, 36)
	id = binary.BigEndian.AppendUint16(id, from.Port())
	id = binary.BigEndian.AppendUint16(id, to.Port())
	for _, address := range []netip.Addr{from.Addr(), to.Addr()} {
		var room [16]byte
		copy(room[:], address.AsSlice())
		id = append(id, room[:]...)
	}
	family := byte(syscall.AF_INET6)
	if from.Addr().Is4() {
		family = syscall.AF_INET
	}
	request := binary.NativeEndian.AppendUint32(nil, headerSize+requestSize)
	request = binary.NativeEndian.AppendUint16(request, sockDiagByFamily)
	request = binary.NativeEndian.AppendUint16(request, syscall.NLM_F_REQUEST)
	request = append(request, make([]byte, 8)...) // sequence and sender: unused, there is one request and one response
	request = append(request, family, syscall.IPPROTO_TCP, 0, 0)
	request = binary.NativeEndian.AppendUint32(request, 1<<established)
	request = append(request, id...)
	request = binary.NativeEndian.AppendUint32(request, 0)                    // any interface
	request = append(request, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff) // no cookie
	if err := syscall.Sendto(fd, request, 0, &syscall.SockaddrNetlink{Family: syscall.AF_NETLINK}); err != nil {
		return 0, err
	}
	answer := make([]byte, 4096)
	n, sender, err := syscall.Recvfrom(fd, answer, 0)
	if err != nil {
		return 0, err
	}
	if kernel, ok := sender.(*syscall.SockaddrNetlink); !ok || kernel.Pid != 0 {
		return 0, errUnknownOwner
	}
	body := answer[min(n, headerSize):n]
	if len(body) < uidAt+4 || binary.NativeEndian.Uint16(answer[4:]) != sockDiagByFamily || body[1] != established || !bytes.Equal(body[idAt:idAt+len(id)], id) {
		return 0, errUnknownOwner
	}
	return binary.NativeEndian.Uint32(body[uidAt:]), nil
}
