package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

const coldRate = 50 // pages a second

// curve prints a table with the cost of cached pages, uncached pages and leads at several
// rates. It has no limits: docs/scaling.md shows the table.
func curve(ctx context.Context, first *rig.Replica) (string, bool, error) {
	duration := time.Duration(rig.Number("seconds", 10)) * time.Second
	r, err := rig.Start(ctx, first.Database, rig.ManyVisitors)
	if err != nil {
		return "", false, err
	}
	defer r.Stop()
	if err := rig.TakeOver(ctx, r); err != nil {
		return "", false, err
	}
	paths, err := r.Known(ctx)
	if err != nil {
		return "", false, err
	}
	known, cold := []string{"/", "/services", "/gu", "/hi/blog"}, paths[100:]
	fmt.Println("     load                   CPU of two cores    memory      p50      p99")
	line := func(name string, load func() (p50, p99 time.Duration, err error)) error {
		before, err := r.CPU()
		if err != nil {
			return err
		}
		start := time.Now()
		p50, p99, err := load()
		took := time.Since(start)
		after, cpu := r.CPU()
		now, _, memory := r.Memory()
		fmt.Printf("     %-22s %14.0f %% %8.0f MiB %8v %8v\n", name, 50*(after-before).Seconds()/took.Seconds(), now, p50.Round(100*time.Microsecond), p99.Round(100*time.Microsecond))
		return errors.Join(err, cpu, memory)
	}
	visits := func(rate int, paths []string) func() (p50, p99 time.Duration, err error) {
		return func() (time.Duration, time.Duration, error) {
			views := rig.Visit(ctx, r, rate, duration, paths...)
			if views.Failed > 0 {
				fmt.Printf("     %d views failed: %s\n", views.Failed, views.Trouble())
			}
			return views.Quantile(0.5), views.Quantile(0.99), nil
		}
	}
	rig.Visit(ctx, r, 20, time.Second, known...)
	for _, rate := range []int{100, 1000, 5000, 10_000} {
		if err := line(fmt.Sprint(rate, " views/s"), visits(rate, known)); err != nil {
			return "", false, err
		}
	}
	if err := line(fmt.Sprint(coldRate, " cold pages/s"), visits(coldRate, cold)); err != nil {
		return "", false, err
	}
	for round, rate := range []int{10, 100} {
		visitors, err := filledIn(ctx, r, round, rate*int(duration.Seconds()))
		if err != nil {
			return "", false, err
		}
		if err := line(fmt.Sprint(rate, " leads/s"), func() (time.Duration, time.Duration, error) { return leadsAt(ctx, r, rate, visitors) }); err != nil {
			return "", false, err
		}
	}
	return "cost of load, of the program only, beside the generator on the same two cores", true, nil
}

// filledIn returns visitors who have opened and filled in a form.
func filledIn(ctx context.Context, r *rig.Replica, round, count int) ([]*rig.Visitor, error) {
	visitors := make([]*rig.Visitor, count)
	for i := range visitors {
		visitors[i] = &rig.Visitor{Number: 1 + round*10_000 + i, Key: rand.Text()}
		if err := visitors[i].Open(ctx, r); err != nil {
			return nil, err
		}
	}
	return visitors, visitors[count-1].Type(ctx)
}

func leadsAt(ctx context.Context, r *rig.Replica, rate int, visitors []*rig.Visitor) (p50, p99 time.Duration, err error) {
	views := rig.Views{Times: make([]time.Duration, len(visitors))}
	var group errgroup.Group
	start := time.Now()
	for i, v := range visitors {
		due := start.Add(time.Duration(i) * time.Second / time.Duration(rate))
		time.Sleep(time.Until(due))
		group.Go(func() error {
			status, answer, err := v.Send(ctx, r, map[string]any{
				"kind": "quote_request", "name": fmt.Sprint("Visitor ", i), "email": fmt.Sprintf("v%d@example.in", i), "phone": "9825012345", "message": "We need posters: " + rand.Text(), "language": "gu",
			})
			if err == nil && status != 201 {
				err = fmt.Errorf("lead: %d %s", status, answer)
			}
			views.Times[i] = time.Since(due)
			return err
		})
	}
	err = group.Wait()
	return views.Quantile(0.5), views.Quantile(0.99), err
}
