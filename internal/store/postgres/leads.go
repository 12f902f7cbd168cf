package postgres

import (
	"context"

	"parichay/internal/domain/lead"
	"parichay/internal/store/alarms"
	"parichay/internal/store/db"
)

// Settings of the jobs that mail the owner.
const (
	MailQueue    = "mail"
	MailAttempts = alarms.Attempts
)

// Add stores a lead and returns the verdict on it. A repeated key returns the same receipt and
// stores nothing, even for concurrent calls. Only the verdict lead.New means that a row was stored.
// The job that mails the owner is part of the statement's transaction; suspected spam has none.
func (s Leads) Add(ctx context.Context, a lead.Arrival) (got lead.Receipt, err error) {
	defer db.Translate(&err, "add lead")
	services := a.Services
	if services == nil {
		services = []string{}
	}
	var job *string
	if a.Notify {
		job = new(lead.Notice{}.Kind())
	}
	err = s.db.QueryRow(ctx, `
		SELECT verdict, coalesce(lead, 0), prefix, reason, heat FROM take_lead($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
			$18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31)`,
		a.Key, a.Digest(), a.Prefix, a.Flag, a.Network, a.TextHash(), a.Nonce,
		a.Name, a.Email, a.Phone, a.Comment(), a.Kind, a.Rating(), a.Company, services,
		a.Edition, a.Language, a.Page, a.Source, a.Consent,
		a.Room(), a.TextRoom(), a.NoRoom, job, MailQueue, MailAttempts,
		a.Wide, lead.NeighboursAnHour*a.Room(), a.Most, lead.CoolsBy.Seconds(), lead.Heating).Scan(&got.Verdict, &got.ID, &got.Prefix, &got.Flag, &got.Heat)
	s.db.refused.Store(db.CannotStore(err))
	switch {
	case err != nil:
		return lead.Receipt{}, err
	case got.Quarantined():
		s.news.notify(lead.Change{What: lead.Changed, ID: got.ID}) // no mail for spam
	case got.Verdict == lead.New:
		if a.Notify {
			s.news.announce()
		}
		s.news.notify(lead.Change{What: lead.Came, ID: got.ID, Kind: a.Kind, Prefix: got.Prefix})
	}
	return got, nil
}

// Lately holds the spam meters as of startup.
type Lately struct {
	Suspects int     // suspected spam stored within a day
	Heat     float64 // see lead.Receipt
}

// Lately reads the spam meters, with which a new process starts.
func (s Leads) Lately(ctx context.Context) (l Lately, err error) {
	defer db.Translate(&err, "recent spam")
	err = s.db.QueryRow(ctx, `SELECT count(*), inbox_heat($2, $3) FROM feedback WHERE status = $1 AND flag <> '' AND created_at > now() - interval '1 day'`,
		lead.Spam, lead.CoolsBy.Seconds(), lead.Heating).Scan(&l.Suspects, &l.Heat)
	return l, err
}

// Secret returns the key that signs form tokens. It never changes.
func (s Leads) Secret(ctx context.Context) (secret lead.Secret, err error) {
	defer db.Translate(&err, "lead secret")
	err = s.db.QueryRow(ctx, `SELECT secret FROM lead_settings`).Scan(&secret)
	return secret, err
}
