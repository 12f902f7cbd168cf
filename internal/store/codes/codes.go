// Package codes stores printed QR codes and short links: the target of each, and how often it was
// followed.
package codes

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/internal/store/alarms"
	"parichay/internal/store/db"
	"parichay/locales"
)

// Kind distinguishes QR codes from short links. It is part of the code's path and prefixes the
// code in the source of a visit.
type Kind string

// The kinds.
const (
	Printed Kind = "q"
	Link    Kind = "l"
)

// All lists the kinds.
func (Kind) All() []Kind { return []Kind{Printed, Link} }

// Code is a QR code or a short link.
type Code struct {
	Code      string
	Kind      Kind
	Name      string       // the owner's name for it, such as the place where it hangs
	Target    string       // a path of this site, or a full URL of another
	Language  locales.Lang // language of the target page; empty: the page's default
	CreatedAt time.Time
	RetiredAt *time.Time
}

// Watchings defines how changes to each field of a code are watched.
var Watchings = map[string]field.Watching{
	"Code":      {Watch: field.HistoryOnly, Why: "chosen once; where it leads is watched"},
	"Kind":      {Watch: field.HistoryOnly, Why: "chosen once"},
	"Name":      {Watch: field.OwnerOnly, Why: "it is neither printed nor shown"},
	"Target":    {Watch: field.Destination},
	"Language":  {Watch: field.HistoryOnly, Why: "the same page in another language"},
	"CreatedAt": {Watch: field.OwnerOnly, Why: "a date"},
	"RetiredAt": {Watch: field.Placement}, // a retired code redirects to the home page
}

// Path returns the code's path on this site.
func (c Code) Path() string { return "/" + string(c.Kind) + "/" + c.Code }

// Source returns the source of visits through this code.
func (c Code) Source() string { return string(c.Kind) + "." + c.Code }

// Channel returns the channel under which its visits are counted.
func (c Code) Channel() string {
	channel, _ := visit.ChannelOf(c.Source(), "")
	return channel
}

// Limits on codes in use, and on all codes including retired ones: every replica holds them in
// memory.
const (
	MostUsed = 500
	MostEver = 5000
)

// letters is the alphabet of generated codes: no two look alike, and without vowels they form no
// words.
const letters, length = "bcdfghjkmnpqrstvwxyz23456789", 5

// tries limits how often a code is generated again because it is taken, which is rare: there
// are 17 million codes.
const tries = 8

// Scope is the change scope of codes.
const Scope = "codes"

// Publish runs a change in a transaction that notifies every replica.
type Publish func(ctx context.Context, scopes []string, fn func(context.Context, pgx.Tx) error) error

// Codes is the store.
type Codes struct {
	db      *db.DB
	publish Publish
}

// New returns the store on d.
func New(d *db.DB, publish Publish) Codes { return Codes{d, publish} }

const columns = `SELECT code, kind, name, target, language, created_at, retired_at FROM codes`

// All reads all codes, including retired ones, ordered by code.
func All(ctx context.Context, tx pgx.Tx) ([]Code, error) {
	rows, _ := tx.Query(ctx, columns+` ORDER BY code COLLATE "C"`) // rows also reports this error
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Code])
}

// Every lists all codes, oldest first, without their counts.
func (s Codes) Every(ctx context.Context) (all []Code, err error) {
	defer db.Translate(&err, "codes")
	return db.List(ctx, s.db, pgx.RowToStructByPos[Code], columns+` ORDER BY created_at, code`)
}

// Find looks up a code of a kind in all, which must be ordered by code.
func Find(all []Code, kind Kind, code string) (Code, bool) {
	i, found := slices.BinarySearchFunc(all, code, func(c Code, code string) int { return strings.Compare(c.Code, code) })
	if !found || all[i].Kind != kind {
		return Code{}, false
	}
	return all[i], true
}

// Get returns a code, retired or not, or ErrNotFound.
func (s Codes) Get(ctx context.Context, code string) (c Code, err error) {
	defer db.Translate(&err, "code %q", code)
	return db.One(ctx, s.db, pgx.RowToStructByPos[Code], columns+` WHERE code = $1`, code)
}

// Add stores a code and generates c.Code if it is empty. A chosen code that exists, retired or not,
// is refused as fault.Taken. A repeated key returns the stored code.
func (s Codes) Add(ctx context.Context, c Code, key string) (added Code, err error) {
	defer db.Translate(&err, "add code")
	err = s.publish(ctx, []string{Scope}, func(ctx context.Context, tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, columns+` WHERE idempotency_key = $1`, key) // rows also reports this error
		known, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Code])
		if err != nil {
			return err
		}
		if len(known) == 1 {
			added = known[0]
			return db.ErrUndo
		}
		var used, ever int
		if err := tx.QueryRow(ctx, `SELECT count(*) FILTER (WHERE retired_at IS NULL), count(*) FROM codes`).Scan(&used, &ever); err != nil {
			return err
		}
		if used >= MostUsed || ever >= MostEver {
			return fault.ErrFull
		}
		chosen := c.Code != ""
		for range tries {
			if !chosen {
				c.Code = random()
			}
			rows, _ := tx.Query(ctx, `INSERT INTO codes (code, kind, name, target, language, idempotency_key) VALUES ($1, $2, $3, $4, $5, $6)
				ON CONFLICT (code) DO NOTHING RETURNING code, kind, name, target, language, created_at, retired_at`, c.Code, c.Kind, c.Name, c.Target, c.Language, key)
			made, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Code])
			switch {
			case err != nil:
				return err
			case len(made) == 1:
				added = made[0]
				return raise(ctx, tx, Code{}, added)
			case chosen:
				return fault.Invalid{Issues: []fault.Issue{{Field: "code", Code: fault.Taken}}}
			}
		}
		return fault.ErrFull
	})
	return added, err
}

func random() string {
	var b strings.Builder
	for b.Len() < length {
		// The loop skips byte values that would make some letters more likely than others.
		one := [1]byte{}
		_, _ = rand.Read(one[:]) // never fails
		if most := 256 - 256%len(letters); int(one[0]) < most {
			b.WriteByte(letters[int(one[0])%len(letters)])
		}
	}
	return b.String()
}

// Change stores the name, target and language of a code. It returns ErrNotFound for a retired one.
func (s Codes) Change(ctx context.Context, c Code) (err error) {
	defer db.Translate(&err, "change code %q", c.Code)
	return s.publish(ctx, []string{Scope}, func(ctx context.Context, tx pgx.Tx) error {
		before, err := find(ctx, tx, c.Code)
		if err != nil {
			return err
		}
		if err := db.Affect(ctx, tx, fault.ErrNotFound, `UPDATE codes SET name = $2, target = $3, language = $4 WHERE code = $1 AND retired_at IS NULL`, c.Code, c.Name, c.Target, c.Language); err != nil {
			return err
		}
		c.Kind = before.Kind
		return raise(ctx, tx, before, c)
	})
}

func find(ctx context.Context, tx pgx.Tx, code string) (Code, error) {
	rows, _ := tx.Query(ctx, columns+` WHERE code = $1`, code) // rows also reports this error
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[Code])
}

// raise raises an alarm if a code's target changes, even to another page of this site: the code is
// printed. Adding or retiring a code that leads to this site raises none.
func raise(ctx context.Context, tx pgx.Tx, before, after Code) error {
	was, is := before.leads(), after.leads()
	if was == is || (was == "" || is == "") && !strings.Contains(was+is, "://") {
		return nil
	}
	return alarms.Raise(ctx, tx, alarms.Change{
		Subject: alarms.Codes, Item: after.Code, Field: "target", Name: after.Path() + " " + after.Name, Before: was, After: is, Shown: was != "",
	})
}

// leads returns the target of a code in use, and "" for a retired one, which redirects to the home
// page.
func (c Code) leads() string {
	if c.RetiredAt != nil {
		return ""
	}
	return c.Target
}

// TakeBack restores a code's earlier target and puts a retired code back in use. An empty target
// retires the code.
func (s Codes) TakeBack(ctx context.Context, code, target string) (err error) {
	defer db.Translate(&err, "restore code %q", code)
	return s.publish(ctx, []string{Scope}, func(ctx context.Context, tx pgx.Tx) error {
		if target == "" {
			return db.Affect(ctx, tx, fault.ErrNotFound, `UPDATE codes SET retired_at = coalesce(retired_at, clock_timestamp()) WHERE code = $1`, code)
		}
		return db.Affect(ctx, tx, fault.ErrNotFound, `UPDATE codes SET target = $2, retired_at = NULL WHERE code = $1`, code, target)
	})
}

// Retire ends the use of a code permanently. Retiring it again is not an error.
func (s Codes) Retire(ctx context.Context, code string) (err error) {
	defer db.Translate(&err, "retire code %q", code)
	return s.publish(ctx, []string{Scope}, func(ctx context.Context, tx pgx.Tx) error {
		before, err := find(ctx, tx, code)
		if err != nil {
			return err
		}
		if err := db.Affect(ctx, tx, fault.ErrNotFound, `UPDATE codes SET retired_at = coalesce(retired_at, clock_timestamp()) WHERE code = $1`, code); err != nil {
			return err
		}
		after := before
		after.RetiredAt = new(time.Now())
		return raise(ctx, tx, before, after)
	})
}

// Counted is a code with its counts.
type Counted struct {
	Code
	Scans  int // total
	Lately int // scans since the given day
	Leads  int // without spam and the owner's own feedback
}

// counted selects all codes with their counts. $1 is the first day that counts as Lately.
// Leads of status $2 and type $3 are left out. A partial index covers the leads whose source
// begins with the prefix of a code. In the source, a campaign may follow the code.
const counted = `
	SELECT c.code, c.kind, c.name, c.target, c.language, c.created_at, c.retired_at,
		coalesce(v.scans, 0)::int, coalesce(v.lately, 0)::int, coalesce(f.leads, 0)::int
	FROM codes c
	LEFT JOIN (
		SELECT key, sum(scans) AS scans, sum(scans) FILTER (WHERE day >= $1::date) AS lately FROM visit_counts
		WHERE report = 'channel' AND (key LIKE '` + visit.Code + `%' OR key LIKE '` + visit.Short + `%') GROUP BY key
	) v ON v.key = CASE c.kind WHEN 'q' THEN '` + visit.Code + `' ELSE '` + visit.Short + `' END || c.code
	LEFT JOIN (
		SELECT split_part(source, '/', 1) AS source, count(*) AS leads FROM feedback
		WHERE source ~ '^[ql]\.' AND status <> $2 AND feedback_type <> $3 GROUP BY 1
	) f ON f.source = c.kind || '.' || c.code
	ORDER BY c.retired_at IS NOT NULL, c.created_at DESC, c.code`

// List lists all codes with their counts, newest first and retired ones last.
func (s Codes) List(ctx context.Context, since time.Time) (all []Counted, err error) {
	defer db.Translate(&err, "list codes")
	return db.List(ctx, s.db, func(row pgx.CollectableRow) (c Counted, err error) {
		err = row.Scan(&c.Code.Code, &c.Kind, &c.Name, &c.Target, &c.Language, &c.CreatedAt, &c.RetiredAt, &c.Scans, &c.Lately, &c.Leads)
		return c, err
	}, counted, since, lead.Spam, lead.OwnerFeedback)
}
