package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/ops/backup"
	"parichay/internal/store/certificates"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

const (
	backupQueue = "backup"
	backupTime  = 3 * time.Hour // a large site over a slow line
	// backupLock is held by the program that makes one, as long as it lives; one that
	// was killed has given it up before backupTurn is over.
	backupLock = "backup"
	backupTurn = certificates.Lease + 10*time.Second
)

// backupJob puts an archive on the shelf once a night. It asks every hour whether it
// is time: a program that was off at night, or a shelf that was away, makes up for it.
type backupJob struct{}

// Kind names the job in the queue.
func (backupJob) Kind() string { return "backup" }

// InsertOpts implements river.JobArgsWithInsertOpts. They are not unique to River: it
// counts one whose process was killed as running for backupTime, and a night would be
// lost. A lock sees to it that they come one at a time.
func (backupJob) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: backupQueue, MaxAttempts: 1}
}

type archivist struct {
	river.WorkerDefaults[backupJob]
	store    *postgres.Store
	pictures *media.Store
	shelf    *backup.Shelf
	stop     context.Context //nolint:containedctx // ends when the queue is told to stop
}

// Timeout implements river.Worker.
func (*archivist) Timeout(*river.Job[backupJob]) time.Duration { return backupTime }

// Work implements river.Worker. What fails is tried again in an hour.
func (a *archivist) Work(ctx context.Context, job *river.Job[backupJob]) error {
	return interruptible(a.stop, a.add)(ctx, job)
}

func (a *archivist) add(ctx context.Context, _ *river.Job[backupJob]) error {
	turn, cancel := context.WithTimeout(ctx, backupTurn)
	defer cancel()
	if err := a.store.Certificates.Lock(turn, backupLock); err != nil {
		if turn.Err() != nil && ctx.Err() == nil {
			return nil // another program is making one
		}
		return err
	}
	defer func() { _ = a.store.Certificates.Unlock(context.WithoutCancel(ctx), backupLock) }() // or it ends by itself
	last, err := a.shelf.Last(ctx)
	if err == nil && !backup.Due(last, time.Now()) {
		return nil
	}
	if err != nil {
		return a.failed(ctx, err)
	}
	begun := time.Now()
	m, name, err := a.shelf.Add(ctx, a.store, a.pictures)
	if errors.Is(err, backup.ErrNotTidied) {
		slog.WarnContext(ctx, "an old backup could not be removed", "error", err)
		err = nil // this one was made all the same
	}
	if err != nil {
		return a.failed(ctx, err)
	}
	slog.InfoContext(ctx, "backup made", "name", name, "rows", m.Rows(), "files", m.Files(), "bytes", m.Bytes(), "seconds", int(time.Since(begun).Seconds()))
	if len(m.Missing) > 0 {
		slog.ErrorContext(ctx, "the backup has not all pictures: files are gone or damaged", "missing", len(m.Missing), "first", m.Missing[0])
	}
	return dump.NoteBackup(ctx, a.store, m.Bytes(), len(m.Missing))
}

// askForBackups has the queue ask every hour whether one is due. Each program that
// keeps backups does it for itself: River's leader, who sees to what comes round, may be
// one that keeps none.
func askForBackups[T any](ctx context.Context, client *river.Client[T]) {
	for {
		wait := time.Hour
		if _, err := client.Insert(ctx, backupJob{}, nil); err != nil {
			wait = time.Minute // the database is away
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

func (a *archivist) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err // the program is being stopped
	}
	slog.ErrorContext(ctx, "no backup could be made, the next try is in an hour", "error", err)
	return dump.NoteFailure(ctx, a.store)
}
