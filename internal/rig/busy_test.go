package rig

import (
	"testing"
	"time"
)

func TestAClockCountsOnlyTheShareOfTheProcessorsThatWasGiven(t *testing.T) {
	for _, c := range []struct {
		used, stolen int
		want         time.Duration
	}{
		{used: 100, stolen: 0, want: time.Second},
		{used: 0, stolen: 0, want: time.Second},
		{used: 50, stolen: 50, want: time.Second / 2},
		{used: 25, stolen: 75, want: time.Second / 4},
	} {
		if got := ours(time.Second, c.used, c.stolen); got != c.want {
			t.Errorf("used %d, stolen %d: %v of a second, want %v", c.used, c.stolen, got, c.want)
		}
	}
}
