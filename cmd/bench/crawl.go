package main

import (
	"context"
	"fmt"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	crawlRate     = 200 // pages a second, on two cores
	visitorRate   = 500 // views a second
	visitorP99    = 20 * time.Millisecond
	crawlMemory   = 256.0 // MiB
	idleMemory    = 96.0
	robots        = 8
	visitorsPages = 40
)

// crawl crawls uncached pages, first alone, then beside visitors of cached pages. It
// measures the memory during the crawl and a while later.
func crawl(ctx context.Context, r *rig.Replica) (string, bool, error) {
	pages, idle := rig.Number("pages", 3000), time.Duration(rig.Number("idle", 60))*time.Second
	if err := rig.TakeOver(ctx, r); err != nil {
		return "", false, err
	}
	paths, err := r.Known(ctx)
	if err != nil {
		return "", false, err
	}
	popular := append([]string{"/", "/services", "/gu", "/hi/blog"}, paths[len(paths)-visitorsPages:]...)
	cold := paths[:len(paths)-visitorsPages]
	cold = cold[:min(len(cold), pages)]
	alone, beside := cold[:len(cold)/2], cold[len(cold)/2:]

	visitor := r.From("127.0.0.2")
	known := func() { // views each twice, so that it is cached
		rig.Visit(ctx, visitor, 50, time.Duration(len(popular))*time.Second/25, popular...)
	}
	known()
	calm := rig.Visit(ctx, visitor, visitorRate, 5*time.Second, popular...).Quantile(0.99)
	rate, possible, refusedAlone, err := crawlAlone(ctx, r, alone)
	if err != nil {
		return "", false, err
	}
	_, mostAlone, err := r.Memory()
	if err != nil {
		return "", false, err
	}
	known()
	visiting, stop := context.WithCancel(ctx)
	seen := make(chan *rig.Views)
	go func() { seen <- rig.Visit(visiting, visitor, visitorRate, time.Hour, popular...) }()
	start := time.Now()
	refusedBeside, err := r.Crawl(ctx, robots, beside)
	shared := float64(len(beside)) / time.Since(start).Seconds()
	stop()
	views := <-seen
	if err != nil {
		return "", false, err
	}
	_, most, err := r.Memory()
	if err != nil {
		return "", false, err
	}
	time.Sleep(idle)
	rest, _, err := r.Memory()
	p99 := views.Quantile(0.99)
	return fmt.Sprintf("%d uncached pages alone: %.0f/s (at least %d; %.0f/s with both cores to itself), %d deferred; %d beside visitors at %d/s: %.0f/s, %d deferred, visitors' p99 %v (at most %v; %v without), %d failed %s; memory %.0f MiB alone, peak %.0f (at most %.0f), %.0f when idle %v later (at most %.0f)",
			len(alone), rate, crawlRate, possible, refusedAlone, len(beside), visitorRate, shared, refusedBeside, p99.Round(100*time.Microsecond), visitorP99, calm.Round(100*time.Microsecond),
			views.Failed, views.Trouble(), mostAlone, most, crawlMemory, rest, idle, idleMemory),
		rate >= crawlRate && p99 <= visitorP99 && most <= crawlMemory && rest <= idleMemory, err
}

// crawlAlone returns how many pages a second a crawl got, and how many would be possible,
// by their CPU time, if nothing else ran on two cores.
func crawlAlone(ctx context.Context, r *rig.Replica, paths []string) (rate, possible float64, refused int, err error) {
	before, err := r.CPU()
	if err != nil {
		return 0, 0, 0, err
	}
	start := time.Now()
	if refused, err = r.Crawl(ctx, robots, paths); err != nil {
		return 0, 0, refused, err
	}
	took := time.Since(start)
	after, err := r.CPU()
	pages := float64(len(paths))
	return pages / took.Seconds(), 2 * pages / (after - before).Seconds(), refused, err
}
