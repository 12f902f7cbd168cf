package rig

import (
	"fmt"
	"os"
	"time"
)

// quietLoad is the load below which a machine counts as quiet.
const quietLoad = 3

// Load is the load average of the last minute.
type Load float64

// LoadNow reads the load average. If that fails, the machine counts as quiet.
func LoadNow() Load {
	var load float64
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		_, _ = fmt.Sscan(string(text), &load)
	}
	return Load(load)
}

// Bound returns the limit for a duration and a description of the limit. The limit is most or,
// on a busy machine, the larger of most and busy.
func (l Load) Bound(most, busy time.Duration) (time.Duration, string) {
	if l < quietLoad {
		return most, fmt.Sprintf("at most %v", most)
	}
	bound := max(most, busy)
	return bound, fmt.Sprintf("busy machine, load %.1f: at most %v instead of %v", float64(l), bound.Round(100*time.Microsecond), most)
}

// Clock measures elapsed time without the processor time that the host of a virtual machine
// took away (steal time). The load average does not show steal time. If the host withholds
// half of the processor time, a second's work takes two seconds.
type Clock struct {
	begun        time.Time
	used, stolen int
}

// StartClock returns a running Clock.
func StartClock() Clock {
	used, stolen := processors()
	return Clock{time.Now(), used, stolen}
}

// Ours returns the elapsed time without steal time.
func (c Clock) Ours() time.Duration { return ours(time.Since(c.begun), c.taken()) }

// taken returns the share of processor time that the host took (steal time) since the clock
// was started.
func (c Clock) taken() float64 {
	used, stolen := processors()
	return share(used-c.used, stolen-c.stolen)
}

func ours(passed time.Duration, taken float64) time.Duration {
	return passed - time.Duration(float64(passed)*taken)
}

// share returns steal time as a share of the processor time that the machine needed, which is
// used plus stolen time. Idle time does not count, because the host cannot steal it.
func share(used, stolen int) float64 {
	if stolen <= 0 {
		return 0
	}
	return float64(stolen) / float64(used+stolen)
}

// Stolen starts to measure steal time. The returned function describes the steal time since
// then, or returns "" if it is below 2 %.
func Stolen() func() string {
	clock := StartClock()
	return func() string { return takenAway(clock.taken()) }
}

func takenAway(taken float64) string {
	if taken < 0.02 {
		return ""
	}
	return fmt.Sprintf("; the host took away %.0f %% of the requested processor time", 100*taken)
}

// processors reads the used and the stolen processor time, in ticks.
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
