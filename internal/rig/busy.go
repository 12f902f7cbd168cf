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
	used, stolen, _ := processors()
	return Clock{time.Now(), used, stolen}
}

// Ours is that time.
func (c Clock) Ours() time.Duration {
	used, stolen, _ := processors()
	return ours(time.Since(c.begun), used-c.used, stolen-c.stolen)
}

func ours(passed time.Duration, used, stolen int) time.Duration {
	if stolen <= 0 {
		return passed
	}
	return passed * time.Duration(used) / time.Duration(used+stolen)
}

// Stolen starts to watch how much of the processors the host of a virtual machine
// takes away. What it returns says it of the time since, or nothing where it is next
// to nothing.
func Stolen() func() string {
	_, before, all := processors()
	return func() string {
		_, stolen, total := processors()
		if percent := 100 * (stolen - before) / max(1, total-all); percent >= 2 {
			return fmt.Sprintf("; the host took %d %% of the processors away", percent)
		}
		return ""
	}
}

// processors reads how much of their time was used, how much was taken away, and all
// of it, in ticks.
func processors() (used, stolen, all int) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0, 0
	}
	var name string
	var user, nice, system, idle, waiting, interrupts, soft int
	_, _ = fmt.Sscan(string(text), &name, &user, &nice, &system, &idle, &waiting, &interrupts, &soft, &stolen)
	used = user + nice + system + interrupts + soft
	return used, stolen, used + stolen + idle + waiting
}
