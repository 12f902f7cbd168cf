package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"parichay/internal/archive"
	"parichay/internal/media"
	"parichay/internal/postgres"
	"parichay/internal/postgres/whole"
)

const (
	backupQueue = "backup"
	backupTime  = 3 * time.Hour // a large site over a slow line; a process that died under one is found out after it
)

// backup puts an archive on the shelf once a night. It asks every hour whether it
// is time: a program that was off at night, or a shelf that was away, makes up for it.
type backup struct{}

// Kind names the job in the queue.
func (backup) Kind() string { return "backup" }

// InsertOpts implements river.JobArgsWithInsertOpts: one at a time.
func (backup) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: backupQueue, MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
	}}}
}

type archivist struct {
	river.WorkerDefaults[backup]
	store    *postgres.Store
	pictures *media.Store
	shelf    *archive.Shelf
	stop     context.Context //nolint:containedctx // ends when the queue is told to stop
}

// Timeout implements river.Worker.
func (*archivist) Timeout(*river.Job[backup]) time.Duration { return backupTime }

// Work implements river.Worker. What fails is tried again in an hour.
func (a *archivist) Work(ctx context.Context, job *river.Job[backup]) error {
	return interruptible(a.stop, a.add)(ctx, job)
}

func (a *archivist) add(ctx context.Context, _ *river.Job[backup]) error {
	last, err := a.shelf.Last(ctx)
	if err == nil && !archive.Due(last, time.Now()) {
		return nil
	}
	if err != nil {
		return a.failed(ctx, err)
	}
	begun := time.Now()
	m, name, err := a.shelf.Add(ctx, a.store, a.pictures)
	if err != nil {
		return a.failed(ctx, err)
	}
	slog.InfoContext(ctx, "backup made", "name", name, "rows", m.Rows(), "files", m.Files(), "bytes", m.Bytes(), "missing", m.Missing, "seconds", int(time.Since(begun).Seconds()))
	return whole.NoteBackup(ctx, a.store, m.Bytes())
}

func (a *archivist) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err // the program is being stopped
	}
	slog.ErrorContext(ctx, "no backup could be made, the next try is in an hour", "error", err)
	return whole.NoteFailure(ctx, a.store)
}
