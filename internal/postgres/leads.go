package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"parichay/internal/fault"
	"parichay/internal/lead"
)

// MailQueue is the queue of mails to the owner.
const MailQueue = "mail"

// mailAttempts is how often a mail is tried before it waits for the owner; with
// the worker's pauses that is more than two days.
const mailAttempts = 130

// Add takes a message in. The same key again returns the same receipt without
// another row, however many ask at once; the same key with another message is
// fault.ErrConflict, a form token that was used before is lead.ErrStale, and a suspect
// there is no room for is the arrival's own refusal. The job that tells the owner is
// part of the transaction; suspected spam has none.
func (s Leads) Add(ctx context.Context, a lead.Arrival) (got lead.Receipt, err error) {
	defer translate(&err, "add lead")
	err = s.db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		got, err = s.seen(ctx, tx, a)
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if got.ID, err = insertLead(ctx, tx, a, got.Flag); errors.Is(err, pgx.ErrNoRows) {
			// Another insert of this key was first; ours waited for it to commit.
			got, err = findKey(ctx, tx, a)
			return err
		} else if err != nil {
			return err
		}
		got.New = true
		if err := s.admit(ctx, tx, a, got); err != nil {
			return err
		}
		if got.Flag != "" || !a.Notify {
			return nil
		}
		_, err = s.queue.InsertTx(ctx, tx, lead.Notice{ID: got.ID}, &river.InsertOpts{Queue: MailQueue, MaxAttempts: mailAttempts})
		return err
	})
	return got, err
}

// seen looks for the key; it is pgx.ErrNoRows when the message is new, and the
// receipt then says whether it is suspect.
func (s Leads) seen(ctx context.Context, tx pgx.Tx, a lead.Arrival) (lead.Receipt, error) {
	got := lead.Receipt{Prefix: a.Prefix, Flag: a.Flag}
	if got.Flag == "" && a.Network != nil {
		var err error
		if got.Flag, err = crowded(ctx, tx, a); err != nil {
			return got, err
		}
	}
	if found, err := findKey(ctx, tx, a); !errors.Is(err, pgx.ErrNoRows) {
		return found, err
	}
	if got.Flag != "" && a.Quarantine != nil {
		if err := a.Quarantine(); err != nil {
			return got, err
		}
	}
	return got, pgx.ErrNoRows
}

// crowded counts what came from the same network and with the same text. Those
// arrivals wait for each other here; otherwise all that come at once would slip
// under the limit.
func crowded(ctx context.Context, tx pgx.Tx, a lead.Arrival) (lead.Reason, error) {
	text := a.TextHash()
	var crowd, repeats int
	batch := &pgx.Batch{}
	batch.Queue(`SELECT pg_advisory_xact_lock($1)`, int64(binary.BigEndian.Uint64(a.Network)))
	if text != nil {
		batch.Queue(`SELECT pg_advisory_xact_lock($1)`, int64(binary.BigEndian.Uint64(text)))
	}
	batch.Queue(`SELECT count(*) FROM arrivals WHERE network = $1 AND at > clock_timestamp() - interval '1 hour'`, a.Network).
		QueryRow(func(row pgx.Row) error { return row.Scan(&crowd) })
	batch.Queue(`SELECT count(*) FROM arrivals WHERE text_hash = $1 AND at > clock_timestamp() - interval '1 day'`, text).
		QueryRow(func(row pgx.Row) error { return row.Scan(&repeats) })
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return "", err
	}
	switch {
	case crowd >= a.Room():
		return lead.Crowded, nil
	case repeats >= lead.TextADay:
		return lead.Repeated, nil
	}
	return "", nil
}

func findKey(ctx context.Context, tx pgx.Tx, a lead.Arrival) (got lead.Receipt, err error) {
	var digest []byte
	if err := tx.QueryRow(ctx, `SELECT id, reference_prefix, flag, digest FROM feedback WHERE idempotency_key = $1`, a.Key).Scan(&got.ID, &got.Prefix, &got.Flag, &digest); err != nil {
		return got, err
	}
	if !bytes.Equal(digest, a.Digest()) {
		return got, fault.ErrConflict
	}
	return got, nil
}

func insertLead(ctx context.Context, tx pgx.Tx, a lead.Arrival, flag lead.Reason) (id int64, err error) {
	status := lead.Pending
	if flag != "" {
		status = lead.Spam
	}
	services := a.Services
	if services == nil {
		services = []string{}
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO feedback (name, email, phone, comment, feedback_type, rating, status, company, services, edition, language, page, source, consent, flag, idempotency_key, digest, reference_prefix)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
		ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
		a.Name, a.Email, a.Phone, a.Comment(), a.Kind, a.Rating(), status, a.Company, services, a.Edition, a.Language, a.Page,
		a.Source, a.Consent, flag, a.Key, a.Digest(), a.Prefix).Scan(&id)
	return id, err
}

// admit uses up the token, counts the arrival and tells the replicas.
func (s Leads) admit(ctx context.Context, tx pgx.Tx, a lead.Arrival, got lead.Receipt) error {
	batch := &pgx.Batch{}
	if a.Nonce != nil {
		batch.Queue(`INSERT INTO form_tokens (nonce) VALUES ($1) ON CONFLICT DO NOTHING RETURNING nonce`, a.Nonce).QueryRow(func(row pgx.Row) error {
			var nonce []byte
			if err := row.Scan(&nonce); errors.Is(err, pgx.ErrNoRows) {
				return lead.ErrStale
			} else if err != nil {
				return err
			}
			return nil
		})
	}
	if a.Network != nil {
		batch.Queue(`INSERT INTO arrivals (network, text_hash) VALUES ($1, $2)`, a.Network, a.TextHash())
	}
	change := lead.Change{What: "new", ID: got.ID, Kind: a.Kind, Prefix: got.Prefix}
	if got.Flag != "" {
		change.What = "changed" // nobody is called for spam
	}
	queueChange(batch, change)
	return tx.SendBatch(ctx, batch).Close()
}

// Suspects tells how many suspects were stored within a day.
func (s Leads) Suspects(ctx context.Context) (n int, err error) {
	defer translate(&err, "count suspects")
	err = s.db.QueryRow(ctx, `SELECT count(*) FROM feedback WHERE status = $1 AND flag <> '' AND created_at > now() - interval '1 day'`, lead.Spam).Scan(&n)
	return n, err
}

// queueChange tells every replica, once the transaction has committed.
func queueChange(batch *pgx.Batch, change lead.Change) {
	raw, _ := json.Marshal(change) //nolint:errchkjson // strings and a number
	batch.Queue(`SELECT pg_notify($1, $2)`, leadChannel, string(raw))
}

func notifyChange(ctx context.Context, tx pgx.Tx, change lead.Change) error {
	batch := &pgx.Batch{}
	queueChange(batch, change)
	return tx.SendBatch(ctx, batch).Close()
}
