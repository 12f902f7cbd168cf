// Package aside runs what takes the processor for long on threads that yield to all
// others of the program: however much is being drawn or compressed, an answer from
// memory does not wait for it.
package aside

import (
	"context"
	"runtime"
	"sync"
	"syscall"
)

// niceness leaves such a thread a tenth of a processor that others want too, and
// all of one that nobody wants.
const niceness = 10

// spare is how many threads may be busy aside without taking a place among those
// that run Go code at once.
const spare = 2

var widen = sync.OnceFunc(func() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + spare) })

// Go runs fn in a goroutine with such a thread of its own.
func Go(fn func()) {
	widen()
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
					do()
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
