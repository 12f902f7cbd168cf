package operate

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	failoverWithin  = 10 * time.Second
	failoverSenders = 40
	failoverBefore  = 60 // leads acknowledged before the primary is killed
	failoverAfter   = 60 // and afterwards
	failoverViews   = 20 // a second meanwhile
	failoverWait    = time.Minute
)

// acknowledged records the keys of acknowledged leads.
type acknowledged struct {
	mu     sync.Mutex
	keys   []string
	killed time.Time // when the primary was killed
	after  int       // how many were sent after that
}

func (a *acknowledged) note(key string, began time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.keys = append(a.keys, key)
	if !a.killed.IsZero() && began.After(a.killed) {
		a.after++
	}
}

func (a *acknowledged) counts() (all, after int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.keys), a.after
}

// Failover kills the primary of two PostgreSQL servers while leads are sent, and promotes the
// standby, which has confirmed every commit. The program, which has both addresses, must soon
// be ready again, and no acknowledged lead may be lost.
func Failover(ctx context.Context) (string, error) {
	pair, err := rig.StartPair(ctx)
	if err != nil {
		return "", err
	}
	defer pair.End()
	made, remove, err := rig.DatabaseOn(ctx, pair.Primary.URL("postgres"))
	if err != nil {
		return "", err
	}
	defer remove()
	name, _, _ := strings.Cut(path.Base(made), "?")
	database := pair.URL(name)
	defer func() { _ = os.RemoveAll(rig.MediaFolder(database)) }()
	r, err := rig.Start(ctx, database, rig.ManyVisitors)
	if err != nil {
		return "", err
	}
	defer r.Stop()

	sending, stop := context.WithCancel(ctx)
	defer stop()
	var stored acknowledged
	var senders sync.WaitGroup
	for sender := range failoverSenders {
		senders.Go(func() { sendLeads(sending, r, sender, &stored) })
	}
	seen := make(chan *rig.Views)
	go func() {
		seen <- rig.Visit(sending, r.From("127.0.0.2"), failoverViews, time.Hour, "/", "/gu", "/services")
	}()
	if err := rig.Until(ctx, failoverWait, "leads are stored", func() bool { all, _ := stored.counts(); return all >= failoverBefore }); err != nil {
		return "", err
	}

	stored.mu.Lock()
	stored.killed = time.Now()
	stored.mu.Unlock()
	clock := rig.StartClock()
	if err := pair.Primary.Kill(ctx); err != nil {
		return "", err
	}
	if err := pair.Standby.Promote(ctx); err != nil {
		return "", err
	}
	promoted := clock.Ours()
	if err := rig.Until(ctx, failoverWait, "a lead is stored by the standby", func() bool { _, after := stored.counts(); return after > 0 }); err != nil {
		return "", err
	}
	if err := r.Await(ctx, http.StatusOK); err != nil {
		return "", err
	}
	ready := clock.Ours()
	if err := rig.Until(ctx, failoverWait, "more leads are stored", func() bool { _, after := stored.counts(); return after >= failoverAfter }); err != nil {
		return "", err
	}
	stop()
	senders.Wait()
	views := <-seen

	rows, err := rig.Names(ctx, pair.Standby.URL(name), "SELECT idempotency_key FROM feedback")
	if err != nil {
		return "", err
	}
	times := map[string]int{}
	for _, key := range rows {
		times[key]++
	}
	lost, twice := 0, 0
	for _, key := range stored.keys {
		switch times[key] {
		case 0:
			lost++
		case 1:
		default:
			twice++
		}
	}
	return rig.Judged(fmt.Sprintf("primary killed under %d senders, standby promoted after %v: ready and storing leads %v after the kill (at most %v); of %d acknowledged leads, %d of them sent after it, lost %d, stored twice %d; page views failed %d %s",
		failoverSenders, promoted.Round(10*time.Millisecond), ready.Round(10*time.Millisecond), failoverWithin, len(stored.keys), stored.after, lost, twice, views.Failed, views.Trouble()),
		ready <= failoverWithin, lost == 0, twice == 0, views.Failed == 0)
}

// sendLeads sends one lead after the other, and retries each until it is acknowledged, as
// browsers do.
func sendLeads(ctx context.Context, r *rig.Replica, sender int, stored *acknowledged) {
	for n := sender + 1; ctx.Err() == nil; n += failoverSenders {
		v := &rig.Visitor{Number: n, Key: rand.Text()}
		if v.Open(ctx, r) != nil || v.Type(ctx) != nil {
			_ = rig.Sleep(ctx, 50*time.Millisecond)
			continue
		}
		message := rig.NewMessage(n)
		for ctx.Err() == nil {
			began := time.Now()
			if status, _, err := v.Send(ctx, r, message); err == nil && status == http.StatusCreated {
				stored.note(v.Key, began)
				break
			}
			_ = rig.Sleep(ctx, 50*time.Millisecond)
		}
	}
}
