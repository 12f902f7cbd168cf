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

// firstPort is that of the first site; the next ones follow it.
const firstPort = 8080

//go:embed site.env
var settingsText string

var settingsTemplate = template.Must(template.New("site.env").Parse(settingsText))

var domain = regexp.MustCompile(`^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)+$`)

// address is the whole one of what was typed: a domain, or an address.
func address(typed string) (string, error) {
	if domain.MatchString(typed) {
		return "https://" + strings.ToLower(typed), nil
	}
	u, err := url.Parse(typed)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || !field.IsHost(u.Host) || strings.Trim(u.Path, "/") != "" || strings.ContainsAny(typed, "?#") || u.User != nil {
		return "", fmt.Errorf("%q is no domain; examples: surya.in, http://192.168.1.5:8080", typed)
	}
	return u.Scheme + "://" + u.Host, nil
}

// Add makes what a site needs on this machine; what is there stays as it is. The
// address may be empty: then it is one that only this machine can open.
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
		return s, fmt.Errorf("%s is at %s: to change that, edit %s in %s and restart the site", s.Name, now, settings.BaseURL, s.Settings())
	}
	return s, nil
}

// lock keeps two who add sites at once from giving them the same port.
func lock() (unlock func(), err error) {
	if err := os.MkdirAll(settingsFolder, 0o755); err != nil { //nolint:gosec // the files in it are root's
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(settingsFolder, ".lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return func() { file.Close() }, syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
}

// busy says whether anything listens there: a site that does so already, or another
// program of this machine.
func busy(port int) bool { return place{"127.0.0.1", port}.try() != nil }

// freePort is the first port from firstPort on that is neither taken nor busy.
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
	fmt.Fprintln(out, "making the user", s.User())
	return said(exec.CommandContext(ctx, "adduser", "--system", "--group", "--quiet", "--home", s.Folder(), "--no-create-home", "--gecos", "Parichay "+s.Name, s.User())) //nolint:gosec // a checked name
}

func (s Site) makeFolder() error {
	if err := errors.Join(os.MkdirAll(stateFolder, 0o755), os.MkdirAll(s.Folder(), 0o750)); err != nil { //nolint:gosec // each site's own folder is its own
		return err
	}
	who, err := credential(s.User())
	if err != nil {
		return err
	}
	return os.Lchown(s.Folder(), int(who.Uid), int(who.Gid))
}

// NotReached is how `parichay site database` ends where PostgreSQL cannot be reached, and
// starting it may help.
const NotReached = 75

// makeDatabase asks PostgreSQL, as the account that may, to make role and database.
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
		return said(c)
	}
	err := ask()
	if ended, ok := errors.AsType[*exec.ExitError](err); !ok || ended.ExitCode() != NotReached {
		return err
	}
	fmt.Fprintln(out, "starting PostgreSQL")
	if started := said(exec.CommandContext(ctx, "service", "postgresql", "start")); started != nil {
		return errors.Join(err, started)
	}
	return ask()
}

// writeSettings writes those of a new site, with a port that no other site has.
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
	// Whole or not at all: a file that is there counts as a site that is made.
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

// refusal is a command that failed, in its own words.
type refusal struct {
	text  string
	cause error
}

// Error implements error.
func (r refusal) Error() string { return r.text }

// Unwrap returns how the command ended.
func (r refusal) Unwrap() error { return r.cause }

// said runs a command; what it said is why it failed.
func said(c *exec.Cmd) error {
	out, err := c.CombinedOutput()
	if err == nil {
		return nil
	}
	if text := strings.TrimSpace(string(out)); text != "" {
		return refusal{text, err}
	}
	return fmt.Errorf("%s: %w", strings.Join(c.Args, " "), err)
}
