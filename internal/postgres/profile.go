package postgres

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"parichay/internal/fault"
	"parichay/internal/profile"
)

// The statements over website_content. The column list follows from the field
// table, so a new field changes no query.
var (
	profileColumns = strings.Join(profile.Columns(), ", ")
	selectLatest   = `SELECT id, updated_at, translations, ` + profileColumns + `
		FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1`
	// updated_at never runs backwards, even if the clock does: the newest row must stay the newest.
	insertRevision = `INSERT INTO website_content (updated_at, translations, ` + profileColumns + `)
		VALUES (greatest(clock_timestamp(), (SELECT max(updated_at) + interval '1 microsecond' FROM website_content)), ` +
		placeholders(1+len(profile.Columns())) + `)
		RETURNING id, updated_at`
)

func placeholders(n int) string {
	marks := make([]string, n)
	for i := range marks {
		marks[i] = "$" + strconv.Itoa(i+1)
	}
	return strings.Join(marks, ", ")
}

// Content is everything public pages are made of, read at one instant.
type Content struct {
	Version int64 // raised by every change, see site_version
	Profile profile.Revision
}

// Content reads the newest content. When there is none the defaults are stored
// first, then read back.
func (s *Store) Content(ctx context.Context) (c Content, err error) {
	defer translate(&err, "content")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	read := func() error {
		// One snapshot for both statements: a version must never be seen with
		// another version's content.
		return pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
			if err := tx.QueryRow(ctx, `SELECT version FROM site_version`).Scan(&c.Version); err != nil {
				return err
			}
			c.Profile, err = latest(ctx, tx)
			return err
		})
	}
	if err = read(); errors.Is(err, pgx.ErrNoRows) {
		if err = s.insertDefaults(ctx); err == nil {
			err = read()
		}
	}
	return c, err
}

// SaveProfile applies change to the newest revision and stores the result as
// the next one, telling all replicas in the same transaction. When base is not
// the newest, nothing is stored and the newest comes back with ErrConflict,
// except when it already holds what change would make: then an earlier answer
// was lost on the way, and this is it.
func (s *Store) SaveProfile(ctx context.Context, base int64, change func(profile.Profile) (profile.Profile, error)) (saved profile.Revision, err error) {
	defer translate(&err, "save profile on revision %d", base)
	err = s.write(ctx, func(tx pgx.Tx) error {
		if err := announce(ctx, tx); err != nil {
			return err
		}
		current, err := latest(ctx, tx)
		if err != nil {
			return err
		}
		next, err := change(current.Profile)
		if err != nil {
			return err
		}
		if current.ID != base {
			saved = current
			if same(current.Profile, next) {
				return errAlready
			}
			return fault.ErrConflict
		}
		saved, err = insert(ctx, tx, next)
		return err
	})
	if errors.Is(err, errAlready) {
		err = nil
	}
	return saved, err
}

// errAlready rolls a save back that found its work done.
var errAlready = errors.New("already saved")

// same compares what would be stored.
func same(a, b profile.Profile) bool {
	return slices.Equal(a.Row(), b.Row()) && maps.EqualFunc(a.Translations, b.Translations, maps.Equal[map[string]string, map[string]string])
}

func (s *Store) insertDefaults(ctx context.Context) error {
	return s.write(ctx, func(tx pgx.Tx) error {
		if err := announce(ctx, tx); err != nil {
			return err
		}
		if _, err := latest(ctx, tx); !errors.Is(err, pgx.ErrNoRows) {
			return err // another replica was first, or the read failed
		}
		_, err := insert(ctx, tx, profile.Default())
		return err
	})
}

// announce raises the site's version and queues the notice of it. It takes the
// lock that lets one writer in at a time, so it comes first in a transaction.
func announce(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `
		WITH raised AS (UPDATE site_version SET version = version + 1 RETURNING version)
		SELECT pg_notify('`+channel+`', version::text) FROM raised`)
	return err
}

func latest(ctx context.Context, tx pgx.Tx) (r profile.Revision, err error) {
	row := make([]string, len(profile.Columns()))
	var words profile.Translations
	targets := []any{&r.ID, &r.UpdatedAt, &words}
	for i := range row {
		targets = append(targets, &row[i])
	}
	if err := tx.QueryRow(ctx, selectLatest).Scan(targets...); err != nil {
		return r, err
	}
	r.Profile = profile.FromRow(row)
	r.Profile.Translations = words
	return r, nil
}

func insert(ctx context.Context, tx pgx.Tx, p profile.Profile) (r profile.Revision, err error) {
	words := p.Translations
	if words == nil {
		words = profile.Translations{}
	}
	args := []any{words}
	for _, text := range p.Row() {
		args = append(args, text)
	}
	r.Profile = p
	err = tx.QueryRow(ctx, insertRevision, args...).Scan(&r.ID, &r.UpdatedAt)
	return r, err
}
