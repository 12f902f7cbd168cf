// Package multisite manages several sites on one machine. Each site runs its own program
// with its own user, database, settings, folder and systemd units.
package multisite

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Program is the path of the installed program.
const Program = "/usr/bin/parichay"

const (
	settingsFolder = "/etc/parichay"
	stateFolder    = "/var/lib/parichay"
	unitFolder     = "/etc/systemd/system"
	// programFolder holds programs of earlier releases that sites still run.
	programFolder = "/usr/local/lib/parichay"
)

// Prefix is the prefix of all sites' users and databases.
const Prefix = "parichay-"

// A Site is a site on this machine.
type Site struct{ Name string }

// Linux allows 32 characters for a user name, and Prefix takes nine of them.
var goodName = regexp.MustCompile(`^[a-z](?:[a-z0-9-]{0,20}[a-z0-9])?$`)

// ErrName is returned for names that cannot be used for a user, a database and a unit.
var ErrName = errors.New("a site's name consists of lower-case letters a to z, digits and hyphens, begins with a letter, and has at most 22 characters; example: surya")

// Named returns the site with a name, whether it exists or not.
func Named(name string) (Site, error) {
	if !goodName.MatchString(name) {
		return Site{}, fmt.Errorf("%q: %w", name, ErrName)
	}
	return Site{name}, nil
}

// Existing returns the site with a name, or an error if it does not exist.
func Existing(name string) (Site, error) {
	s, err := Named(name)
	if err != nil {
		return Site{}, err
	}
	if _, err := os.Stat(s.Settings()); errors.Is(err, fs.ErrNotExist) {
		return Site{}, fmt.Errorf("there is no site %s; `parichay site list` lists all sites", name)
	} else if err != nil {
		return Site{}, err
	}
	return s, nil
}

// All returns the sites of this machine, sorted by name.
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

// User returns the name of the Linux user that the site's program runs as, and of its
// PostgreSQL role.
func (s Site) User() string { return Prefix + s.Name }

// Database returns the name of the site's database.
func (s Site) Database() string { return s.User() }

// Settings returns the path of the site's settings file.
func (s Site) Settings() string { return filepath.Join(settingsFolder, s.Name+".env") }

// Folder returns the folder of the site's pictures and backups.
func (s Site) Folder() string { return filepath.Join(stateFolder, s.Name) }

// Service returns the unit that runs the site's program.
func (s Site) Service() string { return "parichay@" + s.Name + ".service" }

// Socket returns the unit that holds the site's port.
func (s Site) Socket() string { return "parichay@" + s.Name + ".socket" }

// environ returns the environment of the site's program: its settings, HOME and PATH.
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
	if err := rootsOwn(file); err != nil {
		return nil, fmt.Errorf("%w: sudo chown root: %s && sudo chmod 600 %s", err, file.Name(), file.Name())
	}
	return parse(file)
}

// rootsOwn returns an error if anybody but root may write to a file, because its content
// decides what root runs.
func rootsOwn(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); !ok || owner.Uid != 0 || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s must be owned by root and writable only by root", file.Name())
	}
	return nil
}

// parse reads settings as systemd does: values are not expanded by a shell, surrounding
// spaces are ignored, and one pair of quotes around a value is removed.
func parse(file io.Reader) (lines []string, err error) {
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		line := strings.TrimSpace(scanner.Text())
		name, value, ok := strings.Cut(line, "=")
		if name = strings.TrimSpace(name); !ok || name == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		lines = append(lines, name+"="+unquoted(strings.TrimSpace(value)))
	}
	return lines, scanner.Err()
}

func unquoted(value string) string {
	if last := len(value) - 1; last > 0 && (value[0] == '"' || value[0] == '\'') && value[last] == value[0] {
		return value[1:last]
	}
	return value
}

// Setting returns one of the site's settings, or "" if it is not set.
func (s Site) Setting(name string) (string, error) {
	lines, err := s.settings()
	return lookUp(lines, name), err
}

func lookUp(lines []string, name string) string {
	for _, line := range slices.Backward(lines) { // the last one counts
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return value
		}
	}
	return ""
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
	if err != nil {
		return nil, err
	}
	if uid == 0 || gid == 0 {
		return nil, fmt.Errorf("the user %s has root's rights: refusing to run anything as this user", name)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), Groups: []uint32{uint32(gid)}}, nil
}

// Root returns an error unless this process runs as root.
func Root() error {
	if os.Geteuid() == 0 {
		return nil
	}
	return errors.New("must be run as root: use sudo")
}
