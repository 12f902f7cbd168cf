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

// What the log is told of paths nobody has. Who makes paths up makes first parts up
// as well: only so many are told apart.
const (
	missingEvery = time.Minute
	missingParts = 20
	longestPart  = 40
	otherParts   = "/…"
)

var missingPages = metrics.NewCounter(`parichay_missing_pages_total`)

// Missing counts asked-for paths that nobody has, by their first part.
type Missing struct {
	mu           sync.Mutex
	since        time.Time
	last, counts map[string]int // of the minute before, and of this one
}

// Log writes at most one line a minute for a path's first part, and of the path no more
// than that: the rest may be what somebody typed, or a link that was meant for one.
func (m *Missing) Log(ctx context.Context, path string, now time.Time) {
	missingPages.Inc()
	if unsaid, first := m.count(path, now); first {
		slog.InfoContext(ctx, "no such page", "path", Told(path), Unsaid, unsaid)
	}
}

// language is what a path in another language begins with.
var language = regexp.MustCompile(`^/[a-z]{2}/.`)

// Told is what the log may be told of a path that strangers made up: its first part as far
// as it looks like the name of a place, without figures, and that there was more. A language
// before it is told, too.
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

// count tells whether a path is the first of its part in this minute, and how many
// of those of the minute before were not told.
func (m *Missing) count(path string, now time.Time) (unsaid int, first bool) {
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
