// Package host knows a machine on which sites live side by side: one business, one
// program, each with a user, a database, settings, a folder and a unit of its own.
package host

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Program is where the package puts it.
const Program = "/usr/bin/parichay"

const (
	settingsFolder = "/etc/parichay"
	stateFolder    = "/var/lib/parichay"
	unitFolder     = "/etc/systemd/system"
	// programFolder keeps programs of earlier releases that sites still need.
	programFolder = "/usr/local/lib/parichay"
)

// A Site is one of those on this machine.
type Site struct{ Name string }

// Of a user's name Linux takes 32 letters, and ours has nine more.
var goodName = regexp.MustCompile(`^[a-z](?:[a-z0-9-]{0,20}[a-z0-9])?$`)

// ErrName is about names that cannot be a user's, a database's and a unit's.
var ErrName = errors.New("a site's name has small letters a to z, digits and hyphens, begins with a letter, and is at most 22 letters long; example: surya")

// Named is the site of that name, whether there is one or not.
func Named(name string) (Site, error) {
	if !goodName.MatchString(name) {
		return Site{}, fmt.Errorf("%q: %w", name, ErrName)
	}
	return Site{name}, nil
}

// Existing is the site of that name, which must be there.
func Existing(name string) (Site, error) {
	s, err := Named(name)
	if err != nil {
		return Site{}, err
	}
	if _, err := os.Stat(s.Settings()); errors.Is(err, fs.ErrNotExist) {
		return Site{}, fmt.Errorf("there is no site %s; `parichay site list` shows those there are", name)
	} else if err != nil {
		return Site{}, err
	}
	return s, nil
}

// All are the sites of this machine, by name.
func All() ([]Site, error) {
	files, err := filepath.Glob(filepath.Join(settingsFolder, "*.env"))
	var sites []Site
	for _, file := range files {
		if s, err := Named(strings.TrimSuffix(filepath.Base(file), ".env")); err == nil {
			sites = append(sites, s)
		}
	}
	return sites, err
}

// User is the account the site's program runs as; PostgreSQL's role has its name.
func (s Site) User() string { return "parichay-" + s.Name }

// Database is the name of the site's database.
func (s Site) Database() string { return s.User() }

// Settings is the file of the site's settings.
func (s Site) Settings() string { return filepath.Join(settingsFolder, s.Name+".env") }

// Folder is where its pictures and backups are.
func (s Site) Folder() string { return filepath.Join(stateFolder, s.Name) }

// Service is the unit that runs the program, Socket the one that holds its port.
func (s Site) Service() string { return "parichay@" + s.Name + ".service" }

// Socket is the unit that holds the site's port.
func (s Site) Socket() string { return "parichay@" + s.Name + ".socket" }

// environ are the site's settings, and what every program may know.
func (s Site) environ() ([]string, error) {
	set, err := s.settings()
	if err != nil {
		return nil, err
	}
	return slices.Concat([]string{"HOME=" + s.Folder(), "PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, set), nil
}

func (s Site) settings() ([]string, error) {
	file, err := os.Open(s.Settings())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return parse(file), nil
}

// parse reads settings as systemd reads them: no shell looks at the values.
func parse(file io.Reader) (lines []string) {
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		line := strings.TrimSpace(scanner.Text())
		if name, _, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, ";") && name != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// Setting is one of the site's settings, empty where it is not set.
func (s Site) Setting(name string) string {
	lines, _ := s.settings()
	for _, line := range slices.Backward(lines) {
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return value
		}
	}
	return ""
}

// Command runs a program as the site does: with its settings, as its user.
func (s Site) Command(ctx context.Context, program string, args ...string) (*exec.Cmd, error) {
	environ, err := s.environ()
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, program, args...) //nolint:gosec // what root asked for
	c.Env, c.Dir = environ, s.Folder()
	return c, as(c, s.User())
}

// Become turns this process into such a program.
func (s Site) Become(program string, args ...string) error {
	environ, err := s.environ()
	if err != nil {
		return err
	}
	who, err := credential(s.User())
	if err != nil {
		return err
	}
	if err := os.Chdir(s.Folder()); err != nil {
		return err
	}
	if err := errors.Join(syscall.Setgroups([]int{int(who.Gid)}), syscall.Setgid(int(who.Gid)), syscall.Setuid(int(who.Uid))); err != nil {
		return err
	}
	return syscall.Exec(program, append([]string{program}, args...), environ) //nolint:gosec // what root asked for
}

// as lets a command run as a user of this machine.
func as(c *exec.Cmd, name string) error {
	who, err := credential(name)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: who}
	return err
}

func credential(name string) (*syscall.Credential, error) {
	u, err := user.Lookup(name)
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
}

// Root says whether this process may do what only root may.
func Root() error {
	if os.Geteuid() == 0 {
		return nil
	}
	return errors.New("run it as root: put sudo before it")
}
