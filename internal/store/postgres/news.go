package postgres

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"parichay/internal/domain/lead"
	"parichay/internal/store/leads"
)

// What one replica says of new leads: once in tellEvery, and "resync" instead of
// more than tellAtOnce changes, because a slow reader is dropped at 64.
const (
	tellEvery  = 100 * time.Millisecond
	tellAtOnce = 32
)

// news tells every replica of new leads, after their commit: NOTIFY makes the
// commits of all transactions that use it wait for each other. What a process that
// dies has not told, the others miss for no longer than checkEvery.
type news struct {
	db      *database
	mu      sync.Mutex
	waiting []lead.Change
	queued  bool // a mail's job was stored and not announced yet
	telling bool
}

// announce makes the next send wake the workers of the mail queue; a call of tell must follow.
func (n *news) announce() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.queued = true
}

func (n *news) tell(change lead.Change) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.waiting = append(n.waiting, change); len(n.waiting) > tellAtOnce {
		n.waiting = []lead.Change{{What: lead.Resync}}
	}
	if !n.telling {
		n.telling = true
		go n.run()
	}
}

func (n *news) run() {
	for n.send() {
		time.Sleep(tellEvery)
	}
}

// send tells what waits, and whether there was something.
func (n *news) send() bool {
	n.mu.Lock()
	waiting, queued := n.waiting, n.queued
	n.waiting, n.telling = nil, len(waiting) > 0
	n.queued = queued && !n.telling // a send without news announces no job
	n.mu.Unlock()
	said := make([]string, len(waiting))
	for i, change := range waiting {
		raw, _ := json.Marshal(change) //nolint:errchkjson // strings and a number
		said[i] = string(raw)
	}
	if len(said) > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), requestPatience) // a stop must not wait for a database that is away
		defer cancel()
		_, _ = n.db.Exec(ctx, `SELECT pg_notify($1, said) FROM unnest($2::text[]) said UNION ALL SELECT announce_job($3) WHERE $4`, leads.Channel, said, MailQueue, queued)
	}
	return len(said) > 0
}
