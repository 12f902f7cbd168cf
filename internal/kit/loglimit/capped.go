// Package capped bounds how much the log is told: who can make the program say
// something can make it say it a million times. It drops lines, never counts.
package loglimit

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Of each level and message so many lines are written in a window: more where
// somebody looks for something and asked to be told all. Messages are ours and few;
// beyond mostMessages, those of a level share one count. One network that is loud does
// not hide another: of each of the first networks of a window there is a line at least.
const (
	linesAWindow    = 10
	networksAWindow = 40
	debugLines      = 6000
	window          = time.Minute
	mostMessages    = 200
)

// Network is the attribute that tells where somebody came from.
const Network = "network"

// Unsaid is the attribute that tells how many lines were left out before this one.
// A line that has it already is bounded by who wrote it, and is always written.
const Unsaid = "unsaid"

type handler struct {
	slog.Handler
	told *told // shared with the handlers made from this one
}

type told struct {
	mu     sync.Mutex
	counts map[message]*count
}

type message struct {
	level slog.Level
	text  string
}

type count struct {
	since           time.Time
	written, unsaid int
	networks        map[string]bool // that have a line in this window
}

// New passes on to next what is within bounds.
func New(next slog.Handler) slog.Handler {
	return handler{next, &told{counts: map[message]*count{}}}
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	bounded, network := false, ""
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == Network {
			network = a.Value.String()
		}
		bounded = bounded || a.Key == Unsaid
		return !bounded
	})
	if bounded {
		return h.Handler.Handle(ctx, r)
	}
	unsaid, write := h.told.count(message{r.Level, r.Message}, network, r.Time)
	if !write {
		return nil
	}
	if unsaid > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int(Unsaid, unsaid))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.told}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.told}
}

// count tells whether a line is to be written, and how many like it were not.
func (t *told) count(m message, network string, now time.Time) (unsaid int, write bool) {
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
		c.unsaid++
		return 0, false
	}
	c.written++
	if another {
		c.networks[network] = true
	}
	unsaid, c.unsaid = c.unsaid, 0
	return unsaid, true
}
