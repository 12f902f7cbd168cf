// Command nemesis breaks things under the built program and says in one line a
// drill whether it kept its promises. Run it with `make drills`.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"
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
}

// onRequest are drills that need more than the program: they run when named.
var onRequest = []drill{
	{"s3", uploadsToS3},
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	failed := false
	chosen := drills
	if len(os.Args) > 1 {
		chosen = slices.DeleteFunc(slices.Concat(drills, onRequest), func(d drill) bool { return !slices.Contains(os.Args[1:], d.name) })
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
