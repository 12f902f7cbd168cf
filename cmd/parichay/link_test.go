package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/testkit/testdb"
)

var setUpLink = regexp.MustCompile(`\n    (https?://\S+/admin/setup#[A-Z2-7]{52})\n`)

// started starts and stops the program and returns its output and its log. It waits for the
// fallback copy, which a start writes last.
func started(t *testing.T, environ map[string]string, terminal bool) (printed, logged string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	environ["PARICHAY_LISTEN"] = "127.0.0.1:0"
	folder := t.TempDir()
	environ["PARICHAY_MEDIA"] = "file:" + folder
	output, log := &transcript{}, &transcript{}
	var stdout io.Writer = output
	finish := func() {}
	if terminal {
		stdout, finish = openTerminal(t, output)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run(ctx, []string{"serve"}, from(environ), nil, stdout, log)
	}()
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(folder, "private", "content"))
		return err == nil
	}, 30*time.Second, 10*time.Millisecond)
	cancel()
	<-ended
	finish()
	return strings.ReplaceAll(output.String(), "\r\n", "\n"), log.String()
}

// openTerminal opens a pseudo-terminal whose output is copied to the transcript; finish
// waits for all of it.
func openTerminal(t *testing.T, shows *transcript) (terminal *os.File, finish func()) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	var number, unlock uint32
	for request, argument := range map[uintptr]*uint32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &unlock} {
		_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(argument)))
		require.Zero(t, failed)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(shows, master) // ends with an error once the terminal is closed
	}()
	return terminal, func() {
		_ = terminal.Close()
		<-read
		_ = master.Close()
	}
}

func TestStartPrintsSetupLinkToATerminal(t *testing.T) {
	_, address := testdb.Empty(t)
	printed, logged := started(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_BASE_URL", "https://shop.example/"), true)
	assert.Regexp(t, setUpLink, printed)
	assert.NotContains(t, logged, "/admin/setup#")
}

func TestStartWithoutATerminalLogsHowToGetTheSetupLink(t *testing.T) {
	store, address := testdb.Empty(t)
	printed, logged := started(t, environment("PARICHAY_DATABASE_URL", address), false)
	assert.Empty(t, printed, "standard output is a journal that others can read")
	assert.NotContains(t, logged, "/admin/setup#")
	assert.Contains(t, logged, "parichay owner link")
	var links int
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT count(*) FROM owner_links`).Scan(&links))
	assert.Zero(t, links, "no link may be created that nobody sees")
}

func TestFirstStartLogsHowManyStepsWereApplied(t *testing.T) {
	_, address := testdb.Empty(t)
	_, logged := started(t, environment("PARICHAY_DATABASE_URL", address), false)
	assert.Regexp(t, `msg="schema is current" applied=\d+ last=\d{5}_\S+\n`, logged)
}

func TestOwnerLinkReportsAppliedMigrations(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address)
	code, _, stderr := command(t.Context(), environ, "", "owner", "link")
	require.Equal(t, 0, code, stderr)
	assert.Regexp(t, `^parichay: the database was not current: \d+ migration steps were applied, the last is \d{5}_\S+\n$`, stderr)
	code, _, stderr = command(t.Context(), environ, "", "owner", "link")
	require.Equal(t, 0, code, stderr)
	assert.Empty(t, stderr)
}

func TestStartWithAnOwnerPrintsNoLink(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address)
	code, _, stderr := command(t.Context(), environ, "correct horse battery\n", "owner", "set", "--email", "owner@example.com", "--password-stdin")
	require.Equal(t, 0, code, stderr)
	for _, terminal := range []bool{true, false} {
		printed, logged := started(t, environ, terminal)
		assert.Empty(t, printed)
		assert.NotContains(t, logged, "owner link")
	}
}

func TestOwnerLinkRevokesEarlierLinks(t *testing.T) {
	store, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_BASE_URL", "https://shop.example/")
	for _, purpose := range []account.Purpose{account.SetUp, account.Reset} {
		if purpose == account.Reset {
			code, _, stderr := command(t.Context(), environ, "correct horse battery\n", "owner", "set", "--email", "owner@example.com", "--password-stdin")
			require.Equal(t, 0, code, stderr)
		}
		var tokens []account.Token
		for range 2 {
			code, stdout, stderr := command(t.Context(), environ, "", "owner", "link")
			require.Equal(t, 0, code, stderr)
			found, token, err := account.FindLink(stdout, "https://shop.example")
			require.NoError(t, err)
			assert.Equal(t, purpose, found)
			tokens = append(tokens, token)
		}
		require.ErrorIs(t, store.Accounts.CheckLink(t.Context(), purpose, tokens[0]), fault.ErrNotFound)
		require.NoError(t, store.Accounts.CheckLink(t.Context(), purpose, tokens[1]))
	}
}
