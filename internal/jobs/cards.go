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
	// cardsAtOnce are made in one transaction, which keeps saves of these items waiting.
	cardsAtOnce = 100
	// cardsTime is what the job may take: a load by SQL leaves all list cards to it.
	cardsTime = 30 * time.Minute
)

// cards makes the list cards of items that were saved without, and merges sums. It runs every hour, and
// when a load by SQL enqueues it: SELECT enqueue_job('make_cards', '{}', 'default', 1).
type cards struct{}

// Kind names the job in the queue.
func (cards) Kind() string { return "make_cards" }

type cardMaker struct {
	river.WorkerDefaults[cards]
	store *postgres.Store
	stop  context.Context //nolint:containedctx // ends when the queue is told to stop
}

// Timeout implements river.Worker.
func (*cardMaker) Timeout(*river.Job[cards]) time.Duration { return cardsTime }

// Work implements river.Worker.
func (m *cardMaker) Work(ctx context.Context, job *river.Job[cards]) error {
	return interruptible(m.stop, func(ctx context.Context, _ *river.Job[cards]) error {
		// The program makes the cards of one batch while the database stores those of the other.
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
