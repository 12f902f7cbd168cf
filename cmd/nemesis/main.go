// Command nemesis injects faults into the built program and prints one line for each
// drill: whether the program kept its promises. Run it with `make drills`.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"parichay/cmd/nemesis/doors"
	"parichay/cmd/nemesis/odd"
	"parichay/cmd/nemesis/operate"
	"parichay/cmd/nemesis/strangers"
	"parichay/internal/testkit/rig"
)

type drill struct {
	name string
	run  func(context.Context) (verdict string, err error)
}

var drills = []drill{
	{"replicas", replicas},
	{"outage", outage},
	{"saves", interleaved},
	{"uploads", uploads},
	{"leads", leads},
	{"baskets", baskets},
	{"onekey", onekey},
	{"truth", truth},
	{"latency", latency},
	{"silence", silence},
	{"mailless", mailless},
	{"spam", strangers.Spam},
	{"busy", strangers.Busy},
	{"doors", doors.SignIns},
	{"format", format},
	{"phones", phones},
	{"face", face},
	{"moments", moments},
	{"lock", lock},
	{"midmail", operate.Midmail},
	{"restart", operate.Restart},
	{"visits", operate.Visits},
	{"idle", operate.Idle},
	{"routes", routes},
	{"small", small},
	{"upgrade", operate.Upgrade},
	{"failover", operate.Failover},
	{"odd", odd.Odd},
}

// onRequest are drills that need more than the program; they run only if named.
var onRequest = []drill{
	{"s3", uploadsToS3},
	{"edge", edge},
	{"nginx", nginx},
	{"languages", languages},
	{"tls", operate.TLS},
	{"crowd", operate.Crowd},
	{"rolling", operate.Rolling},
	{"archive", operate.Archive},
}

// full selects the long version of every drill that has one: "make drills
// ARGS='full leads'". The short versions are for daily use.
var full = slices.Contains(os.Args[1:], "full")

// choose returns the drills that the arguments name, or the daily ones.
func choose(args []string) ([]drill, error) {
	all, known := slices.Concat(drills, onRequest), []string{"full"}
	for _, d := range all {
		known = append(known, d.name)
	}
	named, err := rig.Asked(args, known)
	if named = slices.DeleteFunc(named, func(name string) bool { return name == "full" }); err != nil || len(named) == 0 {
		return drills, err
	}
	return slices.DeleteFunc(all, func(d drill) bool { return !slices.Contains(named, d.name) }), nil
}

func main() {
	rig.BareIfAsked()
	chosen, err := choose(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "nemesis:", err)
		os.Exit(1)
	}
	limit := 25 * time.Minute
	if full {
		limit = 2 * time.Hour
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	failed := false
	for _, d := range chosen {
		stolen := rig.Stolen()
		verdict, err := d.run(ctx)
		mark := "ok  "
		if err != nil {
			mark, verdict, failed = "FAIL", err.Error(), true
		}
		fmt.Printf("%s %-9s %s%s\n", mark, d.name, verdict, stolen())
	}
	if failed {
		os.Exit(1)
	}
}
