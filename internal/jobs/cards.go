package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/domain/content"
	"parichay/internal/store/postgres"
)

const (
	// cardsAtOnce is the number of items per transaction. The transaction blocks saves of these
	// items, so the number is small.
	cardsAtOnce = 100
	// cardsTime is the timeout of the job, which makes all list cards after an import by SQL.
	cardsTime = 30 * time.Minute
)

// cards is the hourly job that makes the missing list cards of items and merges the sums of
// items and leads. After an import by SQL it can be enqueued with
// SELECT enqueue_job('make_cards', '{}', 'default', 1).
type cards struct{}

// Kind names the job in the queue.
func (cards) Kind() string { return "make_cards" }

type cardMaker struct {
	river.WorkerDefaults[cards]
	store *postgres.Store
	stop  context.Context //nolint:containedctx // ends when the queue stops
}

// Timeout implements river.Worker.
func (*cardMaker) Timeout(*river.Job[cards]) time.Duration { return cardsTime }

// Work implements river.Worker.
func (m *cardMaker) Work(ctx context.Context, job *river.Job[cards]) error {
	return interruptible(m.stop, func(ctx context.Context, _ *river.Job[cards]) error {
		// Two goroutines, so that the program makes one batch while the database stores the other.
		other := make(chan error, 1)
		go func() { other <- m.make(ctx) }()
		if err := errors.Join(m.make(ctx), <-other); err != nil {
			return err
		}
		return m.store.MergeSums(ctx)
	})(ctx, job)
}

func (m *cardMaker) make(ctx context.Context) error {
	for i := range content.Collections {
		for made := cardsAtOnce; made == cardsAtOnce; {
			var err error
			if made, err = m.store.Work.Items.MakeCards(ctx, &content.Collections[i], cardsAtOnce); err != nil {
				return err
			}
		}
	}
	return nil
}
