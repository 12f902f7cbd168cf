// Package aside runs what takes the processor for long on threads that yield to all
// others of the program: however much is being drawn or compressed, an answer from
// memory does not wait for it.
package lowprio

import (
	"context"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// niceness leaves such a thread a tenth of a processor that others want too, and
// all of one that nobody wants.
const niceness = 10

// Spare is how many threads may be busy aside without taking a place among those
// that run Go code at once. More places than processors make every request dearer, by a
// third on two of them, so they are there only while there is such work.
const Spare = 2

// lull is how long nothing is done aside before the places are taken back: both stop the
// program for a moment.
const lull = time.Second

var places struct {
	sync.Mutex
	usual, busy int
	widened     bool
	narrow      *time.Timer
}

// Work does something on a thread of Go's: there are more places while it lasts.
func Work(do func()) {
	begin()
	defer end()
	do()
}

func begin() {
	places.Lock()
	defer places.Unlock()
	if places.busy++; places.widened {
		return
	}
	places.usual, places.widened = runtime.GOMAXPROCS(0), true
	runtime.GOMAXPROCS(places.usual + Spare)
}

func end() {
	places.Lock()
	defer places.Unlock()
	if places.busy--; places.busy > 0 {
		return
	}
	if places.narrow == nil {
		places.narrow = time.AfterFunc(lull, narrow)
	} else {
		places.narrow.Reset(lull)
	}
}

func narrow() {
	places.Lock()
	defer places.Unlock()
	if places.busy == 0 && places.widened {
		runtime.GOMAXPROCS(places.usual)
		places.widened = false
	}
}

// Go runs fn in a goroutine with such a thread of its own.
func Go(fn func()) {
	go func() {
		runtime.LockOSThread()                    // the thread ends with its goroutine: its niceness cannot be taken back
		if syscall.Gettid() == syscall.Getpid() { // its niceness is shown as the program's
			Go(fn)
			runtime.UnlockOSThread()
			return
		}
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) // on Linux, of this thread only
		fn()
	}()
}

// Workers do one thing at a time each.
type Workers chan func()

// NewWorkers starts so many of them until ctx ends.
func NewWorkers(ctx context.Context, count int) Workers {
	w := make(Workers)
	for range count {
		Go(func() {
			for {
				select {
				case do := <-w:
					Work(do)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	return w
}

// Do has a worker do something and waits for it, unless ctx ends before one is free.
func (w Workers) Do(ctx context.Context, do func()) error {
	panicked := make(chan any, 1)
	select {
	case w <- func() {
		defer func() { panicked <- recover() }()
		do()
	}:
		if p := <-panicked; p != nil {
			panic(p) // for the caller to handle, as if it had done it itself
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
