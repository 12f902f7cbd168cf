package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/store/postgres"
)

// sumTime is what the sums of visits may take; other jobs do not wait for them.
const sumTime = 30 * time.Minute

const sumQueue = "visits"

// sumVisits adds up the visits of the days that got some since.
type sumVisits struct{}

// Kind names the job in the queue.
func (sumVisits) Kind() string { return "sum_visits" }

// InsertOpts implements river.JobArgsWithInsertOpts. They are not unique to River, which
// counts one whose process was killed as running for sumTime; a lock sees to it that
// they come one at a time.
func (sumVisits) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: sumQueue, MaxAttempts: 1}
}

type adder struct {
	river.WorkerDefaults[sumVisits]
	store *postgres.Store
	stop  context.Context //nolint:containedctx // ends when the queue is told to stop
}

// Timeout implements river.Worker.
func (*adder) Timeout(*river.Job[sumVisits]) time.Duration { return sumTime }

// Work implements river.Worker. What fails is tried again in a minute.
func (a *adder) Work(ctx context.Context, job *river.Job[sumVisits]) error {
	return interruptible(a.stop, func(ctx context.Context, _ *river.Job[sumVisits]) error {
		_, err := a.store.Visits.SumUp(ctx)
		if err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "visits could not be added up, the next try is in a minute", "error", err)
		}
		return nil
	})(ctx, job)
}

// tidyVisits makes room for the visits of the days to come, and ends what is over.
type tidyVisits struct{}

// Kind names the job in the queue.
func (tidyVisits) Kind() string { return "tidy_visits" }

// InsertOpts implements river.JobArgsWithInsertOpts: the next comes in an hour.
func (tidyVisits) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 1} }

func (tidyVisits) work(store *postgres.Store) func(context.Context, *river.Job[tidyVisits]) error {
	return func(ctx context.Context, _ *river.Job[tidyVisits]) error {
		err := store.Visits.Tidy(ctx, store.Clock.Now())
		if err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "tables of visits could not be made or ended, the next try is in an hour", "error", err)
		}
		return nil
	}
}
