package multisite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"
)

// An intruder who runs as a site's user controls every process of that user, because the
// kernel lets one process of a user modify another. Root therefore gives such a process no
// terminal and no file that root can write; its output goes through pipes. Standard input is
// passed on unless it is a terminal. The output is treated as hostile.

const (
	mostOutput = 64 << 10        // bytes of a command's output that root reads
	mostQuoted = 1000            // bytes of the output that root prints
	lingers    = 5 * time.Second // how long children of a command may hold its output open
)

// Command prepares a program that runs with the site's settings, as its user, in its folder.
func (s Site) Command(ctx context.Context, program string, args ...string) (*exec.Cmd, error) {
	environ, err := s.environ()
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, program, args...) //nolint:gosec // chosen by root
	c.Env, c.Dir = environ, s.Folder()              // the child enters the folder after dropping root's rights
	c.WaitDelay = lingers
	return c, as(c, s.User())
}

// Output runs the installed program as the site and returns the beginning of its standard
// output. An error quotes its standard error.
func (s Site) Output(ctx context.Context, args ...string) (string, error) {
	c, err := s.Command(ctx, Program, args...)
	if err != nil {
		return "", err
	}
	var out, errs bounded
	c.Stdout, c.Stderr = &out, &errs
	if err := confined(c.Run); err != nil {
		return "", fmt.Errorf("parichay %s failed (%w): %s", strings.Join(args, " "), err, quoted(errs.String()))
	}
	return out.String(), nil
}

// Run runs the installed program as the site for a terminal or a script, and returns its exit
// status. Control characters are escaped in standard error, and in standard output if it is a
// terminal. Redirected or piped standard output is passed on unchanged.
func (s Site) Run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer, args ...string) (status int, err error) {
	c, err := s.Command(ctx, Program, args...)
	if err != nil {
		return 0, err
	}
	return attend(c, stdin, stdout, stderr)
}

// attend runs a site's command as Run describes.
func attend(c *exec.Cmd, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = 0                           // give a program that is stopping time to finish
	c.SysProcAttr.Pdeathsig = syscall.SIGTERM // the command must not outlive this process
	if Terminal(stdout) {
		stdout = &printable{to: stdout}
	}
	out, finishOut, err := pipeTo(stdout)
	if err != nil {
		return 0, err
	}
	errs, finishErrs, err := pipeTo(&printable{to: stderr})
	if err != nil {
		return 0, errors.Join(err, finishOut())
	}
	defer func() { err = errors.Join(err, finishOut(), finishErrs()) }()
	c.Stdout, c.Stderr = out, errs
	if Terminal(stdin) { // a terminal's descriptor could also be written to
		pipe, err := c.StdinPipe()
		if err != nil {
			return 0, err
		}
		go func() {
			_, _ = io.Copy(pipe, stdin)
			_ = pipe.Close()
		}()
	} else {
		c.Stdin = stdin
	}
	err = confined(c.Run)
	if ended, ok := errors.AsType[*exec.ExitError](err); ok && ended.ExitCode() > 0 {
		return ended.ExitCode(), nil
	}
	return 0, err
}

// noNewPrivileges is PR_SET_NO_NEW_PRIVS of prctl(2).
const noNewPrivileges = 38

// confined calls run on a thread with the flag no_new_privs, so that neither the command nor
// its children gain rights by running a setuid program. The flag belongs to a thread and is
// inherited by children. The thread is used for nothing else and lives as long as the command,
// as Pdeathsig requires.
func confined(run func() error) error {
	ended := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with this function
		if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, noNewPrivileges, 1, 0, 0, 0, 0); errno != 0 {
			ended <- fmt.Errorf("prctl: %w", errno)
			return
		}
		ended <- run()
	}()
	return <-ended
}

// as makes a command run as a user of this machine: in its own session, so that it cannot type
// into root's terminal, and without files that this process inherited.
func as(c *exec.Cmd, name string) error {
	who, err := credential(name)
	if err != nil {
		return err
	}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: who, Setsid: true}
	inherited, err := filepath.Glob("/proc/self/fd/*")
	for _, path := range inherited {
		if number, err := strconv.Atoi(filepath.Base(path)); err == nil && number > 2 {
			syscall.CloseOnExec(number)
		}
	}
	return err
}

// Terminal reports whether a stream is a terminal or another character device.
func Terminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// bounded is a buffer that keeps the first mostOutput bytes and drops the rest.
type bounded struct{ bytes.Buffer }

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	_, _ = b.Buffer.Write(p[:min(len(p), mostOutput-b.Len())])
	return len(p), nil
}

// quoted prepares a site's text for root's output: escaped, on one line, of bounded length.
func quoted(text string) string {
	text = strconv.Quote(strings.TrimSpace(text[:min(len(text), mostQuoted)]))
	if len(text) > mostQuoted {
		text = strings.ToValidUTF8(text[:mostQuoted], "") + `…"`
	}
	return text
}

// pipeSize is the capacity of a pipe.
const pipeSize = 64 << 10

// pipeTo returns a pipe for a command to write to. The caller calls finish after the command
// has ended. Processes that the command left behind may hold the pipe open forever; finish
// copies what is in the pipe and does not wait for them.
func pipeTo(to io.Writer) (pipe *os.File, finish func() error, err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	copied := make(chan error, 1)
	go func() {
		_, err := io.Copy(to, struct{ io.Reader }{read})
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			_ = read.Close() // further writes of the command fail
		}
		copied <- err
	}()
	return write, func() error {
		_ = write.Close()
		_ = read.SetReadDeadline(time.Now())
		if err := <-copied; !errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
		defer read.Close()
		_ = read.SetReadDeadline(time.Now().Add(time.Second))
		rest := make([]byte, pipeSize)
		n, _ := read.Read(rest)
		_, err := to.Write(rest[:n])
		return err
	}, nil
}

// printable is a writer that escapes control characters.
type printable struct {
	to   io.Writer
	rest []byte // an incomplete character, completed by the next write
}

// Write implements io.Writer.
func (w *printable) Write(p []byte) (int, error) {
	text := slices.Concat(w.rest, p)
	var out []byte
	for len(text) > 0 && utf8.FullRune(text) {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			out = fmt.Appendf(out, `\x%02x`, text[0])
		case r == '\n' || r == '\t' || unicode.IsPrint(r) || r == '\u200c' || r == '\u200d': // Indian scripts use the last two to join letters
			out = append(out, text[:size]...)
		case r < utf8.RuneSelf:
			out = fmt.Appendf(out, `\x%02x`, r)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		text = text[size:]
	}
	w.rest = bytes.Clone(text)
	if _, err := w.to.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
