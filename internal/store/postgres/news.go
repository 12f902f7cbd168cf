package postgres

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"parichay/internal/domain/lead"
	"parichay/internal/store/leads"
)

// A replica sends notifications of new leads once per notifyEvery. More than notifyAtMost changes
// are replaced by one resync, because a stream that lags by 64 events is closed.
const (
	notifyEvery  = 100 * time.Millisecond
	notifyAtMost = 32
)

// news notifies every replica of new leads after their commit. It does not use NOTIFY in the
// lead's transaction, because that would serialise all commits. If this process dies before it
// has notified them, the other replicas find the leads within checkEvery.
type news struct {
	db      *database
	mu      sync.Mutex
	waiting []lead.Change
	queued  bool // a mail's job was stored and not announced yet
	sending bool
}

// announce makes the next send wake the workers of the mail queue. The caller must then call
// notify.
func (n *news) announce() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.queued = true
}

func (n *news) notify(change lead.Change) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.waiting = append(n.waiting, change); len(n.waiting) > notifyAtMost {
		n.waiting = []lead.Change{{What: lead.Resync}}
	}
	if !n.sending {
		n.sending = true
		go n.run()
	}
}

func (n *news) run() {
	for n.send() {
		time.Sleep(notifyEvery)
	}
}

// send sends the waiting notifications and reports whether there were any.
func (n *news) send() bool {
	n.mu.Lock()
	waiting, queued := n.waiting, n.queued
	n.waiting, n.sending = nil, len(waiting) > 0
	n.queued = queued && !n.sending // a send without changes announces no job
	n.mu.Unlock()
	payloads := make([]string, len(waiting))
	for i, change := range waiting {
		raw, _ := json.Marshal(change) //nolint:errchkjson // strings and a number
		payloads[i] = string(raw)
	}
	if len(payloads) > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), requestPatience) // shutdown must not wait for a database that is down
		defer cancel()
		_, _ = n.db.Exec(ctx, `SELECT pg_notify($1, said) FROM unnest($2::text[]) said UNION ALL SELECT announce_job($3) WHERE $4`, leads.Channel, payloads, MailQueue, queued)
	}
	return len(payloads) > 0
}
