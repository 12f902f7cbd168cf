package multisite

import (
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// built compiles a main package of a module named parichay, as scripts/release does.
func built(t *testing.T, folder, buildID string) *os.File {
	t.Helper()
	at := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module parichay\n", folder + "/main.go": "package main\n\nfunc main() {}\n"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(at, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(at, name), []byte(text), 0o600))
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid="+buildID, "-o", "program", "./"+folder)
	build.Dir, build.Env = at, append(os.Environ(), "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	file, err := os.Open(filepath.Join(at, "program"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = file.Close() })
	return file
}

func needsRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root's files are accepted")
	}
}

func TestOnlyAParichayOwnedByRootIsAccepted(t *testing.T) {
	t.Parallel()
	needsRoot(t)
	_, err := programIn(built(t, "cmd/parichay", ""))
	require.NoError(t, err)
	_, err = programIn(built(t, "cmd/mailbox", ""))
	require.ErrorIs(t, err, ErrForeign, "another program of this module")
	for _, installed := range []string{"/bin/sh", "/usr/bin/perl"} {
		file, err := os.Open(installed)
		require.NoError(t, err)
		_, err = programIn(file)
		require.ErrorIs(t, err, ErrForeign, installed)
		require.NoError(t, file.Close())
	}
	own := built(t, "cmd/parichay", "")
	require.NoError(t, own.Chown(65534, 65534))
	_, err = programIn(own)
	assert.ErrorIs(t, err, ErrForeign, "a copy that the site made")
}

func TestVersionIsReadWithoutRunningTheProgram(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"v0.2.0": `^v0\.2\.0$`, "0.2.0+3-gabc~1": `^0\.2\.0\+3-gabc~1$`,
		"": `^sha256-[0-9a-f]{12}$`, "a/b": `^sha256-`, `v1\x2fb`: `^sha256-`, strings.Repeat("v", 65): `^sha256-`,
	} {
		got, err := program{built(t, "cmd/parichay", id)}.version()
		require.NoError(t, err, id)
		assert.Regexp(t, want, got, id)
	}
}

func TestCopiedProgramIsNamedByItsHash(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "kept")
	running := program{built(t, "cmd/parichay", "v0.2.0")}
	kept, err := running.keep(folder)
	require.NoError(t, err)
	assert.Regexp(t, `^`+folder+`/[0-9a-f]{64}/parichay$`, kept)
	again, err := running.keep(folder)
	require.NoError(t, err)
	assert.Equal(t, kept, again)
	want, err := os.ReadFile(running.Name())
	require.NoError(t, err)
	got, err := os.ReadFile(kept)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	info, err := os.Stat(kept)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o755), info.Mode().Perm())
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Len(t, entries, 1, "no draft is left behind")
}

func TestQuotedTextIsOneBoundedLine(t *testing.T) {
	t.Parallel()
	assert.Equal(t, `"a\x1b]0;x\a\nb\u202e"`, quoted("a\x1b]0;x\a\nb\u202e\n"))
	for _, text := range []string{strings.Repeat("x", 1<<20), strings.Repeat("\x1b", 1<<20), strings.Repeat("\u202e", 1<<20), strings.Repeat("અ", 1<<20)} {
		got := quoted(text)
		assert.LessOrEqual(t, len(got), mostQuoted+len(`…"`))
		assert.NotRegexp(t, `[[:cntrl:]]`, got)
	}
}

func TestControlCharactersAreEscapedOnATerminal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain\n\ttext": "plain\n\ttext", "नमस्ते ક્\u200dષ\n": "नमस्ते ક્\u200dષ\n",
		"\x1b]0;x\a": `\x1b]0;x\x07`, "over\rwritten": `over\x0dwritten`, "\u009b2J": `\u009b2J`, "\u202ex": `\u202ex`, "\xff\x9b": `\xff\x9b`,
	} {
		for _, size := range []int{1, 2, 1 << 10} { // bytes per write
			var out strings.Builder
			w := &printable{to: &out}
			for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
				n, err := w.Write([]byte(rest[:min(size, len(rest))]))
				require.NoError(t, err)
				assert.Equal(t, min(size, len(rest)), n)
			}
			assert.Equal(t, want, out.String(), text)
		}
	}
}

func TestCommandOutputIsBounded(t *testing.T) {
	t.Parallel()
	var b bounded
	for range 100 {
		n, err := b.Write(make([]byte, 10_000))
		require.NoError(t, err)
		assert.Equal(t, 10_000, n, "the program is not blocked")
	}
	assert.Equal(t, mostOutput, b.Len())
}

func TestTheReadinessProbeFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer elsewhere.Close()
	site := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	defer site.Close()
	answer, err := prober.Get(site.URL)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Equal(t, http.StatusFound, answer.StatusCode)
}

func TestTheReadinessProbeReadsBoundedHeaders(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Note", strings.Repeat("x", 1<<20)) }))
	defer site.Close()
	answer, err := prober.Get(site.URL)
	if err == nil {
		_ = answer.Body.Close()
	}
	assert.Error(t, err)
}

func TestSiteCommandHasNoTerminalOrInheritedFiles(t *testing.T) {
	t.Parallel()
	needsRoot(t)
	leaked, err := os.Open("/etc/passwd")
	require.NoError(t, err)
	defer leaked.Close()
	inherited := makeInheritable(t, leaked)
	c := exec.CommandContext(t.Context(), "/bin/sh", "-c", `ls /proc/self/fd; echo "own session: $(awk '{print ($1 == $6)}' /proc/$$/stat)"`)
	require.NoError(t, as(c, "nobody"))
	out, err := c.Output()
	require.NoError(t, err)
	assert.NotContains(t, strings.Fields(string(out)), inherited)
	assert.Contains(t, string(out), "own session: 1")
}

func TestACommandsOutputGoesThroughAPipe(t *testing.T) {
	t.Parallel()
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer file.Close()
	c := exec.CommandContext(t.Context(), "/bin/sh", "-c", `readlink /proc/$$/fd/1 /proc/$$/fd/2; printf 'raw \033'; printf 'escaped \033' >&2; exit 3`)
	var errs strings.Builder
	c.SysProcAttr = &syscall.SysProcAttr{}
	status, err := attend(c, nil, file, &errs)
	require.NoError(t, err)
	assert.Equal(t, 3, status)
	raw, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	assert.Regexp(t, `^pipe:\S+\npipe:\S+\nraw \x1b$`, string(raw))
	assert.Equal(t, `escaped \x1b`, errs.String())
}

func TestACommandGetsNoNewPrivileges(t *testing.T) {
	t.Parallel()
	marks := func(run func(c *exec.Cmd) error) string {
		var out strings.Builder
		c := exec.CommandContext(t.Context(), "/bin/grep", "NoNewPrivs", "/proc/self/status")
		c.Stdout, c.SysProcAttr = &out, &syscall.SysProcAttr{}
		require.NoError(t, run(c))
		return out.String()
	}
	before := marks((*exec.Cmd).Run)
	assert.Equal(t, "NoNewPrivs:\t1\n", marks(func(c *exec.Cmd) error { return confined(c.Run) }))
	for range 20 {
		assert.Equal(t, before, marks((*exec.Cmd).Run), "other commands of root are not affected")
	}
	var out strings.Builder
	c := exec.CommandContext(t.Context(), "/bin/grep", "NoNewPrivs", "/proc/self/status")
	c.SysProcAttr = &syscall.SysProcAttr{}
	_, err := attend(c, nil, &out, io.Discard)
	require.NoError(t, err)
	assert.Equal(t, "NoNewPrivs:\t1\n", out.String())
}

func TestStandardErrorIsEscapedEvenIfItIsAFile(t *testing.T) {
	t.Parallel()
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer file.Close()
	c := exec.CommandContext(t.Context(), "/bin/sh", "-c", `printf '\033' >&2`)
	c.SysProcAttr = &syscall.SysProcAttr{}
	_, err = attend(c, nil, io.Discard, file)
	require.NoError(t, err)
	raw, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	assert.Equal(t, `\x1b`, string(raw))
}

func TestAllOutputOfACommandArrives(t *testing.T) {
	t.Parallel()
	c := exec.CommandContext(t.Context(), "/bin/sh", "-c", `head -c 10000000 /dev/zero`)
	c.SysProcAttr = &syscall.SysProcAttr{}
	var out slow
	_, err := attend(c, nil, &out, io.Discard)
	require.NoError(t, err)
	assert.Equal(t, 10_000_000, out.size)
}

// slow is a writer that delays every write.
type slow struct{ size int }

func (s *slow) Write(p []byte) (int, error) {
	s.size += len(p)
	time.Sleep(time.Millisecond)
	return len(p), nil
}

func TestCommandDoesNotWaitForAChildThatKeepsItsOutputOpen(t *testing.T) {
	t.Parallel()
	c := exec.CommandContext(t.Context(), "/bin/sh", "-c", `setsid sleep 15 & echo done`)
	c.SysProcAttr = &syscall.SysProcAttr{}
	var out strings.Builder
	begun := time.Now()
	_, err := attend(c, nil, &out, io.Discard)
	require.NoError(t, err)
	assert.Equal(t, "done\n", out.String())
	assert.Less(t, time.Since(begun), 10*time.Second)
}

// makeInheritable duplicates a file to a descriptor that a child would inherit, and returns
// its number.
func makeInheritable(t *testing.T, file *os.File) string {
	t.Helper()
	number, err := syscall.Dup(int(file.Fd()))
	require.NoError(t, err)
	t.Cleanup(func() { _ = syscall.Close(number) })
	return strconv.Itoa(number)
}
