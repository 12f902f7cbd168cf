package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Purge is the job that purges pages changed by a save from caches in front of the program. It has
// its own queue, so that no other job delays it.
type Purge struct {
	Scopes []string `json:"scopes"`
}

// PurgeQueue is the queue of purges.
const PurgeQueue = "purge"

// Kind names the job in the queue.
func (Purge) Kind() string { return "purge" }

// purgeAgain are the delays after which caches are purged again. Another replica may have filled
// them with its old page before it was notified of the save, and a replica that gets no notifications
// stops being ready only after staleAfter.
var purgeAgain = []time.Duration{3 * time.Second, staleAfter + 7*time.Second}

// purgeAttempts is enough to keep retrying for longer than a cache retains a page.
const purgeAttempts = 300

func enqueuePurges(ctx context.Context, tx pgx.Tx, scopes []string) error {
	for _, later := range append([]time.Duration{0}, purgeAgain...) {
		if err := enqueue(ctx, tx, Purge{scopes}, PurgeQueue, purgeAttempts, later); err != nil {
			return err
		}
	}
	return nil
}

// PurgeCaches makes every later save enqueue purges.
func (s *Store) PurgeCaches() { s.requests.purges, s.work.purges = true, true }
