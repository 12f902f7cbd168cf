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

// Shelf is where a site's archives are kept, and how many of them.
type Shelf struct {
	Backup
	Site string // whose archives they are
	At   *media.Shelf
	Keep int
}

// When the nightly backup is due: in the hours in which shops sleep, or as soon as
// the last one is late.
const (
	nightFrom, nightTo = 1, 5 // on India's clock
	tooYoung           = 20 * time.Hour
	tooOld             = 26 * time.Hour
)

// Due tells whether it is time for the next backup.
func Due(last, now time.Time) bool {
	age, hour := now.Sub(last), now.In(locales.India).Hour()
	return age > tooOld || age > tooYoung && hour >= nightFrom && hour < nightTo
}

// ErrNotTidied is about an archive that was made, while older ones could not be removed.
var ErrNotTidied = errors.New("the backup was made, but older ones could not be removed")

// Add makes an archive and removes the oldest of this site beyond those that are
// kept: never before there is a newer one, and twice as late where this one misses
// pictures, so that those that have them outlast the nights in which nobody looks.
// Where it is ErrNotTidied that went wrong, there is a new archive all the same.
func (s Shelf) Add(ctx context.Context, store *postgres.Store, pictures *media.Store) (m *Manifest, name string, err error) {
	defer fault.Wrap(&err, "keep a backup")
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

// Last is when the newest archive on the shelf was begun; zero where there is none.
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

// all are the site's archives, newest first.
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

// ErrNotSaved is why the schema was left as it is.
var ErrNotSaved = errors.New("the schema is left as it is, because no backup could be made before (unset PARICHAY_BACKUP to go on without)")

// Migrate brings the schema up to date. If that changes a site that is there, an
// archive is made first; without one nothing is changed. say hears of it, and why
// there is none where no shelf is set.
func Migrate(ctx context.Context, store *postgres.Store, pictures *media.Store, shelf *Shelf, say func(text string)) (applied []string, err error) {
	return store.MigrateAfter(ctx, func(now schema.State) error {
		switch {
		case now.At() == 0: // there is no site yet
		case shelf == nil:
			say("none is made before the schema changes: PARICHAY_BACKUP is not set")
		default:
			_, name, err := shelf.Add(ctx, store, pictures)
			if errors.Is(err, ErrNotTidied) {
				slog.WarnContext(ctx, "old backups stay", "error", err)
			} else if err != nil {
				return fmt.Errorf("%w: %w", ErrNotSaved, err)
			}
			say("made before the schema changes: " + name)
		}
		return nil
	})
}
