// Package jobs runs background work from a queue in PostgreSQL. A job is enqueued in the
// transaction that causes it and runs at least once.
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
	// keepFailed is how long a failed job is retained, for the owner to retry.
	keepFailed = 90 * 24 * time.Hour
	// rescueAfter is how long a job may run before River assumes that its process has died and
	// lets another process take it over.
	// jobTime is the default timeout of a job.
	rescueAfter = 45 * time.Second
	jobTime     = 30 * time.Second
)

// Start runs the queue until ctx ends. stopped is closed once all running jobs have ended. A
// mail that is being sent is completed, so that no replica sends it again. With several
// replicas, each job runs on one of them. cache is the cache in front of the program, if any.
// backups is nil if no automatic backups are made.
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
		river.AddWorker(workers, &weekMailer{store: store, mail: owner})
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
		Logger:                      slog.New(slog.DiscardHandler), // River logs a database outage every second; package loglimit logs it once a minute
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

// interruptible returns work with a context that is cancelled when stop ends. It is for
// periodic jobs, which resume at their next run, so that a shutdown need not wait for them.
func interruptible[T river.JobArgs](stop context.Context, work func(context.Context, *river.Job[T]) error) func(context.Context, *river.Job[T]) error {
	return func(ctx context.Context, job *river.Job[T]) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(stop, cancel)()
		return work(ctx, job)
	}
}

// summing enqueues sumVisits once a minute if there are new visits.
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

// prune deletes expired rows.
type prune struct{}

// Kind names the job in the queue.
func (prune) Kind() string { return "prune" }
