package main

import (
	"log/slog"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"parichay/internal/public/render"
)

// memoryShare is the share of the machine's or container's memory that becomes Go's
// memory limit. The rest is for memory that the Go runtime does not count.
const memoryShare = 0.85

// limitMemory sets the Go memory limit from the container's or the machine's memory,
// unless GOMEMLIMIT is set. It returns the size of the cache of rendered pages.
func limitMemory() uint64 {
	limit, err := memlimit.Set(
		memlimit.WithRatio(memoryShare),
		memlimit.WithProvider(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)),
	)
	if err != nil || limit <= 0 {
		slog.Warn("cannot determine the memory limit; using the default cache size", "error", err)
		return render.DefaultCacheBytes
	}
	return min(render.DefaultCacheBytes, uint64(limit)/4)
}
