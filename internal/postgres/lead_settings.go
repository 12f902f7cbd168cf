package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"parichay/internal/lead"
)

// LeadSettings reads the owner's choices about leads.
func (s *Store) LeadSettings(ctx context.Context) (c lead.Settings, err error) {
	defer translate(&err, "lead settings")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = s.pool.QueryRow(ctx, `SELECT notify_email, mail_language, retention_months FROM lead_settings`).
		Scan(&c.NotifyEmail, &c.MailLanguage, &c.RetentionMonths)
	return c, err
}

// SaveLeadSettings stores them.
func (s *Store) SaveLeadSettings(ctx context.Context, c lead.Settings) (err error) {
	defer translate(&err, "save lead settings")
	return s.write(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE lead_settings SET notify_email = $1, mail_language = $2, retention_months = $3`,
			c.NotifyEmail, c.MailLanguage, c.RetentionMonths)
		return err
	})
}

// LeadSecret is what signs form tokens; it never changes.
func (s *Store) LeadSecret(ctx context.Context) (secret lead.Secret, err error) {
	defer translate(&err, "lead secret")
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = s.pool.QueryRow(ctx, `SELECT secret FROM lead_settings`).Scan(&secret)
	return secret, err
}
