package loglimit

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Limits for logging unknown paths. Clients can also invent first segments, so only
// missingParts of them are counted separately.
const (
	missingEvery = time.Minute
	missingParts = 20
	longestPart  = 40
	otherParts   = "/…"
)

var missingPages = metrics.NewCounter(`parichay_missing_pages_total`)

// Missing counts requests for unknown paths by their first segment.
type Missing struct {
	mu           sync.Mutex
	since        time.Time
	last, counts map[string]int // of the previous and the current minute
}

// Log logs at most one line a minute for each first segment. The rest of the path is never
// logged: it may be what somebody typed, or a secret link.
func (m *Missing) Log(ctx context.Context, path string, now time.Time) {
	missingPages.Inc()
	if suppressed, first := m.count(path, now); first {
		slog.InfoContext(ctx, "no such page", "path", Told(path), Suppressed, suppressed)
	}
}

// language matches a path that begins with a language prefix.
var language = regexp.MustCompile(`^/[a-z]{2}/.`)

// Told returns the part of an unknown path that may be logged: its first segment up to the
// first character that is not a letter, "-", "_" or ".", and "…" for the rest. A language
// prefix is kept.
func Told(path string) string {
	if found := language.FindString(path); found != "" {
		return found[:3] + placeOf(path[3:])
	}
	return placeOf(path)
}

func placeOf(path string) string {
	part, _, more := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	end := strings.IndexFunc(part, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_' && r != '.'
	})
	if end < 0 {
		end = len(part)
	}
	cut := min(end, longestPart)
	switch {
	case more:
		return "/" + part[:cut] + otherParts
	case cut < len(part):
		return "/" + part[:cut] + "…"
	}
	return "/" + part
}

// count counts a request for an unknown path. first is true for the first such request with
// the same first segment in the current minute. suppressed is the number of those that were
// not logged in the minute before.
func (m *Missing) count(path string, now time.Time) (suppressed int, first bool) {
	part, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	part = part[:min(len(part), longestPart)]
	m.mu.Lock()
	defer m.mu.Unlock()
	if now.Sub(m.since) >= missingEvery {
		m.since, m.last, m.counts = now, m.counts, map[string]int{}
	}
	if m.counts[part] == 0 && len(m.counts) >= missingParts {
		part = otherParts
	}
	m.counts[part]++
	return max(0, m.last[part]-1), m.counts[part] == 1
}
