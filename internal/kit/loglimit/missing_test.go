package loglimit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestR4UnknownPathsAreLoggedOnceAMinutePerFirstSegment(t *testing.T) {
	t.Parallel()
	var m Missing
	now := time.Now()
	lines := func(path func(n int) string) (logged, suppressed int) {
		for n := range 1000 {
			rest, first := m.count(path(n), now)
			if first {
				logged, suppressed = logged+1, suppressed+rest
			}
		}
		return logged, suppressed
	}
	wp := func(n int) string { return fmt.Sprint("/wp-admin/", n) }
	logged, suppressed := lines(wp)
	assert.Equal(t, []int{1, 0}, []int{logged, suppressed})
	now = now.Add(missingEvery - 1)
	logged, _ = lines(wp)
	assert.Zero(t, logged)
	now = now.Add(1)
	logged, suppressed = lines(wp)
	assert.Equal(t, []int{1, 1999}, []int{logged, suppressed}, "the next line has the number of dropped lines")

	logged, _ = lines(func(n int) string { return fmt.Sprint("/made-up-", n, "/x") })
	assert.Equal(t, missingParts, logged, "further first segments share one line")
}

// Fails if the path is logged as requested.
func TestUnknownPathIsLoggedWithoutVisitorInput(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/wp-login.php": "/wp-login.php", "/blog/old-name": "/blog/…", "/gu/draft/k3J9secret": "/gu/draft/…", "/gu/nothing-here": "/gu/nothing-here", "/aa/bb/cc": "/aa/bb/…", "/gu/": "/gu/…", "/somebody@example.com": "/somebody…", "/919825012345": "/…",
		"/": "/", "/" + strings.Repeat("a", 300): "/" + strings.Repeat("a", 40) + "…", "/સ્વાગત": "/…", "/a%20b": "/a…", "/draft/": "/draft/…",
	} {
		assert.Equal(t, want, Told(path), path)
	}
}
