package postgres

import (
	"context"

	"parichay/internal/lead"
)

// Settings reads the owner's choices about leads.
func (s Inbox) Settings(ctx context.Context) (c lead.Settings, err error) {
	defer translate(&err, "lead settings")
	err = s.db.QueryRow(ctx, `SELECT notify_email, mail_language, retention_months FROM lead_settings`).
		Scan(&c.NotifyEmail, &c.MailLanguage, &c.RetentionMonths)
	return c, err
}

// SaveSettings stores them.
func (s Inbox) SaveSettings(ctx context.Context, c lead.Settings) (err error) {
	defer translate(&err, "save lead settings")
	_, err = s.db.Exec(ctx, `UPDATE lead_settings SET notify_email = $1, mail_language = $2, retention_months = $3`,
		c.NotifyEmail, c.MailLanguage, c.RetentionMonths)
	return err
}

// Secret is what signs form tokens; it never changes.
func (s Leads) Secret(ctx context.Context) (secret lead.Secret, err error) {
	defer translate(&err, "lead secret")
	err = s.db.QueryRow(ctx, `SELECT secret FROM lead_settings`).Scan(&secret)
	return secret, err
}
