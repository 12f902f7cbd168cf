package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/domain/trade"
	"parichay/internal/kit/fault"
	"parichay/internal/store/codes"
	"parichay/internal/store/db"
	"parichay/locales"
)

// Statements on website_content. The columns are derived from profile.Fields, so a new field changes
// no query.
var (
	profileColumns = strings.Join(profile.Columns(), ", ")
	selectProfile  = `SELECT id, updated_at, translations::text, ` + profileColumns
	selectLatest   = selectProfile + ` FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1 OFFSET $1`
	selectRevision = selectProfile + ` FROM website_content WHERE id = $1`
	// updated_at never goes backwards, even if the clock does: the newest row must stay the newest.
	insertRevision = `INSERT INTO website_content (updated_at, saved_by, action, translations, ` + profileColumns + `)
		VALUES (greatest(clock_timestamp(), (SELECT max(updated_at) + interval '1 microsecond' FROM website_content)), ` +
		placeholders(3+len(profile.Columns())) + `)
		RETURNING id, updated_at`
)

// emptyLists selects the lists without any content of the owner's.
var emptyLists = func() string {
	var all []string
	for i := range content.Collections {
		c := &content.Collections[i]
		all = append(all, `SELECT '`+c.Name+`' WHERE NOT EXISTS (SELECT FROM `+c.Table+` WHERE `+present(c)+` AND NOT `+sample(c)+`)`)
	}
	return strings.Join(all, ` UNION ALL `)
}()

func placeholders(n int) string {
	marks := make([]string, n)
	for i := range marks {
		marks[i] = "$" + strconv.Itoa(i+1)
	}
	return strings.Join(marks, ", ")
}

// origin identifies the database and the table that a version belongs to. If either is dropped
// and restored, the origin changes, because the same version number may then belong to different
// content.
const origin = `(SELECT oid::bigint << 32 FROM pg_database WHERE datname = current_database()) | tableoid::bigint`

// Content is the data of all public pages, from one snapshot.
type Content struct {
	Version  int64 // raised by every change, see site_version
	Origin   int64 // identifies the version's database, see origin; a restore changes it
	Profile  profile.Revision
	Since    time.Time        // when the first revision of the profile was saved
	Empty    []string         // lists that have nothing to show, now or later, except samples
	Blocks   []content.Item   // visible blocks of the home page
	Moments  []time.Time      // latest and next moments at which articles become public at an hour, in order
	Changed  map[string]int64 // scopes that changed since the requested version, with the version of the change
	Unscoped int64            // the last version that did not record its scopes
	Codes    []codes.Code     // all codes, including retired ones, ordered by code
}

// Origin returns the origin of the content, see Content.
func (s Site) Origin(ctx context.Context) (from int64, err error) {
	defer db.Translate(&err, "origin")
	err = s.db.Pool.QueryRow(ctx, `SELECT `+origin+` FROM site_version`).Scan(&from)
	return from, err
}

// ProfileScope is the change scope of the profile. The scope of a list is its collection's name; for
// the scope of an item see ItemScope.
const ProfileScope = "profile"

// ItemScope returns the change scope of an item.
func ItemScope(c *content.Collection, id string) string { return c.Name + "/" + id }

// Content reads the newest content. If there is none, it stores the defaults and reads them back.
func (s Site) Content(ctx context.Context) (c Content, err error) {
	return s.ContentSince(ctx, math.MaxInt64)
}

// ContentSince is like Content, but also reads the scopes that changed after a version, and
// stores no defaults: an empty table that had content before is about to be restored.
func (s Site) ContentSince(ctx context.Context, version int64) (c Content, err error) {
	defer db.Translate(&err, "content")
	read := func() error {
		// All queries use one snapshot, so that the version and the content belong together.
		return s.db.Snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
			if err := tx.QueryRow(ctx, `SELECT version, untold, `+origin+`, (SELECT coalesce(min(updated_at), now()) FROM website_content) FROM site_version`).Scan(&c.Version, &c.Unscoped, &c.Origin, &c.Since); err != nil {
				return err
			}
			rows, _ := tx.Query(ctx, `SELECT scope, version FROM site_changes WHERE version > $1`, version)
			c.Changed = map[string]int64{}
			var scope string
			var at int64
			if _, err := pgx.ForEachRow(rows, []any{&scope, &at}, func() error { c.Changed[scope] = at; return nil }); err != nil {
				return err
			}
			if c.Profile, err = latest(ctx, tx); err != nil {
				return err
			}
			rows, _ = tx.Query(ctx, emptyLists)
			if c.Empty, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
				return err
			}
			rows, _ = tx.Query(ctx, selectPublic(content.Blocks)+` ORDER BY `+order(content.Blocks), time.Now())
			if c.Blocks, err = pgx.CollectRows(rows, scanner(content.Blocks)); err != nil {
				return err
			}
			if c.Codes, err = codes.All(ctx, tx); err != nil {
				return err
			}
			rows, _ = tx.Query(ctx, momentsOf(content.Posts), time.Now().In(locales.India))
			c.Moments, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (at time.Time, err error) {
				var text string
				if err = row.Scan(&text); err == nil {
					at, err = time.ParseInLocation(field.MomentLayout, text, locales.India)
				}
				return at, err
			})
			return err
		})
	}
	if err = read(); errors.Is(err, pgx.ErrNoRows) && version == math.MaxInt64 {
		if err = s.insertDefaults(ctx); err == nil {
			err = read()
		}
	}
	return c, err
}

// Save applies change to the newest revision, stores the result as the next one and notifies all
// replicas, in one transaction. If base is not the newest, Save stores nothing and returns the newest
// with ErrConflict. If the newest already contains the change, Save succeeds: this is a retry after a
// lost response.
func (s Site) Save(ctx context.Context, by Author, base int64, change func(profile.Profile) (profile.Profile, error)) (profile.Revision, error) {
	return s.save(ctx, by, field.Saved, base, func(_ context.Context, _ pgx.Tx, p profile.Profile) (profile.Profile, error) { return change(p) })
}

// Restore stores an older revision as the next one, with the same conflict rules as Save.
func (s Site) Restore(ctx context.Context, by Author, base, revision int64) (profile.Revision, error) {
	return s.save(ctx, by, field.Restored, base, func(ctx context.Context, tx pgx.Tx, _ profile.Profile) (profile.Profile, error) {
		old, err := scanProfile(tx.QueryRow(ctx, selectRevision, revision))
		return old.Profile, err
	})
}

func (s Site) save(ctx context.Context, by Author, action field.Action, base int64, change func(context.Context, pgx.Tx, profile.Profile) (profile.Profile, error)) (saved profile.Revision, err error) {
	defer db.Translate(&err, "%s profile on revision %d", action, base)
	err = s.db.publish(ctx, []string{ProfileScope}, func(ctx context.Context, tx pgx.Tx) error {
		current, err := latest(ctx, tx)
		if errors.Is(err, pgx.ErrNoRows) {
			// There is no content, so nobody's work can be lost: start from the defaults.
			if current, err = insert(ctx, tx, "", field.Created, profile.Default()); err != nil {
				return fmt.Errorf("%w: %w", fault.ErrNotFound, err)
			}
			base = current.ID
		}
		if err != nil {
			return err
		}
		next, err := change(ctx, tx, current.Profile)
		if err != nil {
			return err
		}
		next = next.After(current.Profile)
		if current.ID != base {
			saved = current
			if same(current.Profile, next) {
				return db.ErrUndo
			}
			return fault.ErrConflict
		}
		if action != field.Restored { // an earlier state is restored unchanged
			if err := refuseUnstored(ctx, tx, current.Profile.Uploads(), next.Uploads()); err != nil {
				return err
			}
		}
		if saved, err = insert(ctx, tx, by, action, next); err != nil {
			return err
		}
		if next.Trade != current.Profile.Trade {
			if err := s.db.changeTrade(ctx, tx, trade.Find(current.Profile.Trade), trade.Find(next.Trade)); err != nil {
				return err
			}
		}
		return raiseSite(ctx, tx, current.Profile, next)
	})
	return saved, err
}

// same reports whether two profiles are stored as the same row.
func same(a, b profile.Profile) bool {
	return slices.Equal(a.Row(), b.Row()) && maps.EqualFunc(a.Translations, b.Translations, maps.Equal[map[string]string, map[string]string])
}

func (s Site) insertDefaults(ctx context.Context) error {
	return s.db.publish(ctx, []string{ProfileScope}, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := latest(ctx, tx); !errors.Is(err, pgx.ErrNoRows) {
			return err // another replica was first, or the read failed
		}
		_, err := insert(ctx, tx, "", field.Created, profile.Default())
		return err
	})
}

// publish runs fn in a transaction that raises the site's version, records the changed scopes and
// notifies every replica. Raising the version takes the site's write lock, which admits one writer at
// a time.
func (d *database) publish(ctx context.Context, scopes []string, fn func(context.Context, pgx.Tx) error) error {
	return d.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := d.raiseVersion(ctx, tx, scopes); err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

func (d *database) raiseVersion(ctx context.Context, tx pgx.Tx, scopes []string) error {
	scopes, err := withAddresses(ctx, tx, scopes)
	if err != nil {
		return err
	}
	if d.purges {
		if err := enqueuePurges(ctx, tx, scopes); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, `
		WITH raised AS (UPDATE site_version SET version = version + 1, told = version + 1 RETURNING version),
		noted AS (
			INSERT INTO site_changes (scope, version) SELECT scope, version FROM raised, unnest($1::text[]) AS scope
			ON CONFLICT (scope) DO UPDATE SET version = EXCLUDED.version)
		SELECT pg_notify('`+channel+`', version::text) FROM raised`, scopes)
	return err
}

// latest returns the newest readable revision. It skips damaged revisions, so that the site
// does not fall back to the defaults.
func latest(ctx context.Context, tx pgx.Tx) (profile.Revision, error) {
	for skipped := 0; ; skipped++ {
		r, err := scanProfile(tx.QueryRow(ctx, selectLatest, skipped))
		switch {
		case err == nil && !r.Damaged:
			r.Damaged = skipped > 0
			return r, nil
		case skipped > 0 && errors.Is(err, pgx.ErrNoRows): // the defaults must not replace content that can still be repaired
			return r, errors.New("no readable revision in website_content")
		case err != nil:
			return r, err
		}
	}
}

// scanProfile reads the columns of selectRevision into r, and any columns after them into more.
func scanProfile(line pgx.Row, more ...any) (r profile.Revision, err error) {
	row := make([]string, len(profile.Columns()))
	var words []byte
	targets := []any{&r.ID, &r.UpdatedAt, &words}
	for i := range row {
		targets = append(targets, &row[i])
	}
	if err := line.Scan(append(targets, more...)...); err != nil {
		return r, err
	}
	r.Profile = profile.FromRow(row)
	r.Damaged = json.Unmarshal(words, &r.Profile.Translations) != nil
	return r, nil
}

func insert(ctx context.Context, tx pgx.Tx, by Author, action field.Action, p profile.Profile) (r profile.Revision, err error) {
	words := p.Translations
	if words == nil {
		words = profile.Translations{}
	}
	args := []any{by, action, words}
	for _, text := range p.Row() {
		args = append(args, text)
	}
	r.Profile = p
	err = tx.QueryRow(ctx, insertRevision, args...).Scan(&r.ID, &r.UpdatedAt)
	return r, err
}
