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

// Clock tells how much time passed without what the host of a virtual machine took
// away of its processors, which no load tells: what should take a second may take two
// where half of the processors is withheld.
type Clock struct {
	begun        time.Time
	used, stolen int
}

// StartClock starts one.
func StartClock() Clock {
	used, stolen := processors()
	return Clock{time.Now(), used, stolen}
}

// Ours is that time.
func (c Clock) Ours() time.Duration { return ours(time.Since(c.begun), c.taken()) }

// taken is the share that the host took since the clock was started.
func (c Clock) taken() float64 {
	used, stolen := processors()
	return share(used-c.used, stolen-c.stolen)
}

func ours(passed time.Duration, taken float64) time.Duration {
	return passed - time.Duration(float64(passed)*taken)
}

// share is how much the host took of the time for which the machine wanted a processor.
// Idle time does not count: of what nobody wants nothing can be taken.
func share(used, stolen int) float64 {
	if stolen <= 0 {
		return 0
	}
	return float64(stolen) / float64(used+stolen)
}

// Stolen starts to watch how much of the processors the host of a virtual machine
// takes away. What it returns says it of the time since, or nothing where it is next
// to nothing.
func Stolen() func() string {
	clock := StartClock()
	return func() string { return takenAway(clock.taken()) }
}

func takenAway(taken float64) string {
	if taken < 0.02 {
		return ""
	}
	return fmt.Sprintf("; the host took away %.0f %% of the processor time that was wanted", 100*taken)
}

// processors reads how much of their time was used and how much was taken away, in ticks.
func processors() (used, stolen int) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0
	}
	var name string
	var user, nice, system, idle, waiting, interrupts, soft int
	_, _ = fmt.Sscan(string(text), &name, &user, &nice, &system, &idle, &waiting, &interrupts, &soft, &stolen)
	return user + nice + system + interrupts + soft, stolen
}
