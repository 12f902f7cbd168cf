package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/media"
	"parichay/internal/postgres"
)

// A picture that nobody shows is kept for a week: a form left open in a browser
// may still be saved.
const (
	keepUnshown  = 7 * 24 * time.Hour
	collectAtOne = 50 // pictures looked at in one run
)

// collect removes pictures that were uploaded and never shown.
type collect struct{}

// Kind names the job in the queue.
func (collect) Kind() string { return "collect_media" }

type collector struct {
	river.WorkerDefaults[collect]
	store    *postgres.Store
	pictures *media.Store
}

// Work implements river.Worker.
func (w *collector) Work(ctx context.Context, _ *river.Job[collect]) error {
	removed, err := w.store.Work.Media.Collect(ctx, keepUnshown, collectAtOne, func(ctx context.Context, name string) error {
		return w.pictures.Remove(ctx, media.Name(name))
	})
	if removed > 0 {
		slog.InfoContext(ctx, "pictures nobody shows removed", "count", removed)
	}
	return err
}
