// Command bench measures the built program from outside and prints one line a
// figure. Every speed is a ratio to a bare baseline of the same run, because
// machines are noisy. Run it with `make bench`.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"parichay/internal/rig"
)

type benchmark struct {
	name string
	run  func(context.Context, *rig.Replica) (verdict string, ok bool, err error)
}

var benchmarks = []benchmark{
	{"storm", storm},
	{"publish", publish},
	{"serve", serve},
	{"inbox", inbox},
	{"leads", leads},
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	failed := false
	for _, b := range benchmarks {
		if len(os.Args) > 1 && !slices.Contains(os.Args[1:], b.name) {
			continue
		}
		verdict, ok, err := measure(ctx, b)
		if err != nil {
			verdict = err.Error()
		}
		mark := "ok  "
		if !ok || err != nil {
			mark, failed = "FAIL", true
		}
		fmt.Printf("%s %-8s %s\n", mark, b.name, verdict)
	}
	if failed {
		os.Exit(1)
	}
}

// measure gives each benchmark a program and a database of its own.
func measure(ctx context.Context, b benchmark) (string, bool, error) {
	database, remove, err := rig.Database(ctx)
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
