package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

// The number of leads sent while the mail server is down, the length of the outage, and
// how much slower leads may become.
const (
	maillessLeads = 1000
	shortDowntime = 10 * time.Second
	fullDowntime  = 10 * time.Minute
	slowerAllowed = 1.20
	roundLeads    = 100
)

// mailless stops the mail server while leads are sent. Rounds with and without the mail server
// alternate, so that changes in the machine's speed affect both alike.
func mailless(ctx context.Context) (string, error) {
	downtime, total := shortDowntime, maillessLeads/2
	if full {
		downtime, total = fullDowntime, maillessLeads
	}
	t, end, err := openTown(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	visitors, err := t.opened(ctx, 2*total)
	if err != nil {
		return "", err
	}
	var with, without []float64
	for len(visitors) > 0 {
		t.mails.Stop()
		stopped := time.Now()
		a, err := t.timed(ctx, visitors[:roundLeads])
		if err != nil {
			return "", err
		}
		if len(visitors) == 2*roundLeads { // the last outage is a long one
			if err := rig.Sleep(ctx, time.Until(stopped.Add(downtime))); err != nil {
				return "", err
			}
		}
		if err := t.mails.Start(ctx); err != nil {
			return "", err
		}
		b, err := t.timed(ctx, visitors[roundLeads:2*roundLeads])
		if err != nil {
			return "", err
		}
		without, with = append(without, median(a)), append(with, median(b))
		visitors = visitors[2*roundLeads:]
	}
	var ratios []float64
	for i := range with {
		ratios = append(ratios, without[i]/with[i])
	}
	lost, dup, err := t.awaitMails(ctx, 2*total)
	verdict := fmt.Sprintf("%d leads while the mail server was down (%v the last time): mails=%d mail_lost=%d mail_dup=%d; lead latency without it %.2f of that with it (medians of %d interleaved rounds; at most %.2f)",
		total, downtime, 2*total-lost, lost, dup, median(ratios), len(ratios), slowerAllowed)
	if err == nil && (lost != 0 || median(ratios) > slowerAllowed) {
		err = errors.New("promise broken: " + verdict)
	}
	return verdict, err
}

// opened returns visitors whose forms are old enough to be sent.
func (t *town) opened(ctx context.Context, n int) ([]*rig.Visitor, error) {
	visitors := make([]*rig.Visitor, n)
	for i := range visitors {
		visitors[i] = &rig.Visitor{Number: i, Key: rand.Text()}
		if err := visitors[i].Open(ctx, t.replicas[i%2]); err != nil {
			return nil, err
		}
	}
	return visitors, visitors[n-1].Type(ctx)
}

// timed sends one message for each visitor and returns the durations in milliseconds.
func (t *town) timed(ctx context.Context, visitors []*rig.Visitor) ([]float64, error) {
	times := make([]float64, len(visitors))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for i, v := range visitors {
		group.Go(func() error {
			message := rig.NewMessage(v.Number)
			start := time.Now()
			status, body, err := v.Send(ctx, t.replicas[i%2], message)
			times[i] = float64(time.Since(start)) / float64(time.Millisecond)
			if err == nil && status != http.StatusCreated {
				err = fmt.Errorf("lead %d: %d %s", v.Number, status, body)
			}
			return err
		})
	}
	return times, group.Wait()
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
