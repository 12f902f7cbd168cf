package operate

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	visitPages    = 200
	visitPageTime = 50 * time.Millisecond
	visitMemory   = 96.0 // MiB of growth: 24 for the buffer, as much for garbage, and the rest for the requests
	visitLead     = 3 * time.Second
	visitKilled   = 2 // seconds of visits that a killed program may lose
)

// Visits stops PostgreSQL while pages keep sending visits. Visits that do not fit into
// the buffer are dropped, oldest first, and counted. Pages and leads must be answered as
// usual. Then the program is stopped, and later killed, under load.
func Visits(ctx context.Context) (string, error) {
	load := rig.LoadNow()
	rate, outage := rig.Number("rate", 5000), time.Duration(rig.Number("seconds", 12))*time.Second
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	r, err := rig.Start(ctx, database, rig.ManyVisitors)
	if err != nil {
		return "", err
	}
	defer func() { r.Stop() }()
	for _, path := range []string{"/", "/gu"} {
		if _, _, err := r.Get(ctx, path, "Accept-Encoding", rig.Browser); err != nil {
			return "", err
		}
	}
	visitor := &rig.Visitor{Number: 1, Key: rand.Text()}
	if err := visitor.Open(ctx, r); err != nil {
		return "", err
	}
	seen := make(chan *rig.Views)
	go func() { seen <- rig.Visit(ctx, r, visitPages, 2*time.Second, "/", "/gu") }()
	calm := rig.Tell(ctx, r, 1, rate, 2*time.Second)
	bound, judged := load.Bound(visitPageTime, 2*(<-seen).Quantile(0.99))
	before, _, err := r.Memory()
	if err != nil {
		return "", err
	}
	if err := rig.Postgres(ctx, "stop"); err != nil {
		return "", err
	}
	lead := make(chan time.Duration)
	go func() { seen <- rig.Visit(ctx, r, visitPages, outage, "/", "/gu") }()
	go func() { lead <- refusedLead(ctx, r, visitor) }()
	stopped := rig.Tell(ctx, r, 1_000_001, rate, outage)
	views, refused := <-seen, <-lead
	_, most, memoryErr := r.Memory()
	if err := rig.Postgres(ctx, "start"); err != nil {
		return "", err
	}
	if err := r.Await(ctx, http.StatusOK); err != nil {
		return "", err
	}
	if status, answer, err := visitor.Send(ctx, r, rig.NewMessage(visitor.Number)); err != nil || status != http.StatusCreated {
		return "", fmt.Errorf("retry of the refused lead: %d %s %w", status, answer, err)
	}
	accepted := calm.Accepted + stopped.Accepted
	var stored, lost int64
	settled := rig.Until(ctx, 30*time.Second, "all visits are stored or counted as lost", func() bool {
		stored, lost, err = visitsOf(ctx, r)
		return err == nil && stored+lost == accepted
	})
	if err := errors.Join(memoryErr, settled); err != nil {
		return "", fmt.Errorf("%w: %d accepted, %d stored, %d lost", err, accepted, stored, lost)
	}
	p99 := views.Quantile(0.99)
	verdict := fmt.Sprintf("%d visits/s, PostgreSQL stopped for %v: %d accepted, %d failed, %d stored, %d counted as lost; memory %+.0f MiB (at most %+.0f); pages p99 %v (%s), %d failed; a lead was refused within %v (at most %v) and accepted afterwards",
		rate, outage, accepted, stopped.Failed+calm.Failed, stored, lost, most-before, visitMemory, p99.Round(100*time.Microsecond), judged, views.Failed, refused.Round(time.Millisecond), visitLead)
	kept := []bool{stopped.Failed+calm.Failed == 0, lost > 0 || int64(rate)*int64(outage.Seconds()) < 40_000, most-before <= visitMemory, p99 <= bound, views.Failed == 0, refused <= visitLead}
	graceful, err := tellAndEnd(ctx, r, 2_000_001, rate, r.Stop)
	if err != nil {
		return "", err
	}
	killed, err := tellAndEnd(ctx, r, 3_000_001, rate, r.Kill)
	if err != nil {
		return "", err
	}
	return rig.Judged(fmt.Sprintf("%s; stopped: %d lost; killed: %d lost (at most %d)", verdict, graceful, killed, visitKilled*rate), append(kept, graceful == 0, killed <= int64(visitKilled*rate))...)
}

// refusedLead returns how long a visitor waits until a lead is refused with 503.
func refusedLead(ctx context.Context, r *rig.Replica, v *rig.Visitor) time.Duration {
	begun := time.Now()
	if status, _, err := v.Send(ctx, r, rig.NewMessage(v.Number)); err != nil || status != http.StatusServiceUnavailable {
		return time.Hour
	}
	return time.Since(begun)
}

// tellAndEnd sends visits, ends the program after three seconds and starts it again. It
// returns how many accepted visits were lost.
func tellAndEnd(ctx context.Context, r *rig.Replica, first int64, rate int, end func()) (lost int64, err error) {
	sending, stop := context.WithCancel(ctx)
	sent := make(chan rig.Told)
	go func() { sent <- rig.Tell(sending, r, first, rate, time.Hour) }()
	if err := rig.Sleep(ctx, 3*time.Second); err != nil {
		stop()
		return 0, err
	}
	end()
	stop()
	accepted := (<-sent).Accepted
	names, err := rig.Names(ctx, r.Database, fmt.Sprintf(`SELECT count(DISTINCT token)::text FROM visits WHERE token >= %d`, first))
	if err != nil {
		return 0, err
	}
	stored, _ := strconv.ParseInt(names[0], 10, 64)
	if err := r.Again(ctx); err != nil {
		return 0, err
	}
	return accepted - stored, r.Await(ctx, http.StatusOK)
}

// visitsOf returns how many distinct visits are stored, and how many were lost.
func visitsOf(ctx context.Context, r *rig.Replica) (stored, lost int64, err error) {
	names, err := rig.Names(ctx, r.Database, `SELECT count(DISTINCT token)::text FROM visits UNION ALL SELECT coalesce(sum(count), 0)::text FROM visit_skips WHERE reason = 'overflow'`)
	if err != nil || len(names) != 2 {
		return 0, 0, err
	}
	stored, _ = strconv.ParseInt(names[0], 10, 64)
	lost, _ = strconv.ParseInt(names[1], 10, 64)
	return stored, lost, nil
}
