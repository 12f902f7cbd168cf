package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	routeMemory  = 256.0 // MiB
	routeSlack   = 5.0   // milliseconds
	routesOfBare = 3     // routes for each further measurement of the bare handler; its median counts
)

// routes floods every public route, each on a newly started program, while another
// visitor views the home page.
func routes(ctx context.Context) (string, error) {
	seconds, chosen := rig.Number("seconds", 2), rig.Routes
	if full {
		seconds = 10
	}
	chosen = chosen[:min(len(chosen), rig.Number("first", len(chosen)))]
	database, remove, err := rig.GrownDatabase(ctx, rig.Public)
	if err != nil {
		return "", err
	}
	defer remove()
	var failed []string
	var bares []float64 // milliseconds
	for i, route := range chosen {
		for len(bares) < 3 || len(bares) < 3+i/routesOfBare {
			bare, err := besideBare(ctx, database, seconds)
			if err != nil {
				return "", err
			}
			bares = append(bares, milliseconds(bare))
		}
		line, err := besideFlood(ctx, database, route, seconds, 2*median(bares)+routeSlack)
		mark := "     ok  "
		if err != nil {
			mark, line = "     FAIL", err.Error()
			failed = append(failed, route.Pattern)
		}
		fmt.Println(mark, line)
	}
	verdict := fmt.Sprintf("64 connections of one address for %d s on each of %d routes: %d keep another visitor's latency and the memory within bounds", seconds, len(chosen), len(chosen)-len(failed))
	if len(failed) > 0 {
		return "", errors.New(verdict + "; failed: " + strings.Join(failed, ", "))
	}
	return verdict, nil
}

// besideBare returns a visitor's p99 on a flooded process whose handler only writes the
// home page: the best that any program could do.
func besideBare(ctx context.Context, database string, seconds int) (time.Duration, error) {
	r, err := rig.Start(ctx, database)
	if err != nil {
		return 0, err
	}
	_, body, err := r.Get(ctx, "/", "Accept-Encoding", rig.Browser)
	r.Stop()
	if err != nil {
		return 0, err
	}
	url, stop, err := rig.Bare(ctx, body)
	if err != nil {
		return 0, err
	}
	defer stop()
	_, views, err := beside(ctx, r.Behind(url), rig.Request{Path: "/"}, seconds)
	if err != nil {
		return 0, err
	}
	return views.Quantile(0.99), nil
}

func besideFlood(ctx context.Context, database string, route rig.Route, seconds int, bound float64) (string, error) {
	r, err := rig.Start(ctx, database)
	if err != nil {
		return "", err
	}
	defer r.Stop()
	request := route.Request
	request.Method, _, _ = strings.Cut(route.Pattern, " ")
	flood, views, err := beside(ctx, r, request, seconds)
	if err != nil {
		return "", fmt.Errorf("%s: %w", route.Pattern, err)
	}
	_, most, err := r.Memory()
	if err != nil {
		return "", fmt.Errorf("%s: %w", route.Pattern, err)
	}
	p99 := milliseconds(views.Quantile(0.99))
	return rig.Judged(fmt.Sprintf("%-38s %6d/s, %6d refused; home p99 %7.1f ms (at most %.1f), %d failed; memory %4.0f MiB (at most %.0f)", route.Pattern, flood.PerSecond, flood.Refused,
		p99, bound, views.Failed, most, routeMemory), p99 <= bound, most <= routeMemory)
}

// beside views the home page from another address while the program is flooded with a request.
func beside(ctx context.Context, r *rig.Replica, q rig.Request, seconds int) (rig.Flooded, *rig.Views, error) {
	other := r.From("127.0.0.2")
	if _, _, err := other.Get(ctx, "/", "Accept-Encoding", rig.Browser); err != nil { // fills the cache
		return rig.Flooded{}, nil, err
	}
	visiting, stop := context.WithCancel(ctx)
	seen := make(chan *rig.Views)
	go func() { seen <- rig.Visit(visiting, other, 250, time.Hour, "/") }()
	flood, err := rig.Flood(ctx, r.URL, q, seconds)
	stop()
	return flood, <-seen, err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
