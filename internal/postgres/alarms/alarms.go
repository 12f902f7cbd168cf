// Package alarms keeps what the owner is warned of: changes of what leads customers
// somewhere, and of how the account is protected, each with what it was before. One
// alarm is one mail, whose job is stored with it.
package alarms

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/fault"
	"parichay/internal/field"
	"parichay/internal/postgres/db"
)

// Life is how long the link of a mail works; collected is how long changes after one
// that was told are collected.
const (
	Life      = 7 * 24 * time.Hour
	collected = 10 * time.Minute
	// joined is how late a mail may be and still take changes along: one whose job
	// was lost must not swallow them for ever.
	joined = time.Minute
)

// Queue is the queue of mails to the owner, Attempts how often one is tried before it
// waits for the owner: with the worker's pauses that is more than two days.
const (
	Queue    = "mail"
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
	Item    string // of a list, or a code; else empty
	Field   string // of the account what happened to it
	Name    string // what the owner calls the item
	Before  string
	After   string
	Shown   bool // visitors saw the item before
}

// By is who changes something: a browser, and whether there is a server to mail by.
type By struct {
	UserAgent, Network string
	Mail               bool
}

type byKey struct{}

// With has what is done in a context watched. Nil is the program itself, which warns
// of nothing that it does.
func With(ctx context.Context, by *By) context.Context { return context.WithValue(ctx, byKey{}, by) }

// Raise notes changes and has the owner told, in the transaction that makes them: of
// the first at once, of those within ten minutes after it together.
func Raise(ctx context.Context, tx pgx.Tx, changes ...Change) error {
	by, _ := ctx.Value(byKey{}).(*By)
	if by == nil || len(changes) == 0 {
		return nil
	}
	// What changes the site waits in one line already, what changes the account does not.
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('alarms'))`); err != nil {
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
	return note(ctx, tx, by, id, changes)
}

// RaiseLed does it for where customers are led, each change like one.
func RaiseLed(ctx context.Context, tx pgx.Tx, like Change, led []field.Change) error {
	var all []Change
	for _, c := range led {
		like.Field, like.Before, like.After = c.Field, c.Before, c.After
		all = append(all, like)
	}
	return Raise(ctx, tx, all...)
}

// RaiseNow notes a change of the account and has the owner told at once, at an address
// that may be another by now; if it is empty, at the account's.
func RaiseNow(ctx context.Context, tx pgx.Tx, email string, change Change) error {
	by, _ := ctx.Value(byKey{}).(*By)
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
	return note(ctx, tx, by, id, []Change{change})
}

// enqueue has an alarm mailed when it is due, if there is a server to mail by. The
// columns not named have defaults that are what River writes; see take_lead.
func enqueue(ctx context.Context, tx pgx.Tx, by *By, id int64) error {
	if !by.Mail {
		return nil
	}
	_, err := tx.Exec(ctx, `INSERT INTO river_job (args, kind, max_attempts, queue, scheduled_at, state)
		SELECT jsonb_build_object('id', id), $2, $3, $4, due_at, (CASE WHEN due_at > now() THEN 'scheduled' ELSE 'available' END)::river_job_state
		FROM alarms WHERE id = $1`, id, Mail{}.Kind(), Attempts, Queue)
	return err
}

func note(ctx context.Context, tx pgx.Tx, by *By, id int64, changes []Change) error {
	batch := &pgx.Batch{}
	for _, c := range changes {
		batch.Queue(`
			WITH again AS (
				UPDATE alarm_changes SET after = $7, name = $5, times = times + 1, at = clock_timestamp(), user_agent = $9
				WHERE alarm = $1 AND subject = $2 AND item = $3 AND field = $4 AND network = $10 RETURNING id)
			INSERT INTO alarm_changes (alarm, subject, item, field, name, before, after, shown, user_agent, network)
			SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 WHERE NOT EXISTS (SELECT FROM again)`,
			id, c.Subject, c.Item, c.Field, c.Name, c.Before, c.After, c.Shown, by.UserAgent, by.Network)
	}
	return tx.SendBatch(ctx, batch).Close()
}

// Alarm is one warning.
type Alarm struct {
	ID       int64
	At       time.Time
	Email    string // where it is mailed
	MailedAt *time.Time
	UndoneAt *time.Time
	Changes  []Noted
}

// Noted is a change with when it was made and from where.
type Noted struct {
	Change
	At                 time.Time
	Times              int
	UserAgent, Network string
	Later              bool // the value was changed again after that
}

// Alarms is the store.
type Alarms struct{ db *db.DB }

// New keeps them in d.
func New(d *db.DB) Alarms { return Alarms{d} }

const columns = `SELECT a.id, a.at, a.email, a.mailed_at, a.undone_at FROM alarms a`

func scan(row pgx.CollectableRow) (a Alarm, err error) {
	return a, row.Scan(&a.ID, &a.At, &a.Email, &a.MailedAt, &a.UndoneAt)
}

// List lists the newest.
func (s Alarms) List(ctx context.Context, most int) (all []Alarm, err error) {
	defer db.Translate(&err, "alarms")
	if all, err = db.List(ctx, s.db, scan, columns+` ORDER BY a.at DESC, a.id DESC LIMIT $1`, most); err != nil {
		return nil, err
	}
	return all, s.fill(ctx, all)
}

// Find is one of them, or ErrNotFound.
func (s Alarms) Find(ctx context.Context, id int64) (a Alarm, err error) {
	return s.one(ctx, columns+` WHERE a.id = $1`, id)
}

// Opened is the one that a link is about, or ErrNotFound.
func (s Alarms) Opened(ctx context.Context, token string) (a Alarm, err error) {
	return s.one(ctx, columns+` JOIN alarm_links l ON l.alarm = a.id WHERE l.token = $1 AND l.expires_at > now()`, token)
}

func (s Alarms) one(ctx context.Context, sql string, args ...any) (a Alarm, err error) {
	defer db.Translate(&err, "alarm")
	if a, err = db.One(ctx, s.db, scan, sql, args...); err != nil {
		return a, err
	}
	all := []Alarm{a}
	err = s.fill(ctx, all)
	return all[0], err
}

// fill reads what was changed, first what leads most customers.
func (s Alarms) fill(ctx context.Context, all []Alarm) error {
	ids := make([]int64, len(all))
	for i := range all {
		ids[i], all[i].Changes = all[i].ID, []Noted{}
	}
	var alarm int64
	var c Noted
	return s.db.Each(ctx, []any{&alarm, &c.Subject, &c.Item, &c.Field, &c.Name, &c.Before, &c.After, &c.Shown, &c.At, &c.Times, &c.UserAgent, &c.Network, &c.Later}, func() {
		for i := range all {
			if all[i].ID == alarm {
				all[i].Changes = append(all[i].Changes, c)
			}
		}
	}, `
		SELECT c.alarm, c.subject, c.item, c.field, c.name, c.before, c.after, c.shown, c.at, c.times, c.user_agent, c.network, EXISTS (
			SELECT FROM alarm_changes l WHERE l.subject = c.subject AND l.item = c.item AND l.field = c.field AND l.id > c.id AND c.subject <> $2)
		FROM alarm_changes c WHERE c.alarm = ANY($1) ORDER BY c.item <> '', c.id`, ids, Account)
}

// Tell ends the collecting of an alarm and makes a link to it. ErrNotFound is one that
// need not be told any more.
func (s Alarms) Tell(ctx context.Context, id int64, token string) (a Alarm, err error) {
	defer db.Translate(&err, "tell of an alarm")
	if err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := db.Affect(ctx, tx, fault.ErrNotFound, `
			UPDATE alarms SET closed_at = coalesce(closed_at, clock_timestamp()) WHERE id = $1 AND mailed_at IS NULL AND undone_at IS NULL`, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO alarm_links (token, alarm, expires_at) VALUES ($1, $2, now() + $3::interval)`, token, id, Life)
		return err
	}); err != nil {
		return a, err
	}
	return s.Find(ctx, id)
}

// MarkMailed notes that the owner has been told.
func (s Alarms) MarkMailed(ctx context.Context, id int64) (err error) {
	defer db.Translate(&err, "mark alarm %d mailed", id)
	_, err = s.db.Exec(ctx, `UPDATE alarms SET mailed_at = now() WHERE id = $1`, id)
	return err
}

// MarkUndone notes that all of it was taken back. It takes no more changes.
func (s Alarms) MarkUndone(ctx context.Context, id int64) (err error) {
	defer db.Translate(&err, "mark alarm %d undone", id)
	_, err = s.db.Exec(ctx, `UPDATE alarms SET undone_at = now(), closed_at = coalesce(closed_at, now()) WHERE id = $1 AND undone_at IS NULL`, id)
	return err
}
