package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/media"
	"parichay/internal/postgres"
)

// Every picture is read once a week, a few in each run.
const (
	checkPictures = 7 * 24 * time.Hour
	checkAtOnce   = 30
)

// scrub finds pictures whose files are not what was stored.
type scrub struct{}

// Kind names the job in the queue.
func (scrub) Kind() string { return "scrub_media" }

type scrubber struct {
	river.WorkerDefaults[scrub]
	store    *postgres.Store
	pictures *media.Store
}

// Work implements river.Worker.
func (w *scrubber) Work(ctx context.Context, _ *river.Job[scrub]) error {
	names, err := w.store.Work.Media.Unchecked(ctx, checkPictures, checkAtOnce)
	for _, name := range names {
		if err := w.pictures.Check(ctx, media.Name(name)); err != nil {
			slog.ErrorContext(ctx, "picture cannot be shown", "name", name, "error", err)
		}
	}
	return err
}
