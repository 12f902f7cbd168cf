package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// readyWithin is how long a site may take to be ready after a restart.
const readyWithin = time.Minute

// Supervised says whether systemd runs this machine.
func Supervised() bool {
	_, err := os.Stat("/run/systemd/system")
	return err == nil
}

func systemctl(ctx context.Context, args ...string) error {
	return said(exec.CommandContext(ctx, "systemctl", args...)) //nolint:gosec // names of units
}

// Start lets systemd hold the site's port and run its program, now and after every
// start of the machine.
func (s Site) Start(ctx context.Context) error {
	port, err := s.Port()
	if err != nil {
		return err
	}
	listen := fmt.Sprintf("# Written by parichay site add from %s.\n[Socket]\nListenStream=\nListenStream=127.0.0.1:%d\n", s.Settings(), port)
	if err := s.addition(s.Socket(), "port.conf", listen); err != nil {
		return err
	}
	if err := systemctl(ctx, "daemon-reload"); err != nil {
		return err
	}
	if err := systemctl(ctx, "enable", "--quiet", s.Socket(), s.Service()); err != nil {
		return err
	}
	if err := s.restart(ctx, s.Socket(), s.Service()); err != nil {
		return err
	}
	return s.awaitReady(ctx)
}

func (s Site) restart(ctx context.Context, units ...string) error {
	if err := systemctl(ctx, append([]string{"restart"}, units...)...); err != nil {
		return fmt.Errorf("%w\nthe log says why: journalctl -u %s", err, s.Service())
	}
	return nil
}

// addition writes a file that adds to a unit of the site; an empty one is removed.
func (s Site) addition(unit, name, text string) error {
	file := filepath.Join(unitFolder, unit+".d", name)
	if text == "" {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // for everybody to read
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644) //nolint:gosec // units are for everybody to read
}

// Show is what systemd knows of the site's service.
func (s Site) Show(ctx context.Context, property string) string {
	out, _ := exec.CommandContext(ctx, "systemctl", "show", "--value", "-p", property, s.Service()).Output() //nolint:gosec // names of units
	return strings.TrimSpace(string(out))
}

// process is what the kernel says of the site's program; empty where none runs.
func (s Site) process(ctx context.Context) string {
	pid, err := strconv.Atoi(s.Show(ctx, "MainPID"))
	if err != nil || pid == 0 {
		return ""
	}
	return fmt.Sprintf("/proc/%d", pid)
}

// running is the program that runs now, which a newer one may have replaced on disk;
// empty where none runs.
func (s Site) running(ctx context.Context) string {
	process := s.process(ctx)
	if process == "" {
		return ""
	}
	return process + "/exe"
}

// Memory is what the program takes, in bytes; of what it shares with the programs of
// other sites, its part. 0 where none runs.
func (s Site) Memory(ctx context.Context) (bytes int64) {
	raw, _ := os.ReadFile(s.process(ctx) + "/smaps_rollup")
	for line := range strings.Lines(string(raw)) {
		if _, err := fmt.Sscanf(line, "Pss: %d kB", &bytes); err == nil {
			return bytes << 10
		}
	}
	return 0
}

// Version is that of the program that runs now; empty where none runs.
func (s Site) Version(ctx context.Context) string {
	program := s.running(ctx)
	if program == "" {
		return ""
	}
	out, _ := exec.CommandContext(ctx, program, "version").Output() //nolint:gosec // the site's own
	return strings.TrimSpace(strings.TrimPrefix(string(out), "parichay "))
}

// Ready asks the program whether it can take what visitors send.
func (s Site) Ready(ctx context.Context) error {
	port, err := s.Port()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/readyz", port), nil)
	if err != nil {
		return err
	}
	answer, err := (&http.Client{}).Do(request)
	if err != nil {
		return errors.New("it does not answer")
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("it is not ready (%d)", answer.StatusCode)
	}
	return nil
}

func (s Site) awaitReady(ctx context.Context) (err error) {
	for begun := time.Now(); time.Since(begun) < readyWithin; {
		if err = s.Ready(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("%w after %v; the log says why: journalctl -u %s", err, readyWithin, s.Service())
}

// Upgrade lets the site run the program that is installed now. Its database is
// brought up to date first, while the program of before goes on serving; if that
// fails, or the new program does not get ready, the site stays with the one of before.
func (s Site) Upgrade(ctx context.Context, out io.Writer) error {
	before, version := s.running(ctx), s.Version(ctx)
	if before != "" {
		kept, err := keep(before, version)
		if err != nil {
			return err
		}
		before = kept
	}
	migrate, err := s.Command(ctx, Program, "migrate")
	if err != nil {
		return err
	}
	if err := said(migrate); err != nil {
		return errors.Join(err, s.stay(ctx, before))
	}
	if err := s.addition(s.Service(), "program.conf", ""); err != nil {
		return err
	}
	if err := systemctl(ctx, "daemon-reload"); err != nil {
		return err
	}
	err = s.restart(ctx, s.Service())
	if err == nil {
		err = s.awaitReady(ctx)
	}
	if err != nil && before != "" {
		return errors.Join(err, s.stay(ctx, before), s.restart(ctx, s.Service()))
	}
	if err == nil {
		fmt.Fprintf(out, "%s: %s\n", s.Name, s.Version(ctx))
	}
	return err
}

// stay makes the site start with a program of before until it is upgraded.
func (s Site) stay(ctx context.Context, program string) error {
	if program == "" {
		return nil
	}
	text := fmt.Sprintf("# The upgrade of this site failed. Once what it said is mended: sudo parichay site upgrade %s\n[Service]\nExecStart=\nExecStart=%s serve\n", s.Name, program)
	if err := s.addition(s.Service(), "program.conf", text); err != nil {
		return err
	}
	return systemctl(ctx, "daemon-reload")
}

// keep puts a copy of a running program where no upgrade takes it away.
func keep(running, version string) (string, error) {
	if version == "" || strings.ContainsAny(version, "/ ") {
		return "", fmt.Errorf("the program that runs now does not say which one it is: %q", version)
	}
	file := filepath.Join(programFolder, version, "parichay")
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // for everybody to read
		return "", err
	}
	raw, err := os.ReadFile(running)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(file+".new", raw, 0o755); err != nil { //nolint:gosec // every site runs it as its own user
		return "", err
	}
	return file, os.Rename(file+".new", file)
}

// Tidy removes the programs of before that no site needs.
func Tidy(ctx context.Context) error {
	kept, err := filepath.Glob(filepath.Join(programFolder, "*", "parichay"))
	if err != nil {
		return err
	}
	sites, err := All()
	if err != nil {
		return err
	}
	needed := map[string]bool{}
	for _, s := range sites {
		starts := s.Show(ctx, "ExecStart")
		for _, program := range kept {
			if strings.Contains(starts, program) {
				needed[program] = true
			}
		}
	}
	for _, program := range kept {
		if !needed[program] {
			err = errors.Join(err, os.RemoveAll(filepath.Dir(program)))
		}
	}
	return err
}
