package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"parichay/internal/testkit/rig"
	"parichay/locales"
)

// momentText is the text of the drill's block.
const momentText = "An offer for one minute"

// moments checks that a scheduled block appears and disappears in time on two replicas with
// cached pages. It appears without a save, and disappears while PostgreSQL is down.
func moments(ctx context.Context) (string, error) {
	a, b, end, err := pair(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	begins := time.Now().Add(10 * time.Second).Truncate(time.Minute).Add(time.Minute)
	ends := begins.Add(time.Minute)
	if err := addBlock(ctx, a, begins, ends); err != nil {
		return "", err
	}
	late := func(moment time.Time, shown bool) (worst time.Duration, err error) {
		for _, r := range []*rig.Replica{a, b} {
			for changed := false; !changed; {
				_, body, err := r.Get(ctx, "/gu")
				if err != nil {
					return 0, err
				}
				changed = bytes.Contains(body, []byte(momentText)) == shown
				if early := time.Until(moment); changed && early > 0 {
					return 0, fmt.Errorf("the block appeared or disappeared %s too early", early)
				}
				time.Sleep(20 * time.Millisecond)
			}
			worst = max(worst, time.Since(moment))
		}
		return worst, nil
	}
	begun, err := late(begins, true)
	if err != nil {
		return "", err
	}
	if err := rig.Postgres(ctx, "stop"); err != nil {
		return "", err
	}
	ended, err := late(ends, false)
	if err := errors.Join(err, rig.Postgres(ctx, "start")); err != nil {
		return "", err
	}
	return rig.Judged(fmt.Sprintf("a scheduled block on two replicas: shown %s after its start, hidden %s after its end without PostgreSQL (at most 2 s each)",
		begun.Round(time.Millisecond), ended.Round(time.Millisecond)), begun <= 2*time.Second, ended <= 2*time.Second)
}

// addBlock adds a text block that is shown for a while.
func addBlock(ctx context.Context, r *rig.Replica, from, until time.Time) error {
	if err := r.SignIn(ctx); err != nil {
		return err
	}
	clock := func(at time.Time) string { return at.In(locales.India).Format("2006-01-02T15:04") }
	values := map[string]any{"kind": "text", "title": "Offer", "text": momentText, "from": clock(from), "until": clock(until)}
	response, body, err := r.Call(ctx, http.MethodPost, "/api/v1/blocks", map[string]any{"values": values}, "Idempotency-Key", "the only block of the drill")
	if err == nil && response.StatusCode != http.StatusCreated {
		err = fmt.Errorf("add a block: %s", body)
	}
	return err
}
