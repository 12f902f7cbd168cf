// Package host knows a machine on which sites live side by side: one business, one
// program, each with a user, a database, settings, a folder and a unit of its own.
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

// Program is where the package puts it.
const Program = "/usr/bin/parichay"

const (
	settingsFolder = "/etc/parichay"
	stateFolder    = "/var/lib/parichay"
	unitFolder     = "/etc/systemd/system"
	// programFolder keeps programs of earlier releases that sites still need.
	programFolder = "/usr/local/lib/parichay"
)

// Prefix begins the names of all sites' users and databases.
const Prefix = "parichay-"

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
func (s Site) User() string { return Prefix + s.Name }

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
	if err := rootsOwn(file); err != nil {
		return nil, fmt.Errorf("%w: sudo chown root: %s && sudo chmod 600 %s", err, file.Name(), file.Name())
	}
	return parse(file)
}

// rootsOwn refuses a file that somebody else than root may write: what is in it
// decides what root runs.
func rootsOwn(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); !ok || owner.Uid != 0 || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s must be root's, and nobody else may write it", file.Name())
	}
	return nil
}

// parse reads settings as systemd reads them: no shell looks at the values, spaces
// around them do not count, and one pair of quotes around a value is no part of it.
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

// Setting is one of the site's settings, empty where it is not set.
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
		return nil, fmt.Errorf("the user %s has root's rights: nothing is run as it", name)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), Groups: []uint32{uint32(gid)}}, nil
}

// Root says whether this process may do what only root may.
func Root() error {
	if os.Geteuid() == 0 {
		return nil
	}
	return errors.New("run it as root: put sudo before it")
}
