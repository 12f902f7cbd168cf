package postgres

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/postgres/db"
	"parichay/internal/postgres/registry"
)

// unneeded finds a picture that no row has mentioned for a while, wherever in
// the row, and whichever of its files: a column added later counts without a
// word here. The picture's row stays locked until its files are gone, so that the
// same picture uploaded at that moment waits, and is then stored anew.
var unneeded = `
	SELECT name, ` + mentioned() + ` FROM media m
	WHERE needed_at < clock_timestamp() - $1::interval
	ORDER BY needed_at LIMIT 1 FOR UPDATE OF m SKIP LOCKED`

func mentioned() string {
	var parts []string
	for _, t := range registry.Tables {
		if t.Pictures {
			parts = append(parts, `EXISTS (SELECT FROM `+t.Name+` r WHERE strpos(r::text, left(m.name, -4)) > 0)`)
		}
	}
	return strings.Join(parts, " OR ")
}

// Expect records that a picture is about to be stored.
func (s Media) Expect(ctx context.Context, name string) (err error) {
	defer db.Translate(&err, "expect media %s", name)
	_, err = s.db.Exec(ctx, `INSERT INTO media (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET needed_at = clock_timestamp()`, name)
	return err
}

// Unchecked takes up to limit pictures that were not checked for as long as age,
// and counts them as checked.
func (s Media) Unchecked(ctx context.Context, age time.Duration, limit int) (names []string, err error) {
	defer db.Translate(&err, "unchecked media")
	return db.List(ctx, s.db.DB, pgx.RowTo[string], `
		UPDATE media SET checked_at = now() WHERE name IN (
			SELECT name FROM media WHERE checked_at < now() - $1::interval ORDER BY checked_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING name`, age, limit)
}

// Collect looks at up to limit pictures that have not been needed for as
// long as age: those in use are needed again from now on, the others are removed
// by remove and forgotten. It returns how many were removed.
func (s Media) Collect(ctx context.Context, age time.Duration, limit int, remove func(ctx context.Context, name string) error) (removed int, err error) {
	defer db.Translate(&err, "collect media")
	for range limit {
		gone, err := s.collectOne(ctx, age, remove)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return removed, nil
		case err != nil:
			return removed, err
		case gone:
			removed++
		}
	}
	return removed, nil
}

func (s Media) collectOne(ctx context.Context, age time.Duration, remove func(ctx context.Context, name string) error) (gone bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var name string
		var used bool
		if err := tx.QueryRow(ctx, unneeded, age).Scan(&name, &used); err != nil {
			return err
		}
		if used {
			_, err := tx.Exec(ctx, `UPDATE media SET needed_at = clock_timestamp() WHERE name = $1`, name)
			return err
		}
		gone = true
		return forget(ctx, tx, name, remove)
	})
	return gone, err
}
