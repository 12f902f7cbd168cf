package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/public/site"
	"parichay/internal/store/postgres"
)

const (
	// settle is the pause before a purge. By then every replica normally knows of the save; a
	// cache that is purged earlier could be refilled with the old page.
	settle       = 500 * time.Millisecond
	purgeTime    = 10 * time.Second // timeout of a PURGE request
	purgePause   = time.Minute      // longest pause before a retry
	purgeWorkers = 4
)

// Cache is the cache in front of the program.
type Cache struct {
	Address *url.URL // for PURGE requests; nil: there is no cache
	Secret  string   // authenticates PURGE requests; empty: none
}

// secretHeader carries Cache.Secret.
const secretHeader = "X-Purge-Secret"

// purger purges changed pages from the cache in front of the program.
type purger struct {
	river.WorkerDefaults[postgres.Purge]
	store  *postgres.Store
	cache  Cache
	client http.Client
}

// newPurger returns a purger that follows no redirects, so that the secret reaches only the
// configured cache.
func newPurger(store *postgres.Store, cache Cache) *purger {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &purger{store: store, cache: cache, client: http.Client{CheckRedirect: stay}}
}

// NextRetry implements river.Worker.
func (w *purger) NextRetry(job *river.Job[postgres.Purge]) time.Time {
	return w.store.Clock.Now().Add(min(time.Duration(job.Attempt)*time.Second, purgePause))
}

// Work implements river.Worker.
func (w *purger) Work(ctx context.Context, job *river.Job[postgres.Purge]) error {
	if w.store.Clock.Now().Sub(job.CreatedAt) > site.CacheAge {
		return nil // pages from before the save have expired
	}
	select {
	case <-time.After(settle):
	case <-ctx.Done():
		return ctx.Err()
	}
	err := w.purge(ctx, site.SurrogateKeys(job.Args.Scopes))
	if err != nil {
		slog.WarnContext(ctx, "cache purge failed; stale pages may be served", "attempt", job.Attempt, "error", err)
	}
	return err
}

func (w *purger) purge(ctx context.Context, keys string) error {
	ctx, cancel := context.WithTimeout(ctx, purgeTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "PURGE", w.cache.Address.String(), nil)
	if err != nil {
		return err
	}
	request.Header.Set("Surrogate-Key", keys)
	if w.cache.Secret != "" {
		request.Header.Set(secretHeader, w.cache.Secret)
	}
	response, err := w.client.Do(request)
	if err != nil {
		return err
	}
	_ = response.Body.Close()
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("the cache answered %s", response.Status)
	}
	return nil
}
