package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"parichay/internal/fault"
	"parichay/internal/lead"
)

// Undelivered is a mail to the owner that has failed at least once.
type Undelivered struct {
	Job      int64
	Lead     int64
	Prefix   string // of the lead's reference
	Attempts int
	Failed   time.Time
	Reason   string
	Next     *time.Time // nil: it waits for the owner to try it again
}

// maxUndelivered bounds the list; more than that is one cause, not many.
const maxUndelivered = 100

// Undelivered lists the mails that could not be sent so far.
func (s Inbox) Undelivered(ctx context.Context) (all []Undelivered, err error) {
	defer translate(&err, "undelivered")
	ctx, cancel := s.db.bound(ctx)
	defer cancel()
	found, err := s.db.queue.JobList(ctx, river.NewJobListParams().Kinds(lead.Notice{}.Kind()).First(maxUndelivered).
		States(rivertype.JobStateRetryable, rivertype.JobStateDiscarded, rivertype.JobStateCancelled).OrderBy(river.JobListOrderByID, river.SortOrderDesc))
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
		if job.State == rivertype.JobStateRetryable {
			u.Next = &job.ScheduledAt
		}
		all = append(all, u)
	}
	return all, s.prefixes(ctx, all)
}

// prefixes finds how the references of the leads begin; one that was erased
// meanwhile has none.
func (s Inbox) prefixes(ctx context.Context, all []Undelivered) error {
	ids := make([]int64, len(all))
	for i, u := range all {
		ids[i] = u.Lead
	}
	var id int64
	var prefix string
	return s.db.each(ctx, []any{&id, &prefix}, func() {
		for i := range all {
			if all[i].Lead == id {
				all[i].Prefix = prefix
			}
		}
	}, `SELECT id, reference_prefix FROM feedback WHERE id = ANY($1)`, ids)
}

// RetryMail tries a mail again now.
func (s Inbox) RetryMail(ctx context.Context, job int64) (err error) {
	defer translate(&err, "retry mail %d", job)
	return s.db.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		found, err := s.db.queue.JobGetTx(ctx, tx, job)
		if err != nil || found.Kind != (lead.Notice{}).Kind() {
			return fault.ErrNotFound
		}
		_, err = s.db.queue.JobRetryTx(ctx, tx, job)
		return err
	})
}

// MarkMailed notes that the owner has been told.
func (s Inbox) MarkMailed(ctx context.Context, id int64) (err error) {
	defer translate(&err, "mark mailed %d", id)
	_, err = s.db.Exec(ctx, `UPDATE feedback SET mailed_at = now() WHERE id = $1`, id)
	return err
}
