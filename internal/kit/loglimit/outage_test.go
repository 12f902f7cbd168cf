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

// written to the log while fn runs. It is not for parallel tests.
func logged(t *testing.T, fn func()) string {
	t.Helper()
	var text bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(slog.NewTextHandler(&text, nil)))
	fn()
	return text.String()
}

func TestAnOutageIsSaidOnceThenEachMinuteAndSoIsItsEnd(t *testing.T) { //nolint:paralleltest // the log is the process's
	o := Outage{Of: Database}
	now := time.Now()
	attempts := func(during time.Duration) string {
		return logged(t, func() {
			for end := now.Add(during); now.Before(end); now = now.Add(200 * time.Millisecond) {
				o.Away(t.Context(), errors.New("connection refused"), now)
			}
		})
	}
	assert.Empty(t, logged(t, func() { o.Over(t.Context(), now) }), "it was not away")
	first := attempts(59 * time.Second)
	assert.Equal(t, 1, strings.Count(first, `msg="database is away"`), first)
	assert.Contains(t, first, "connection refused")
	assert.Equal(t, 10, strings.Count(attempts(10*time.Minute), `msg="database is away"`))
	assert.Contains(t, logged(t, func() { o.Over(t.Context(), now) }), `msg="database is back" away=10m59s`)
	assert.Empty(t, logged(t, func() { o.Over(t.Context(), now) }), "said once")
	assert.Equal(t, 1, strings.Count(attempts(time.Second), `msg="database is away"`), "another outage")
}
