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
	"parichay/internal/kit/fault"
	"parichay/internal/store/codes"
	"parichay/internal/store/db"
	"parichay/locales"
)

// The statements over website_content. The column list follows from the field
// table, so a new field changes no query.
var (
	profileColumns = strings.Join(profile.Columns(), ", ")
	selectProfile  = `SELECT id, updated_at, translations::text, ` + profileColumns
	selectLatest   = selectProfile + ` FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1 OFFSET $1`
	selectRevision = selectProfile + ` FROM website_content WHERE id = $1`
	// updated_at never runs backwards, even if the clock does: the newest row must stay the newest.
	insertRevision = `INSERT INTO website_content (updated_at, saved_by, action, translations, ` + profileColumns + `)
		VALUES (greatest(clock_timestamp(), (SELECT max(updated_at) + interval '1 microsecond' FROM website_content)), ` +
		placeholders(3+len(profile.Columns())) + `)
		RETURNING id, updated_at`
)

// emptyLists names the lists with nothing of the owner's in them.
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

// origin names the database that a version is of, and the table in it: dropping and
// restoring either makes another one, in which the same version may be something else.
const origin = `(SELECT oid::bigint << 32 FROM pg_database WHERE datname = current_database()) | tableoid::bigint`

// Content is what every public page is made of, read at one instant.
type Content struct {
	Version int64 // raised by every change, see site_version
	Origin  int64 // which database's version that is: another one after a restore
	Profile profile.Revision
	Empty   []string         // the lists that have nothing to show but samples, now or later
	Blocks  []content.Item   // those the home page is made of, besides the hidden
	Moments []time.Time      // when articles became or become public at an hour, in order: the last ones and the next
	Changed map[string]int64 // what changed since the version asked for, and in which; see the scopes
	Untold  int64            // the last version that did not say what it changed
	Codes   []codes.Code     // all there ever were, in order
}

// ProfileScope names the profile among what changes. A list is named by its
// collection, an item by that and its id.
const ProfileScope = "profile"

// ItemScope names an item of a list.
func ItemScope(c *content.Collection, id string) string { return c.Name + "/" + id }

// Content reads the newest content. When there is none the defaults are stored
// first, then read back.
func (s Site) Content(ctx context.Context) (c Content, err error) {
	return s.ContentSince(ctx, math.MaxInt64)
}

// ContentSince tells besides what changed after a version, and makes no defaults:
// where there was content, a table without any is about to be restored.
func (s Site) ContentSince(ctx context.Context, version int64) (c Content, err error) {
	defer db.Translate(&err, "content")
	read := func() error {
		// A version must never be seen with another version's content.
		return s.db.Snapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
			if err := tx.QueryRow(ctx, `SELECT version, untold, `+origin+` FROM site_version`).Scan(&c.Version, &c.Untold, &c.Origin); err != nil {
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

// Save applies change to the newest revision and stores the result as
// the next one, telling all replicas in the same transaction. When base is not
// the newest, nothing is stored and the newest comes back with ErrConflict,
// except when it already holds what change would make: then an earlier answer
// was lost on the way, and this is it.
func (s Site) Save(ctx context.Context, by Author, base int64, change func(profile.Profile) (profile.Profile, error)) (profile.Revision, error) {
	return s.save(ctx, by, field.Saved, base, func(_ context.Context, _ pgx.Tx, p profile.Profile) (profile.Profile, error) { return change(p) })
}

// Restore stores an older revision again as the next one, on the same
// terms as Save.
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
			// Nothing to save onto, and so nobody's work to lose: the defaults are made first.
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
		if current.ID != base {
			saved = current
			if same(current.Profile, next) {
				return db.ErrUndo
			}
			return fault.ErrConflict
		}
		if action != field.Restored { // an earlier state comes back as it was
			if err := refuseUnstored(ctx, tx, current.Profile.Uploads(), next.Uploads()); err != nil {
				return err
			}
		}
		if saved, err = insert(ctx, tx, by, action, next); err != nil {
			return err
		}
		return raiseSite(ctx, tx, current.Profile, next)
	})
	return saved, err
}

// same compares what would be stored.
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

// publish runs fn in a transaction that raises the site's version, says what it
// changes and tells every replica. Raising it takes the lock that lets one writer in
// at a time.
func (d *database) publish(ctx context.Context, scopes []string, fn func(context.Context, pgx.Tx) error) error {
	return d.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		scopes, err := withAddresses(ctx, tx, scopes)
		if err != nil {
			return err
		}
		if d.purges {
			if err := enqueuePurges(ctx, tx, scopes); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, `
			WITH raised AS (UPDATE site_version SET version = version + 1, told = version + 1 RETURNING version),
			noted AS (
				INSERT INTO site_changes (scope, version) SELECT scope, version FROM raised, unnest($1::text[]) AS scope
				ON CONFLICT (scope) DO UPDATE SET version = EXCLUDED.version)
			SELECT pg_notify('`+channel+`', version::text) FROM raised`, scopes); err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

// latest is the newest revision that can be read. One that can't is no reason to
// show a business under another name.
func latest(ctx context.Context, tx pgx.Tx) (profile.Revision, error) {
	for skipped := 0; ; skipped++ {
		r, err := scanProfile(tx.QueryRow(ctx, selectLatest, skipped))
		switch {
		case err == nil && !r.Damaged:
			r.Damaged = skipped > 0
			return r, nil
		case skipped > 0 && errors.Is(err, pgx.ErrNoRows): // the defaults must not take the place of what somebody can still mend
			return r, errors.New("no revision of website_content can be read")
		case err != nil:
			return r, err
		}
	}
}

// scanProfile reads the columns of selectRevision; more takes what follows them.
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
