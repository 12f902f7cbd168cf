package loglimit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestR4BadPathsAreOneLineAMinuteForTheirFirstPartAndTheRestIsCounted(t *testing.T) {
	t.Parallel()
	var m Missing
	now := time.Now()
	lines := func(path func(n int) string) (said, unsaid int) {
		for n := range 1000 {
			rest, first := m.count(path(n), now)
			if first {
				said, unsaid = said+1, unsaid+rest
			}
		}
		return said, unsaid
	}
	wp := func(n int) string { return fmt.Sprint("/wp-admin/", n) }
	said, unsaid := lines(wp)
	assert.Equal(t, []int{1, 0}, []int{said, unsaid})
	now = now.Add(missingEvery - 1)
	said, _ = lines(wp)
	assert.Zero(t, said)
	now = now.Add(1)
	said, unsaid = lines(wp)
	assert.Equal(t, []int{1, 1999}, []int{said, unsaid}, "the next line says how many there were besides")

	said, _ = lines(func(n int) string { return fmt.Sprint("/made-up-", n, "/x") })
	assert.Equal(t, missingParts, said, "made-up first parts make no more lines: one is for all further ones")
}

// Red when the path is told as it was asked for.
func TestOfAPathThatNobodyHasTheLogIsToldNothingSomebodyTyped(t *testing.T) {
	t.Parallel()
	for path, told := range map[string]string{
		"/wp-login.php": "/wp-login.php", "/blog/old-name": "/blog/…", "/gu/draft/k3J9secret": "/gu/draft/…", "/gu/nothing-here": "/gu/nothing-here", "/aa/bb/cc": "/aa/bb/…", "/gu/": "/gu/…", "/somebody@example.com": "/somebody…", "/919825012345": "/…",
		"/": "/", "/" + strings.Repeat("a", 300): "/" + strings.Repeat("a", 40) + "…", "/સ્વાગત": "/…", "/a%20b": "/a…", "/draft/": "/draft/…",
	} {
		assert.Equal(t, told, Told(path), path)
	}
}
