package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"parichay/internal/testkit/rig"
)

const saves = 100

// pair starts two replicas on one database and signs the owner in on both.
func pair(ctx context.Context) (a, b *rig.Replica, end func(), err error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	var started []*rig.Replica
	end = func() {
		for _, r := range started {
			r.Stop()
		}
		remove()
	}
	for range 2 {
		r, err := rig.Start(ctx, database)
		if err != nil {
			end()
			return nil, nil, nil, err
		}
		started = append(started, r)
	}
	for _, r := range started {
		if err := r.SignIn(ctx); err != nil {
			end()
			return nil, nil, nil, err
		}
	}
	return started[0], started[1], end, nil
}

// replicas saves a hundred brand names on one replica and waits until the other replica serves
// each of them. PostgreSQL is restarted after every tenth save.
func replicas(ctx context.Context) (string, error) {
	a, b, end, err := pair(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	revision, err := a.Revision(ctx)
	if err != nil {
		return "", err
	}
	var slowest time.Duration
	restarts := 0
	for i := range saves {
		if i%10 == 9 {
			if err := rig.Postgres(ctx, "restart"); err != nil {
				return "", err
			}
			if err := a.Await(ctx, http.StatusOK); err != nil {
				return "", err
			}
			restarts++
		}
		name := fmt.Sprintf("Replicated %d", i)
		status, next, err := a.SaveBrand(ctx, revision, name)
		if err != nil || status != http.StatusOK {
			return "", fmt.Errorf("save %d: status %d: %w", i, status, err)
		}
		revision = next
		took, err := seen(ctx, b, []string{"/", "/hi", "/gu"}[i%3], name, time.Second)
		if err != nil {
			return "", err
		}
		slowest = max(slowest, took)
	}
	return fmt.Sprintf("saved on A, served by B within 1 s: %d of %d, PostgreSQL restarted %d times in between, slowest %v", saves, saves, restarts, slowest.Round(time.Millisecond)), nil
}

// seen waits until a page of r shows text, and returns how long that took.
func seen(ctx context.Context, r *rig.Replica, path, text string, limit time.Duration) (time.Duration, error) {
	clock := rig.StartClock()
	err := rig.Until(ctx, limit, fmt.Sprintf("%s shows %q", path, text), func() bool {
		_, body, err := r.Get(ctx, path)
		return err == nil && bytes.Contains(body, []byte(text))
	})
	return clock.Ours(), err
}

// outage stops PostgreSQL. Cached pages must still be served, /readyz must return 503, a
// save must be refused, and everything must recover automatically.
func outage(ctx context.Context) (string, error) {
	a, _, end, err := pair(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	revision, err := a.Revision(ctx)
	if err != nil {
		return "", err
	}
	_, before, err := a.Get(ctx, "/")
	if err != nil {
		return "", err
	}
	if err := rig.Postgres(ctx, "stop"); err != nil {
		return "", err
	}
	trouble := during(ctx, a, before, revision)
	down := time.Now()
	if err := errors.Join(trouble, rig.Postgres(ctx, "start"), a.Await(ctx, http.StatusOK)); err != nil {
		return "", err
	}
	back := time.Since(down)
	status, _, err := a.SaveBrand(ctx, revision, "After the outage")
	if err != nil || status != http.StatusOK {
		return "", fmt.Errorf("save after the outage: status %d: %w", status, err)
	}
	return fmt.Sprintf("PostgreSQL stopped: 1000 of 1000 page views served from memory, /readyz 503, save refused with 503; ready %v after its start, the same save then stored", back.Round(time.Millisecond)), nil
}

func during(ctx context.Context, a *rig.Replica, page []byte, revision int64) error {
	if err := a.Await(ctx, http.StatusServiceUnavailable); err != nil {
		return err
	}
	for i := range 1000 {
		response, body, err := a.Get(ctx, "/")
		if err != nil || response.StatusCode != http.StatusOK || !bytes.Equal(body, page) {
			return fmt.Errorf("page view %d while PostgreSQL is down: %w", i, err)
		}
	}
	status, _, err := a.SaveBrand(ctx, revision, "After the outage")
	if err != nil || status != http.StatusServiceUnavailable {
		return fmt.Errorf("save while PostgreSQL is down: status %d, want 503: %w", status, err)
	}
	return nil
}
