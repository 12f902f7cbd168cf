package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"parichay/internal/ops/backup"
	"parichay/internal/ops/settings"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

type backupCommand struct {
	To        string   `help:"File to write, or - for standard output. Default: a name with the time, in this folder." placeholder:"FILE"`
	Recipient []string `help:"Encrypt to this age recipient (age1…) instead of those of PARICHAY_BACKUP_RECIPIENT; may be repeated." placeholder:"AGE"`
	Plain     bool     `xor:"who" help:"Do not encrypt, whatever PARICHAY_BACKUP_RECIPIENT says."`
	Nightly   bool     `xor:"who" help:"Make the nightly backup now: in PARICHAY_BACKUP, counted and kept like the others."`
}

// Run writes an archive, which has its name only once it is whole.
func (c backupCommand) Run(a *app) error {
	recipients, err := age.ParseRecipients(strings.NewReader(strings.Join(c.Recipient, "\n")))
	if len(c.Recipient) > 0 && err != nil {
		return errors.New("--recipient must be the public part of an age key, such as age1…; age-keygen makes one")
	}
	s, err := openSite(a)
	if err != nil {
		return err
	}
	defer s.store.Close()
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
	return sayMade(meter, m, name)
}

// sayMade says what an archive holds. One that misses pictures is kept, and no success.
func sayMade(meter *meter, m *backup.Manifest, name string) error {
	for _, picture := range m.Missing {
		meter.line(fmt.Sprintf("picture %s is missing or damaged and is not in the archive", picture))
	}
	meter.line(fmt.Sprintf("%s done, schema %d, in %s", holds(m), m.Schema, name))
	if n := len(m.Missing); n > 0 {
		return fmt.Errorf("%d pictures are not in the archive, which holds everything else: `parichay doctor` says what may be wrong with %s", n, settings.Media)
	}
	return nil
}

// nightly makes the backup of the coming night now.
func (c backupCommand) nightly(a *app, s site, meter *meter) error {
	if c.To != "" || len(c.Recipient) > 0 {
		return errors.New("--nightly goes where " + settings.Backup + " says, encrypted as it says: leave out --to and --recipient")
	}
	shelf, err := openShelf(s.config)
	if err != nil {
		return err
	}
	if shelf == nil {
		return errors.New(settings.Backup + " is not set: say where backups are kept, or make one without --nightly")
	}
	shelf.Progress = meter.step
	m, name, err := shelf.Add(a.ctx, s.store, s.pictures)
	if errors.Is(err, backup.ErrNotTidied) {
		meter.line(err.Error())
	} else if err != nil {
		return errors.Join(err, dump.NoteFailure(context.WithoutCancel(a.ctx), s.store))
	}
	return errors.Join(sayMade(meter, m, name+" where "+settings.Backup+" says"), dump.NoteBackup(a.ctx, s.store, m.Bytes(), len(m.Missing)))
}

// holds says in a few words what is in an archive.
func holds(m *backup.Manifest) string {
	return fmt.Sprintf("%s rows, %s pictures' files, %s", grouped(m.Rows()), grouped(int64(m.Files())), size(m.Bytes()))
}

// writeFile writes beside the name and moves there, so that a file of that name is
// always whole. It never replaces one.
func writeFile(name string, write func(io.Writer) error) (err error) {
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("%s exists already: choose another name with --to", name)
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

type restoreCommand struct {
	File     string   `arg:"" help:"The archive."`
	Identity []string `help:"File with the age key that opens an encrypted archive; may be repeated." placeholder:"FILE"`
	Replace  bool     `help:"Put the archive in the place of what the database and the pictures' folder hold."`
}

// Run puts an archive back.
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
			return fmt.Errorf("--identity %s holds no age key", name)
		}
		identities = append(identities, found...)
	}
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer file.Close()
	s, err := openSite(a)
	if err != nil {
		return err
	}
	defer func() { s.store.Close() }()
	if s.config.MigrateURL != "" { // tables are emptied and filled by their owner
		s.store.Close()
		if s.store, err = postgres.Open(a.ctx, s.config.MigrateURL); err != nil {
			return err
		}
	}
	key, err := readKey(s.config)
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
	meter.line(fmt.Sprintf("%s of %s restored", holds(m), m.Created.Format(time.RFC3339)))
	meter.line("all sessions are ended: sign in anew; mails that waited when the archive was made are not sent")
	return sealSecrets(a.ctx, s.store, meter.line)
}

// site is what every archive is about.
type site struct {
	config   settings.Config
	store    *postgres.Store
	pictures *media.Store
}

func openSite(a *app) (s site, err error) {
	if s.config, err = settings.Read(a.environ); err != nil {
		return s, err
	}
	if s.pictures, err = media.Open(s.config.Media); err != nil {
		return s, fmt.Errorf("%s: %w", settings.Media, err)
	}
	s.store, err = openDatabase(a.ctx, s.config)
	return s, err
}

// openShelf prepares where archives are kept; nil where none are. One that cannot be
// opened has no place yet.
func openShelf(c settings.Config) (*backup.Shelf, error) {
	if c.Backup == nil {
		return nil, nil //nolint:nilnil // no shelf is no fault
	}
	shelf := &backup.Shelf{Backup: backup.Backup{Program: version, Recipients: c.BackupTo}, Site: c.BaseURL.Host, Keep: c.BackupKeep}
	at, err := media.OpenShelf(*c.Backup)
	if err != nil {
		return shelf, fmt.Errorf("%s: %w: give the program's user the right to, or name another place (under systemd ReadWritePaths= must name it, see docs/operate.md)", settings.Backup, err)
	}
	shelf.At = at
	return shelf, nil
}
