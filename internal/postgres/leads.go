package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river"

	"parichay/internal/lead"
)

// MailQueue is the queue of mails to the owner.
const MailQueue = "mail"

// mailAttempts is how often a mail is tried before it waits for the owner; with
// the worker's pauses that is more than two days.
const mailAttempts = 130

// Add takes a message in and says what it decided. The same key again is the same
// receipt without another row, however many ask at once. Unless the verdict is
// lead.New, nothing was stored. The job that tells the owner is part of the
// transaction; suspected spam has none.
func (s Leads) Add(ctx context.Context, a lead.Arrival) (got lead.Receipt, err error) {
	defer translate(&err, "add lead")
	err = s.db.write(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		if got, err = decide(ctx, tx, a); err != nil {
			return err
		}
		if got.Verdict != lead.New {
			return errUndo
		}
		if got.Flag != "" || !a.Notify {
			return nil
		}
		_, err = s.db.queue.InsertTx(ctx, tx, lead.Notice{ID: got.ID}, &river.InsertOpts{Queue: MailQueue, MaxAttempts: mailAttempts})
		return err
	})
	if err != nil {
		got = lead.Receipt{}
	}
	return got, err
}

// decide finds out what an arrival is, and stores one that is new.
func decide(ctx context.Context, tx pgx.Tx, a lead.Arrival) (got lead.Receipt, err error) {
	flag := a.Flag
	if flag == "" && a.Network != nil {
		if flag, err = crowded(ctx, tx, a); err != nil {
			return got, err
		}
	}
	for {
		if got, err = findKey(ctx, tx, a); err != nil || got.Verdict != lead.New {
			return got, err
		}
		got = lead.Receipt{Verdict: lead.New, Prefix: a.Prefix, Flag: flag}
		if flag != "" && a.NoRoom {
			got.Verdict = lead.NoRoom
			return got, nil
		}
		if got.ID, err = insertLead(ctx, tx, a, flag); err == nil {
			return admit(ctx, tx, a, got)
		} else if !errors.Is(err, pgx.ErrNoRows) {
			return got, err
		}
		// Another insert of this key was first; ours waited for it to commit.
	}
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
	err = tx.QueryRow(ctx, `SELECT id, reference_prefix, flag, digest FROM feedback WHERE idempotency_key = $1`, a.Key).
		Scan(&got.ID, &got.Prefix, &got.Flag, &digest)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return lead.Receipt{Verdict: lead.New}, nil
	case err != nil:
		return got, err
	case bytes.Equal(digest, a.Digest()):
		got.Verdict = lead.Known
	default:
		got.Verdict = lead.KeyTaken
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
func admit(ctx context.Context, tx pgx.Tx, a lead.Arrival, got lead.Receipt) (lead.Receipt, error) {
	batch := &pgx.Batch{}
	if a.Nonce != nil {
		batch.Queue(`INSERT INTO form_tokens (nonce) VALUES ($1) ON CONFLICT DO NOTHING`, a.Nonce).Exec(func(done pgconn.CommandTag) error {
			if done.RowsAffected() == 0 {
				got.Verdict = lead.TokenUsed
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
	err := tx.SendBatch(ctx, batch).Close()
	return got, err
}

// Suspects tells how many suspects were stored within a day.
func (s Leads) Suspects(ctx context.Context) (n int, err error) {
	defer translate(&err, "count suspects")
	err = s.db.QueryRow(ctx, `SELECT count(*) FROM feedback WHERE status = $1 AND flag <> '' AND created_at > now() - interval '1 day'`, lead.Spam).Scan(&n)
	return n, err
}

// Secret is what signs form tokens; it never changes.
func (s Leads) Secret(ctx context.Context) (secret lead.Secret, err error) {
	defer translate(&err, "lead secret")
	err = s.db.QueryRow(ctx, `SELECT secret FROM lead_settings`).Scan(&secret)
	return secret, err
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
