// Package alarms keeps what the owner is warned of: changes of what leads customers
// somewhere, and of how the account is protected, each with what it was before. One
// alarm is one mail, whose job is stored with it.
package alarms

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
	"parichay/locales"
)

// Life is how long the link of a mail works; collected is how long changes after one
// that was told are collected.
const (
	Life      = 7 * 24 * time.Hour
	collected = 10 * time.Minute
	// joined is how late a mail may be and still take changes along: one whose job
	// was lost must not swallow them for ever.
	joined = time.Minute
	// SignedIn is how long a session lives at most: what was done longer ago, by
	// another browser and elsewhere, was done by somebody else.
	SignedIn = 24 * time.Hour
)

// Queue is where mails wait that protect the account: not behind those about leads, of
// which anybody may cause many. Attempts is how often one is tried before it waits for
// the owner: with the worker's pauses that is more than two days.
const (
	Queue    = "warnings"
	Attempts = 130
)

// Mail is the job that tells the owner; its arguments name the alarm.
type Mail struct {
	ID int64 `json:"id"`
}

// Kind names the job in the queue.
func (Mail) Kind() string { return "alarm_mail" }

// What is changed, besides the lists, which go by their names.
const (
	Site     = "site"
	Codes    = "codes"
	Account  = "account"
	Settings = "settings"
)

// Change is one value that was changed.
type Change struct {
	Subject string // Site, Codes, Account, Settings, or the name of a list
	Item    string // of a list, a code, or the language of a translated text of the site; else empty
	Field   string // of the account what happened to it
	Name    string // what the owner calls the item
	Before  string
	After   string
	Shown   bool // visitors saw the item before

	Appeared string // of a text: the contacts that stand in it now, a line each
}

// In is the change of a field in a language.
func (c Change) In(key string, lang locales.Lang) Change {
	c.Field = key
	switch {
	case c.Subject == Site && lang != locales.English:
		c.Item = string(lang)
	case lang != locales.English:
		c.Field += languageMark + string(lang)
	}
	return c
}

// languageMark stands between a field of an item and the language of its text.
const languageMark = "."

// Text is the field that was changed, without its language, and that language.
func (c Change) Text() (key string, lang locales.Lang) {
	key, suffix, _ := strings.Cut(c.Field, languageMark)
	if c.Subject == Site {
		suffix = c.Item
	}
	lang, _ = locales.Parse(suffix)
	return key, lang
}

// By is who changes something: a browser, and whether there is a server to mail by.
type By struct {
	UserAgent, Network string
	Mail               bool
	Host               string // of the site: an address on it is the owner's
}

type byKey struct{}

// With has what is done in a context watched. Nil is the program itself, which warns
// of nothing that it does.
func With(ctx context.Context, by *By) context.Context { return context.WithValue(ctx, byKey{}, by) }

// Watching is who changes something in a context, or nil if nothing of it is watched.
func Watching(ctx context.Context) *By {
	by, _ := ctx.Value(byKey{}).(*By)
	return by
}

// oneAtATime lets one collect changes, or end that.
const oneAtATime = `SELECT pg_advisory_xact_lock(hashtext('alarms'))`

// Raise notes changes and has the owner told, in the transaction that makes them: of
// the first at once, of those within ten minutes after it together.
func Raise(ctx context.Context, tx pgx.Tx, changes ...Change) error {
	by := Watching(ctx)
	if by == nil || len(changes) == 0 {
		return nil
	}
	// What changes the site waits in one line already, what changes the account does not.
	if _, err := tx.Exec(ctx, oneAtATime); err != nil {
		return err
	}
	var id int64
	var opened bool
	if err := tx.QueryRow(ctx, `
		WITH joined AS (
			SELECT id FROM alarms WHERE closed_at IS NULL AND NOT urgent AND due_at > now() - $1::interval ORDER BY id DESC LIMIT 1 FOR UPDATE
		), opened AS (
			INSERT INTO alarms (due_at, email, urgent)
			SELECT greatest(now(), (SELECT max(due_at) + $2::interval FROM alarms WHERE NOT urgent)), coalesce((SELECT email FROM owner), ''), false
			WHERE NOT EXISTS (SELECT FROM joined) RETURNING id)
		SELECT id, false FROM joined UNION ALL SELECT id, true FROM opened`, joined, collected).Scan(&id, &opened); err != nil {
		return err
	}
	if opened {
		if err := enqueue(ctx, tx, by, id); err != nil {
			return err
		}
	}
	return note(ctx, tx, by, id, true, changes...)
}

// RaiseLed does it for where customers are led, each change like one.
func RaiseLed(ctx context.Context, tx pgx.Tx, like Change, led []field.Change) error {
	var all []Change
	for _, c := range led {
		change := like.In(c.Field, c.Lang)
		change.Before, change.After = c.Before, c.After
		all = append(all, change)
	}
	return Raise(ctx, tx, all...)
}

// Follow adds a change to the newest alarm of the last seven days about the same value, or
// else about one of some other values: undoing that alarm undoes the change as well. It
// sends no mail. Without such an alarm it does nothing.
func Follow(ctx context.Context, tx pgx.Tx, change Change, values []Change) error {
	by := Watching(ctx)
	if by == nil || len(values) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, oneAtATime); err != nil {
		return err
	}
	own := change.Value()
	var subjects, items, fields []string
	for _, v := range append([]Change{own}, values...) {
		subjects, items, fields = append(subjects, v.Subject), append(items, v.Item), append(fields, v.Field)
	}
	var id int64
	err := tx.QueryRow(ctx, `
		SELECT a.id FROM alarm_changes c JOIN alarms a ON a.id = c.alarm
		WHERE (c.subject, c.item, c.field) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
			AND c.undone_at IS NULL AND a.undone_at IS NULL AND c.at > now() - $4::interval
		ORDER BY (c.subject, c.item, c.field) = ($5, $6, $7) DESC, c.id DESC LIMIT 1`,
		subjects, items, fields, Life, own.Subject, own.Item, own.Field).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return note(ctx, tx, by, id, false, change)
}

// RaiseNow notes a change of the account and has the owner told at once, at an address
// that may be another by now; if it is empty, at the account's.
func RaiseNow(ctx context.Context, tx pgx.Tx, email string, change Change) error {
	by := Watching(ctx)
	if by == nil {
		return nil
	}
	var id int64
	if err := tx.QueryRow(ctx, `INSERT INTO alarms (due_at, email, urgent)
		VALUES (now(), coalesce(nullif($1, ''), (SELECT email FROM owner), ''), true) RETURNING id`, email).Scan(&id); err != nil {
		return err
	}
	if err := enqueue(ctx, tx, by, id); err != nil {
		return err
	}
	return note(ctx, tx, by, id, true, change)
}

// enqueue has an alarm mailed when it is due, if there is a server to mail by.
func enqueue(ctx context.Context, tx pgx.Tx, by *By, id int64) error {
	if !by.Mail {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT enqueue_job($2, jsonb_build_object('id', id), $4, $3, due_at) FROM alarms WHERE id = $1`, id, Mail{}.Kind(), Attempts, Queue)
	return err
}

// Readdress is for an account that is back at an address: what was told at others since
// it left is told here, and the links that went there end. left is what the log calls that.
func Readdress(ctx context.Context, tx pgx.Tx, email, left string) error {
	_, err := tx.Exec(ctx, `
		WITH astray AS (
			SELECT id, mailed_at FROM alarms WHERE email <> $1 AND id > (
				SELECT min(alarm) FROM alarm_changes WHERE subject = $2 AND field = $3 AND before = $1 AND at > now() - $4::interval)
		), moved AS (UPDATE alarms SET email = $1, mailed_at = NULL WHERE id IN (SELECT id FROM astray)
		), ended AS (DELETE FROM alarm_links WHERE alarm IN (SELECT id FROM astray))
		SELECT enqueue_job($5, jsonb_build_object('id', id), $7, $6) FROM astray WHERE mailed_at IS NOT NULL`,
		email, Account, left, Life, Mail{}.Kind(), Attempts, Queue)
	return err
}

// Returned does so for an account whose owner, or somebody else, gave it an address
// again. Only what it had before all the others of a week counts: a thief who goes back
// and forth must not have the owner's warnings end.
func Returned(ctx context.Context, tx pgx.Tx, email, left string) error {
	var first bool
	if err := tx.QueryRow(ctx, `SELECT coalesce((SELECT before = $1 FROM alarm_changes
		WHERE subject = $2 AND field = $3 AND $1 IN (before, after) AND at > now() - $4::interval ORDER BY id LIMIT 1), false)`,
		email, Account, left, Life).Scan(&first); err != nil || !first {
		return err
	}
	return Readdress(ctx, tx, email, left)
}

// mostAppeared is how many contacts an alarm names of one text.
const mostAppeared = 20

// note adds changes to an alarm. A value that the alarm has already keeps the contacts that
// appeared in it before: behind those of the change if these are fresh, otherwise before them.
func note(ctx context.Context, tx pgx.Tx, by *By, id int64, fresh bool, changes ...Change) error {
	batch := &pgx.Batch{}
	for _, c := range changes {
		batch.Queue(`
			WITH again AS (
				UPDATE alarm_changes SET appeared = (
					SELECT coalesce(string_agg(contact, E'\n' ORDER BY place), '') FROM (
						SELECT contact, min(place) AS place
						FROM unnest(string_to_array(CASE WHEN $12 THEN $11 || E'\n' || appeared ELSE appeared || E'\n' || $11 END, E'\n')) WITH ORDINALITY AS c (contact, place)
						WHERE contact <> '' GROUP BY contact ORDER BY 2 LIMIT $13) named),
					after = $7, meanwhile = CASE WHEN $7 <> before THEN $7 ELSE meanwhile END, name = $5, times = times + 1, at = clock_timestamp(), user_agent = $9
				WHERE alarm = $1 AND subject = $2 AND item = $3 AND field = $4 AND network = $10 AND undone_at IS NULL RETURNING id)
			INSERT INTO alarm_changes (alarm, subject, item, field, name, before, after, meanwhile, shown, user_agent, network, appeared)
			SELECT $1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11 WHERE NOT EXISTS (SELECT FROM again)`,
			id, c.Subject, c.Item, c.Field, c.Name, c.Before, c.After, c.Shown, by.UserAgent, by.Network, c.Appeared, fresh, mostAppeared)
	}
	return tx.SendBatch(ctx, batch).Close()
}

// What became of a change that was taken back.
const (
	Back = "back" // it is as it was before
	Same = "same" // it was so already
	Kept = "kept" // it stays: it cannot be taken back by itself
)

// Alarm is one warning.
type Alarm struct {
	ID       int64
	At       time.Time
	Email    string // where it is mailed
	MailedAt *time.Time
	UndoneAt *time.Time
	Changes  []Noted
	More     int  // changes that are not listed
	Traced   bool // the changes have their origin
}

// Noted is a change with when it was made and from where.
type Noted struct {
	Change
	At                 time.Time
	Times              int
	UserAgent, Network string
	Later              bool   // the value was changed again after that
	Meanwhile          string // the last value that was not the one before
	Passed             bool   // the value is again what it was before, and was another meanwhile
	Undone             bool   // it was brought back, by this alarm or another of the same value
	Outcome            string // what became of it when this alarm was taken back; empty if it was not yet

	// What undoing brings back, and whether visitors saw it: what was there before the
	// first of the changes that led here. Find and Opened know it.
	Origin      string
	OriginShown bool
	First       int64 // the first of those changes: the less, the earlier
	id          int64
}

// Alarms is the store.
type Alarms struct{ db *db.DB }

// New keeps them in d.
func New(d *db.DB) Alarms { return Alarms{d} }

const columns = `SELECT a.id, a.at, a.email, a.mailed_at, a.undone_at FROM alarms a`

func scan(row pgx.CollectableRow) (a Alarm, err error) {
	return a, row.Scan(&a.ID, &a.At, &a.Email, &a.MailedAt, &a.UndoneAt)
}

// List lists the newest, each with so many changes.
func (s Alarms) List(ctx context.Context, most, changes int) (all []Alarm, err error) {
	defer db.Translate(&err, "alarms")
	if all, err = db.List(ctx, s.db, scan, columns+` ORDER BY a.at DESC, a.id DESC LIMIT $1`, most); err != nil {
		return nil, err
	}
	return all, s.fill(ctx, all, changes, false)
}

// Find is one of them with so many changes, or ErrNotFound.
func (s Alarms) Find(ctx context.Context, id int64, most int) (a Alarm, err error) {
	return s.one(ctx, most, false, columns+` WHERE a.id = $1`, id)
}

// Left is the same with changes that were not taken back yet, and More of those. What
// is changed of an item is there whole or not at all, so it may be some more than most.
func (s Alarms) Left(ctx context.Context, id int64, most int) (a Alarm, err error) {
	return s.one(ctx, most, true, columns+` WHERE a.id = $1`, id)
}

// Opened is the one that a link is about, or ErrNotFound.
func (s Alarms) Opened(ctx context.Context, token string, most int) (a Alarm, err error) {
	return s.one(ctx, most, false, columns+` JOIN alarm_links l ON l.alarm = a.id WHERE l.token = $1 AND l.expires_at > now()`, token)
}

func (s Alarms) one(ctx context.Context, most int, left bool, sql string, args ...any) (a Alarm, err error) {
	defer db.Translate(&err, "alarm")
	if a, err = db.One(ctx, s.db, scan, sql, args...); err != nil {
		return a, err
	}
	all := []Alarm{a}
	if err = s.fill(ctx, all, most, left); err == nil {
		err = s.trace(ctx, &all[0], left)
	}
	return all[0], err
}

// link is a change of a value in the chain that led to an alarm. It has hashes of what
// was before and after: a chain may be long, and so may values.
type link struct {
	id, alarm          int64
	at                 time.Time
	value              Change // subject, item, field
	before, after      string
	shown              bool
	userAgent, network string
}

// mostRead is how much is read of a text to show it: an article is long, and so may the
// list of changes be.
const mostRead = 4096

// hashOf is that hash of a column.
func hashOf(column string) string {
	return `encode(sha256(convert_to(` + column + `, 'UTF8')), 'base64')`
}

// trace finds what was there before somebody changed the listed values of an alarm again
// and again, in alarms of their own: it goes back from change to change as long as the
// links of mails live, over none that was undone, and ends at what somebody else did.
// Without whole it reads the beginning of what was there.
func (s Alarms) trace(ctx context.Context, a *Alarm, whole bool) error {
	var listed, firsts []int64
	for _, c := range a.Changes {
		listed = append(listed, c.id)
	}
	chains := map[Change][]link{}
	var l link
	if err := s.db.Each(ctx, []any{&l.id, &l.alarm, &l.at, &l.value.Subject, &l.value.Item, &l.value.Field, &l.before, &l.after, &l.shown, &l.userAgent, &l.network}, func() {
		chains[l.value] = append(chains[l.value], l)
	}, `
		SELECT c.id, c.alarm, c.at, c.subject, c.item, c.field, `+hashOf("c.before")+`, `+hashOf("c.after")+`, c.shown, c.user_agent, c.network
		FROM alarm_changes c JOIN alarms a ON a.id = c.alarm
		WHERE c.undone_at IS NULL AND (a.id = $1 OR a.id < $1 AND a.undone_at IS NULL AND c.at > now() - $2::interval)
			AND (c.subject, c.item, c.field) IN (SELECT subject, item, field FROM alarm_changes WHERE id = ANY($3))
		ORDER BY c.alarm DESC, c.id`, a.ID, Life, listed); err != nil {
		return err
	}
	for i := range a.Changes {
		c := &a.Changes[i]
		c.Origin, c.OriginShown, c.First = c.Before, c.Shown, c.id
		if c.Subject == Account && c.Before == c.After {
			continue // a factor that was added: the one before it is another
		}
		if chain := chains[c.Value()]; len(chain) > 0 && !c.Undone {
			first := origin(chain)
			c.OriginShown, c.First = first.shown, first.id
			firsts = append(firsts, first.id)
		}
	}
	var id int64
	var before string
	origins := map[int64]string{}
	if err := s.db.Each(ctx, []any{&id, &before}, func() { origins[id] = before }, `SELECT id, CASE WHEN $2 THEN before ELSE left(before, $3) END FROM alarm_changes WHERE id = ANY($1)`, firsts, whole, mostRead); err != nil {
		return err
	}
	for i := range a.Changes {
		if was, ok := origins[a.Changes[i].First]; ok {
			a.Changes[i].Origin = was
		}
	}
	a.Traced = true
	return nil
}

// origin is the first change of a chain, which is ordered by alarm, the newest first,
// and in each the oldest first.
func origin(chain []link) link {
	now := chain[0]
	for rest := chain; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(l link) bool { return l.alarm != rest[0].alarm })
		if n < 0 {
			n = len(rest)
		}
		one := rest[:n]
		rest = rest[n:]
		if one[0].id != now.id {
			if !slices.ContainsFunc(one, func(l link) bool { return l.after == now.before && !l.anothers(now) }) {
				break
			}
			now = one[0]
		}
	}
	return now
}

// anothers reports whether somebody else than who made a later change made this one.
func (l link) anothers(later link) bool {
	return l.network != later.network && l.userAgent != later.userAgent && later.at.Sub(l.at) > SignedIn
}

// Value names the value of a change.
func (c Change) Value() Change { return Change{Subject: c.Subject, Item: c.Item, Field: c.Field} }

// fill reads the first changes of each, what leads most customers before all: the
// profile, then codes and items that were there before, then new ones. Of long texts it
// reads the beginning. With left it reads those that were not taken back yet, each item
// whole, with the whole of what was there before.
func (s Alarms) fill(ctx context.Context, all []Alarm, most int, left bool) error {
	ids, at := make([]int64, len(all)), make(map[int64]int, len(all))
	for i := range all {
		ids[i], at[all[i].ID], all[i].Changes = all[i].ID, i, []Noted{}
	}
	var alarm int64
	var count int
	var c Noted
	return s.db.Each(ctx, []any{&alarm, &count, &c.Subject, &c.Item, &c.Field, &c.Name, &c.Before, &c.After, &c.Shown, &c.At, &c.Times, &c.UserAgent, &c.Network, &c.Later, &c.Undone, &c.Meanwhile, &c.Outcome, &c.id, &c.Appeared, &c.Passed}, func() {
		a := &all[at[alarm]]
		a.Changes = append(a.Changes, c)
		a.More = count - len(a.Changes)
	}, `
		SELECT c.alarm, p.count, c.subject, c.item, c.field, c.name, CASE WHEN $7 THEN c.before ELSE left(c.before, $8) END, left(c.after, $8), c.shown, c.at, c.times, c.user_agent, c.network, EXISTS (
			SELECT FROM alarm_changes l WHERE l.subject = c.subject AND l.item = c.item AND l.field = c.field AND l.id > c.id AND c.subject <> $2), c.undone_at IS NOT NULL, left(c.meanwhile, $8), c.outcome, c.id, c.appeared, c.before = c.after AND c.subject <> $2
		FROM (
			SELECT *, min(place) OVER (PARTITION BY alarm, CASE WHEN $7 THEN subject END, CASE WHEN $7 THEN item ELSE id::text END) AS first FROM (
				SELECT id, alarm, subject, item, row_number() OVER (PARTITION BY alarm ORDER BY subject NOT IN ($2, $3, $4), before = after, before = '', subject <> $5, id) AS place, count(*) OVER (PARTITION BY alarm)
				FROM alarm_changes WHERE alarm = ANY($1) AND NOT ($7 AND outcome <> '')) placed
		) p JOIN alarm_changes c USING (id)
		WHERE p.first <= $6 ORDER BY c.alarm, p.place`, ids, Account, Site, Settings, Codes, most, left, mostRead)
}

// Tell ends the collecting of an alarm and makes a link to it. It returns so many of its
// changes. ErrNotFound is one that was told already. One that was taken back is told all
// the same: it may have been the thief who did, to keep the owner from hearing of it.
func (s Alarms) Tell(ctx context.Context, id int64, token string, most int) (a Alarm, err error) {
	defer db.Translate(&err, "tell of an alarm")
	if err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.Affect(ctx, tx, fault.ErrNotFound, `
			UPDATE alarms SET closed_at = coalesce(closed_at, clock_timestamp()) WHERE id = $1 AND mailed_at IS NULL`, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO alarm_links (token, alarm, expires_at) VALUES ($1, $2, now() + $3::interval)`, token, id, Life)
		return err
	}); err != nil {
		return a, err
	}
	return s.Find(ctx, id, most)
}

// MarkMailed notes that the owner has been told at an address, or says by ErrConflict that
// it is to be told at another by now.
func (s Alarms) MarkMailed(ctx context.Context, id int64, email string) (err error) {
	defer db.Translate(&err, "mark alarm %d mailed", id)
	told, err := s.db.Exec(ctx, `UPDATE alarms SET mailed_at = now() WHERE id = $1 AND email = $2`, id, email)
	if err == nil && told == 0 {
		return fault.ErrConflict
	}
	return err
}

// Close ends the collecting of all alarms, before one is taken back: what is changed from
// here on is told by itself, since who was signed in before is not any more. It returns
// the last change until then.
func (s Alarms) Close(ctx context.Context) (last int64, err error) {
	defer db.Translate(&err, "close alarms")
	return last, s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, oneAtATime); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE alarms SET closed_at = now() WHERE closed_at IS NULL`); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT coalesce(max(id), 0) FROM alarm_changes`).Scan(&last)
	})
}

// MarkUndone notes what became of changes of an alarm that was taken back, and, if
// none is left, that it was. The values that were brought back are so for all alarms that
// tell of them since, up to the last change before it began, and what was before them is
// what is there now.
func (s Alarms) MarkUndone(ctx context.Context, id int64, done []Noted, last int64) (err error) {
	defer db.Translate(&err, "mark alarm %d undone", id)
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		batch := &pgx.Batch{}
		for _, c := range done {
			batch.Queue(`UPDATE alarm_changes SET outcome = $2 WHERE id = $1`, c.id, c.Outcome)
			if c.Outcome != Kept && !c.Undone {
				batch.Queue(`UPDATE alarm_changes SET before = $2 WHERE id = $1`, c.id, c.Origin)
				batch.Queue(`UPDATE alarm_changes SET undone_at = now() WHERE subject = $1 AND item = $2 AND field = $3 AND id BETWEEN $4 AND $5 AND undone_at IS NULL`, c.Subject, c.Item, c.Field, c.First, last)
			}
		}
		batch.Queue(`UPDATE alarms SET undone_at = now() WHERE id = $1 AND undone_at IS NULL AND NOT EXISTS (SELECT FROM alarm_changes WHERE alarm = $1 AND outcome = '')`, id)
		return tx.SendBatch(ctx, batch).Close()
	})
}
