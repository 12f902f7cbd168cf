package rig

import (
	"testing"
	"time"
)

func TestClockExcludesStealTime(t *testing.T) {
	for _, c := range []struct {
		used, stolen int
		want         time.Duration
		text         string
	}{
		{used: 100, stolen: 0, want: time.Second},
		{used: 0, stolen: 0, want: time.Second},
		{used: 199, stolen: 1, want: 995 * time.Millisecond},
		{used: 49, stolen: 1, want: 980 * time.Millisecond, text: "; the host took away 2 % of the requested processor time"},
		{used: 50, stolen: 50, want: time.Second / 2, text: "; the host took away 50 % of the requested processor time"},
		{used: 25, stolen: 75, want: time.Second / 4, text: "; the host took away 75 % of the requested processor time"},
	} {
		taken := share(c.used, c.stolen)
		if got := ours(time.Second, taken); got != c.want {
			t.Errorf("used %d, stolen %d: %v of a second, want %v", c.used, c.stolen, got, c.want)
		}
		if got := takenAway(taken); got != c.text {
			t.Errorf("used %d, stolen %d: text %q, want %q", c.used, c.stolen, got, c.text)
		}
	}
}
