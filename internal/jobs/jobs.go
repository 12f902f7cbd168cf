// Package jobs is the work nobody waits for, on a queue inside PostgreSQL: it is
// enqueued in the transaction that causes it, and done at least once.
package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"parichay/internal/media"
	"parichay/internal/postgres"
)

// How long counted sign-in attempts are kept (counting looks back a day at most)
// and how long the account's log.
const (
	keepAttempts = 25 * time.Hour
	keepEvents   = 180 * 24 * time.Hour
)

// Start runs the queue until ctx ends. With several replicas each job runs on
// one of them.
func Start(ctx context.Context, store *postgres.Store, pictures *media.Store) error {
	workers := river.NewWorkers()
	river.AddWorker(workers, &pruner{store: store})
	river.AddWorker(workers, &collector{store: store, pictures: pictures})
	client, err := river.NewClient(riverpgxv5.New(store.Pool()), &river.Config{
		Queues:       map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}},
		Workers:      workers,
		PeriodicJobs: []*river.PeriodicJob{hourly(prune{}), hourly(collect{})},
		Logger:       slog.New(slog.DiscardHandler), // River reports a database that is away every second; the server already says it once
	})
	if err != nil {
		return err
	}
	return client.Start(ctx)
}

func hourly(args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
		func() (river.JobArgs, *river.InsertOpts) { return args, nil },
		&river.PeriodicJobOpts{RunOnStart: true})
}

// prune removes what has expired.
type prune struct{}

// Kind names the job in the queue.
func (prune) Kind() string { return "prune" }

type pruner struct {
	river.WorkerDefaults[prune]
	store *postgres.Store
}

// Work implements river.Worker.
func (w *pruner) Work(ctx context.Context, _ *river.Job[prune]) error {
	return w.store.Prune(ctx, keepAttempts, keepEvents)
}
