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
	backupTime  = 3 * time.Hour // timeout of a job; enough for a large site on a slow connection
	// backupLock is held by the replica that makes a backup. The lock of a killed replica
	// expires within backupTurn.
	backupLock = "backup"
	backupTurn = certificates.Lease + 10*time.Second
)

// backupJob makes the nightly backup. It runs every hour and does nothing unless a backup is
// due. So a backup that was missed, because the program was off or the backup storage was
// down, is made later.
type backupJob struct{}

// Kind names the job in the queue.
func (backupJob) Kind() string { return "backup" }

// InsertOpts implements river.JobArgsWithInsertOpts. The job is not unique in River, because
// River would treat the job of a killed process as running until backupTime is over and skip
// that night's backup. Instead, backupLock ensures that only one backup runs at a time.
func (backupJob) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: backupQueue, MaxAttempts: 1}
}

type archivist struct {
	river.WorkerDefaults[backupJob]
	store    *postgres.Store
	pictures *media.Store
	shelf    *backup.Shelf
	stop     context.Context //nolint:containedctx // ends when the queue stops
}

// Timeout implements river.Worker.
func (*archivist) Timeout(*river.Job[backupJob]) time.Duration { return backupTime }

// Work implements river.Worker. A failed backup is retried in an hour.
func (a *archivist) Work(ctx context.Context, job *river.Job[backupJob]) error {
	return interruptible(a.stop, a.add)(ctx, job)
}

func (a *archivist) add(ctx context.Context, _ *river.Job[backupJob]) error {
	turn, cancel := context.WithTimeout(ctx, backupTurn)
	defer cancel()
	if err := a.store.Certificates.Lock(turn, backupLock); err != nil {
		if turn.Err() != nil && ctx.Err() == nil {
			return nil // another replica is making a backup
		}
		return err
	}
	defer func() { _ = a.store.Certificates.Unlock(context.WithoutCancel(ctx), backupLock) }() // if this fails, the lock expires
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
		slog.WarnContext(ctx, "cannot delete an old backup; delete it by hand if this repeats", "error", err)
		err = nil // the new backup was made
	}
	if err != nil {
		return a.failed(ctx, err)
	}
	slog.InfoContext(ctx, "backup made", "name", name, "rows", m.Rows(), "files", m.Files(), "bytes", m.Bytes(), "seconds", int(time.Since(begun).Seconds()))
	if len(m.Missing) > 0 {
		slog.ErrorContext(ctx, "backup is incomplete: picture files are missing or damaged; upload them again or restore them from an older backup", "missing", len(m.Missing), "first", m.Missing[0])
	}
	return dump.NoteBackup(ctx, a.store, m.Bytes(), len(m.Missing))
}

// askForBackups enqueues a backupJob every hour. River's periodic jobs cannot be used, because
// River's leader enqueues them, and the leader may be a replica without PARICHAY_BACKUP.
func askForBackups[T any](ctx context.Context, client *river.Client[T]) {
	for {
		wait := time.Hour
		if _, err := client.Insert(ctx, backupJob{}, nil); err != nil {
			wait = time.Minute // the database is down
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
		return err // the program is stopping
	}
	slog.ErrorContext(ctx, "backup failed; retrying in 1h", "error", err)
	return dump.NoteFailure(ctx, a.store)
}
