package listen

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asChild makes the test binary print the sockets it was passed instead of running tests.
const asChild = "SOCKET_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(asChild) == "" {
		os.Exit(m.Run())
	}
	passed, err := Passed(os.Environ())
	if err != nil {
		fmt.Fprintln(os.Stdout, err)
		os.Exit(1)
	}
	var all []string
	for name, listeners := range passed {
		for _, l := range listeners {
			all = append(all, name+"="+l.Addr().String())
		}
	}
	slices.Sort(all)
	fmt.Fprintln(os.Stdout, strings.Join(all, " "))
}

// pass runs the child with files from descriptor 3 on, as systemd does. The shell execs the
// child, so that $$ in script is the child's process id.
func pass(t *testing.T, files []*os.File, script string) string {
	t.Helper()
	child := exec.CommandContext(t.Context(), "sh", "-c", script+` exec "$0"`, os.Args[0])
	child.Env = append(os.Environ(), asChild+"=1")
	child.ExtraFiles = files
	out, _ := child.CombinedOutput() // the output tells success from failure
	return strings.TrimSpace(string(out))
}

// held returns a listening socket as a file, and its address.
func held(t *testing.T) (file *os.File, address string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	tcp, ok := l.(*net.TCPListener)
	require.True(t, ok)
	file, err = tcp.File()
	require.NoError(t, err)
	t.Cleanup(func() { file.Close() })
	return file, l.Addr().String()
}

func TestPassedSocketsAreReturnedByName(t *testing.T) {
	t.Parallel()
	a, first := held(t)
	b, second := held(t)
	files := []*os.File{a, b}
	assert.Equal(t, "metrics="+second+" web="+first, pass(t, files, "export LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=web:metrics;"))
	assert.Equal(t, strings.Join(slices.Sorted(slices.Values([]string{"=" + first, "=" + second})), " "), pass(t, files, "export LISTEN_PID=$$ LISTEN_FDS=2;"))
}

func TestSocketsForAnotherProcessAreIgnored(t *testing.T) {
	t.Parallel()
	a, _ := held(t)
	assert.Empty(t, pass(t, []*os.File{a}, "export LISTEN_PID=1 LISTEN_FDS=1;"))
	assert.Empty(t, pass(t, []*os.File{a}, ""))
}

func TestPassedFileThatIsNotASocketIsRefused(t *testing.T) {
	t.Parallel()
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer file.Close()
	assert.Contains(t, pass(t, []*os.File{file}, "export LISTEN_PID=$$ LISTEN_FDS=1;"), "cannot listen on socket 1 of 1: use ListenStream=")
	assert.Contains(t, pass(t, nil, "export LISTEN_PID=$$ LISTEN_FDS=many;"), "LISTEN_FDS must be the number of passed sockets")
}

func TestBindErrorSaysWhatToDo(t *testing.T) {
	t.Parallel()
	taken, err := Bind(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	for address, want := range map[string]string{
		taken.Addr().String(): "taken by another program",
		"192.0.2.1:80":        "not an address of this machine",
		"[fe80::1%none0]:80":  "cannot listen on",
	} {
		_, err := Bind(t.Context(), address)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, address)
		require.ErrorContains(t, err, "choose")
	}
}

func TestLeaveAcceptsQueuedConnections(t *testing.T) {
	t.Parallel()
	own, err := Bind(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	dial := func() (net.Conn, error) { return (&net.Dialer{}).DialContext(t.Context(), "tcp", own.Addr().String()) }
	const waiting = 20
	for range waiting {
		conn, err := dial()
		require.NoError(t, err)
		defer conn.Close() //nolint:gocritic // few
		_, err = conn.Write([]byte("x"))
		require.NoError(t, err)
	}
	first, err := own.Accept()
	require.NoError(t, err)
	own.Leave()
	accepted := []net.Conn{first}
	for {
		conn, err := own.Accept()
		if err != nil {
			require.ErrorIs(t, err, net.ErrClosed)
			break
		}
		accepted = append(accepted, conn)
	}
	assert.Len(t, accepted, waiting)
	for _, conn := range accepted {
		_, err := conn.Read(make([]byte, 1))
		require.NoError(t, err, "its data can still be read")
		require.NoError(t, conn.Close())
	}
	_, err = dial()
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
}

func TestLeaveUnblocksAccept(t *testing.T) {
	t.Parallel()
	own, err := Bind(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() {
		_, err := own.Accept()
		ended <- err
	}()
	own.Leave()
	require.ErrorIs(t, <-ended, net.ErrClosed)
}

func TestNotifySendsStateToSystemd(t *testing.T) {
	t.Parallel()
	require.NoError(t, Notify(t.Context(), nil, "READY=1"))
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "unixgram", path)
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, Notify(t.Context(), []string{"NOTIFY_SOCKET=" + path}, "READY=1"))
	heard := make([]byte, 100)
	n, _, err := conn.ReadFrom(heard)
	require.NoError(t, err)
	assert.Equal(t, "READY=1", string(heard[:n]))
	require.Error(t, Notify(t.Context(), []string{"NOTIFY_SOCKET=" + path + "-gone"}, "READY=1"))
}
