package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
	"parichay/internal/store/tables"
)

// unneeded selects the picture that has not been needed for the longest time, and whether any
// row mentions one of its files in any column, including columns added later. The picture's
// row stays locked until its files are deleted, so that a concurrent upload of the same
// picture waits and then stores it again. unfinished selects only pictures whose upload has
// failed.
var (
	unneeded   = oldest("true")
	unfinished = oldest("stored_at IS NULL")
)

// abandoned is the age at which an unfinished upload has certainly failed. An upload makes only a
// few calls to the bucket, each with a timeout.
const abandoned = time.Hour

func oldest(condition string) string {
	return `
	SELECT name, ` + mentioned() + ` FROM media m
	WHERE ` + condition + ` AND needed_at < clock_timestamp() - $1::interval
	ORDER BY needed_at LIMIT 1 FOR UPDATE OF m SKIP LOCKED`
}

func mentioned() string {
	var parts []string
	for _, t := range tables.Tables {
		if t.Pictures {
			parts = append(parts, `EXISTS (SELECT FROM `+t.Name+` r WHERE strpos(r::text, left(m.name, -4)) > 0)`)
		}
	}
	return strings.Join(parts, " OR ")
}

// storeAttempts limits how often Store starts over because the picture was removed meanwhile.
const storeAttempts = 3

// Store records a picture. keep writes its files and reads them back. The row is inserted before
// keep runs, so that the collector knows every file in the bucket. After keep has succeeded, the
// picture is part of the library, under title unless it already has one. If keep fails, the row
// stays unfinished, unless the same picture was stored before.
func (s Media) Store(ctx context.Context, name, title string, keep func(context.Context) error) (err error) {
	defer db.Translate(&err, "store media %s", name)
	for range storeAttempts {
		var added time.Time // identifies the row: a row inserted again has another time
		err := s.db.QueryRow(ctx, `
			INSERT INTO media (name, stored_at) VALUES ($1, NULL)
			ON CONFLICT (name) DO UPDATE SET needed_at = clock_timestamp() RETURNING added_at`, name).Scan(&added)
		if err != nil {
			return err
		}
		if err := keep(ctx); err != nil {
			return err
		}
		done, err := s.db.Exec(ctx, `
			UPDATE media SET stored_at = coalesce(stored_at, clock_timestamp()), title = coalesce(nullif(title, ''), $3)
			WHERE name = $1 AND added_at = $2`, name, added, title)
		if err != nil || done > 0 {
			return err
		}
	}
	return fmt.Errorf("%w: picture was removed while being stored", fault.ErrUnavailable)
}

// NotStored returns the names that do not belong to pictures of the library.
func (s Media) NotStored(ctx context.Context, names []string) (missing []string, err error) {
	defer db.Translate(&err, "not stored media")
	return db.List(ctx, s.db.DB, pgx.RowTo[string], notStored, names)
}

const notStored = `SELECT wanted FROM unnest($1::text[]) AS wanted WHERE NOT EXISTS (SELECT FROM media WHERE name = wanted AND stored_at IS NOT NULL)`

// refuseUnstored returns fault.Invalid if a change adds pictures of this site that are not in the
// library. Pictures that were shown before the change are not checked, so that content with a lost
// picture can still be edited.
func refuseUnstored(ctx context.Context, tx pgx.Tx, before, after []field.Shown) error {
	added := field.Added(before, after)
	if len(added) == 0 {
		return nil
	}
	names := make([]string, len(added))
	for i, shown := range added {
		names[i] = shown.Name
	}
	rows, _ := tx.Query(ctx, notStored, names)
	missing, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	var issues []fault.Issue
	for _, shown := range added {
		issue := fault.Issue{Field: shown.Field, Lang: shown.Lang, Code: fault.NotStored}
		if slices.Contains(missing, shown.Name) && !slices.Contains(issues, issue) {
			issues = append(issues, issue)
		}
	}
	if len(issues) > 0 {
		return fault.Invalid{Issues: issues}
	}
	return nil
}

// Unchecked returns up to limit pictures whose last check is longer ago than age, and marks
// them as checked.
func (s Media) Unchecked(ctx context.Context, age time.Duration, limit int) (names []string, err error) {
	defer db.Translate(&err, "unchecked media")
	return db.List(ctx, s.db.DB, pgx.RowTo[string], `
		UPDATE media SET checked_at = now() WHERE name IN (
			SELECT name FROM media WHERE stored_at IS NOT NULL AND checked_at < now() - $1::interval ORDER BY checked_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING name`, age, limit)
}

// Collect examines up to limit abandoned uploads, then up to limit pictures that have not been
// needed for longer than age. Pictures in use are marked as needed now. For each other picture,
// Collect calls remove, which deletes the picture's files, and then deletes the picture's row. It
// returns the number of removed pictures.
func (s Media) Collect(ctx context.Context, age time.Duration, limit int, remove func(ctx context.Context, name string) error) (removed int, err error) {
	defer db.Translate(&err, "collect media")
	failed, err := s.collect(ctx, unfinished, min(age, abandoned), limit, remove)
	if err != nil {
		return failed, err
	}
	removed, err = s.collect(ctx, unneeded, age, limit, remove)
	return failed + removed, err
}

func (s Media) collect(ctx context.Context, which string, age time.Duration, limit int, remove func(ctx context.Context, name string) error) (removed int, err error) {
	for range limit {
		gone, err := s.collectOne(ctx, which, age, remove)
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

func (s Media) collectOne(ctx context.Context, which string, age time.Duration, remove func(ctx context.Context, name string) error) (gone bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var name string
		var used bool
		if err := tx.QueryRow(ctx, which, age).Scan(&name, &used); err != nil {
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
