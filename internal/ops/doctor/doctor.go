// Package doctor checks everything the program needs and explains how to fix each problem. It
// changes nothing except the row that tests whether the database is writable.
package doctor

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"parichay/internal/domain/festival"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/listen"
	"parichay/internal/ops/secrets"
	"parichay/internal/ops/settings"
	"parichay/internal/store/db"
	"parichay/internal/store/diagnose"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
	"parichay/locales"
)

// Thresholds at which doctor reports a problem.
const (
	oldBackup    = 36 * time.Hour
	clockApart   = 30 * time.Second
	leastFree    = 500 << 20
	certificates = 14 * 24 * time.Hour
	festivals    = 60 * 24 * time.Hour
	checkTime    = 20 * time.Second
)

// errUnwell makes doctor exit with 1; its findings are already printed.
var errUnwell = errors.New("something needs attention, see above")

// warning is a finding that does not make doctor fail, because it is normal before the first
// start.
type warning string

// Error implements error.
func (w warning) Error() string { return string(w) }

// patient is the installation that doctor checks.
type patient struct {
	config settings.Config
	store  *postgres.Store
	down   bool // the database cannot be used
	fresh  bool // the database has no tables: the program has never been started
}

// lacks returns which requirement of a check is not met, or "" if all are met.
func (p *patient) lacks(n need) string {
	switch {
	case n >= connection && p.down:
		return "needs the database"
	case n >= tables && p.fresh:
		return "the database has no tables yet"
	}
	return ""
}

// need is a requirement of a check.
type need int

const (
	nothing need = iota
	connection
	tables
)

// check is one check. Its function returns a finding, or an error that describes the problem
// and how to fix it.
type check struct {
	name  string
	needs need
	of    func(context.Context, *patient) (found string, err error)
}

// checks lists all checks in order. The first two determine which requirements the others can
// rely on.
var checks = []check{
	{"database", nothing, checkDatabase},
	{"schema", connection, checkSchema},
	{"writing", tables, checkWriting},
	{"clock", connection, checkClock},
	{"search", connection, checkSearch},
	{"pictures", nothing, checkPictures},
	{"disk", nothing, checkDisk},
	{"photos", tables, checkPhotos},
	{"mail", nothing, checkMail},
	{"program", nothing, checkProgram},
	{"address", nothing, checkAddress},
	{"proxies", nothing, checkProxies},
	{"purge", nothing, checkPurge},
	{"backup", connection, checkBackup},
	{"key", tables, checkKey},
}

// Run prints the finding of each check. It returns an error if any check found a problem.
func Run(ctx context.Context, out io.Writer, c settings.Config, store *postgres.Store) error {
	return report(ctx, out, &patient{config: c, store: store}, time.Now())
}

// report is Run at a moment.
func report(ctx context.Context, out io.Writer, p *patient, now time.Time) error {
	const line = "%-5s %-9s %s\n"
	unwell := false
	for _, c := range checks {
		mark, found := p.examine(ctx, c)
		unwell = unwell || mark == wrong
		fmt.Fprintf(out, line, mark, c.name, found)
	}
	if hint := festivalsEnd(now); hint != "" {
		fmt.Fprintf(out, line, hinted, "festivals", hint)
	}
	if unwell {
		return errUnwell
	}
	return nil
}

// Marks of a problem, and of a finding that does not make doctor fail.
const wrong, hinted = "WRONG", "WARN"

func (p *patient) examine(ctx context.Context, c check) (mark, found string) {
	if lack := p.lacks(c.needs); lack != "" {
		return "?", "not checked: " + lack
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	found, err := c.of(ctx, p)
	if early, ok := errors.AsType[warning](err); ok {
		return hinted, string(early)
	}
	if err != nil {
		return wrong, strings.Join(strings.Fields(err.Error()), " ")
	}
	return "ok", found
}

func checkDatabase(ctx context.Context, p *patient) (string, error) {
	begun := time.Now()
	err := diagnose.Ask(ctx, p.store.Pool())
	p.down = err != nil
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
	if p.fresh = state.At() == 0; p.fresh {
		return "", warning(schema.ErrNoTables.Error())
	}
	if missing := len(state.Pending()); missing > 0 {
		return "", fmt.Errorf("%d migration steps are pending: run `parichay migrate`, or start the program", missing)
	}
	if len(state.Newer()) > 0 {
		return "", fmt.Errorf("step %05d, %s but cannot back it up: run the newer program again, or make backups with `parichay-NEWER backup` or pg_dump", state.At(), state.Standing())
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
	missing := missingFolder(settings.Media, p.config.Media)
	switch {
	case missing != nil && p.fresh:
		return "", warning(missing.Error() + ": the first start creates it")
	case missing != nil: // opening the store would create the folder
		return "", fmt.Errorf("%w: correct the path, or mount its disk", missing)
	}
	pictures, err := media.Open(p.config.Media)
	if err == nil {
		err = pictures.Probe(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", settings.Media, err)
	}
	gone, of, err := missingPictures(ctx, p.store, pictures)
	switch {
	case err != nil:
		return "can be written and removed; not checked whether any are missing", nil //nolint:nilerr // checkDatabase reports it
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

func missingPictures(ctx context.Context, store *postgres.Store, pictures *media.Store) (gone, of int, err error) {
	newest, _, err := store.Media.Shelf(ctx, "", 0, picturesSeen)
	if err != nil {
		return 0, 0, err
	}
	for _, picture := range newest {
		err := pictures.Check(ctx, media.Name(picture.Name))
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

// checkPhotos reports how much of the room for visitors' photos is used.
func checkPhotos(ctx context.Context, p *patient) (string, error) {
	used, err := p.store.Leads.PhotoBytes(ctx)
	if err != nil {
		return "", err
	}
	found := fmt.Sprintf("those that came with leads take %d of %d MiB", used>>20, lead.PhotoRoom>>20)
	if used > lead.NearlyFull {
		return "", fmt.Errorf("%s. When none are left, leads come without photos: ask the owner to delete old leads, or to set how long leads are kept", found)
	}
	return found, nil
}

func checkMail(ctx context.Context, p *patient) (string, error) {
	if p.config.Mail == nil {
		return "disabled: " + settings.SMTPURL + " is not set; messages wait in the inbox", nil
	}
	if err := p.config.Mail.Check(ctx); err != nil {
		return "", fmt.Errorf("%s: %s cannot be used: %w", settings.SMTPURL, p.config.Mail, err)
	}
	return p.config.Mail.String() + "; `parichay mail test` sends a test email", nil
}

// checkProgram reports whether the program answers where visitors, or the proxy, reach it.
func checkProgram(ctx context.Context, p *patient) (string, error) {
	listen := p.config.Listen
	conn, err := (&net.Dialer{Timeout: checkTime / 4}).DialContext(ctx, "tcp", listen)
	if err != nil {
		stopped := fmt.Sprintf("nothing answers on %s (%s): the program is not running. Start it; if it stops, its log says why", listen, why(err))
		if p.fresh {
			return "", warning(stopped)
		}
		return "", errors.New(stopped)
	}
	_ = conn.Close()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, ownAddress(p.config)+"/readyz", http.NoBody)
	if err != nil {
		return "", err
	}
	foreign := fmt.Errorf("another program answers on %s: stop it, or correct %s", listen, settings.Listen)
	response, _, err := send(request, listen)
	if err != nil {
		return "", fmt.Errorf("%s accepts connections, but does not answer (%w): the program's log says why", listen, err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	switch {
	case response.StatusCode == http.StatusServiceUnavailable:
		return "", fmt.Errorf("answers on %s but is not ready: its log says why", listen)
	case err != nil || response.StatusCode != http.StatusOK || strings.TrimSpace(string(body)) != "ready":
		return "", foreign
	}
	return fmt.Sprintf("answers on %s and is ready", listen), nil
}

// why returns the system's short reason for an error, if there is one.
func why(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	return err.Error()
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
	const none = "none yet; the first is made within an hour after a start"
	if p.fresh {
		return none + room, nil
	}
	last, err := dump.LastBackups(ctx, p.store)
	switch {
	case err != nil:
		return "", err
	case last.FailedAt != nil:
		return "", fmt.Errorf("failing since %s: see the log", last.FailedAt.UTC().Format(time.RFC3339))
	case last.MadeAt == nil:
		return none + room, nil
	case time.Since(*last.MadeAt) > oldBackup:
		return "", fmt.Errorf("the last one is from %s: check that the program is running", last.MadeAt.UTC().Format(time.RFC3339))
	}
	return "the last one is from " + last.MadeAt.UTC().Format(time.RFC3339) + room, nil
}

// checkShelf tests the location of backups and returns how much space it has.
func checkShelf(ctx context.Context, c settings.Config) (room string, err error) {
	folder := c.Backup.Folder()
	if err := missingFolder(settings.Backup, *c.Backup); err != nil {
		return "", fmt.Errorf("%w: create it for the program's user, or correct the path", err)
	}
	shelf, err := media.OpenShelf(*c.Backup)
	if err == nil {
		err = shelf.Probe(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("%s is not writable (%w): give the program's user write access, or choose another location (under systemd, also add it to ReadWritePaths=)", settings.Backup, err)
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

// missingFolder returns an error if a place is a folder that does not exist.
func missingFolder(setting string, place media.Place) error {
	folder := place.Folder()
	if folder == "" {
		return nil
	}
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return nil // other errors are found when the folder is used
	}
	return fmt.Errorf("%s: the folder %s does not exist", setting, folder)
}

// freeAt returns the free bytes on a folder's disk, or on its parent's if there is no folder yet.
func freeAt(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	err := syscall.Statfs(folder, &disk)
	if up := filepath.Dir(folder); errors.Is(err, fs.ErrNotExist) && up != folder {
		return freeAt(up)
	}
	return disk.Bavail * uint64(disk.Bsize), err
}

// checkKey checks that the key can decrypt the stored secrets.
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
		return "", fmt.Errorf("the key was found, but the stored secrets could not be read to test it: %w", err)
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

// festivalsEnd returns what to do about the end of the table of festivals. Long before the end it
// returns "".
func festivalsEnd(now time.Time) string {
	end := time.Date(festival.LastYear+1, time.January, 1, 0, 0, 0, 0, locales.India)
	switch {
	case end.Sub(now) > festivals:
		return ""
	case now.Before(end):
		return fmt.Sprintf("the table of festivals ends with %d: install a newer version to offer owners the days after it", festival.LastYear)
	}
	return fmt.Sprintf("the table of festivals ended with %d: owners are offered none; install a newer version", festival.LastYear)
}
