package postgres

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/lead"
	"parichay/internal/store/db"
	"parichay/internal/store/leads"
)

// photoSizes selects the sizes of a lead's pictures.
const photoSizes = `(SELECT coalesce(jsonb_agg(jsonb_build_object('width', width, 'height', height) ORDER BY place), '[]') FROM lead_photos WHERE feedback_id = feedback.id)`

// recent is the condition that the pictures of a lead may still follow with a retry.
const recent = `EXISTS (SELECT FROM feedback WHERE id = $1 AND created_at > clock_timestamp() - interval '1 hour')`

// addPhotos stores the pictures of a lead in its transaction, all of them or, if there is no room,
// none. A retry whose pictures are more than those that arrived before replaces them. If the pictures
// cannot be stored, or not in half of the remaining time, the lead is stored alone.
func addPhotos(ctx context.Context, tx pgx.Tx, got *lead.Receipt, photos []lead.Photo) error {
	if got.Verdict != lead.New && got.Verdict != lead.Known {
		return nil
	}
	room := lead.PhotoRoom
	if got.Flag != "" {
		room = lead.SpamPhotoRoom
	}
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { // a savepoint
		if until, ok := ctx.Deadline(); ok {
			milliseconds := max(1, time.Until(until).Milliseconds()/2)
			if _, err := tx.Exec(ctx, `SET LOCAL statement_timeout = `+strconv.FormatInt(milliseconds, 10)); err != nil {
				return err
			}
		}
		if got.Verdict == lead.Known {
			if _, err := tx.Exec(ctx, `
				DELETE FROM lead_photos WHERE feedback_id = $1 AND (SELECT count(*) FROM lead_photos WHERE feedback_id = $1) < $2
					AND `+recent, got.ID, len(photos)); err != nil {
				return err
			}
		}
		var whole, small [][]byte
		var widths, heights []int
		for _, p := range photos {
			whole, small = append(whole, p.Whole), append(small, p.Small)
			widths, heights = append(widths, p.Width), append(heights, p.Height)
		}
		done, err := tx.Exec(ctx, `
			INSERT INTO lead_photos (feedback_id, place, width, height, whole, small)
			SELECT $1, given.place, given.width, given.height, given.whole, given.small
			FROM unnest($2::int[], $3::int[], $4::bytea[], $5::bytea[]) WITH ORDINALITY AS given (width, height, whole, small, place)
			WHERE (SELECT coalesce(sum(bytes), 0) FROM lead_photos) + (SELECT sum(octet_length(w)) FROM unnest($4::bytea[] || $5::bytea[]) w) <= $6
				AND NOT EXISTS (SELECT FROM lead_photos WHERE feedback_id = $1)
				AND `+recent+`
			ON CONFLICT DO NOTHING`, got.ID, widths, heights, whole, small, room)
		switch {
		case err != nil:
			return err
		case done.RowsAffected() == 0:
			return db.ErrUndo // those that arrived before stay
		case got.Verdict == lead.New:
			return nil
		}
		return leads.NotifyNow(ctx, tx, lead.Change{What: lead.Changed, ID: got.ID})
	})
	if err != nil && ctx.Err() != nil {
		return err
	}
	if err != nil && !errors.Is(err, db.ErrUndo) {
		slog.ErrorContext(ctx, "photos of a lead not stored; the lead is stored without them", "lead", got.ID, "error", err)
	}
	return tx.QueryRow(ctx, `SELECT count(*) FROM lead_photos WHERE feedback_id = $1`, got.ID).Scan(&got.Photos)
}

// CountPhotos returns how many pictures are stored with a lead.
func (s Leads) CountPhotos(ctx context.Context, id int64) (n int, err error) {
	defer db.Translate(&err, "count pictures of lead %d", id)
	err = s.db.QueryRow(ctx, `SELECT count(*) FROM lead_photos WHERE feedback_id = $1`, id).Scan(&n)
	return n, err
}

const photoBytes = `SELECT coalesce(sum(bytes), 0)::bigint FROM lead_photos`

// PhotoBytes returns how much of lead.PhotoRoom is used.
func (s Leads) PhotoBytes(ctx context.Context) (used int64, err error) {
	defer db.Translate(&err, "size of the photos of leads")
	err = s.db.QueryRow(ctx, photoBytes).Scan(&used)
	return used, err
}

// Photo returns a picture of a lead as a JPEG, or its thumbnail. place counts from 1.
func (s Inbox) Photo(ctx context.Context, id int64, place int, small bool) (body []byte, err error) { //nolint:revive // which of two columns
	defer db.Translate(&err, "picture %d of lead %d", place, id)
	column := "whole"
	if small {
		column = "small"
	}
	err = s.db.QueryRow(ctx, `SELECT `+column+` FROM lead_photos WHERE feedback_id = $1 AND place = $2`, id, place).Scan(&body)
	return body, err
}
