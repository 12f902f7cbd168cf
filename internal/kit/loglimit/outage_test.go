package loglimit

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// logged returns what fn logs. It replaces the default logger, so tests that use it cannot
// run in parallel.
func logged(t *testing.T, fn func()) string {
	t.Helper()
	var text bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(slog.NewTextHandler(&text, nil)))
	fn()
	return text.String()
}

func TestOutageIsLoggedOnceAMinute(t *testing.T) { //nolint:paralleltest // replaces the default logger
	o := Outage{Of: Database}
	now := time.Now()
	attempts := func(during time.Duration) string {
		return logged(t, func() {
			for end := now.Add(during); now.Before(end); now = now.Add(200 * time.Millisecond) {
				o.Away(t.Context(), errors.New("connection refused"), now)
			}
		})
	}
	assert.Empty(t, logged(t, func() { o.Over(t.Context(), now) }), "there was no outage")
	first := attempts(59 * time.Second)
	assert.Equal(t, 1, strings.Count(first, `msg="database is down"`), first)
	assert.Contains(t, first, "connection refused")
	assert.Equal(t, 10, strings.Count(attempts(10*time.Minute), `msg="database is down"`))
	assert.Contains(t, logged(t, func() { o.Over(t.Context(), now) }), `msg="database is back" away=10m59s`)
	assert.Empty(t, logged(t, func() { o.Over(t.Context(), now) }), "logged once")
	assert.Equal(t, 1, strings.Count(attempts(time.Second), `msg="database is down"`), "another outage")
}
