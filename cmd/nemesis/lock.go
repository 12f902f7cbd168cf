package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

const (
	lockLeads  = 30
	lockAnswer = 3 * time.Second
)

// lock locks the table of leads, as a careless migration would. Pages that do not need the
// table must not slow down. Senders of leads must get a quick response, and their leads must
// be stored in the end.
func lock(ctx context.Context) (string, error) {
	held := time.Duration(rig.Number("held", 10)) * time.Second
	r, end, err := grown(ctx, rig.Size{Posts: 1000, Leads: 1000}, rig.ManyVisitors)
	if err != nil {
		return "", err
	}
	defer end()
	visitors := make([]*rig.Visitor, lockLeads)
	for i := range visitors {
		visitors[i] = &rig.Visitor{Number: i, Key: rand.Text()}
		if err := visitors[i].Open(ctx, r); err != nil {
			return "", err
		}
	}
	if err := visitors[lockLeads-1].Type(ctx); err != nil {
		return "", err
	}
	quiet := []string{"/", "/gu/services", "/blog", "/feed.xml", "/sitemap.xml", "/readyz"}
	rig.Visit(ctx, r, 10, time.Second, quiet...) // fill the cache
	before := rig.Visit(ctx, r, 20, 3*time.Second, quiet...)
	conn, err := pgx.Connect(ctx, r.Database)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, `BEGIN; LOCK TABLE feedback IN ACCESS EXCLUSIVE MODE`); err != nil {
		return "", err
	}
	var slowest time.Duration
	var mu sync.Mutex
	statuses := map[int]int{}
	senders, sending := errgroup.WithContext(ctx)
	for i, v := range visitors {
		message := rig.NewMessage(i)
		senders.Go(func() error {
			if err := rig.Sleep(sending, time.Duration(i)*held/(lockLeads+1)); err != nil {
				return err
			}
			for {
				start := time.Now()
				status, body, err := v.Send(sending, r, maps.Clone(message))
				if err != nil {
					status = 0
				}
				mu.Lock()
				statuses[status]++
				slowest = max(slowest, time.Since(start))
				mu.Unlock()
				switch {
				case status == http.StatusCreated:
					return nil
				case err == nil && status < http.StatusInternalServerError && status != http.StatusTooManyRequests:
					return fmt.Errorf("lead %d: %d %s", i, status, body)
				}
				if err := rig.Sleep(sending, time.Second); err != nil {
					return err
				}
			}
		})
	}
	during := rig.Visit(ctx, r, 20, held, quiet...)
	if _, err := conn.Exec(ctx, `ROLLBACK`); err != nil {
		return "", err
	}
	if err := senders.Wait(); err != nil {
		return "", err
	}
	var found int
	if err := conn.QueryRow(ctx, `SELECT count(DISTINCT comment) FROM feedback WHERE source = 'drill'`).Scan(&found); err != nil {
		return "", err
	}
	calm, moved := before.Quantile(0.99), during.Quantile(0.99)
	return rig.Judged(fmt.Sprintf("feedback locked for %v: pages, feed and readiness p99 %v (%v before; at most twice that + 50 ms), %d failed %s; leads answered within %v (at most %v, statuses %v), %d of %d stored in the end",
		held, moved.Round(time.Millisecond), calm.Round(time.Millisecond), during.Failed, during.Trouble(), slowest.Round(time.Millisecond), lockAnswer, statuses, found, lockLeads),
		during.Failed == 0, moved <= 2*calm+50*time.Millisecond, slowest <= lockAnswer, found == lockLeads)
}
