package multisite

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"text/template"

	"parichay/internal/domain/field"
	"parichay/internal/ops/settings"
)

// firstPort is the first site's port. Each further site gets the next free port.
const firstPort = 8080

//go:embed site.env
var settingsText string

var settingsTemplate = template.Must(template.New("site.env").Parse(settingsText))

var domain = regexp.MustCompile(`^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)+$`)

// address returns the base URL for what the operator typed: a domain or a URL.
func address(typed string) (string, error) {
	if domain.MatchString(typed) {
		return "https://" + strings.ToLower(typed), nil
	}
	u, err := url.Parse(typed)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || !field.IsHost(u.Host) || strings.Trim(u.Path, "/") != "" || strings.ContainsAny(typed, "?#") || u.User != nil {
		return "", fmt.Errorf("%q is not a domain or URL; examples: surya.in, http://192.168.1.5:8080", typed)
	}
	return u.Scheme + "://" + u.Host, nil
}

// Add creates everything a site needs on this machine, except what already exists. typed is a
// domain or URL; if it is empty, the site is only reachable from this machine.
func Add(ctx context.Context, out io.Writer, name, typed string) (Site, error) {
	s, err := Named(name)
	if err != nil {
		return s, err
	}
	base := ""
	if typed != "" {
		if base, err = address(typed); err != nil {
			return s, err
		}
	}
	unlock, err := lock()
	if err != nil {
		return s, err
	}
	defer unlock()
	if err := s.makeUser(ctx, out); err != nil {
		return s, err
	}
	if err := s.makeFolder(); err != nil {
		return s, err
	}
	if _, err := os.Stat(s.Settings()); errors.Is(err, fs.ErrNotExist) {
		if err := s.makeDatabase(ctx, out); err != nil {
			return s, err
		}
		if err := s.writeSettings(base); err != nil {
			return s, err
		}
	} else if err != nil {
		return s, err
	}
	now, err := s.Setting(settings.BaseURL)
	if err != nil {
		return s, err
	}
	if base != "" && now != base {
		return s, fmt.Errorf("the address of %s is %s: to change it, edit %s in %s and restart the site", s.Name, now, settings.BaseURL, s.Settings())
	}
	return s, nil
}

// lock prevents two concurrent calls of Add from choosing the same port.
func lock() (unlock func(), err error) {
	if err := os.MkdirAll(settingsFolder, 0o755); err != nil { //nolint:gosec // the files in it belong to root
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(settingsFolder, ".lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return func() { file.Close() }, syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
}

// busy reports whether any program of this machine listens on the port.
func busy(port int) bool { return place{"127.0.0.1", port}.try() != nil }

// freePort returns the lowest port, starting at firstPort, that no other site is configured to
// use (taken) and on which no program listens (busy).
func freePort(taken map[int]bool, busy func(port int) bool) (int, error) {
	for port := firstPort; port <= math.MaxUint16; port++ {
		if !taken[port] && !busy(port) {
			return port, nil
		}
	}
	return 0, fmt.Errorf("no port from %d to %d is free. To see what holds them: sudo ss -ltnp", firstPort, math.MaxUint16)
}

func (s Site) makeUser(ctx context.Context, out io.Writer) error {
	if _, err := user.Lookup(s.User()); err == nil {
		return nil
	}
	fmt.Fprintln(out, "creating the user", s.User())
	return run(exec.CommandContext(ctx, "adduser", "--system", "--group", "--quiet", "--home", s.Folder(), "--no-create-home", "--gecos", "Parichay "+s.Name, s.User())) //nolint:gosec // a checked name
}

func (s Site) makeFolder() error {
	if err := errors.Join(os.MkdirAll(stateFolder, 0o755), os.MkdirAll(s.Folder(), 0o750)); err != nil { //nolint:gosec // others cannot read the site's own folder
		return err
	}
	who, err := credential(s.User())
	if err != nil {
		return err
	}
	return os.Lchown(s.Folder(), int(who.Uid), int(who.Gid))
}

// NotReached is the exit status of `parichay site database` if PostgreSQL cannot be reached
// and starting it may help.
const NotReached = 75

// makeDatabase creates the site's role and database, as the user postgres.
func (s Site) makeDatabase(ctx context.Context, out io.Writer) error {
	if _, err := user.Lookup("postgres"); err != nil {
		return errors.New("PostgreSQL is missing: sudo apt install postgresql, then run this again")
	}
	ask := func() error {
		c := exec.CommandContext(ctx, Program, "site", "database", s.Name) //nolint:gosec // a checked name
		c.Env, c.Dir = []string{}, "/"
		if err := as(c, "postgres"); err != nil {
			return err
		}
		return run(c)
	}
	err := ask()
	if ended, ok := errors.AsType[*exec.ExitError](err); !ok || ended.ExitCode() != NotReached {
		return err
	}
	fmt.Fprintln(out, "starting PostgreSQL")
	if started := run(exec.CommandContext(ctx, "service", "postgresql", "start")); started != nil {
		return errors.Join(err, started)
	}
	return ask()
}

// writeSettings writes the settings file of a new site, with a port that no other site has.
func (s Site) writeSettings(base string) error {
	sites, err := All()
	if err != nil {
		return err
	}
	taken := map[int]bool{}
	for _, other := range sites {
		if port, err := other.port(); err == nil {
			taken[port] = true
		}
	}
	port, err := freePort(taken, busy)
	if err != nil {
		return err
	}
	if base == "" {
		base = "http://localhost:" + strconv.Itoa(port)
	}
	text, err := newSettings(s, base, port)
	if err != nil {
		return err
	}
	// The file is written atomically, because an existing settings file means that the site is
	// complete.
	draft := filepath.Join(settingsFolder, "."+s.Name+".new")
	if err := os.WriteFile(draft, []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(draft, s.Settings())
}

func newSettings(s Site, base string, port int) (string, error) {
	var text strings.Builder
	err := settingsTemplate.Execute(&text, map[string]any{
		"Name": s.Name, "User": s.User(), "Database": s.Database(), "Folder": s.Folder(), "Service": strings.TrimSuffix(s.Service(), ".service"), "Port": port, "Base": base,
	})
	return text.String(), err
}

// refusal is the error of a failed command, with the command's output as its text.
type refusal struct {
	text  string
	cause error
}

// Error implements error.
func (r refusal) Error() string { return r.text }

// Unwrap returns how the command ended.
func (r refusal) Unwrap() error { return r.cause }

// run runs a command. If it fails, the error's text is the command's output.
func run(c *exec.Cmd) error {
	out, err := c.CombinedOutput()
	if err == nil {
		return nil
	}
	if text := strings.TrimSpace(string(out)); text != "" {
		return refusal{text, err}
	}
	return fmt.Errorf("%s: %w", strings.Join(c.Args, " "), err)
}
