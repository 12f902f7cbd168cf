// Package alarms stores security warnings for the owner: changes to destinations (links, phone
// numbers, codes) and to the protection of the account, each with the value before. One alarm is
// one mail; its job is stored in the same transaction.
package alarms

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
	"parichay/locales"
)

const (
	// Page is the page that the link in a mail opens. The token is in the URL fragment, which
	// browsers do not send.
	Page = "/admin/not-me"
	// Life is how long the link in a mail works.
	Life = 7 * 24 * time.Hour
	// collected is how long changes are batched after a mail.
	collected = 10 * time.Minute
	// joined is how overdue an unsent alarm may be and still collect changes. The limit keeps
	// an alarm whose job was lost from swallowing changes forever.
	joined = time.Minute
)

const (
	// Queue is the job queue for mails that protect the account. It is separate from the queue
	// of lead mails, which anybody can fill.
	Queue = "warnings"
	// Attempts is how often the worker tries to send a mail. With the pauses in between, this
	// takes more than two days.
	Attempts = 130
)

// Mail is the job that mails an alarm to the owner.
type Mail struct {
	ID int64 `json:"id"`
}

// Kind names the job in the queue.
func (Mail) Kind() string { return "alarm_mail" }

// Subjects of a change. A change of a list item has the list's name as its subject.
const (
	Site     = "site"
	Codes    = "codes"
	Account  = "account"
	Settings = "settings"
)

// Change is one changed value.
type Change struct {
	Subject string // Site, Codes, Account, Settings, or the name of a list
	Item    string // list item, code, or language of a translated site text; otherwise empty
	Field   string // for the subject Account: the kind of log entry
	Name    string // the owner's name for the item
	Before  string
	After   string
	Shown   bool // visitors saw the item before

	Appeared string // for a text: the contacts that were added to it, one per line
}

// In returns a copy of the change for a field in a language.
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

// languageMark separates an item's field from the language of its text.
const languageMark = "."

// Text returns the changed field and its language.
func (c Change) Text() (key string, lang locales.Lang) {
	key, suffix, _ := strings.Cut(c.Field, languageMark)
	if c.Subject == Site {
		suffix = c.Item
	}
	lang, _ = locales.Parse(suffix)
	return key, lang
}

// By describes who makes a change.
type By struct {
	UserAgent, Network string
	Mail               bool   // a mail server is configured
	Host               string // the site's host: links to it count as the owner's
}

type byKey struct{}

// With returns a context whose changes raise alarms. If by is nil, the program itself makes the
// changes, and they raise no alarms.
func With(ctx context.Context, by *By) context.Context { return context.WithValue(ctx, byKey{}, by) }

// Watching returns who makes the changes of a context, or nil if they raise no alarms.
func Watching(ctx context.Context) *By {
	by, _ := ctx.Value(byKey{}).(*By)
	return by
}

// oneAtATime takes the lock under which changes are added to alarms and alarms are closed.
const oneAtATime = `SELECT pg_advisory_xact_lock(hashtext('alarms'))`

// Raise records changes and enqueues the owner's mail, in the transaction that makes the changes.
// The first change is mailed immediately; changes within the next ten minutes share one mail.
func Raise(ctx context.Context, tx pgx.Tx, changes ...Change) error {
	by := Watching(ctx)
	if by == nil || len(changes) == 0 {
		return nil
	}
	// Changes to the site are already serialised, but changes to the account are not.
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

// RaiseDestinationChanges calls Raise for changed destinations. like supplies the other fields of each change.
func RaiseDestinationChanges(ctx context.Context, tx pgx.Tx, like Change, led []field.Change) error {
	var all []Change
	for _, c := range led {
		change := like.In(c.Field, c.Lang)
		change.Before, change.After = c.Before, c.After
		all = append(all, change)
	}
	return Raise(ctx, tx, all...)
}

// Follow adds a change to the newest alarm of the last seven days about the same value, or else
// about one of values. Undoing that alarm then undoes the change as well. Follow sends no mail.
// Without such an alarm it does nothing.
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

// RaiseNow records a change to the account and enqueues a mail about it without delay. The mail
// goes to email, which may be a former address, or to the account's address if email is empty.
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

// enqueue schedules the mail of an alarm if a mail server is configured.
func enqueue(ctx context.Context, tx pgx.Tx, by *By, id int64) error {
	if !by.Mail {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT enqueue_job($2, jsonb_build_object('id', id), $4, $3, due_at) FROM alarms WHERE id = $1`, id, Mail{}.Kind(), Attempts, Queue)
	return err
}

// Readdress redirects alarms to an address that the account has again. Alarms that were mailed to
// other addresses since the account left this one are mailed again here, and the links in the
// earlier mails are revoked. left is the log kind of an address change.
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

// Returned calls Readdress if email is the address that the account had before the first address
// change of the week. Other addresses do not count: a thief who switches back and forth must not
// be able to revoke the owner's warnings.
func Returned(ctx context.Context, tx pgx.Tx, email, left string) error {
	var first bool
	if err := tx.QueryRow(ctx, `SELECT coalesce((SELECT before = $1 FROM alarm_changes
		WHERE subject = $2 AND field = $3 AND $1 IN (before, after) AND at > now() - $4::interval ORDER BY id LIMIT 1), false)`,
		email, Account, left, Life).Scan(&first); err != nil || !first {
		return err
	}
	return Readdress(ctx, tx, email, left)
}

// mostAppeared is how many contacts per text an alarm lists.
const mostAppeared = 20

// note adds changes to an alarm. If the alarm already has the value, the contacts that appeared
// earlier are retained: after the new ones if fresh is set, otherwise before them.
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

// Outcomes of undoing a change.
const (
	Back = "back" // the earlier value was restored
	Same = "same" // the value was already the earlier one
	Kept = "kept" // the change stays: it cannot be undone automatically
)

// Alarm is one warning.
type Alarm struct {
	ID       int64
	At       time.Time
	Email    string // recipient
	MailedAt *time.Time
	UndoneAt *time.Time
	Changes  []Noted
	More     int  // number of changes that are not listed
	Traced   bool // Origin of the changes is set
}

// Noted is a change with its time, its origin and its outcome.
type Noted struct {
	Change
	At                 time.Time
	Times              int
	UserAgent, Network string
	Later              bool   // the value was changed again later
	Meanwhile          string // the last value that differs from Before
	Passed             bool   // the value was changed and changed back
	Undone             bool   // this alarm, or another about the same value, restored it
	Outcome            string // of undoing this alarm; empty: not undone yet

	// The value that undoing restores, and whether visitors saw it: the value before the
	// first change of the chain. Set by Find, Left and Opened.
	Origin      string
	OriginShown bool
	First       int64 // ID of the chain's first change; IDs rise with time
	id          int64
}

// Alarms is the store.
type Alarms struct{ db *db.DB }

// New returns the store on d.
func New(d *db.DB) Alarms { return Alarms{d} }

const columns = `SELECT a.id, a.at, a.email, a.mailed_at, a.undone_at FROM alarms a`

func scan(row pgx.CollectableRow) (a Alarm, err error) {
	return a, row.Scan(&a.ID, &a.At, &a.Email, &a.MailedAt, &a.UndoneAt)
}

// List returns the newest alarms, each with at most the given number of changes.
func (s Alarms) List(ctx context.Context, most, changes int) (all []Alarm, err error) {
	defer db.Translate(&err, "alarms")
	if all, err = db.List(ctx, s.db, scan, columns+` ORDER BY a.at DESC, a.id DESC LIMIT $1`, most); err != nil {
		return nil, err
	}
	return all, s.fill(ctx, all, changes, false)
}

// Find returns an alarm with its first most changes, or ErrNotFound.
func (s Alarms) Find(ctx context.Context, id int64, most int) (a Alarm, err error) {
	return s.one(ctx, most, false, columns+` WHERE a.id = $1`, id)
}

// Left is like Find, but returns only the changes that have not been undone yet. Changes of
// one item are never split, so the result may exceed most.
func (s Alarms) Left(ctx context.Context, id int64, most int) (a Alarm, err error) {
	return s.one(ctx, most, true, columns+` WHERE a.id = $1`, id)
}

// Opened returns the alarm of a mailed link, or ErrNotFound.
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

// link is one change in the chain that led to an alarm. It holds hashes of the values, because
// both the chain and the values may be long.
type link struct {
	id, alarm          int64
	at                 time.Time
	value              Change // subject, item, field
	before, after      string
	shown              bool
	userAgent, network string
}

// mostRead limits how many characters of a text are read for display: articles are long, and an
// alarm may list many.
const mostRead = 4096

// hashOf returns the SQL expression for the hash of a column.
func hashOf(column string) string {
	return `encode(sha256(convert_to(` + column + `, 'UTF8')), 'base64')`
}

// trace finds the original of each listed value: the value before a person changed it for the
// first time, possibly in an earlier alarm. It goes back through the changes, at most to the age
// at which mailed links expire (Life). It skips changes that were undone and stops at a change by
// a different person. Unless whole is set, trace reads only the beginning of each value.
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
			continue // the change added a factor; factors added earlier are different ones
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

// origin returns the first change of a chain. The chain is ordered by alarm, newest first, and
// within an alarm oldest first.
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
			if !slices.ContainsFunc(one, func(l link) bool { return l.after == now.before && !l.byOther(now) }) {
				break
			}
			now = one[0]
		}
	}
	return now
}

// byOther reports whether this change and the later one were made by different people: browser
// and network differ, and more time lies between them than a session lives.
func (l link) byOther(later link) bool {
	return l.network != later.network && l.userAgent != later.userAgent && later.at.Sub(l.at) > account.SessionLife
}

// Value returns the key of the changed value: subject, item and field.
func (c Change) Value() Change { return Change{Subject: c.Subject, Item: c.Item, Field: c.Field} }

// fill reads the most important changes of each alarm: the profile, then existing codes and items,
// then new ones. It reads only the beginning of long texts. With left, fill reads the changes that
// have not been undone yet, with their complete earlier values, and never splits an item.
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

// PrepareMail closes an alarm to further changes, creates its mail link and returns the alarm with its
// first most changes. It returns ErrNotFound if the alarm was already mailed. An alarm that was
// undone is still mailed: a thief may have undone it to keep the owner from hearing of it.
func (s Alarms) PrepareMail(ctx context.Context, id int64, token string, most int) (a Alarm, err error) {
	defer db.Translate(&err, "prepare alarm %d for mailing", id)
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

// MarkMailed records the delivery to email. It returns ErrConflict if the recipient has changed
// since.
func (s Alarms) MarkMailed(ctx context.Context, id int64, email string) (err error) {
	defer db.Translate(&err, "mark alarm %d mailed", id)
	marked, err := s.db.Exec(ctx, `UPDATE alarms SET mailed_at = now() WHERE id = $1 AND email = $2`, id, email)
	if err == nil && marked == 0 {
		return fault.ErrConflict
	}
	return err
}

// Close closes all alarms to further changes before one is undone, and returns the ID of the last
// change. Later changes raise alarms of their own, because all earlier sessions have ended.
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

// MarkUndone records the outcomes of undoing changes of an alarm. Once every change has an outcome,
// it marks the alarm as undone. A restored value counts as undone in every alarm about it, from
// the chain's first change up to last, and the restored value is stored as its Before.
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
