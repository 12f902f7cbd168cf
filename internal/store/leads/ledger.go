// Package ledger keeps what became of leads: how far each has come, what it was worth
// and when it was won, those that the owner wrote down, and the sums of weeks.
package leads

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
)

// Channel is where replicas hear of changes of the inbox.
const Channel = "lead_changed"

// Ledger is the part of the inbox that counts.
type Ledger struct{ db *db.DB }

// New opens it.
func New(d *db.DB) Ledger { return Ledger{d} }

// Tell has every replica hear of a change once the batch's transaction has committed.
func Tell(batch *pgx.Batch, change lead.Change) {
	raw, _ := json.Marshal(change) //nolint:errchkjson // strings and a number
	batch.Queue(`SELECT pg_notify($1, $2)`, Channel, string(raw))
}

// TellNow is the same without anything else to send.
func TellNow(ctx context.Context, tx pgx.Tx, change lead.Change) error {
	batch := &pgx.Batch{}
	Tell(batch, change)
	return tx.SendBatch(ctx, batch).Close()
}

// Move gives a lead another status. A move the table of moves does not know is
// ErrConflict: somebody moved it meanwhile.
func (l Ledger) Move(ctx context.Context, id int64, next lead.Status) error {
	return l.Change(ctx, id, lead.Edit{Status: &next})
}

// Change moves a lead, notes what it is worth, or both at once. The database notes
// when it is won. What is as it was leaves no trace: a press repeated after a lost
// answer has done what was wanted.
func (l Ledger) Change(ctx context.Context, id int64, edit lead.Edit) (err error) {
	defer db.Translate(&err, "change lead %d", id)
	return l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var status lead.Status
		var value *int64
		if err := tx.QueryRow(ctx, `SELECT status, value_inr FROM feedback WHERE id = $1 FOR UPDATE`, id).Scan(&status, &value); err != nil {
			return err
		}
		batch := &pgx.Batch{}
		if next := edit.Status; next != nil && *next != status {
			if !status.MayBecome(*next) {
				return fault.ErrConflict
			}
			batch.Queue(`UPDATE feedback SET status = $2, flag = '' WHERE id = $1`, id, *next)
			batch.Queue(`INSERT INTO feedback_events (feedback_id, action, from_status, to_status) VALUES ($1, 'moved', $2, $3)`, id, status, *next)
		}
		if edit.Value != nil && !same(edit.Value.Rupees, value) {
			batch.Queue(`UPDATE feedback SET value_inr = $2 WHERE id = $1`, id, edit.Value.Rupees)
			batch.Queue(`INSERT INTO feedback_events (feedback_id, action, value_inr) VALUES ($1, 'valued', $2)`, id, edit.Value.Rupees)
		}
		if batch.Len() == 0 {
			return nil
		}
		Tell(batch, lead.Change{What: lead.Changed, ID: id})
		return tx.SendBatch(ctx, batch).Close()
	})
}

func same(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }

// Enter keeps a lead that the owner wrote down. The same key again is the same one,
// and lead.KeyTaken when something else came under it. Nobody is called for it.
func (l Ledger) Enter(ctx context.Context, o lead.Own, prefix, key string) (got lead.Receipt, err error) {
	defer db.Translate(&err, "enter lead")
	got.Verdict = lead.New
	err = l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `
			INSERT INTO feedback (name, email, phone, comment, feedback_type, status, language, source, by_hand, value_inr, won_at,
				idempotency_key, digest, reference_prefix)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true, $9, CASE $6 WHEN $10 THEN clock_timestamp() END, $11, $12, $13)
			ON CONFLICT (idempotency_key) DO NOTHING RETURNING id, reference_prefix`,
			o.Name, o.Email, o.Phone, o.Message, lead.Quote, o.Status, o.Language, o.Channel, o.Value, lead.Won, key, o.Digest(), prefix).Scan(&got.ID, &got.Prefix)
		if !errors.Is(err, pgx.ErrNoRows) {
			if err != nil {
				return err
			}
			return TellNow(ctx, tx, lead.Change{What: lead.Changed, ID: got.ID})
		}
		var known bool
		err = tx.QueryRow(ctx, `SELECT id, reference_prefix, digest = $2 FROM feedback WHERE idempotency_key = $1`, key, o.Digest()).Scan(&got.ID, &got.Prefix, &known)
		got.Verdict = map[bool]lead.Verdict{true: lead.Known, false: lead.KeyTaken}[known]
		return err
	})
	return got, err
}
