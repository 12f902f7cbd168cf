package loglimit

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// log is a rate-limited log with its own clock.
type log struct {
	t    *testing.T
	text bytes.Buffer
	slog.Handler
	now time.Time
}

func newLog(t *testing.T) *log {
	t.Helper()
	l := &log{t: t, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	l.Handler = New(slog.NewTextHandler(&l.text, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return l
}

// say logs a line and returns the output: empty if the line was dropped.
func (l *log) say(h slog.Handler, level slog.Level, message string, attrs ...slog.Attr) string {
	l.t.Helper()
	l.text.Reset()
	r := slog.NewRecord(l.now, level, message, 0)
	r.AddAttrs(attrs...)
	require.NoError(l.t, h.Handle(l.t.Context(), r))
	return l.text.String()
}

func TestRepeatedMessageIsLimitedToTenLinesAMinute(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	for minute, suppressed := range []string{"", " suppressed=990", " suppressed=990"} {
		written := 0
		for i := range 1000 {
			line := l.say(l, slog.LevelWarn, "request refused", slog.Int("i", i))
			if line != "" {
				written++
			}
			if i == 0 {
				assert.True(t, strings.HasSuffix(line, fmt.Sprintf("msg=\"request refused\" i=0%s\n", suppressed)), line)
			} else {
				assert.NotContains(t, line, "suppressed")
			}
		}
		assert.Equal(t, 10, written, "in minute %d", minute)
		l.now = l.now.Add(time.Minute)
	}
}

func TestLimitIsPerMessageAndLevel(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	for range 1000 {
		l.say(l, slog.LevelWarn, "request refused")
	}
	assert.Empty(t, l.say(l, slog.LevelWarn, "request refused"))
	assert.NotEmpty(t, l.say(l, slog.LevelError, "request refused"))
	assert.NotEmpty(t, l.say(l, slog.LevelWarn, "database is down"))
}

func TestDebugLevelHasAHigherLimit(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	written := 0
	for range 2 * debugLines {
		if l.say(l, slog.LevelDebug, "request") != "" {
			written++
		}
	}
	assert.Equal(t, debugLines, written)
}

func TestDerivedLoggersShareTheLimit(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	for range 10 {
		assert.Contains(t, l.say(l.WithAttrs([]slog.Attr{slog.Int("a", 1)}), slog.LevelWarn, "request refused"), "a=1")
	}
	assert.Empty(t, l.say(l.WithGroup("b"), slog.LevelWarn, "request refused"))
	assert.Empty(t, l.say(l, slog.LevelWarn, "request refused"))
}

func TestLineThatItsCallerLimitsIsAlwaysWritten(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	for range 100 {
		line := l.say(l, slog.LevelInfo, "no such page", slog.String("path", "/x"), slog.Int(Suppressed, 0))
		assert.Equal(t, 1, strings.Count(line, "suppressed=0"), line)
	}
}

func TestNumberOfTrackedMessagesIsBounded(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	written := 0
	for i := range 10_000 {
		if l.say(l, slog.LevelWarn, fmt.Sprint("message ", i)) != "" {
			written++
		}
	}
	assert.Equal(t, mostMessages+linesAWindow, written)
	h, ok := l.Handler.(handler)
	require.True(t, ok)
	assert.LessOrEqual(t, len(h.tally.counts), mostMessages+1)
}

func TestOneNetworksLinesDoNotSuppressAnothers(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	from := func(network string) string {
		return l.say(l, slog.LevelInfo, "refused: signed_out", slog.String(Network, network))
	}
	for range 100 {
		from("203.0.113.0/24")
	}
	assert.Contains(t, from("198.51.100.0/24"), "198.51.100.0/24 suppressed=90")
	assert.Empty(t, from("198.51.100.0/24"), "one line per network beyond the ten")
	written := 0
	for i := range 1000 {
		if from(fmt.Sprintf("10.%d.%d.0/24", i/250, i%250)) != "" {
			written++
		}
	}
	assert.Equal(t, networksAWindow-2, written, "the number of networks is bounded")
}
