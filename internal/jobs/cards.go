package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"parichay/internal/content"
	"parichay/internal/postgres"
)

// cardsAtOnce are made in one transaction.
const cardsAtOnce = 50

// cards makes what lists show of items that were saved without.
type cards struct{}

// Kind names the job in the queue.
func (cards) Kind() string { return "make_cards" }

func (cards) work(store *postgres.Store) func(context.Context, *river.Job[cards]) error {
	return func(ctx context.Context, _ *river.Job[cards]) error {
		for i := range content.Collections {
			for made := cardsAtOnce; made == cardsAtOnce; {
				var err error
				if made, err = store.Work.Items.MakeCards(ctx, &content.Collections[i], cardsAtOnce); err != nil {
					return err
				}
			}
		}
		return nil
	}
}
