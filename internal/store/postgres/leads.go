package postgres

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
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
	if !utf8.ValidString(a.Key) {
		return got, fault.Invalid{} // JSON would replace the invalid bytes, and two keys could become one
	}
	if len(a.Photos) == 0 {
		err = take(s.db.QueryRow(ctx, takeLead, arrivalOf(a)), &got)
	} else {
		err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
			if err := take(tx.QueryRow(ctx, takeLead, arrivalOf(a)), &got); err != nil {
				return err
			}
			return addPhotos(ctx, tx, &got, a.Photos)
		})
	}
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

// Has reports whether a lead is stored with its idempotency key.
func (s Leads) Has(ctx context.Context, key string, l lead.Lead) (stored bool, err error) {
	defer db.Translate(&err, "look for a stored lead")
	err = s.db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM feedback WHERE idempotency_key = $1 AND digest = $2)`, key, l.Digest()).Scan(&stored)
	return stored, err
}

const takeLead = `SELECT verdict, coalesce(lead, 0), prefix, reason, heat FROM take_lead($1)`

func take(row pgx.Row, got *lead.Receipt) error {
	return row.Scan(&got.Verdict, &got.ID, &got.Prefix, &got.Flag, &got.Heat)
}

// arrival is a lead.Arrival as the SQL function take_lead reads it.
type arrival struct {
	Key    string `json:"key"`
	Digest bytea  `json:"digest"`
	Prefix string `json:"prefix"`
	Flag   string `json:"flag"`
	Nonce  bytea  `json:"nonce"`

	Name     string        `json:"name"`
	Email    string        `json:"email"`
	Phone    string        `json:"phone"`
	Comment  string        `json:"comment"`
	Kind     string        `json:"kind"`
	Rating   *int          `json:"rating"`
	Company  string        `json:"company"`
	Services []string      `json:"services"`
	Details  []lead.Detail `json:"details"`
	Edition  string        `json:"edition"`
	Language string        `json:"language"`
	Page     string        `json:"page"`
	Source   string        `json:"source"`
	Consent  string        `json:"consent"`

	Network     bytea `json:"network"`
	NetworkRoom int   `json:"network_room"`
	Wide        bytea `json:"wide"`
	WideRoom    int   `json:"wide_room"`
	TextHash    bytea `json:"text_hash"`
	TextRoom    int   `json:"text_room"`
	NoRoom      bool  `json:"no_room"`

	MostHeat *float64 `json:"most_heat"`
	CoolsBy  float64  `json:"cools_by"`
	Heating  int      `json:"heating"`

	JobKind     *string `json:"job_kind"`
	JobQueue    string  `json:"job_queue"`
	JobAttempts int     `json:"job_attempts"`
}

func arrivalOf(a lead.Arrival) arrival {
	its := arrival{
		Key: a.Key, Digest: a.Digest(), Prefix: a.Prefix, Flag: string(a.Flag), Nonce: a.Nonce,
		Name: a.Name, Email: a.Email, Phone: a.Phone, Comment: a.Comment(), Kind: string(a.Kind), Rating: a.Rating(), Company: a.Company,
		Services: append([]string{}, a.Services...), // the column takes no NULL
		Details:  append([]lead.Detail{}, a.Labelled()...),
		Edition:  a.Edition, Language: string(a.Language), Page: a.Page, Source: a.Source, Consent: a.Consent,
		Network: a.Network, NetworkRoom: a.Room(), Wide: a.Wide, WideRoom: lead.NeighboursAnHour * a.Room(),
		TextHash: a.TextHash(), TextRoom: a.TextRoom(), NoRoom: a.NoRoom,
		MostHeat: a.Most, CoolsBy: lead.CoolsBy.Seconds(), Heating: lead.Heating,
		JobQueue: MailQueue, JobAttempts: MailAttempts,
	}
	if a.Notify {
		its.JobKind = new(lead.Notice{}.Kind())
	}
	return its
}

// bytea marshals to PostgreSQL's text format of bytes (\x followed by hexadecimal digits).
type bytea []byte

// MarshalJSON implements json.Marshaler. Nil becomes null.
func (b bytea) MarshalJSON() ([]byte, error) {
	if b == nil {
		return []byte("null"), nil
	}
	return fmt.Appendf(nil, `"\\x%x"`, []byte(b)), nil
}

// RecentLoad holds the spam meters as of startup.
type RecentLoad struct {
	Suspects int     // suspected spam stored within a day
	Heat     float64 // see lead.Receipt
}

// RecentLoad reads the spam meters from which a new process starts.
func (s Leads) RecentLoad(ctx context.Context) (l RecentLoad, err error) {
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
