package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/store/postgres"
)

// sumTime is the timeout of sumVisits. sumVisits has its own queue, so that no other job waits
// for it.
const sumTime = 30 * time.Minute

const sumQueue = "visits"

// sumVisits updates the daily sums of days with new visits.
type sumVisits struct{}

// Kind names the job in the queue.
func (sumVisits) Kind() string { return "sum_visits" }

// InsertOpts implements river.JobArgsWithInsertOpts. The job is not unique in River, because
// River would treat the job of a killed process as running until sumTime is over. Instead, a
// database lock ensures that only one runs at a time.
func (sumVisits) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: sumQueue, MaxAttempts: 1}
}

type adder struct {
	river.WorkerDefaults[sumVisits]
	store *postgres.Store
	stop  context.Context //nolint:containedctx // ends when the queue stops
}

// Timeout implements river.Worker.
func (*adder) Timeout(*river.Job[sumVisits]) time.Duration { return sumTime }

// Work implements river.Worker. A failed run is retried in a minute.
func (a *adder) Work(ctx context.Context, job *river.Job[sumVisits]) error {
	return interruptible(a.stop, func(ctx context.Context, _ *river.Job[sumVisits]) error {
		_, err := a.store.Visits.SumUp(ctx)
		if err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "cannot update visit sums; retrying in 1m", "error", err)
		}
		return nil
	})(ctx, job)
}

// tidyVisits creates visit partitions for the next days and drops expired ones.
type tidyVisits struct{}

// Kind names the job in the queue.
func (tidyVisits) Kind() string { return "tidy_visits" }

// InsertOpts implements river.JobArgsWithInsertOpts. A failed job is not retried, because the
// next one runs within the hour.
func (tidyVisits) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 1} }

func (tidyVisits) work(store *postgres.Store) func(context.Context, *river.Job[tidyVisits]) error {
	return func(ctx context.Context, _ *river.Job[tidyVisits]) error {
		err := store.Visits.Tidy(ctx, store.Clock.Now())
		if err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "cannot create or drop visit partitions; retrying in 1h", "error", err)
		}
		return nil
	}
}
