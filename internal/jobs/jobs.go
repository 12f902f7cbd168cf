// Package jobs is the work nobody waits for, on a queue inside PostgreSQL: it is
// enqueued in the transaction that causes it, and done at least once.
package jobs

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/ops/backup"
	"parichay/internal/store/alarms"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

const (
	// keepFailed is how long a job that gave up waits for the owner.
	keepFailed = 90 * 24 * time.Hour
	// rescueAfter is when a job whose process died under it is done by another;
	// jobTime is what a job may take unless it says otherwise.
	rescueAfter = 45 * time.Second
	jobTime     = 30 * time.Second
)

// Start runs the queue until ctx ends; stopped is closed when all that was under way
// has ended then, a mail by itself, so that nobody sends it again. With several
// replicas each job runs on one of them. cache is where the one in front of the
// program is emptied, if it can be; backups is where they are kept, if they are.
func Start(ctx context.Context, store *postgres.Store, pictures *media.Store, owner Mail, cache Cache, backups *backup.Shelf) (stopped <-chan struct{}, err error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(interruptible(ctx, func(ctx context.Context, _ *river.Job[prune]) error { return store.Prune(ctx) })))
	river.AddWorker(workers, river.WorkFunc(interruptible(ctx, collect{}.work(store, pictures))))
	river.AddWorker(workers, river.WorkFunc(interruptible(ctx, scrub{}.work(store, pictures))))
	river.AddWorker(workers, &cardMaker{store: store, stop: ctx})
	river.AddWorker(workers, river.WorkFunc(interruptible(ctx, tidyVisits{}.work(store))))
	river.AddWorker(workers, &adder{store: store, stop: ctx})
	periodic := []*river.PeriodicJob{hourly(prune{}), hourly(collect{}), hourly(scrub{}), hourly(cards{}), hourly(tidyVisits{}), summing(store)}
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}, sumQueue: {MaxWorkers: 1}}
	if owner.Server != nil {
		notices := &notifier{store: store, mail: owner}
		river.AddWorker(workers, notices)
		river.AddWorker(workers, &tester{notices: notices})
		river.AddWorker(workers, &resetter{store: store, mail: owner})
		river.AddWorker(workers, &teller{store: store, mail: owner})
		river.AddWorker(workers, &warner{store: store, mail: owner})
		periodic = append(periodic, weekly(store))
		queues[postgres.MailQueue] = river.QueueConfig{MaxWorkers: mailWorkers}
		queues[alarms.Queue] = river.QueueConfig{MaxWorkers: warningWorkers}
	}
	if cache.Address != nil {
		river.AddWorker(workers, newPurger(store, cache))
		queues[postgres.PurgeQueue] = river.QueueConfig{MaxWorkers: purgeWorkers}
	}
	if backups != nil {
		river.AddWorker(workers, &archivist{store: store, pictures: pictures, shelf: backups, stop: ctx})
		queues[backupQueue] = river.QueueConfig{MaxWorkers: 1}
	}
	client, err := river.NewClient(store.Queue(slices.Collect(maps.Keys(queues))), &river.Config{
		Queues:                      queues,
		FetchPollInterval:           postgres.QueuePoll, // workers are notified; see postgres.Store.Queue
		Workers:                     workers,
		PeriodicJobs:                periodic,
		JobTimeout:                  jobTime,
		SoftStopTimeout:             jobTime,
		RescueStuckJobsAfter:        rescueAfter,
		CancelledJobRetentionPeriod: keepFailed,
		DiscardedJobRetentionPeriod: keepFailed,
		Test:                        river.TestConfig{Time: &store.Clock},
		Logger:                      slog.New(slog.DiscardHandler), // River reports a database that is away every second; the server already says it once
	})
	if err != nil {
		return nil, err
	}
	if err := client.Start(ctx); err != nil {
		return nil, err
	}
	if backups != nil {
		go askForBackups(ctx, client)
	}
	return client.Stopped(), nil
}

// interruptible makes work end when the queue is told to stop: what comes round
// every hour is taken up again, and nobody has to wait for it.
func interruptible[T river.JobArgs](stop context.Context, work func(context.Context, *river.Job[T]) error) func(context.Context, *river.Job[T]) error {
	return func(ctx context.Context, job *river.Job[T]) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(stop, cancel)()
		return work(ctx, job)
	}
}

// summing enqueues sumVisits every minute in which visits wait for it.
func summing(store *postgres.Store) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(time.Minute), func() (river.JobArgs, *river.InsertOpts) {
		if store.Summed() {
			return nil, nil
		}
		return sumVisits{}, nil
	}, &river.PeriodicJobOpts{RunOnStart: true})
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
