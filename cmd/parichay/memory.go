package main

import (
	"log/slog"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"parichay/internal/public/render"
)

// memoryShare is how much of the machine's or container's memory the program may
// take before it collects harder; the rest is for what Go does not count.
const memoryShare = 0.85

// limitMemory makes the runtime's limit follow the container's or the machine's,
// unless GOMEMLIMIT says another, and returns what finished pages may take of it.
func limitMemory() uint64 {
	limit, err := memlimit.Set(
		memlimit.WithRatio(memoryShare),
		memlimit.WithProvider(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)),
	)
	if err != nil || limit <= 0 {
		slog.Warn("memory limit not known", "error", err)
		return render.DefaultCacheBytes
	}
	return min(render.DefaultCacheBytes, uint64(limit)/4)
}
