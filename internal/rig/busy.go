package rig

import (
	"fmt"
	"os"
	"time"
)

// quietLoad is the load below which a machine is judged as if nobody else were at work.
const quietLoad = 3

// Load is how many processes wanted a core in the last minute, on average.
type Load float64

// LoadNow reads it. Where it cannot be told the machine is taken for a quiet one.
func LoadNow() Load {
	var load float64
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		_, _ = fmt.Sscan(string(text), &load)
	}
	return Load(load)
}

// Bound is what a time may be: most; on a busy machine what was measured there allows,
// if that is more. It says which of them it is.
func (l Load) Bound(most, busy time.Duration) (time.Duration, string) {
	if l < quietLoad {
		return most, fmt.Sprintf("at most %v", most)
	}
	bound := max(most, busy)
	return bound, fmt.Sprintf("busy machine, load %.1f: at most %v instead of %v", float64(l), bound.Round(100*time.Microsecond), most)
}
