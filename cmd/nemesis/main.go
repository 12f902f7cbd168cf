// Command nemesis breaks things under the built program and says in one line a
// drill whether it kept its promises. Run it with `make drills`.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"parichay/cmd/nemesis/operate"
	"parichay/internal/rig"
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
	{"onekey", onekey},
	{"latency", latency},
	{"silence", silence},
	{"mailless", mailless},
	{"spam", spam},
	{"format", format},
	{"phones", phones},
	{"face", face},
	{"moments", moments},
	{"lock", lock},
	{"midmail", operate.Midmail},
	{"restart", operate.Restart},
	{"routes", routes},
	{"small", small},
	{"upgrade", operate.Upgrade},
}

// onRequest are drills that need more than the program: they run when named.
var onRequest = []drill{
	{"s3", uploadsToS3},
	{"edge", edge},
	{"nginx", nginx},
	{"tls", operate.TLS},
	{"rolling", operate.Rolling},
	{"archive", operate.Archive},
}

// full asks for the long version of every drill that has one: "make drills
// ARGS='full leads'". The short ones are for every day.
var full = slices.Contains(os.Args[1:], "full")

func main() {
	rig.BareIfAsked()
	limit := 25 * time.Minute
	if full {
		limit = 2 * time.Hour
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	named := slices.DeleteFunc(slices.Clone(os.Args[1:]), func(arg string) bool { return arg == "full" || strings.Contains(arg, "=") })
	failed := false
	chosen := drills
	if len(named) > 0 {
		chosen = slices.DeleteFunc(slices.Concat(drills, onRequest), func(d drill) bool { return !slices.Contains(named, d.name) })
	}
	for _, d := range chosen {
		verdict, err := d.run(ctx)
		mark := "ok  "
		if err != nil {
			mark, verdict, failed = "FAIL", err.Error(), true
		}
		fmt.Printf("%s %-8s %s\n", mark, d.name, verdict)
	}
	if failed {
		os.Exit(1)
	}
}
