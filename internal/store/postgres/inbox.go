package postgres

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/lead"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/internal/store/alarms"
	"parichay/internal/store/db"
	"parichay/internal/store/leads"
	"parichay/internal/store/tables"
	"parichay/locales"
)

// The columns of a lead. Lists leave out its answers, which may be long.
const (
	sharedColumns = `id, name, email, phone, comment, feedback_type, status, company, services, edition, language, page, source, consent, flag, created_at, mailed_at, reference_prefix, value_inr, won_at, by_hand, ` + photoSizes
	leadColumns   = sharedColumns + `, details`
	listedColumns = sharedColumns + `, '[]'::jsonb`
)

func scanLead(row pgx.CollectableRow) (l lead.Stored, err error) {
	err = row.Scan(&l.ID, &l.Name, &l.Email, &l.Phone, &l.Message, &l.Kind, &l.Status, &l.Company, &l.Services, &l.Edition, &l.Language, &l.Page,
		&l.Source, &l.Consent, &l.Flag, &l.Created, &l.MailedAt, &l.Prefix, &l.Value, &l.WonAt, &l.ByHand, &l.Photos, &l.Details)
	l.Channel = visit.ChannelOfLead(l.Source, l.ByHand)
	return l, err
}

// picked is the FROM clause of every list of leads. Filters with empty parameters cost
// nothing, because planPerCall makes PostgreSQL plan each call with its values.
const picked = ` FROM feedback WHERE ($1 = '` + string(lead.AnyStatus) + `' OR $1 = '' AND status <> '` + string(lead.Spam) + `' OR status = $1) AND ($2 = '' OR feedback_type = $2) AND ($3 = ''` +
	` OR search LIKE lower($3) OR $4 <> '' AND search LIKE lower($4)` +
	` OR details <> '[]' AND lead_answers(details) LIKE lower($3) OR $4 <> '' AND details <> '[]' AND lead_answers(details) LIKE lower($4))`

const planPerCall = pgx.QueryExecModeCacheDescribe

const (
	newestFirst = `SELECT ` + listedColumns + picked + ` AND ($5::timestamptz IS NULL OR (created_at, id) < ($5, $6)) ORDER BY created_at DESC, id DESC LIMIT $7`
	dueFirst    = `SELECT ` + listedColumns + picked + ` AND ($5::timestamptz IS NULL OR (created_at, id) > ($5, $6)) ORDER BY created_at, id LIMIT $7`
	inOrder     = `SELECT ` + leadColumns + picked + ` AND id > $5 ORDER BY id LIMIT $6`
)

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// patterns returns two LIKE patterns for a needle, one and other. A needle that is shorter than the
// trigrams of the index is found only at the beginning of a word: the pattern one finds it at the
// beginning of the text, and the pattern other after a space. A longer needle is found anywhere by
// the pattern one; other is then empty.
func patterns(needle string) (one, other string) {
	needle = likeEscaper.Replace(needle)
	switch {
	case needle == "":
		return "", ""
	case utf8.RuneCountInString(needle) < trigram:
		return needle + "%", "% " + needle + "%"
	}
	return "%" + needle + "%", ""
}

// trigram is the length of the trigrams in pg_trgm's index.
const trigram = 3

// List lists the leads that match the query. It returns up to one more than the limit, so that the
// caller sees whether there are more. Pending leads are ordered by when they are due, all others
// newest first.
func (s Inbox) List(ctx context.Context, q lead.Query) (page []lead.Stored, err error) {
	defer db.Translate(&err, "leads")
	sql := newestFirst
	if q.Status == lead.Choice(lead.Pending) {
		sql = dueFirst
	}
	var created *time.Time
	var id int64
	if q.After != nil {
		created, id = &q.After.Created, q.After.ID
	}
	one, other := patterns(q.Needle())
	return db.List(ctx, s.db.DB, scanLead, sql, planPerCall, q.Status, q.Kind, one, other, created, id, q.Limit+1)
}

// exportStep is how many leads an export reads at once. Memory stays bounded, and no connection is
// held while a slow client reads.
const exportStep = 100

// Each calls fn with all leads that match the query and their history, oldest first. It reads page
// by page, so a lead that changes meanwhile appears as it is when its page is read.
func (s Inbox) Each(ctx context.Context, q lead.Query, fn func([]lead.Stored, map[int64][]lead.Step) error) (err error) {
	defer db.Translate(&err, "each lead")
	after := int64(0)
	for {
		page, history, err := s.exportPage(ctx, q, after)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			return nil
		}
		if err := fn(page, history); err != nil {
			return err
		}
		after = page[len(page)-1].ID
	}
}

func (s Inbox) exportPage(ctx context.Context, q lead.Query, after int64) ([]lead.Stored, map[int64][]lead.Step, error) {
	one, other := patterns(q.Needle())
	page, err := db.List(ctx, s.db.DB, scanLead, inOrder, planPerCall, q.Status, q.Kind, one, other, after, exportStep)
	if err != nil || len(page) == 0 {
		return nil, nil, err
	}
	ids := make([]int64, len(page))
	for i := range page {
		ids[i] = page[i].ID
	}
	history, err := s.history(ctx, ids...)
	return page, history, err
}

func (s Inbox) history(ctx context.Context, ids ...int64) (map[int64][]lead.Step, error) {
	all := map[int64][]lead.Step{}
	var id int64
	var e lead.Step
	err := s.db.Each(ctx, []any{&id, &e.At, &e.Action, &e.From, &e.To, &e.Note, &e.Value}, func() { all[id] = append(all[id], e) }, `
		SELECT feedback_id, at, action, from_status, to_status, note, value_inr FROM feedback_events
		WHERE feedback_id = ANY($1) ORDER BY feedback_id, id`, ids)
	return all, err
}

// Find returns one lead and its history, or ErrNotFound.
func (s Inbox) Find(ctx context.Context, id int64) (l lead.Stored, history []lead.Step, err error) {
	defer db.Translate(&err, "lead %d", id)
	if l, err = db.One(ctx, s.db.DB, scanLead, `SELECT `+leadColumns+` FROM feedback WHERE id = $1`, id); err != nil {
		return l, nil, err
	}
	all, err := s.history(ctx, id)
	return l, all[id], err
}

// Counts counts leads by status and form, and returns when the oldest pending one arrived.
func (s Inbox) Counts(ctx context.Context) (n lead.Counts, err error) {
	defer db.Translate(&err, "count leads")
	var status lead.Status
	var kind lead.Kind
	var byHand bool
	var count int
	var first time.Time
	err = s.db.Each(ctx, []any{&status, &kind, &byHand, &count, &first, &n.Unsolved}, func() { n.Add(status, kind, !byHand, count, first) }, `
		SELECT s.status, s.feedback_type, s.by_hand, s.leads, oldest.created_at,
			(SELECT count(*) FROM feedback WHERE status = $1 AND flag = $2 AND created_at > now() - interval '7 days')
		FROM (SELECT status, feedback_type, by_hand, sum(leads)::bigint AS leads FROM lead_sums WHERE day IS NULL GROUP BY 1, 2, 3) s,
		LATERAL (SELECT created_at FROM feedback f WHERE (f.status, f.feedback_type, f.by_hand) = (s.status, s.feedback_type, s.by_hand) ORDER BY created_at LIMIT 1) oldest`,
		lead.Spam, lead.Unsolved)
	return n, err
}

// Note adds the owner's note to a lead. Repeating the latest note adds nothing, so a retry is safe.
func (s Inbox) Note(ctx context.Context, id int64, note string) (err error) {
	defer db.Translate(&err, "note on lead %d", id)
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT id FROM feedback WHERE id = $1 FOR UPDATE`, id).Scan(&id); err != nil {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue(`
			INSERT INTO feedback_events (feedback_id, action, note) SELECT $1, 'noted', $2
			WHERE $2 IS DISTINCT FROM (SELECT note FROM feedback_events WHERE feedback_id = $1 ORDER BY id DESC LIMIT 1)`, id, note)
		leads.Notify(batch, lead.Change{What: lead.Changed, ID: id})
		return tx.SendBatch(ctx, batch).Close()
	})
}

// Delete removes one lead permanently. It returns ErrNotFound if there is none.
func (s Inbox) Delete(ctx context.Context, id int64) (err error) {
	defer db.Translate(&err, "delete lead %d", id)
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `DELETE FROM feedback WHERE id = $1 RETURNING id`, id).Scan(&id); err != nil {
			return err
		}
		return leads.NotifyNow(ctx, tx, lead.Change{What: lead.Removed, ID: id})
	})
}

// peopleShown limits how many spellings of one person's details are listed.
const peopleShown = 20

// People lists the senders whose messages Erase would remove, most recent first, and returns the
// number of messages.
func (s Inbox) People(ctx context.Context, email, phone string) (people []lead.Person, messages int, err error) {
	defer db.Translate(&err, "one person's leads")
	var p lead.Person
	err = s.db.Each(ctx, []any{&p.Name, &p.Email, &p.Phone, &p.Messages, &p.LastAt, &messages}, func() { people = append(people, p) }, `
		SELECT name, email, phone, count(*), max(created_at), sum(count(*)) OVER ()::bigint FROM feedback WHERE `+tables.SentBy+`
		GROUP BY name, email, phone ORDER BY max(created_at) DESC LIMIT $3`, email, phone, peopleShown)
	return people, messages, err
}

// Erase removes everything one person sent, found by email or phone in any spelling, and returns
// the count. If the count differs from seen, Erase removes nothing and returns ErrConflict.
func (s Inbox) Erase(ctx context.Context, email, phone string, seen *int64) (n int64, err error) {
	defer db.Translate(&err, "erase leads")
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		for _, t := range tables.Tables {
			if t.Person == "" {
				continue
			}
			done, err := tx.Exec(ctx, `DELETE FROM `+t.Name+` WHERE `+t.Person, email, phone)
			if err != nil {
				return err
			}
			n += done.RowsAffected()
		}
		if seen != nil && n != *seen {
			return fault.ErrConflict
		}
		return leads.NotifyNow(ctx, tx, lead.Change{What: lead.Removed})
	})
	return n, err
}

// Settings reads the owner's choices about leads.
func (s Inbox) Settings(ctx context.Context) (c lead.Settings, err error) {
	defer db.Translate(&err, "lead settings")
	err = s.db.QueryRow(ctx, `SELECT notify_email, mail_language, retention_months, no_weekly_mail FROM lead_settings`).
		Scan(&c.NotifyEmail, &c.MailLanguage, &c.RetentionMonths, &c.NoWeeklyMail)
	c.MailLanguage, _ = locales.Parse(string(c.MailLanguage))
	return c, err
}

// SaveSettings stores the owner's choices about leads.
func (s Inbox) SaveSettings(ctx context.Context, c lead.Settings) (err error) {
	defer db.Translate(&err, "save lead settings")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		changed := alarms.Change{Subject: alarms.Settings, Field: "notifyEmail", After: c.NotifyEmail}
		if err := tx.QueryRow(ctx, `SELECT notify_email FROM lead_settings FOR UPDATE`).Scan(&changed.Before); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE lead_settings SET notify_email = $1, mail_language = $2, retention_months = $3, no_weekly_mail = $4`,
			c.NotifyEmail, c.MailLanguage, c.RetentionMonths, c.NoWeeklyMail); err != nil || changed.Before == changed.After {
			return err
		}
		return alarms.RaiseNow(ctx, tx, "", changed)
	})
}
