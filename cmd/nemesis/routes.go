package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"parichay/internal/rig"
)

const (
	routeMemory  = 256.0 // MiB
	routeSlack   = 5 * time.Millisecond
	routesOfBare = 6 // so many routes share one measurement of the bare handler: the machine's mood changes slowly
)

// routes floods every route that anybody may call, each on a program just
// started, while another visitor looks at the home page.
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
	var red []string
	var bare time.Duration
	for i, route := range chosen {
		if i%routesOfBare == 0 {
			if bare, err = besideBare(ctx, database, seconds); err != nil {
				return "", err
			}
		}
		line, err := besideFlood(ctx, database, route, seconds, bare)
		mark := "     ok  "
		if err != nil {
			mark, line = "     FAIL", err.Error()
			red = append(red, route.Pattern)
		}
		fmt.Println(mark, line)
	}
	verdict := fmt.Sprintf("64 connections of one address for %d s on each of %d routes: %d keep another visitor's home and the memory within bounds", seconds, len(chosen), len(chosen)-len(red))
	if len(red) > 0 {
		return "", errors.New(verdict + "; not " + strings.Join(red, ", "))
	}
	return verdict, nil
}

// besideBare is another visitor's p99 while the flood is a handler's that does
// nothing, in a process of its own.
func besideBare(ctx context.Context, database string, seconds int) (time.Duration, error) {
	r, err := rig.Start(ctx, database)
	if err != nil {
		return 0, err
	}
	defer r.Stop()
	_, body, err := r.Get(ctx, "/", "Accept-Encoding", "br")
	if err != nil {
		return 0, err
	}
	url, stop, err := rig.Bare(ctx, body)
	if err != nil {
		return 0, err
	}
	defer stop()
	_, views, err := beside(ctx, r, url, rig.Request{Path: "/"}, seconds)
	if err != nil {
		return 0, err
	}
	return views.Quantile(0.99), nil
}

func besideFlood(ctx context.Context, database string, route rig.Route, seconds int, bare time.Duration) (string, error) {
	r, err := rig.Start(ctx, database)
	if err != nil {
		return "", err
	}
	defer r.Stop()
	request := route.Request
	request.Method, _, _ = strings.Cut(route.Pattern, " ")
	flood, views, err := beside(ctx, r, r.URL, request, seconds)
	if err != nil {
		return "", fmt.Errorf("%s: %w", route.Pattern, err)
	}
	_, most, err := r.Memory()
	if err != nil {
		return "", fmt.Errorf("%s: %w", route.Pattern, err)
	}
	p99, bound := views.Quantile(0.99), 2*bare+routeSlack
	return judged(fmt.Sprintf("%-38s %6d/s, %6d refused; home p99 %7.1f ms (at most %.1f), %d failed; memory %4.0f MiB (at most %.0f)", route.Pattern, flood.PerSecond, flood.Refused,
		milliseconds(p99), milliseconds(bound), views.Failed, most, routeMemory), p99 <= bound, most <= routeMemory)
}

// beside views the home page from another address while a request floods url.
func beside(ctx context.Context, r *rig.Replica, url string, q rig.Request, seconds int) (rig.Flooded, *rig.Views, error) {
	other := r.From("127.0.0.2")
	if _, _, err := other.Get(ctx, "/", "Accept-Encoding", "br"); err != nil { // a page known before
		return rig.Flooded{}, nil, err
	}
	visiting, stop := context.WithCancel(ctx)
	seen := make(chan *rig.Views)
	go func() { seen <- rig.Visit(visiting, other, 100, time.Hour, "/") }()
	flood, err := rig.Flood(ctx, url, q, seconds)
	stop()
	return flood, <-seen, err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
