package postgres

import (
	"bytes"
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/fault"
	"parichay/internal/lead"
)

// AddLead stores a lead and returns its number. The same key again returns the
// same number without another row, however many ask at once; the same key with
// another message is fault.ErrConflict.
func (s *Store) AddLead(ctx context.Context, key string, l lead.Lead) (id int64, err error) {
	defer translate(&err, "add lead")
	digest := l.Digest()
	services := l.Services
	if services == nil {
		services = []string{}
	}
	err = s.write(ctx, func(tx pgx.Tx) error {
		// The second of two inserts of one key waits for the first to commit and then
		// does nothing, so the row is there to be read.
		_, err := tx.Exec(ctx, `
			INSERT INTO feedback (name, email, phone, comment, feedback_type, rating, status, company, services, edition, language, page, idempotency_key, digest)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
			ON CONFLICT (idempotency_key) DO NOTHING`,
			l.Name, l.Email, l.Phone, l.Comment(), l.Kind, l.Rating(), lead.Pending, l.Company, services, l.Edition, l.Language, l.Page, key, digest)
		if err != nil {
			return err
		}
		var stored []byte
		if err := tx.QueryRow(ctx, `SELECT id, digest FROM feedback WHERE idempotency_key = $1`, key).Scan(&id, &stored); err != nil {
			return err
		}
		if !bytes.Equal(stored, digest) {
			return fault.ErrConflict
		}
		return nil
	})
	return id, err
}
