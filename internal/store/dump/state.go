package dump

import (
	"context"
	"time"

	"parichay/internal/store/postgres"
)

// Backups is the state of the latest backups.
type Backups struct {
	MadeAt   *time.Time // last success; nil: no backup yet
	Bytes    int64
	FailedAt *time.Time // first failure since; nil: the last backup succeeded
}

// LastBackups reads the state of the latest backups.
func LastBackups(ctx context.Context, store *postgres.Store) (b Backups, err error) {
	err = store.Pool().QueryRow(ctx, `SELECT made_at, bytes, failed_at FROM backup_state`).Scan(&b.MadeAt, &b.Bytes, &b.FailedAt)
	return b, err
}

// NoteBackup records a backup. A backup with missing pictures also counts as a failure.
func NoteBackup(ctx context.Context, store *postgres.Store, bytes int64, missing int) error {
	_, err := store.Pool().Exec(ctx, `UPDATE backup_state SET made_at = now(), bytes = $1, failed_at = CASE WHEN $2 > 0 THEN coalesce(failed_at, now()) END`, bytes, missing)
	return err
}

// NoteFailure records a failed backup.
func NoteFailure(ctx context.Context, store *postgres.Store) error {
	_, err := store.Pool().Exec(ctx, `UPDATE backup_state SET failed_at = coalesce(failed_at, now())`)
	return err
}
