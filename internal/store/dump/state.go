package dump

import (
	"context"
	"time"

	"parichay/internal/store/postgres"
)

// Backups is how the last ones went.
type Backups struct {
	MadeAt   *time.Time // nil: none was made yet
	Bytes    int64
	FailedAt *time.Time // nil: the last one did not fail
}

// LastBackups reads it.
func LastBackups(ctx context.Context, store *postgres.Store) (b Backups, err error) {
	err = store.Pool().QueryRow(ctx, `SELECT made_at, bytes, failed_at FROM backup_state`).Scan(&b.MadeAt, &b.Bytes, &b.FailedAt)
	return b, err
}

// NoteBackup notes that one was made. One that misses pictures counts as failing, too.
func NoteBackup(ctx context.Context, store *postgres.Store, bytes int64, missing int) error {
	_, err := store.Pool().Exec(ctx, `UPDATE backup_state SET made_at = now(), bytes = $1, failed_at = CASE WHEN $2 > 0 THEN coalesce(failed_at, now()) END`, bytes, missing)
	return err
}

// NoteFailure notes that one could not be made.
func NoteFailure(ctx context.Context, store *postgres.Store) error {
	_, err := store.Pool().Exec(ctx, `UPDATE backup_state SET failed_at = coalesce(failed_at, now())`)
	return err
}
