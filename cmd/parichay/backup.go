package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"parichay/internal/ops/backup"
	"parichay/internal/ops/secrets"
	"parichay/internal/ops/settings"
	"parichay/internal/store/db"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

type backupCommand struct {
	To        string   `help:"File to write, or - for standard output. Default: a timestamped name in the current folder." placeholder:"FILE"`
	Recipient []string `help:"Encrypt to this age recipient (age1…) instead of PARICHAY_BACKUP_RECIPIENT; may be repeated." placeholder:"AGE"`
	Plain     bool     `xor:"who" help:"Do not encrypt, even if PARICHAY_BACKUP_RECIPIENT is set."`
	Nightly   bool     `xor:"who" help:"Make the nightly backup now: stored in PARICHAY_BACKUP, recorded and rotated like the others."`
}

// Run writes an archive. The file gets its name only once it is complete.
func (c backupCommand) Run(a *app) error {
	recipients, err := age.ParseRecipients(strings.NewReader(strings.Join(c.Recipient, "\n")))
	if len(c.Recipient) > 0 && err != nil {
		return errors.New("--recipient must be an age public key (age1…); create a key with age-keygen")
	}
	s, err := openSite(a)
	if err != nil {
		return err
	}
	defer s.store.Close()
	if err := s.store.CheckTables(a.ctx); err != nil {
		return err
	}
	meter := newMeter(a.stderr, "backup")
	if c.Nightly {
		return c.nightly(a, s, meter)
	}
	if len(c.Recipient) == 0 && !c.Plain {
		recipients = s.config.BackupTo
	}
	b := backup.Backup{Program: version, Recipients: recipients, Progress: meter.step}
	var m *backup.Manifest
	write := func(to io.Writer) error {
		m, err = b.Write(a.ctx, s.store, s.pictures, to)
		return err
	}
	name := c.To
	if name == "-" {
		err = write(a.stdout)
	} else {
		if name == "" {
			name = b.Name(s.config.BaseURL.Host, time.Now())
		}
		err = writeFile(name, write)
	}
	if err != nil {
		return err
	}
	return reportBackup(meter, m, name)
}

// reportBackup prints what an archive holds. If pictures are missing, it returns an error,
// but the archive is kept.
func reportBackup(meter *meter, m *backup.Manifest, name string) error {
	for _, picture := range m.Missing {
		meter.line(fmt.Sprintf("picture %s is missing or damaged and is not in the archive", picture))
	}
	meter.line(fmt.Sprintf("%s done, schema %d, in %s", holds(m), m.Schema, name))
	if n := len(m.Missing); n > 0 {
		return fmt.Errorf("%d pictures are missing from the archive; it holds everything else. Run `parichay doctor` to check %s", n, settings.Media)
	}
	return nil
}

// nightly makes the next nightly backup now.
func (c backupCommand) nightly(a *app, s site, meter *meter) error {
	if c.To != "" || len(c.Recipient) > 0 {
		return errors.New("--nightly uses " + settings.Backup + " and its encryption: omit --to and --recipient")
	}
	shelf, err := openShelf(s.config)
	if err != nil {
		return err
	}
	if shelf == nil {
		return errors.New(settings.Backup + " is not set: set it, or omit --nightly")
	}
	shelf.Progress = meter.step
	m, name, err := shelf.Add(a.ctx, s.store, s.pictures)
	if errors.Is(err, backup.ErrNotTidied) {
		meter.line(err.Error())
	} else if err != nil {
		return errors.Join(err, dump.NoteFailure(context.WithoutCancel(a.ctx), s.store))
	}
	return errors.Join(reportBackup(meter, m, name+" (in "+settings.Backup+")"), dump.NoteBackup(a.ctx, s.store, m.Bytes(), len(m.Missing)))
}

// holds summarizes an archive's contents.
func holds(m *backup.Manifest) string {
	return fmt.Sprintf("%s rows, %s picture files, %s", grouped(m.Rows()), grouped(int64(m.Files())), size(m.Bytes()))
}

// writeFile writes to a temporary file and renames it, so that a file of that name is
// always complete. It never replaces a file.
func writeFile(name string, write func(io.Writer) error) (err error) {
	if err := checkNew(name); err != nil {
		return err
	}
	half := filepath.Join(filepath.Dir(name), ".new-"+rand.Text())
	file, err := os.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(half)
		}
	}()
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(half, name); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// checkNew refuses a name that is taken, or whose folder does not exist.
func checkNew(name string) error {
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("%s already exists: choose another name with --to", name)
	}
	if _, err := os.Stat(filepath.Dir(name)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--to: the folder %s does not exist: create it, or choose another", filepath.Dir(name))
	}
	return nil
}

type restoreCommand struct {
	File     string   `arg:"" help:"The archive."`
	Identity []string `help:"File with the age key that decrypts the archive; may be repeated." placeholder:"FILE"`
	Replace  bool     `help:"Replace the contents of the database and of the picture folder."`
}

// Run restores an archive.
func (c restoreCommand) Run(a *app) error {
	var identities []age.Identity
	for _, name := range c.Identity {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		found, err := age.ParseIdentities(file)
		file.Close()
		if err != nil {
			return fmt.Errorf("--identity %s: the file contains no age key", name)
		}
		identities = append(identities, found...)
	}
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer file.Close()
	s, err := openSiteToFill(a)
	if err != nil {
		return err
	}
	defer s.store.Close()
	key, err := secrets.Read(s.config)
	if err != nil {
		return err
	}
	s.store.SealWith(key)
	meter := newMeter(a.stderr, "restore")
	m, err := backup.Restore{Identities: identities, Replace: c.Replace, Progress: meter.step}.Read(a.ctx, s.store, s.pictures, file)
	if err != nil {
		return fmt.Errorf("%w; nothing was changed", err)
	}
	for _, picture := range m.Missing {
		meter.line(fmt.Sprintf("picture %s was missing when the archive was made", picture))
	}
	meter.line(fmt.Sprintf("restored %s from %s into the database %q", holds(m), m.Created.Format(time.RFC3339), databaseOf(s.config.DatabaseURL)))
	meter.line("all sessions ended: sign in again; emails that were queued when the archive was made are not sent")
	return secrets.Seal(a.ctx, s.store, meter.line)
}

// site is everything that backup, restore, export and import work on.
type site struct {
	config   settings.Config
	store    *postgres.Store
	pictures *media.Store
}

func openSite(a *app) (s site, err error) {
	if s.config, err = settings.Read(a.environ); err != nil {
		return s, err
	}
	err = s.open(a.ctx)
	return s, err
}

// openSiteToFill connects as the role that owns the tables: restoring and importing truncate them.
func openSiteToFill(a *app) (s site, err error) {
	if s.config, err = settings.Read(a.environ); err != nil {
		return s, err
	}
	if s.config.MigrateURL != "" {
		serves, owns := databaseOf(s.config.DatabaseURL), databaseOf(s.config.MigrateURL)
		if serves != owns {
			return s, fmt.Errorf("%s names the database %q and %s names %q: both must name the same database; nothing was changed", settings.DatabaseURL, serves, settings.MigrateURL, owns)
		}
		s.config.DatabaseURL, s.config.MigrateURL = s.config.MigrateURL, ""
	}
	err = s.open(a.ctx)
	return s, err
}

// databaseOf returns the name of the database in an address that settings.Read has parsed.
func databaseOf(address string) string {
	at, err := db.ParseAddress(address)
	if err != nil {
		return address
	}
	return at.Database
}

func (s *site) open(ctx context.Context) (err error) {
	if s.pictures, err = media.Open(s.config.Media); err != nil {
		return fmt.Errorf("%s: %w", settings.Media, err)
	}
	s.store, err = openDatabase(ctx, s.config)
	return err
}

// openShelf opens the location of backups. It returns nil if none is configured. If the
// location cannot be opened, it returns an error and a shelf without At.
func openShelf(c settings.Config) (*backup.Shelf, error) {
	if c.Backup == nil {
		return nil, nil //nolint:nilnil // backups are optional
	}
	shelf := &backup.Shelf{Backup: backup.Backup{Program: version, Recipients: c.BackupTo}, Site: c.BaseURL.Host, Keep: c.BackupKeep}
	at, err := media.OpenShelf(*c.Backup)
	if err != nil {
		return shelf, fmt.Errorf("%s: %w (under systemd, also add it to ReadWritePaths=, see docs/operate.md)", settings.Backup, err)
	}
	shelf.At = at
	return shelf, nil
}
