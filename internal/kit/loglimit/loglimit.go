// Package loglimit rate-limits log lines per message, because a client that can trigger
// one line can trigger a million. Dropped lines are counted.
package loglimit

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Limits per level, message and window. The debug level allows more lines, because an operator
// who enables it is looking for something. If there are more than mostMessages different
// messages, the others of a level share one count. Each of the first networksAWindow networks
// gets at least one line per window, so that a loud network does not hide another.
const (
	linesAWindow    = 10
	networksAWindow = 40
	debugLines      = 6000
	window          = time.Minute
	mostMessages    = 200
)

// Network is the attribute for the client's subnet.
const Network = "network"

// Suppressed is the attribute for the number of lines dropped before this one. A line that
// already has it was rate-limited by its caller and is always written.
const Suppressed = "suppressed"

type handler struct {
	slog.Handler
	tally *tally // shared with the handlers derived from this one
}

type tally struct {
	mu     sync.Mutex
	counts map[message]*count
}

type message struct {
	level slog.Level
	text  string
}

type count struct {
	since               time.Time
	written, suppressed int
	networks            map[string]bool // with a line in this window
}

// New returns a handler that passes lines within the limits on to next.
func New(next slog.Handler) slog.Handler {
	return handler{next, &tally{counts: map[message]*count{}}}
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	bounded, network := false, ""
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == Network {
			network = a.Value.String()
		}
		bounded = bounded || a.Key == Suppressed
		return !bounded
	})
	if bounded {
		return h.Handler.Handle(ctx, r)
	}
	suppressed, write := h.tally.count(message{r.Level, r.Message}, network, r.Time)
	if !write {
		return nil
	}
	if suppressed > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int(Suppressed, suppressed))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.tally}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.tally}
}

// count reports whether to write a line, and how many such lines were dropped before it.
func (t *tally) count(m message, network string, now time.Time) (suppressed int, write bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.counts[m]
	if c == nil {
		if len(t.counts) >= mostMessages {
			m.text = ""
		}
		if c = t.counts[m]; c == nil {
			c = &count{}
			t.counts[m] = c
		}
	}
	if now.Sub(c.since) >= window {
		c.since, c.written, c.networks = now, 0, map[string]bool{}
	}
	most := linesAWindow
	if m.level < slog.LevelInfo {
		most = debugLines
	}
	another := network != "" && !c.networks[network] && len(c.networks) < networksAWindow
	if c.written >= most && !another {
		c.suppressed++
		return 0, false
	}
	c.written++
	if another {
		c.networks[network] = true
	}
	suppressed, c.suppressed = c.suppressed, 0
	return suppressed, true
}
