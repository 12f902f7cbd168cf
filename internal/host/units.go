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
	"slices"
	"strings"
	"time"

	"parichay/internal/settings"
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
	lines, err := s.settings()
	if err != nil {
		return err
	}
	if err := startable(lines); err != nil {
		return fmt.Errorf("%s: %w", s.Settings(), err)
	}
	at, err := s.place()
	if err != nil {
		return err
	}
	listen := fmt.Sprintf("# Written by parichay site add from %s.\n[Socket]\nListenStream=\nListenStream=%s\n", s.Settings(), at.stream())
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

// startable refuses settings that do not go with a port which systemd holds.
func startable(lines []string) error {
	if lookUp(lines, settings.TLSDomains) != "" {
		return fmt.Errorf("%s cannot be set for one of several sites: a proxy answers for their domains, with its own certificates. Remove it", settings.TLSDomains)
	}
	return nil
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
func (s Site) Show(ctx context.Context, property string) (string, error) {
	out, err := exec.CommandContext(ctx, "systemctl", "show", "--value", "-p", property, s.Service()).Output() //nolint:gosec // names of units
	if err != nil {
		return "", fmt.Errorf("systemctl show %s: %w", s.Service(), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// process is what the kernel says of the site's program; empty where none runs.
func (s Site) process(ctx context.Context) (string, error) {
	pid, err := s.Show(ctx, "MainPID")
	if err != nil || pid == "" || pid == "0" {
		return "", err
	}
	return "/proc/" + pid, nil
}

// running is the program that runs now, which a newer one may have replaced on disk;
// nil where none runs. It is one that root installed, not what a site that was broken
// into has become.
func (s Site) running(ctx context.Context) (*os.File, error) {
	process, err := s.process(ctx)
	if err != nil || process == "" {
		return nil, err
	}
	file, err := os.Open(process + "/exe")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // it has ended meanwhile
	} else if err != nil {
		return nil, err
	}
	if err := rootsOwn(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s runs a program that is not the installed one: %w", s.Service(), err)
	}
	return file, nil
}

// Memory is what the program takes, in bytes; of what it shares with the programs of
// other sites, its part. 0 where none runs.
func (s Site) Memory(ctx context.Context) (bytes int64) {
	process, err := s.process(ctx)
	if err != nil || process == "" {
		return 0
	}
	raw, _ := os.ReadFile(process + "/smaps_rollup")
	for line := range strings.Lines(string(raw)) {
		if _, err := fmt.Sscanf(line, "Pss: %d kB", &bytes); err == nil {
			return bytes << 10
		}
	}
	return 0
}

// Version is that of the program that runs now; empty where none runs.
func (s Site) Version(ctx context.Context) (string, error) {
	program, err := s.running(ctx)
	if err != nil || program == nil {
		return "", err
	}
	defer program.Close()
	return s.versionOf(ctx, program)
}

// versionOf asks the very file that was looked at, as the site's user.
func (s Site) versionOf(ctx context.Context, program *os.File) (string, error) {
	c, err := s.Command(ctx, "/proc/self/fd/3", "version")
	if err != nil {
		return "", err
	}
	c.ExtraFiles = []*os.File{program}
	out, err := c.Output()
	return strings.TrimSpace(strings.TrimPrefix(string(out), "parichay ")), err
}

// Ready asks the program whether it can take what visitors send.
func (s Site) Ready(ctx context.Context) error {
	near, err := s.Near()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+near+"/readyz", nil)
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
// brought up to date first, while the program of before goes on serving. Whatever
// fails, the site goes back to the one of before.
func (s Site) Upgrade(ctx context.Context, out io.Writer) error {
	before, err := s.keepRunning(ctx)
	if err != nil {
		return err
	}
	if err := s.renew(ctx); err != nil {
		return errors.Join(err, s.goBack(context.WithoutCancel(ctx), before))
	}
	version, err := s.Version(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %s\n", s.Name, version)
	return nil
}

// keepRunning keeps the program that runs now, and says where; empty where none runs.
func (s Site) keepRunning(ctx context.Context) (kept string, err error) {
	program, err := s.running(ctx)
	if err != nil || program == nil {
		return "", err
	}
	defer program.Close()
	version, err := s.versionOf(ctx, program)
	if err != nil {
		return "", err
	}
	return keep(program, version)
}

// renew is an upgrade that goes well.
func (s Site) renew(ctx context.Context) error {
	migrate, err := s.Command(ctx, Program, "migrate")
	if err != nil {
		return err
	}
	if err := said(migrate); err != nil {
		return err
	}
	if err := s.addition(s.Service(), "program.conf", ""); err != nil {
		return err
	}
	if err := systemctl(ctx, "daemon-reload"); err != nil {
		return err
	}
	if err := s.restart(ctx, s.Service()); err != nil {
		return err
	}
	return s.awaitReady(ctx)
}

// goBack is the one way back: the site starts with the program of before, and is
// ready. Where none ran before, there is nothing to go back to.
func (s Site) goBack(ctx context.Context, program string) error {
	if program == "" {
		return nil
	}
	if err := s.stay(ctx, program); err != nil {
		return err
	}
	if err := s.restart(ctx, s.Service()); err != nil {
		return err
	}
	return s.awaitReady(ctx)
}

// stay makes the site start with a program of before until it is upgraded.
func (s Site) stay(ctx context.Context, program string) error {
	text := fmt.Sprintf("# The upgrade of this site failed. Once what it said is mended: sudo parichay site upgrade %s\n[Service]\nExecStart=\nExecStart=%s serve\n", s.Name, program)
	if err := s.addition(s.Service(), "program.conf", text); err != nil {
		return err
	}
	return systemctl(ctx, "daemon-reload")
}

// keep puts a copy of a running program where no upgrade takes it away.
func keep(running io.Reader, version string) (string, error) {
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
	raw, err := io.ReadAll(running)
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
	spare, err := unneeded(ctx, sites, kept)
	for _, program := range spare {
		err = errors.Join(err, os.RemoveAll(filepath.Dir(program)))
	}
	return err
}

// unneeded are the programs that no site starts. Where systemd does not say what a
// site starts, every one of them may be needed.
func unneeded(ctx context.Context, sites []Site, kept []string) ([]string, error) {
	for _, s := range sites {
		starts, err := s.Show(ctx, "ExecStart")
		if err != nil {
			return nil, err
		}
		kept = slices.DeleteFunc(kept, func(program string) bool { return strings.Contains(starts, program) })
	}
	return kept, nil
}
