package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	stormSize    = 1000
	publishRuns  = 20
	publishLimit = 300 * time.Millisecond
)

// storm requests one uncached page a thousand times at once and counts renders.
func storm(ctx context.Context, r *rig.Replica) (string, bool, error) {
	before, err := r.Metric(ctx, "parichay_renders_total")
	if err != nil {
		return "", false, err
	}
	statuses := make(chan int, stormSize)
	gate := make(chan struct{})
	var wait sync.WaitGroup
	for range stormSize {
		wait.Go(func() {
			<-gate
			status := 0
			if response, _, err := r.Get(ctx, "/gu"); err == nil {
				status = response.StatusCode
			}
			statuses <- status
		})
	}
	close(gate)
	wait.Wait()
	close(statuses)
	fine := 0
	for status := range statuses {
		if status == http.StatusOK {
			fine++
		}
	}
	after, err := r.Metric(ctx, "parichay_renders_total")
	renders := int(after - before)
	return fmt.Sprintf("%d requests at once for an uncached page: %d answered 200, %d render(s)", stormSize, fine, renders), fine == stormSize && renders == 1, err
}

// publish measures the time from sending a save until the new page, compressed, has been read
// in all three languages.
func publish(ctx context.Context, r *rig.Replica) (string, bool, error) {
	if err := r.SignIn(ctx); err != nil {
		return "", false, err
	}
	revision, err := r.Revision(ctx)
	if err != nil {
		return "", false, err
	}
	var times []time.Duration
	for i := range publishRuns {
		name := fmt.Sprintf("Published %d", i)
		clock := rig.StartClock()
		status, next, err := r.SaveBrand(ctx, revision, name)
		if err != nil || status != http.StatusOK {
			return "", false, fmt.Errorf("save %d: status %d: %w", i, status, err)
		}
		revision = next
		for _, path := range []string{"/", "/hi", "/gu"} {
			if _, body, err := r.Get(ctx, path); err != nil || !bytes.Contains(body, []byte(name)) {
				return "", false, fmt.Errorf("%s does not show %q: %w", path, name, err)
			}
		}
		times = append(times, clock.Ours())
	}
	slices.Sort(times)
	median := times[len(times)/2]
	return fmt.Sprintf("saved to served in three languages, %d runs: median %v, worst %v (limit %v)", publishRuns,
		median.Round(time.Millisecond), times[len(times)-1].Round(time.Millisecond), publishLimit), median < publishLimit, nil
}
