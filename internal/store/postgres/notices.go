package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"parichay/internal/domain/account"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/store/alarms"
	"parichay/internal/store/db"
)

// Undelivered is a mail to the owner that has failed at least once.
type Undelivered struct {
	Job      int64
	Lead     int64
	Prefix   string // prefix of the lead's reference
	Attempts int
	Failed   time.Time
	Reason   string
	Next     *time.Time // next automatic retry; nil: only the owner can retry it
}

// maxUndelivered limits the list. More failures than that have a common cause.
const maxUndelivered = 100

// waiting lists the states of a mail that is being sent or will be retried automatically.
var waiting = []rivertype.JobState{rivertype.JobStateRetryable, rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStateRunning}

// Undelivered lists the lead mails that have failed so far.
func (s Inbox) Undelivered(ctx context.Context) (all []Undelivered, err error) {
	defer db.Translate(&err, "undelivered")
	ctx, cancel := s.db.Bound(ctx)
	defer cancel()
	found, err := s.db.queue.JobList(ctx, river.NewJobListParams().Kinds(lead.Notice{}.Kind()).First(maxUndelivered).
		// A mail that is being retried is still undelivered and stays in the list.
		States(slices.Concat(waiting, []rivertype.JobState{rivertype.JobStateDiscarded, rivertype.JobStateCancelled})...).Where(`cardinality(errors) > 0`).OrderBy(river.JobListOrderByID, river.SortOrderDesc))
	if err != nil {
		return nil, err
	}
	all = []Undelivered{}
	for _, job := range found.Jobs {
		var args lead.Notice
		if err := json.Unmarshal(job.EncodedArgs, &args); err != nil {
			return nil, err
		}
		u := Undelivered{Job: job.ID, Lead: args.ID, Attempts: job.Attempt, Failed: job.CreatedAt}
		if n := len(job.Errors); n > 0 {
			u.Failed, u.Reason = job.Errors[n-1].At, job.Errors[n-1].Error
		}
		if slices.Contains(waiting, job.State) {
			u.Next = &job.ScheduledAt
		}
		all = append(all, u)
	}
	return all, s.prefixes(ctx, all)
}

// prefixes sets the reference prefixes of the leads. A lead that was erased meanwhile has none.
func (s Inbox) prefixes(ctx context.Context, all []Undelivered) error {
	ids := make([]int64, len(all))
	for i, u := range all {
		ids[i] = u.Lead
	}
	var id int64
	var prefix string
	return s.db.Each(ctx, []any{&id, &prefix}, func() {
		for i := range all {
			if all[i].Lead == id {
				all[i].Prefix = prefix
			}
		}
	}, `SELECT id, reference_prefix FROM feedback WHERE id = ANY($1)`, ids)
}

// RetryMail retries a mail immediately.
func (s Inbox) RetryMail(ctx context.Context, job int64) (err error) {
	defer db.Translate(&err, "retry mail %d", job)
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		found, err := s.db.queue.JobGetTx(ctx, tx, job)
		if err != nil || found.Kind != (lead.Notice{}).Kind() {
			return fault.ErrNotFound
		}
		if _, err = s.db.queue.JobRetryTx(ctx, tx, job); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, announceJob, found.Queue)
		return err
	})
}

// Delivery is the state of mail delivery.
type Delivery struct {
	State    lead.Delivery
	FailedAt *time.Time // the last failure; nil unless State is Failing
	Testing  bool       // a test mail is in the queue
}

// Delivery compares the last failure of a lead mail or test mail with the last success. It reads
// only the newest leads. That is enough, because their mails are sent once delivery works again.
func (s Inbox) Delivery(ctx context.Context) (d Delivery, err error) {
	defer db.Translate(&err, "mail delivery")
	d.State = lead.Delivered
	var sent *time.Time
	err = s.db.QueryRow(ctx, `
		SELECT
			(SELECT max((errors[cardinality(errors)]->>'at')::timestamptz) FROM river_job WHERE kind IN ($1, $2) AND state <> 'completed' AND cardinality(errors) > 0),
			greatest((SELECT max(mailed_at) FROM (SELECT mailed_at FROM feedback ORDER BY id DESC LIMIT 500) newest),
				(SELECT max(finalized_at) FROM river_job WHERE kind = $2 AND state = 'completed')),
			EXISTS (SELECT FROM river_job WHERE kind = $2 AND state::text = ANY($3))`,
		lead.Notice{}.Kind(), lead.TestMail{}.Kind(), waiting).Scan(&d.FailedAt, &sent, &d.Testing)
	if d.FailedAt != nil && sent != nil && sent.After(*d.FailedAt) {
		d.FailedAt = nil
	}
	if d.FailedAt != nil {
		d.State = lead.Failing
	}
	return d, err
}

// Limits on test mails: a stolen session must neither use up the mail provider's quota
// nor bury the owner's mailbox.
const (
	testPause   = 10 * time.Second
	testsPerDay = 10 // River retains completed jobs for a day, others for longer
)

// SendTestMail enqueues a test mail to the owner. It is tried once, because the owner is waiting for
// the result.
func (s Inbox) SendTestMail(ctx context.Context) (err error) {
	defer db.Translate(&err, "test mail")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// The lock is taken in a separate statement, so that the next statement sees the jobs
		// that earlier holders of the lock have stored.
		if _, err := tx.Exec(ctx, `SELECT FROM lead_settings FOR UPDATE`); err != nil {
			return err
		}
		var wait int
		if err := tx.QueryRow(ctx, `
			SELECT coalesce(ceil(extract(epoch FROM greatest(
				(SELECT max(created_at) FROM river_job WHERE kind = $1) + $2::interval,
				(SELECT created_at FROM river_job WHERE kind = $1 ORDER BY created_at DESC OFFSET $3 - 1 LIMIT 1) + interval '1 day'
			) - clock_timestamp())), 0)::int`,
			lead.TestMail{}.Kind(), testPause, testsPerDay).Scan(&wait); err != nil {
			return err
		}
		if wait > 0 {
			return fault.TooMany{RetrySeconds: wait}
		}
		return enqueue(ctx, tx, lead.TestMail{}, MailQueue, 1, 0)
	})
}

// resetAttempts limits the tries of a reset mail; later the link would have expired.
const resetAttempts = 20

// AskReset enqueues the mail with a password reset link.
func (s Inbox) AskReset(ctx context.Context, mail account.ResetMail) (err error) {
	defer db.Translate(&err, "enqueue reset mail")
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return enqueue(ctx, tx, mail, alarms.Queue, resetAttempts, 0)
	})
}

// MarkMailed records that leads were mailed to the owner.
func (s Inbox) MarkMailed(ctx context.Context, ids ...int64) (err error) {
	defer db.Translate(&err, "mark mailed %d", ids)
	_, err = s.db.Exec(ctx, `UPDATE feedback SET mailed_at = now() WHERE id = ANY($1)`, ids)
	return err
}

// Unnotified lists the leads whose mail is in the queue, oldest first. It leaves out mails that only the
// owner can retry.
func (s Inbox) Unnotified(ctx context.Context, most int) (all []lead.Stored, err error) {
	defer db.Translate(&err, "leads to mail")
	states := make([]string, len(waiting))
	for i, state := range waiting {
		states[i] = string(state)
	}
	return db.List(ctx, s.db.DB, scanLead, `
		SELECT `+leadColumns+` FROM feedback
		WHERE mailed_at IS NULL AND status <> $1 AND id IN (SELECT (args->>'id')::bigint FROM river_job WHERE kind = $2 AND state::text = ANY($3))
		ORDER BY id LIMIT $4`, lead.Spam, lead.Notice{}.Kind(), states, most)
}
