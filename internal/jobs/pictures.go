package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

// An unused picture is retained for a week, because a form that is open in a browser may still
// be saved with it. Every picture is verified once a week, a few in each run.
const (
	keepUnshown   = 7 * 24 * time.Hour
	collectAtOnce = 50
	checkPictures = 7 * 24 * time.Hour
	checkAtOnce   = 30
)

// collect deletes unused pictures.
type collect struct{}

// Kind names the job in the queue.
func (collect) Kind() string { return "collect_media" }

func (collect) work(store *postgres.Store, pictures *media.Store) func(context.Context, *river.Job[collect]) error {
	return func(ctx context.Context, _ *river.Job[collect]) error {
		removed, err := store.Work.Media.Collect(ctx, keepUnshown, collectAtOnce, func(ctx context.Context, name string) error {
			return pictures.Remove(ctx, media.Name(name))
		})
		if removed > 0 {
			slog.InfoContext(ctx, "unused pictures deleted", "count", removed)
		}
		return err
	}
}

// scrub finds pictures whose files are missing or damaged.
type scrub struct{}

// Kind names the job in the queue.
func (scrub) Kind() string { return "scrub_media" }

func (scrub) work(store *postgres.Store, pictures *media.Store) func(context.Context, *river.Job[scrub]) error {
	return func(ctx context.Context, _ *river.Job[scrub]) error {
		names, err := store.Work.Media.Unchecked(ctx, checkPictures, checkAtOnce)
		for _, name := range names {
			if err := pictures.Check(ctx, media.Name(name)); err != nil {
				slog.ErrorContext(ctx, "picture file is missing or damaged; restore it from a backup or upload it again", "name", name, "error", err)
			}
		}
		return err
	}
}
