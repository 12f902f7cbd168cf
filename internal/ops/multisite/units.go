package multisite

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
	"strconv"
	"strings"
	"syscall"
	"time"

	"parichay/internal/ops/settings"
)

// readyWithin is how long a site may take to be ready after a restart.
const readyWithin = time.Minute

// Supervised reports whether systemd runs this machine.
func Supervised() bool {
	_, err := os.Stat("/run/systemd/system")
	return err == nil
}

func systemctl(ctx context.Context, args ...string) error {
	c := exec.CommandContext(ctx, "systemctl", args...) //nolint:gosec // names of units
	c.WaitDelay = lingers
	return run(c)
}

// Start makes systemd hold the site's port and run its program, now and after every boot.
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
	before, _ := os.ReadFile(additionFile(s.Socket(), "port.conf"))
	if err := s.addition(s.Socket(), "port.conf", listen); err != nil {
		return err
	}
	if err := systemctl(ctx, "daemon-reload"); err != nil {
		// Without the file, the next Start knows that the socket does not use this port yet.
		return errors.Join(err, s.addition(s.Socket(), "port.conf", ""))
	}
	units := s.toRestart(ctx, string(before), listen)
	if err := systemctl(ctx, "enable", "--quiet", s.Socket(), s.Service()); err != nil {
		return err
	}
	if err := s.restart(ctx, units...); err != nil {
		return errors.Join(s.taken(ctx, at), err)
	}
	return s.awaitReady(ctx)
}

// toRestart returns the units that Start must restart, given the old and new content of
// port.conf. A socket that is active on the right port is not restarted: meanwhile another
// local program could bind the port and receive the site's visitors.
func (s Site) toRestart(ctx context.Context, before, now string) []string {
	if before == now && systemctl(ctx, "is-active", "--quiet", s.Socket()) == nil {
		return []string{s.Service()}
	}
	return []string{s.Socket(), s.Service()}
}

// taken returns an error if the site's socket is inactive because another program listens on
// its address.
func (s Site) taken(ctx context.Context, at place) error {
	if systemctl(ctx, "is-active", "--quiet", s.Socket()) == nil || !errors.Is(at.try(), syscall.EADDRINUSE) {
		return nil
	}
	return fmt.Errorf("another program listens on %s. To see which one: sudo ss -ltnp 'sport = :%d'. Stop it, or change %s in %s; then run this again",
		at.stream(), at.port, settings.Listen, s.Settings())
}

// startable returns an error for settings that conflict with a port held by systemd.
func startable(lines []string) error {
	if lookUp(lines, settings.TLSDomains) != "" {
		return fmt.Errorf("%s cannot be set for one of several sites, because the proxy in front has the certificates for their domains: remove the setting", settings.TLSDomains)
	}
	return nil
}

// restartWithin is the timeout of a restart. The unit gives the program a minute to stop and
// another to start, but a program may ask systemd for more time repeatedly.
const restartWithin = 3 * time.Minute

func (s Site) restart(ctx context.Context, units ...string) error {
	return s.restartIn(ctx, restartWithin, units...)
}

// killAndRestart replaces a process that may ignore a request to stop.
func (s Site) killAndRestart(ctx context.Context, units ...string) error {
	_ = s.kill(ctx) // if the process has ended meanwhile, there is nothing to kill
	return s.restart(ctx, units...)
}

// restartIn restarts units. After a timeout it kills the site's processes and retries once.
func (s Site) restartIn(ctx context.Context, within time.Duration, units ...string) error {
	try := func() error {
		ctx, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		err := systemctl(ctx, append([]string{"restart"}, units...)...)
		if ctx.Err() != nil {
			return fmt.Errorf("systemctl restart: %w", ctx.Err())
		}
		return err
	}
	err := try()
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		if err = s.kill(ctx); err == nil {
			err = try()
		}
	}
	if err != nil {
		return fmt.Errorf("%w\nsee the log: journalctl -u %s", err, s.Service())
	}
	return nil
}

// kill kills all processes of the site's unit.
func (s Site) kill(ctx context.Context) error {
	return systemctl(ctx, "kill", "--signal=KILL", s.Service())
}

func additionFile(unit, name string) string { return filepath.Join(unitFolder, unit+".d", name) }

// addition writes a drop-in file for a unit of the site, or removes it if text is empty.
func (s Site) addition(unit, name, text string) error {
	file := additionFile(unit, name)
	if text == "" {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // units are world-readable
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644) //nolint:gosec // units are world-readable
}

// Show returns a systemd property of the site's service.
func (s Site) Show(ctx context.Context, property string) (string, error) {
	out, err := exec.CommandContext(ctx, "systemctl", "show", "--value", "-p", property, s.Service()).Output() //nolint:gosec // names of units
	if err != nil {
		return "", fmt.Errorf("systemctl show %s: %w", s.Service(), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// process returns the /proc folder of the site's main process, or "" if none runs.
func (s Site) process(ctx context.Context) (string, error) {
	pid, err := s.Show(ctx, "MainPID")
	if err != nil {
		return "", err
	}
	if number, err := strconv.ParseUint(pid, 10, 31); err != nil || number == 0 {
		return "", err
	}
	return "/proc/" + pid, nil
}

// running opens the file of the program that runs now; on disk a newer one may have replaced
// it. It returns fs.ErrNotExist if no program runs, and ErrForeign if something else runs. The
// site controls which process is its main process, and that process may end meanwhile. In any
// case the returned file is a Parichay program installed by root.
func (s Site) running(ctx context.Context) (program, error) {
	process, err := s.process(ctx)
	if err != nil {
		return program{}, err
	}
	if process == "" {
		return program{}, fs.ErrNotExist
	}
	file, err := os.Open(process + "/exe")
	if err != nil {
		return program{}, err
	}
	p, err := programIn(file)
	if err != nil {
		_ = file.Close()
	}
	return p, err
}

// Memory returns the memory in bytes that the site's program uses, including its proportional
// share of memory shared with other sites. It returns 0 if the program does not run.
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

// Version returns the version of the program that runs now. It returns "" if no program runs,
// and ErrForeign if something else runs.
func (s Site) Version(ctx context.Context) (string, error) {
	p, err := s.running(ctx)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = p.Close() }()
	return p.version()
}

// prober checks whether sites are ready. It follows no redirects, limits the headers and does
// not read the body.
var prober = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true, MaxResponseHeaderBytes: 16 << 10},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Timeout:       5 * time.Second,
}

// Ready returns an error unless the site's /readyz answers 200.
func (s Site) Ready(ctx context.Context) error {
	near, err := s.Near()
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+near+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := prober.Do(request)
	if err != nil {
		return errors.New("the site does not answer")
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the site is not ready (status %d)", answer.StatusCode)
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
	return fmt.Errorf("%w after %v; see the log: journalctl -u %s", err, readyWithin, s.Service())
}

// Upgrade makes the site run the installed program. Its database is migrated first, while the
// earlier program still serves. If a step fails, the site is rolled back to the earlier
// program. A process that is not Parichay is replaced without a rollback.
func (s Site) Upgrade(ctx context.Context, out io.Writer) error {
	before, err := s.keepRunning(ctx)
	restart := s.restart
	if errors.Is(err, ErrForeign) {
		restart = s.killAndRestart
		fmt.Fprintf(out, "%s: %v; the upgrade replaces it. To find out who started it: journalctl -u %s\n", s.Name, err, s.Service())
	} else if err != nil {
		return err
	}
	if err := s.renew(ctx, restart); err != nil {
		return errors.Join(err, s.goBack(context.WithoutCancel(ctx), before))
	}
	version, err := s.Version(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %s\n", s.Name, version)
	return nil
}

// keepRunning copies the program that runs now and returns the copy's path, or "" if none runs.
func (s Site) keepRunning(ctx context.Context) (kept string, err error) {
	p, err := s.running(ctx)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = p.Close() }()
	return p.keep(programFolder)
}

// migrateWithin is the timeout of a site's migration. With restartWithin and readyWithin it
// bounds how long one site can delay the upgrades of the others.
const migrateWithin = time.Hour

// Migrate migrates the site's database.
func (s Site) Migrate(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, migrateWithin)
	defer cancel()
	_, err := s.Output(ctx, "migrate")
	return err
}

// renew migrates the database and restarts the site with the installed program. Upgrade
// handles failures.
func (s Site) renew(ctx context.Context, restart func(context.Context, ...string) error) error {
	if err := s.Migrate(ctx); err != nil {
		return err
	}
	if err := s.addition(s.Service(), "program.conf", ""); err != nil {
		return err
	}
	if err := systemctl(ctx, "daemon-reload"); err != nil {
		return err
	}
	if err := restart(ctx, s.Service()); err != nil {
		return err
	}
	return s.awaitReady(ctx)
}

// goBack rolls the site back to the earlier program and waits until it is ready. If program is
// empty, because none ran before, it does nothing.
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

// stay makes systemd start the site with an earlier program until the next upgrade succeeds.
func (s Site) stay(ctx context.Context, program string) error {
	text := fmt.Sprintf("# The upgrade of this site failed. After fixing the reported error: sudo parichay site upgrade %s\n[Service]\nExecStart=\nExecStart=%s serve\n", s.Name, program)
	if err := s.addition(s.Service(), "program.conf", text); err != nil {
		return err
	}
	return systemctl(ctx, "daemon-reload")
}

// Tidy removes earlier programs that no site needs.
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

// unneeded returns the programs that no site starts. If systemd does not report which program
// a site starts, unneeded returns an error, because then any program may be needed.
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
