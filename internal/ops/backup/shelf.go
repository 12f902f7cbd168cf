package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"

	"parichay/internal/kit/fault"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
	"parichay/locales"
)

// Shelf is the storage of a site's archives.
type Shelf struct {
	Backup
	Site string // prefix of the archives' names
	At   *media.Shelf
	Keep int // number of archives to keep
}

// The nightly backup is due between nightFrom and nightTo if the last one is older than
// tooYoung, and at any hour if the last one is older than tooOld.
const (
	nightFrom, nightTo = 1, 5 // hours in India's time zone
	tooYoung           = 20 * time.Hour
	tooOld             = 26 * time.Hour
)

// Due reports whether the next nightly backup is due.
func Due(last, now time.Time) bool {
	age, hour := now.Sub(last), now.In(locales.India).Hour()
	return age > tooOld || age > tooYoung && hour >= nightFrom && hour < nightTo
}

// ErrNotTidied means that a new archive was written, but older ones could not be deleted.
var ErrNotTidied = errors.New("the backup was made, but older backups could not be deleted")

// Add writes an archive and then deletes this site's oldest ones beyond Keep. If the new
// archive lacks pictures, twice as many are kept, so that older archives with these pictures
// survive until somebody notices. On ErrNotTidied the new archive exists.
func (s Shelf) Add(ctx context.Context, store *postgres.Store, pictures *media.Store) (m *Manifest, name string, err error) {
	defer fault.Wrap(&err, "store a backup")
	now := time.Now()
	name = s.Name(s.Site, now)
	err = s.At.Write(ctx, name, func(to io.Writer) (err error) {
		m, err = s.Write(ctx, store, pictures, to)
		return err
	})
	if err != nil {
		return m, name, err
	}
	keep := s.Keep
	if len(m.Missing) > 0 {
		keep *= 2
	}
	if err := s.prune(ctx, keep); err != nil {
		return m, name, fmt.Errorf("%w: %w", ErrNotTidied, err)
	}
	return m, name, nil
}

// Last returns when the newest archive was started, or the zero time if there is none.
func (s Shelf) Last(ctx context.Context) (at time.Time, err error) {
	all, err := s.all(ctx)
	if err != nil || len(all) == 0 {
		return at, err
	}
	return all[0].at, nil
}

type shelved struct {
	name string
	at   time.Time
}

// all returns the site's archives, newest first.
func (s Shelf) all(ctx context.Context) (all []shelved, err error) {
	names, err := s.At.Names(ctx, prefixOf(s.Site))
	for _, name := range names {
		if at, ok := begun(s.Site, name); ok {
			all = append(all, shelved{name, at})
		}
	}
	slices.SortFunc(all, func(a, b shelved) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.name, b.name)) })
	return all, err
}

func (s Shelf) prune(ctx context.Context, keep int) error {
	all, err := s.all(ctx)
	if err != nil {
		return err
	}
	for _, old := range all[min(keep, len(all)):] {
		if err := s.At.Remove(ctx, old.name); err != nil {
			return err
		}
	}
	return nil
}

// ErrNotSaved means that the schema was not migrated, because the backup before it failed.
var ErrNotSaved = errors.New("schema not migrated, because the backup before the migration failed (unset PARICHAY_BACKUP to migrate without one)")

// Migrate migrates the schema and returns the applied steps. If the database already holds a
// site, it first writes an archive to shelf; if that fails, it changes nothing. It calls say
// with the archive's name or, if shelf is nil, with the reason why there is none.
func Migrate(ctx context.Context, store *postgres.Store, pictures *media.Store, shelf *Shelf, say func(text string)) (applied []string, err error) {
	return store.MigrateAfter(ctx, func(now schema.State) error {
		switch {
		case now.At() == 0: // there is no site yet
		case shelf == nil:
			say("none made before the schema migration: PARICHAY_BACKUP is not set")
		default:
			_, name, err := shelf.Add(ctx, store, pictures)
			if errors.Is(err, ErrNotTidied) {
				slog.WarnContext(ctx, "cannot delete old backups; delete them by hand if this repeats", "error", err)
			} else if err != nil {
				return fmt.Errorf("%w: %w", ErrNotSaved, err)
			}
			say("made before the schema migration: " + name)
		}
		return nil
	})
}
