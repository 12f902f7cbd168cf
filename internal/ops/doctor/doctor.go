// Package doctor checks everything the program needs and says how to fix each problem. It
// changes nothing except the row that tests whether the database is writable.
package doctor

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"parichay/internal/kit/fault"
	"parichay/internal/kit/listen"
	"parichay/internal/ops/secrets"
	"parichay/internal/ops/settings"
	"parichay/internal/store/db"
	"parichay/internal/store/diagnose"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

// Thresholds at which doctor reports a problem.
const (
	oldBackup    = 36 * time.Hour
	clockApart   = 30 * time.Second
	leastFree    = 500 << 20
	certificates = 14 * 24 * time.Hour
	checkTime    = 20 * time.Second
)

// errUnwell makes doctor exit with 1; its findings are already printed.
var errUnwell = errors.New("something needs attention, see above")

// patient is what doctor checks.
type patient struct {
	config   settings.Config
	store    *postgres.Store
	pictures *media.Store
}

// check is one check. It returns what it found, or what is wrong and how to fix it.
type check struct {
	name string
	asks bool // needs the database
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

// Run prints what each check found. It returns an error if something is wrong.
func Run(ctx context.Context, out io.Writer, c settings.Config, store *postgres.Store) error {
	if folder := c.Media.Folder(); folder != "" {
		if _, err := os.Stat(folder); err != nil { // opening it would create it
			return fmt.Errorf("%s: %w: correct the path; if it is right, the first start creates the folder", settings.Media, err)
		}
	}
	pictures, err := media.Open(c.Media)
	if err != nil {
		return fmt.Errorf("%s: %w", settings.Media, err)
	}
	p, unwell, down := &patient{c, store, pictures}, false, false
	for _, c := range checks {
		if c.asks && down {
			fmt.Fprintf(out, "?     %-9s not checked: needs the database\n", c.name)
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, checkTime)
		found, err := c.of(ctx, p)
		cancel()
		mark := "ok   "
		if err != nil {
			mark, found, unwell = "WRONG", strings.Join(strings.Fields(err.Error()), " "), true
			down = down || c.name == checks[0].name
		}
		fmt.Fprintf(out, "%s %-9s %s\n", mark, c.name, found)
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
		return "", fmt.Errorf("%s: %w", settings.DatabaseURL, trouble)
	}
	took := time.Since(begun).Milliseconds()
	at, _ := db.ParseAddress(p.config.DatabaseURL) // settings.Read has parsed it
	switch {
	case err == nil && diagnose.Encrypted(ctx, p.store.Pool()):
		return fmt.Sprintf("answers within %d ms, encrypted", took), nil
	case err == nil && !listen.Near(at.Host):
		return fmt.Sprintf("answers within %d ms, unencrypted (sslmode allows it): fine only if the network to %s is private; otherwise set sslmode=verify-full", took, at.Host), nil
	}
	return fmt.Sprintf("answers within %d ms, unencrypted (in a private network)", took), err
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
		return "", fmt.Errorf("%d migration steps are pending: run `parichay migrate`, or start the program", missing)
	}
	if len(state.Newer()) > 0 {
		return "", fmt.Errorf("step %05d, %s but cannot back it up: return to the newer program, or back up with it (`backup`) or with pg_dump", state.At(), state.Standing())
	}
	return fmt.Sprintf("step %05d, %s", state.At(), state.Standing()), nil
}

func checkWriting(ctx context.Context, p *patient) (string, error) {
	if err := p.store.Ready(ctx); err != nil {
		return "", fmt.Errorf("cannot write rows: check the database's disk and the privileges of its role (%w)", err)
	}
	return "rows can be written", nil
}

func checkClock(ctx context.Context, p *patient) (string, error) {
	ahead, err := p.store.ClockAhead(ctx)
	if err != nil {
		return "", err
	}
	if ahead.Abs() > clockApart {
		return "", fmt.Errorf("the database's clock is %s ahead of this machine's: synchronize both with NTP", ahead.Round(time.Second))
	}
	return "in sync with the database's", nil
}

func checkPictures(ctx context.Context, p *patient) (string, error) {
	if err := p.pictures.Probe(ctx); err != nil {
		return "", fmt.Errorf("%s: %w", settings.Media, err)
	}
	gone, of, err := missingPictures(ctx, p)
	switch {
	case err != nil:
		return "can be written and removed; not checked for missing ones", nil //nolint:nilerr // checkDatabase reports it
	case gone > 0:
		return "", fmt.Errorf("%d of the newest %d pictures are missing or damaged: check that %s is right and its disk mounted; otherwise restore them from a backup", gone, of, settings.Media)
	}
	return fmt.Sprintf("can be written and removed; the newest %d are intact", of), nil
}

// checkSearch reports a database whose trigram index holds only ASCII letters. That is not
// an error: searches then read every row, and their results are complete.
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

// picturesSeen is how many pictures doctor checks: enough to notice a wrong folder or a
// missing disk. The program itself checks all of them over time.
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
		return "", fmt.Errorf("only %d MiB are free for pictures: free up space, or move %s", free>>20, settings.Media)
	}
	return fmt.Sprintf("%d MiB are free for pictures", free>>20), nil
}

func checkMail(ctx context.Context, p *patient) (string, error) {
	if p.config.Mail == nil {
		return "disabled: " + settings.SMTPURL + " is not set; messages wait in the inbox", nil
	}
	if err := p.config.Mail.Check(ctx); err != nil {
		return "", fmt.Errorf("%s: %s cannot be used: %w", settings.SMTPURL, p.config.Mail, err)
	}
	return p.config.Mail.String() + "; `parichay mail test` sends a test mail", nil
}

// checkAddress connects to the site as visitors do.
func checkAddress(ctx context.Context, p *patient) (string, error) {
	base := p.config.BaseURL
	if base.Scheme != "https" {
		return base.String() + ", without HTTPS", nil
	}
	port := base.Port()
	if port == "" {
		port = "443"
	}
	dialer := tls.Dialer{Config: &tls.Config{ServerName: base.Hostname(), MinVersion: tls.VersionTLS12}}
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(base.Hostname(), port))
	if err != nil {
		return "", fmt.Errorf("%s cannot be reached from here (%w): check DNS, the firewall, and the proxy or PARICHAY_TLS_DOMAINS", base, err)
	}
	defer func() { _ = conn.Close() }()
	ends := conn.(*tls.Conn).ConnectionState().PeerCertificates[0].NotAfter //nolint:forcetypeassert // a tls.Dialer returns a *tls.Conn
	if time.Until(ends) < certificates {
		return "", fmt.Errorf("the certificate of %s expires on %s: find out why it was not renewed", base.Host, ends.Format(time.DateOnly))
	}
	return fmt.Sprintf("%s, certificate until %s", base, ends.Format(time.DateOnly)), nil
}

func checkBackup(ctx context.Context, p *patient) (string, error) {
	if p.config.Backup == nil {
		return "", fmt.Errorf("%s is not set: no backups are made automatically", settings.Backup)
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
		return "", fmt.Errorf("failing since %s: see the log", last.FailedAt.UTC().Format(time.RFC3339))
	case last.MadeAt == nil:
		return "none yet; the first is made within an hour after a start" + room, nil
	case time.Since(*last.MadeAt) > oldBackup:
		return "", fmt.Errorf("the last one is from %s: check that the program is running", last.MadeAt.UTC().Format(time.RFC3339))
	}
	return "the last one is from " + last.MadeAt.UTC().Format(time.RFC3339) + room, nil
}

// checkShelf tests the location of backups and returns how much space it has.
func checkShelf(ctx context.Context, c settings.Config) (room string, err error) {
	folder := c.Backup.Folder()
	if folder != "" {
		if _, err := os.Stat(folder); err != nil {
			return "", fmt.Errorf("%s: %w: create the folder, or correct the path", settings.Backup, err)
		}
	}
	shelf, err := media.OpenShelf(*c.Backup)
	if err == nil {
		err = shelf.Probe(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("%s is not writable (%w): give the program's user write access, or choose another location (under systemd, add it to ReadWritePaths=)", settings.Backup, err)
	}
	if folder == "" {
		return "", nil
	}
	free, err := freeAt(folder)
	if err != nil {
		return "", fmt.Errorf("%s: %w", settings.Backup, err)
	}
	if free < leastFree {
		return "", fmt.Errorf("only %d MiB are free for backups: free up space, or move %s", free>>20, settings.Backup)
	}
	return fmt.Sprintf("; %d MiB are free there", free>>20), nil
}

// freeAt returns the free bytes on a folder's disk.
func freeAt(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	err := syscall.Statfs(folder, &disk)
	return disk.Bavail * uint64(disk.Bsize), err
}

// checkKey tests the key on the stored secrets.
func checkKey(ctx context.Context, p *patient) (string, error) {
	key, err := secrets.Read(p.config)
	if err != nil {
		return "", err
	}
	p.store.SealWith(key)
	sealed, unreadable, err := p.store.Factors.Sealed(ctx)
	https, closed, failed := p.store.Certificates.Sealed(ctx)
	err = errors.Join(err, failed)
	switch {
	case key == nil && sealed+https > 0:
		return "", errors.New(secrets.Missing)
	case key == nil:
		return "", fmt.Errorf("%s is not set and there is no key file, so secrets are stored unencrypted. Set it, or start the program once to create a key file", settings.SecretKey)
	case err != nil:
		return "", fmt.Errorf("found, but it could not be tested on the stored secrets: %w", err)
	case unreadable > 0:
		return "", errors.New(secrets.LostFactors)
	case closed > 0:
		return "", errors.New(secrets.LostHTTPS)
	case sealed+https > 0:
		return "decrypts the stored secrets; keep a copy apart from the backups", nil
	}
	return "found; keep a copy apart from the backups", nil
}

func checkPurge(_ context.Context, p *patient) (string, error) {
	switch c := p.config; {
	case c.Purge == nil:
		return settings.PurgeURL + " is not set: no CDN or cache is purged", nil
	case c.PurgeSecret == "" && c.Purge.User == nil:
		return "", fmt.Errorf("%s is set without %s: anyone who reaches the cache can purge it. Set a secret here and in the cache, see docs/edge/varnish.vcl", settings.PurgeURL, settings.PurgeSecret)
	}
	return "PURGE requests carry a secret", nil
}
