// Command bench measures the built program from outside and prints one line for each
// benchmark. Speeds are given relative to a bare baseline of the same run, because machines
// are noisy. Run it with `make bench`.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"parichay/internal/testkit/rig"
)

type benchmark struct {
	name string
	run  func(context.Context, *rig.Replica) (verdict string, ok bool, err error)
	size rig.Size // of the site
}

var benchmarks = []benchmark{
	{name: "storm", run: storm},
	{name: "publish", run: publish},
	{name: "serve", run: serve},
	{name: "inbox", run: inbox, size: rig.Size{Leads: inboxLeads}},
	{name: "leads", run: leads},
	{name: "crawl", run: crawl, size: rig.Public},
	{name: "saves", run: saves, size: rig.Public},
	{name: "visits", run: visits},
}

// onRequest are benchmarks that run only if named: they take minutes or have no limits.
var onRequest = []benchmark{{name: "curve", run: curve, size: rig.Public}, {name: "export", run: export, size: rig.Size{Posts: exportArticles(), Cases: 500, Leads: 1_000, Revisions: 1_000}}, {name: "reports", run: reports, size: rig.Size{Leads: reportLeads}}, {name: "size", run: size}}

// choose returns the benchmarks that the arguments name, or the default ones.
func choose(args []string) ([]benchmark, error) {
	all := slices.Concat(benchmarks, onRequest)
	var known []string
	for _, b := range all {
		known = append(known, b.name)
	}
	named, err := rig.Asked(args, known)
	if err != nil || len(named) == 0 {
		return benchmarks, err
	}
	return slices.DeleteFunc(all, func(b benchmark) bool { return !slices.Contains(named, b.name) }), nil
}

func main() {
	chosen, err := choose(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute)
	defer cancel()
	failed := false
	for _, b := range chosen {
		stolen := rig.Stolen()
		verdict, ok, err := measure(ctx, b)
		if err != nil {
			verdict = err.Error()
		}
		mark := "ok  "
		if !ok || err != nil {
			mark, failed = "FAIL", true
		}
		fmt.Printf("%s %-8s %s%s\n", mark, b.name, verdict, stolen())
	}
	if failed {
		os.Exit(1)
	}
}

// measure runs a benchmark with its own program and database.
func measure(ctx context.Context, b benchmark) (string, bool, error) {
	database, remove, err := rig.GrownDatabase(ctx, b.size)
	if err != nil {
		return "", false, err
	}
	defer remove()
	replica, err := rig.Start(ctx, database)
	if err != nil {
		return "", false, err
	}
	defer replica.Stop()
	return b.run(ctx, replica)
}
