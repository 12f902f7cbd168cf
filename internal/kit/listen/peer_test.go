package listen

import (
	"net"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// accepted returns the server's end of a connection that dial opens.
func accepted(t *testing.T, address string, dial func(at string)) net.Conn {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
	require.NoError(t, err)
	defer l.Close()
	dial(l.Addr().String())
	c, err := l.Accept()
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestOpenedFindsTheUserOfAConnection(t *testing.T) {
	t.Parallel()
	me, err := user.Current()
	require.NoError(t, err)
	for _, address := range []string{"127.0.0.1:0", "[::1]:0", ":0"} {
		c := accepted(t, address, func(at string) {
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.Replace(at, "[::]", "127.0.0.1", 1))
			require.NoError(t, err)
			t.Cleanup(func() { _ = conn.Close() })
		})
		assert.True(t, UsersNamed([]string{"no-such-user", me.Username}).Opened(c), address)
		assert.False(t, UsersNamed([]string{"no-such-user"}).Opened(c), address)
		assert.False(t, UsersNamed(nil).Opened(c), address)
	}
}

func TestOpenedRejectsConnectionOfAnotherUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can switch users")
	}
	c := accepted(t, "127.0.0.1:0", func(at string) {
		_, port, err := net.SplitHostPort(at)
		require.NoError(t, err)
		other := exec.CommandContext(t.Context(), "/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/"+port+"; cat <&3")
		other.Dir, other.SysProcAttr = "/", &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		require.NoError(t, other.Start())
		t.Cleanup(func() { _ = other.Process.Kill(); _ = other.Wait() })
	})
	assert.False(t, UsersNamed([]string{"root"}).Opened(c))
	nobody, err := user.LookupId(strconv.Itoa(65534))
	require.NoError(t, err)
	assert.True(t, UsersNamed([]string{nobody.Username}).Opened(c))
}

func TestClosedConnectionHasNoOwner(t *testing.T) {
	t.Parallel()
	c := accepted(t, "127.0.0.1:0", func(at string) {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", at)
		require.NoError(t, err)
		require.NoError(t, conn.Close())
	})
	require.NoError(t, c.SetReadDeadline(time.Now().Add(time.Minute)))
	_, _ = c.Read(make([]byte, 1)) // returns once the close has arrived
	assert.False(t, UsersNamed([]string{"root"}).Opened(c))
}
