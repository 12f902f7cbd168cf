package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Purge is the job that empties caches in front of the program of what a save
// changed. It has a queue of its own, so that no other work holds it up.
type Purge struct {
	Scopes []string `json:"scopes"`
}

// PurgeQueue is the queue of those jobs.
const PurgeQueue = "purge"

// Kind names the job in the queue.
func (Purge) Kind() string { return "purge" }

// purgeAgain is when caches are emptied once more after a save: another replica may
// have filled them with what it showed before it heard of the save, and one that hears
// nothing stops being ready only after staleAfter.
var purgeAgain = []time.Duration{3 * time.Second, staleAfter + 7*time.Second}

// purgeAttempts is enough to go on for longer than a cache keeps anything.
const purgeAttempts = 300

func enqueuePurges(ctx context.Context, tx pgx.Tx, scopes []string) error {
	for _, later := range append([]time.Duration{0}, purgeAgain...) {
		if err := enqueue(ctx, tx, Purge{scopes}, PurgeQueue, purgeAttempts, later); err != nil {
			return err
		}
	}
	return nil
}

// PurgeCaches has every later save enqueue the emptying of caches in front of the
// program.
func (s *Store) PurgeCaches() { s.requests.purges, s.work.purges = true, true }
