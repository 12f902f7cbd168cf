package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"parichay/internal/kit/fault"
	"parichay/internal/kit/listen"
	"parichay/internal/ops/settings"
	"parichay/internal/store/db"
	"parichay/internal/store/diagnose"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

type doctorCommand struct{}

// Bounds beyond which something will go wrong soon.
const (
	oldBackup    = 36 * time.Hour
	clockApart   = 30 * time.Second
	leastFree    = 500 << 20
	certificates = 14 * 24 * time.Hour
	checkTime    = 20 * time.Second
)

// errUnwell is why doctor ends with 1; what it found is said already.
var errUnwell = errors.New("something needs attention, see above")

// patient is what doctor looks at.
type patient struct {
	config   settings.Config
	store    *postgres.Store
	pictures *media.Store
}

// A check says what it found, or what is wrong and what to do about it.
type check struct {
	name string
	asks bool // the database
	of   func(context.Context, *patient) (found string, err error)
}

var checks = []check{
	{"database", false, checkDatabase},
	{"schema", true, checkSchema},
	{"writing", true, checkWriting},
	{"clock", true, checkClock},
	{"search", true, checkSearch},
	{"pictures", false, checkPictures},
	{"disk", false, checkDisk},
	{"mail", false, checkMail},
	{"address", false, checkAddress},
	{"proxies", false, checkProxies},
	{"purge", false, checkPurge},
	{"backup", true, checkBackup},
	{"key", true, checkKey},
}

// Run looks at all that the program needs, changes nothing but the row that tells
// whether the database can be written to, and says of each fault what to do.
func (doctorCommand) Run(a *app) error {
	c, err := settings.Read(a.environ)
	if err != nil {
		return err
	}
	if folder := c.Media.Folder(); folder != "" {
		if _, err := os.Stat(folder); err != nil { // a start would make it
			return fmt.Errorf("%s: %w: correct its name; if it is right, the first start makes the folder", settings.Media, err)
		}
	}
	s, err := openSite(a)
	if err != nil {
		return err
	}
	defer s.store.Close()
	p, unwell, away := &patient{s.config, s.store, s.pictures}, false, false
	for _, c := range checks {
		if c.asks && away {
			fmt.Fprintf(a.stdout, "?     %-9s not known without the database\n", c.name)
			continue
		}
		ctx, cancel := context.WithTimeout(a.ctx, checkTime)
		found, err := c.of(ctx, p)
		cancel()
		mark := "ok   "
		if err != nil {
			mark, found, unwell = "WRONG", strings.Join(strings.Fields(err.Error()), " "), true
			away = away || c.name == checks[0].name
		}
		fmt.Fprintf(a.stdout, "%s %-9s %s\n", mark, c.name, found)
	}
	if unwell {
		return errUnwell
	}
	return nil
}

func checkDatabase(ctx context.Context, p *patient) (string, error) {
	begun := time.Now()
	err := diagnose.Ask(ctx, p.store.Pool())
	if trouble := diagnose.Of(err); trouble != nil {
		return "", fmt.Errorf("%s: %w", addressOf(err), trouble)
	}
	took := time.Since(begun).Milliseconds()
	at, _ := db.ParseAddress(p.config.DatabaseURL) // it was read before
	switch {
	case err == nil && diagnose.Encrypted(ctx, p.store.Pool()):
		return fmt.Sprintf("answers within %d ms, encrypted", took), nil
	case err == nil && !listen.Near(at.Host):
		return fmt.Sprintf("answers within %d ms, not encrypted on the way to %s, as the sslmode of the address allows: only in a network of your own; else write sslmode=verify-full", took, at.Host), nil
	}
	return fmt.Sprintf("answers within %d ms, not encrypted on the way (it is in a network of your own)", took), err
}

func checkSchema(ctx context.Context, p *patient) (string, error) {
	state, err := p.store.Schema(ctx)
	if err == nil {
		err = state.Check()
	}
	if err != nil {
		return "", err
	}
	if missing := len(state.Pending()); missing > 0 {
		return "", fmt.Errorf("%d steps are to be applied: run `parichay migrate`, or start the program", missing)
	}
	if len(state.Newer()) > 0 {
		return "", fmt.Errorf("step %05d, %s but makes no backups of it: go on with the newer program, or back up with that one (`backup`) or pg_dump meanwhile", state.At(), standing(state))
	}
	return fmt.Sprintf("step %05d, %s", state.At(), standing(state)), nil
}

func checkWriting(ctx context.Context, p *patient) (string, error) {
	if err := p.store.Ready(ctx); err != nil {
		return "", fmt.Errorf("rows cannot be written: look at the disk of the database and at the rights of its role (%w)", err)
	}
	return "rows can be written", nil
}

func checkClock(ctx context.Context, p *patient) (string, error) {
	ahead, err := p.store.ClockAhead(ctx)
	if err != nil {
		return "", err
	}
	if ahead.Abs() > clockApart {
		return "", fmt.Errorf("the database's clock is %s ahead of this machine's: set both by NTP", ahead.Round(time.Second))
	}
	return "as the database's", nil
}

func checkPictures(ctx context.Context, p *patient) (string, error) {
	if err := p.pictures.Probe(ctx); err != nil {
		return "", fmt.Errorf("%s: %w", settings.Media, err)
	}
	gone, of, err := missingPictures(ctx, p)
	switch {
	case err != nil:
		return "can be written and removed; whether all are there is not known", nil //nolint:nilerr // the database is looked at by another check
	case gone > 0:
		return "", fmt.Errorf("of the newest %d pictures %d are gone or damaged: is this the right %s, is the disk there? Else restore them from a backup", of, gone, settings.Media)
	}
	return fmt.Sprintf("can be written and removed; the newest %d are whole", of), nil
}

// checkSearch reports a database whose index of trigrams holds letters of ASCII only. That
// is not a fault: searches then read every row, and their results are complete.
func checkSearch(ctx context.Context, p *patient) (string, error) {
	ctype, err := diagnose.CharacterType(ctx, p.store.Pool())
	if err != nil {
		return "", err
	}
	if ctype == "C" || ctype == "POSIX" {
		return fmt.Sprintf("complete, but slow in Hindi and Gujarati: the database was created with LC_CTYPE %s, so its index holds English letters only. "+
			"To speed it up, recreate the database with LC_CTYPE C.UTF-8: docs/operate.md, \"Search in Indian scripts\"", ctype), nil
	}
	return fmt.Sprintf("words in all scripts are indexed (LC_CTYPE %s)", ctype), nil
}

// picturesSeen is how many doctor looks at: enough to notice another folder or a lost
// disk; the program itself looks at all of them in turn.
const picturesSeen = 100

func missingPictures(ctx context.Context, p *patient) (gone, of int, err error) {
	newest, _, err := p.store.Media.Shelf(ctx, "", 0, picturesSeen)
	if err != nil {
		return 0, 0, err
	}
	for _, picture := range newest {
		err := p.pictures.Check(ctx, media.Name(picture.Name))
		if errors.Is(err, fault.ErrNotFound) || errors.Is(err, media.ErrDamaged) {
			gone++
		}
	}
	return gone, len(newest), nil
}

func checkDisk(_ context.Context, p *patient) (string, error) {
	folder := p.config.Media.Folder()
	if folder == "" {
		return "pictures are in a bucket", nil
	}
	free, err := freeAt(folder)
	if err != nil {
		return "", fmt.Errorf("%s: %w", settings.Media, err)
	}
	if free < leastFree {
		return "", fmt.Errorf("%d MiB are free where pictures are kept: make room, or move %s", free>>20, settings.Media)
	}
	return fmt.Sprintf("%d MiB are free where pictures are kept", free>>20), nil
}

func checkMail(ctx context.Context, p *patient) (string, error) {
	if p.config.Mail == nil {
		return "none is sent: " + settings.SMTPURL + " is not set, messages wait in the inbox", nil
	}
	if err := p.config.Mail.Check(ctx); err != nil {
		return "", fmt.Errorf("%s: %s cannot be used: %w", settings.SMTPURL, p.config.Mail, err)
	}
	return p.config.Mail.String() + "; `parichay mail test` sends one", nil
}

// checkAddress looks at the site as visitors reach it, as far as this machine can.
func checkAddress(ctx context.Context, p *patient) (string, error) {
	base := p.config.BaseURL
	if base.Scheme != "https" {
		return base.String() + ", without encryption", nil
	}
	port := base.Port()
	if port == "" {
		port = "443"
	}
	dialer := tls.Dialer{Config: &tls.Config{ServerName: base.Hostname(), MinVersion: tls.VersionTLS12}}
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(base.Hostname(), port))
	if err != nil {
		return "", fmt.Errorf("%s cannot be reached from here (%w): look at DNS, the firewall, and the proxy or PARICHAY_TLS_DOMAINS", base, err)
	}
	defer func() { _ = conn.Close() }()
	ends := conn.(*tls.Conn).ConnectionState().PeerCertificates[0].NotAfter //nolint:forcetypeassert // a tls.Dialer makes no others
	if time.Until(ends) < certificates {
		return "", fmt.Errorf("the certificate of %s ends on %s: see why it is not renewed", base.Host, ends.Format(time.DateOnly))
	}
	return fmt.Sprintf("%s, certificate until %s", base, ends.Format(time.DateOnly)), nil
}

func checkBackup(ctx context.Context, p *patient) (string, error) {
	if p.config.Backup == nil {
		return "", fmt.Errorf("%s is not set: no backups are made by themselves", settings.Backup)
	}
	room, err := checkShelf(ctx, p.config)
	if err != nil {
		return "", err
	}
	last, err := dump.LastBackups(ctx, p.store)
	switch {
	case err != nil:
		return "", err
	case last.FailedAt != nil:
		return "", fmt.Errorf("they fail since %s: the log says why", last.FailedAt.UTC().Format(time.RFC3339))
	case last.MadeAt == nil:
		return "none yet; the first is made within an hour of a start" + room, nil
	case time.Since(*last.MadeAt) > oldBackup:
		return "", fmt.Errorf("the last one is of %s: is the program running?", last.MadeAt.UTC().Format(time.RFC3339))
	}
	return "the last one is of " + last.MadeAt.UTC().Format(time.RFC3339) + room, nil
}

// checkShelf tries the place of backups, and says how much room there is.
func checkShelf(ctx context.Context, c settings.Config) (room string, err error) {
	folder := c.Backup.Folder()
	if folder != "" {
		if _, err := os.Stat(folder); err != nil {
			return "", fmt.Errorf("%s: %w: make the folder, or correct its name", settings.Backup, err)
		}
	}
	shelf, err := openShelf(c)
	if err != nil {
		return "", err
	}
	if err := shelf.At.Probe(ctx); err != nil {
		return "", fmt.Errorf("%s cannot be written to (%w): give the program's user the right to, or name another place (under systemd ReadWritePaths= must name it)", settings.Backup, err)
	}
	if folder == "" {
		return "", nil
	}
	free, err := freeAt(folder)
	if err != nil {
		return "", fmt.Errorf("%s: %w", settings.Backup, err)
	}
	if free < leastFree {
		return "", fmt.Errorf("%d MiB are free where backups are kept: make room, or move %s", free>>20, settings.Backup)
	}
	return fmt.Sprintf("; %d MiB are free there", free>>20), nil
}

// freeAt is how many bytes a folder's disk has left.
func freeAt(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	err := syscall.Statfs(folder, &disk)
	return disk.Bavail * uint64(disk.Bsize), err
}

// checkKey tries the key on what is stored.
func checkKey(ctx context.Context, p *patient) (string, error) {
	key, err := readKey(p.config)
	if err != nil {
		return "", err
	}
	p.store.SealWith(key)
	sealed, unreadable, err := p.store.Factors.Sealed(ctx)
	https, closed, failed := p.store.Certificates.Sealed(ctx)
	err = errors.Join(err, failed)
	switch {
	case key == nil && sealed+https > 0:
		return "", errors.New(missingKey)
	case key == nil:
		return "", fmt.Errorf("%s: there is none, secrets are stored unencrypted: start the program once, or set it", settings.SecretKey)
	case err != nil:
		return "", fmt.Errorf("there is one, and whether it opens what is stored is not known: %w", err)
	case unreadable > 0:
		return "", errors.New(lostFactors)
	case closed > 0:
		return "", errors.New(lostHTTPS)
	case sealed+https > 0:
		return "it opens what is stored; keep a copy apart from the backups", nil
	}
	return "there is one; keep a copy apart from the backups", nil
}

func checkPurge(_ context.Context, p *patient) (string, error) {
	switch c := p.config; {
	case c.Purge == nil:
		return settings.PurgeURL + " is not set: no cache in front is purged", nil
	case c.PurgeSecret == "" && c.Purge.User == nil:
		return "", fmt.Errorf("%s is set without %s: whoever reaches the cache can purge it: set a secret here and in the cache, see docs/edge/varnish.vcl", settings.PurgeURL, settings.PurgeSecret)
	}
	return "PURGE requests carry a secret", nil
}
