package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
	"parichay/locales"
)

// Kept is a picture of the library.
type Kept struct {
	Name  string
	Title string                  // name of the uploaded file, or the name that the owner gave the picture
	Alt   map[locales.Lang]string // description
	Added time.Time
}

// PictureWatchings defines how changes to each field of a picture are watched.
var PictureWatchings = map[string]field.Watching{
	"Name":  {Watch: field.HistoryOnly, Why: "what is stored under a name never changes"},
	"Title": {Watch: field.OwnerOnly, Why: "the library shows it, no page does"},
	"Alt":   {Watch: field.OwnerOnly, Why: "the library shows it; an article has descriptions of its own, which are watched"},
	"Added": {Watch: field.OwnerOnly, Why: "a date"},
}

// Shelf lists one page of the stored pictures, newest first, and returns the total count. With
// search, it lists only pictures whose name or description contains all the words.
func (s Media) Shelf(ctx context.Context, search string, offset, limit int) (pictures []Kept, total int, err error) {
	defer db.Translate(&err, "list media")
	where, args := "stored_at IS NOT NULL", []any{}
	searched := `concat_ws(' ', title, alt->>'` + strings.Join(locales.Codes(), `', alt->>'`) + `')`
	for _, word := range wordsOf(search) {
		args = append(args, word)
		where += ` AND ` + contains(searched, len(args))
	}
	err = s.db.Snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM media WHERE `+where, args...).Scan(&total); err != nil {
			return err
		}
		page := fmt.Sprintf(` OFFSET $%d LIMIT $%d`, len(args)+1, len(args)+2)
		rows, _ := tx.Query(ctx, `SELECT name, title, alt, stored_at FROM media WHERE `+where+` ORDER BY stored_at DESC, name`+page, append(args, offset, limit)...)
		pictures, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Kept])
		return err
	})
	return pictures, total, err
}

// Describe stores the owner's name and descriptions of a picture.
func (s Media) Describe(ctx context.Context, k Kept) (err error) {
	defer db.Translate(&err, "describe media %s", k.Name)
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return db.Affect(ctx, tx, fault.ErrNotFound, `UPDATE media SET title = $2, alt = $3 WHERE name = $1 AND stored_at IS NOT NULL`, k.Name, k.Title, k.Alt)
	})
}

// Use is a place that shows a picture.
type Use struct {
	List  string                  // a collection; empty: the profile, or history
	ID    string                  // the item's id
	Title map[locales.Lang]string // the item's title
	Bin   bool                    // the item is in the bin
	Field string                  // key of the profile's field
	Past  bool                    // an earlier state, which can be restored
}

// mostUses limits how many uses are listed per collection.
const mostUses = 50

// Uses lists where a picture is shown now, and whether an earlier state that can be restored shows
// it. Earlier states of items have an index; those of the profile are short.
func (s Media) Uses(ctx context.Context, name string) (uses []Use, err error) {
	defer db.Translate(&err, "uses of media %s", name)
	stem := name[:len(name)-len(".jpg")]
	err = s.db.Snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		newest, err := latest(ctx, tx)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		for i := range profile.Fields {
			if f := &profile.Fields[i]; f.Kind == field.Image && strings.Contains(*f.At(&newest.Profile), stem) {
				uses = append(uses, Use{Field: f.Path})
			}
		}
		for i := range content.Collections {
			c := &content.Collections[i]
			known, err := sumsOf(ctx, tx, c)
			if err != nil {
				return err
			}
			rows, _ := tx.Query(ctx, `SELECT id, `+titlesIn(c)+`, deleted_at IS NOT NULL FROM `+c.Table+` WHERE `+known.show(c)+` ORDER BY deleted_at DESC, `+order(c)+` LIMIT $3`, planPerCall, stem, name, mostUses)
			items, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (u Use, err error) {
				u.List = c.Name
				return u, row.Scan(&u.ID, &u.Title, &u.Bin)
			})
			if err != nil {
				return err
			}
			uses = append(uses, items...)
		}
		var past bool
		err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM item_revisions WHERE picture_names(body::text) @> ARRAY[$1::text]) OR EXISTS (SELECT FROM website_content r WHERE strpos(r::text, $1) > 0)`, stem).Scan(&past)
		if past {
			uses = append(uses, Use{Past: true})
		}
		return err
	})
	return uses, err
}

// titlesIn returns an expression for the titles of an item by language.
func titlesIn(c *content.Collection) string {
	all := []string{`'en', ` + c.Field(c.Title).Column}
	for _, lang := range locales.Translated {
		all = append(all, `'`+string(lang)+`', coalesce(translations->'`+string(lang)+`'->>'`+c.Title+`', '')`)
	}
	return `jsonb_build_object(` + strings.Join(all, ", ") + `)`
}

// show returns the condition that an item shows the picture named $2, whose file names start with
// $1.
func (s sums) show(c *content.Collection) string {
	unmade := `strpos(` + shows(c) + `, $1) > 0`
	made := picturesColumn + ` <> '{}' AND ` + picturesColumn + ` @> ARRAY[$2]`
	switch {
	case !hasCards(c):
		return unmade + ` AND $2 <> ''`
	case s.unmade:
		return `(` + made + ` OR ` + missingColumn + ` IS NULL AND ` + unmade + `)`
	}
	return made + ` AND $1 <> ''`
}

// shows returns an expression for all texts of an item that can contain a picture.
func shows(c *content.Collection) string {
	all := []string{"translations::text"}
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Kind == field.HTML || f.Kind == field.Image {
			all = append(all, f.Column)
		}
	}
	return `concat_ws(' ', ` + strings.Join(all, ", ") + `)`
}

// inUse is like unneeded, but selects the picture named $1.
var inUse = `SELECT ` + mentioned() + ` FROM media m WHERE name = $1 FOR UPDATE OF m`

// Remove removes an unused picture; remove deletes its files. If the picture is shown, or would be
// after a restore, Remove returns ErrInUse.
func (s Media) Remove(ctx context.Context, name string, remove func(ctx context.Context, name string) error) (err error) {
	defer db.Translate(&err, "remove media %s", name)
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var used bool
		if err := tx.QueryRow(ctx, inUse, name).Scan(&used); err != nil {
			return err
		}
		if used {
			return fault.ErrInUse
		}
		return forget(ctx, tx, name, remove)
	})
}

// forget deletes a picture's files before its row, so that a failure can be retried.
func forget(ctx context.Context, tx pgx.Tx, name string, remove func(ctx context.Context, name string) error) error {
	if err := remove(ctx, name); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM media WHERE name = $1`, name)
	return err
}
