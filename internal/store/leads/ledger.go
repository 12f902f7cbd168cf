// Package leads stores the progress of leads: status, value and the time of winning. It also
// stores leads that the owner enters by hand, and reads weekly sums. Visitors' leads are stored
// by package postgres.
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

// Channel is the NOTIFY channel for inbox changes.
const Channel = "lead_changed"

// Ledger stores the status and value of leads.
type Ledger struct{ db *db.DB }

// New returns a Ledger on d.
func New(d *db.DB) Ledger { return Ledger{d} }

// Notify queues a notification of all replicas, which is sent when the batch's transaction commits.
func Notify(batch *pgx.Batch, change lead.Change) {
	raw, _ := json.Marshal(change) //nolint:errchkjson // strings and a number
	batch.Queue(`SELECT pg_notify($1, $2)`, Channel, string(raw))
}

// NotifyNow is like Notify, but needs no batch.
func NotifyNow(ctx context.Context, tx pgx.Tx, change lead.Change) error {
	batch := &pgx.Batch{}
	Notify(batch, change)
	return tx.SendBatch(ctx, batch).Close()
}

// Move changes a lead's status. It returns ErrConflict for a change that Status.MayBecome does
// not allow, because then somebody else has moved the lead meanwhile.
func (l Ledger) Move(ctx context.Context, id int64, next lead.Status) error {
	return l.Change(ctx, id, lead.Edit{Status: &next})
}

// Change sets a lead's status, its value, or both. A trigger sets the time of winning. An edit
// that changes nothing succeeds without a history entry, so a retry after a lost response is safe.
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
		Notify(batch, lead.Change{What: lead.Changed, ID: id})
		return tx.SendBatch(ctx, batch).Close()
	})
}

func same(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }

// Enter stores a lead that the owner enters by hand. A repeated key returns the stored lead, with
// the verdict lead.KeyTaken if the contents differ. No mail is sent.
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
			return NotifyNow(ctx, tx, lead.Change{What: lead.Changed, ID: got.ID})
		}
		var known bool
		err = tx.QueryRow(ctx, `SELECT id, reference_prefix, digest = $2 FROM feedback WHERE idempotency_key = $1`, key, o.Digest()).Scan(&got.ID, &got.Prefix, &known)
		got.Verdict = map[bool]lead.Verdict{true: lead.Known, false: lead.KeyTaken}[known]
		return err
	})
	return got, err
}
