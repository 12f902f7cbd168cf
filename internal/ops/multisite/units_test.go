package multisite

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeSystemctl replaces systemctl by a script, and returns a function that reads its calls.
func fakeSystemctl(t *testing.T, script string) (calls func() []string) {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("PATH", folder+":/usr/bin:/bin")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "systemctl"), []byte("#!/bin/sh\ncd "+folder+"\necho \"$*\" >>calls\n"+script), 0o700))
	return func() []string {
		raw, err := os.ReadFile(filepath.Join(folder, "calls"))
		require.NoError(t, err)
		return strings.Split(strings.TrimSpace(string(raw)), "\n")
	}
}

func TestUnresponsiveProgramIsKilledOnRestart(t *testing.T) {
	calls := fakeSystemctl(t, `case $1 in restart) [ -e killed ] || sleep 60 ;; kill) touch killed ;; esac`)
	begun := time.Now()
	require.NoError(t, Site{"surya"}.restartIn(t.Context(), 300*time.Millisecond, "parichay@surya.service"))
	assert.Less(t, time.Since(begun), 30*time.Second)
	assert.Equal(t, []string{"restart parichay@surya.service", "kill --signal=KILL parichay@surya.service", "restart parichay@surya.service"}, calls())
}

func TestForeignProcessIsKilledBeforeTheRestart(t *testing.T) {
	calls := fakeSystemctl(t, "")
	require.NoError(t, Site{"surya"}.killAndRestart(t.Context(), "parichay@surya.service"))
	assert.Equal(t, []string{"kill --signal=KILL parichay@surya.service", "restart parichay@surya.service"}, calls())
}

func TestRestartTimesOut(t *testing.T) {
	fakeSystemctl(t, `case $1 in restart) exec sleep 60 ;; esac`)
	begun := time.Now()
	require.ErrorIs(t, Site{"surya"}.restartIn(t.Context(), 300*time.Millisecond, "parichay@surya.service"), context.DeadlineExceeded)
	assert.Less(t, time.Since(begun), 30*time.Second)
}

func TestAFailedRestartKillsNothing(t *testing.T) {
	calls := fakeSystemctl(t, `exit 1`)
	require.ErrorContains(t, Site{"surya"}.restartIn(t.Context(), time.Minute, "parichay@surya.service"), "journalctl -u parichay@surya.service")
	assert.Len(t, calls(), 1)
}

func TestRemovingThePackageKillsAProgramThatDoesNotStop(t *testing.T) {
	calls := fakeSystemctl(t, `case $1 in disable) exec sleep 20 ;; esac`)
	raw, err := os.ReadFile("../../../deploy/debian/prerm")
	require.NoError(t, err)
	settings := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(settings, "surya.env"), nil, 0o600))
	script := strings.NewReplacer("/run/systemd/system", "/", "/etc/parichay", settings, "timeout 90", "timeout 0.3").Replace(string(raw))
	out, err := exec.CommandContext(t.Context(), "/bin/sh", "-c", script, "prerm", "remove").CombinedOutput()
	require.NoError(t, err, string(out))
	const units = "parichay@surya.socket parichay@surya.service"
	assert.Equal(t, []string{"disable --now --quiet " + units, "kill --signal=KILL parichay@surya.service", "stop " + units}, calls())
}

func TestActiveSocketIsNotRestartedIfItsPortIsUnchanged(t *testing.T) {
	s := Site{"surya"}
	fakeSystemctl(t, `exit 0`)
	assert.Equal(t, []string{s.Service()}, s.toRestart(t.Context(), "8080", "8080"))
	assert.Equal(t, []string{s.Socket(), s.Service()}, s.toRestart(t.Context(), "8080", "8081"), "the port has changed")
	fakeSystemctl(t, `exit 3`)
	assert.Equal(t, []string{s.Socket(), s.Service()}, s.toRestart(t.Context(), "8080", "8080"), "the socket is not active")
}

func TestPortHeldByAnotherProgramIsReported(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	at, err := placeOf(listener.Addr().String())
	require.NoError(t, err)
	s := Site{"surya"}
	fakeSystemctl(t, `exit 3`)
	require.ErrorContains(t, s.taken(t.Context(), at), "another program listens on "+at.stream())
	fakeSystemctl(t, `exit 0`)
	require.NoError(t, s.taken(t.Context(), at), "the site's own socket")
	fakeSystemctl(t, `exit 3`)
	require.NoError(t, listener.Close())
	assert.NoError(t, s.taken(t.Context(), at))
}

func TestFreePortSkipsPortsOfOtherSitesAndPrograms(t *testing.T) {
	t.Parallel()
	port, err := freePort(map[int]bool{8080: true}, func(port int) bool { return port == 8081 })
	require.NoError(t, err)
	assert.Equal(t, 8082, port)
	_, err = freePort(nil, func(int) bool { return true })
	assert.ErrorContains(t, err, "65535")
}
