// Package lowprio runs CPU-heavy work on low-priority OS threads, so that responses from
// memory do not wait for rendering or compression.
package lowprio

import (
	"context"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// niceness leaves a low-priority thread a tenth of a contended processor, and all of an
// idle one.
const niceness = 10

// Spare is the number by which GOMAXPROCS is raised while there is low-priority work, so
// that this work does not take slots from requests. A GOMAXPROCS above the number of
// processors makes every request more expensive, by a third on two processors, so it is
// raised only while needed.
const Spare = 2

// lull is how long low-priority work must pause before GOMAXPROCS is lowered again. Each
// change of GOMAXPROCS stops the program for a moment.
const lull = time.Second

var places struct {
	sync.Mutex
	usual, busy int
	widened     bool
	narrow      *time.Timer
}

// Work runs do on the calling goroutine, with GOMAXPROCS raised by Spare meanwhile.
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

// Go runs fn in a goroutine with its own low-priority OS thread.
func Go(fn func()) {
	go func() {
		runtime.LockOSThread()                    // never unlocked: the niceness cannot be undone, so the thread ends with the goroutine
		if syscall.Gettid() == syscall.Getpid() { // the main thread's niceness is shown as the program's
			Go(fn)
			runtime.UnlockOSThread()
			return
		}
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) // on Linux: of this thread only
		fn()
	}()
}

// Workers is a pool of low-priority threads; each runs one function at a time.
type Workers chan func()

// NewWorkers starts count workers, which stop when ctx ends.
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

// Do runs do on a worker and waits for it to finish. If ctx ends before a worker is free,
// Do returns ctx.Err(). A panic in do is passed on to the caller.
func (w Workers) Do(ctx context.Context, do func()) error {
	panicked := make(chan any, 1)
	select {
	case w <- func() {
		defer func() { panicked <- recover() }()
		do()
	}:
		if p := <-panicked; p != nil {
			panic(p)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
