// Package render turns page data into documents: it runs React in QuickJS, inside the process,
// and caches the compressed output in memory. It reads no database and knows no routes;
// package site decides what a page holds.
package render

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"modernc.org/quickjs"

	"parichay/internal/kit/fault"
	"parichay/internal/kit/lowprio"
	"parichay/internal/kit/metric"
)

// renderTimeout ends a rendering that is stuck. A page takes about 25 ms of processor time, but a
// host that is short of processors may need a hundred times as long, and a slow page is better
// than none. Tests shorten it.
var renderTimeout = 10 * time.Second

const (
	memoryLimit = 128 << 20 // of one virtual machine; a page takes about 10 MB
	engineCount = 2

	maxWait    = 4 * time.Second       // longest time that a page waits for an engine, except a copy
	maxWaiting = 100                   // ordinary pages that may wait to be rendered
	yieldFor   = 20 * time.Millisecond // how long a worker that yields waits before it checks again
)

var (
	renders  = metrics.NewCounter(`parichay_renders_total`)
	failures = metrics.NewCounter(`parichay_render_failures_total`)
	seconds  = metric.NewHistogram("parichay_render_seconds", "")
)

// Engine runs the server bundle. Its virtual machines are not safe for
// concurrent use, so each belongs to one goroutine.
type Engine struct {
	bytecode []byte
	urgent   chan job
	ordinary chan job
	copying  chan job
	waiting  atomic.Int32 // ordinary pages
	done     chan struct{}
}

// Urgency is how soon a page must be rendered.
type Urgency int

// An urgent page has been served before, or is served in place of another page. An ordinary
// page waits for the urgent ones. A page for a copy of the site waits for both.
const (
	Ordinary Urgency = iota
	Urgent
	Copying
)

type job struct {
	boot  string
	reply chan<- result
}

type result struct {
	html string
	err  error
}

// NewEngine compiles the bundle, which must define globalThis.renderPage. While yield returns
// true, ordinary pages are rendered one at a time, so that a crawler does not take the
// processor from visitors.
func NewEngine(bundle string, yield func() bool) (*Engine, error) {
	compiler, err := newVM()
	if err != nil {
		return nil, err
	}
	defer func() { _ = compiler.Close() }()
	bytecode, err := compiler.Compile(bundle, quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile server bundle: %w", err)
	}
	e := &Engine{bytecode: bytecode, urgent: make(chan job), ordinary: make(chan job), copying: make(chan job), done: make(chan struct{})}
	for n := range engineCount {
		yields := yield
		if n == 0 {
			yields = func() bool { return false }
		}
		lowprio.Go(func() { e.work(yields) })
	}
	return e, nil
}

// Close stops the engine's goroutines. Renderings in progress finish.
func (e *Engine) Close() { close(e.done) }

// Render returns the HTML of the page that boot describes. Urgent pages come first. If too
// many ordinary pages wait, Render returns fault.ErrUnavailable.
func (e *Engine) Render(ctx context.Context, boot []byte, when Urgency) (string, error) {
	start := time.Now()
	jobs := e.urgent
	switch when {
	case Urgent:
	case Copying:
		jobs = e.copying
	case Ordinary:
		jobs = e.ordinary
		defer e.waiting.Add(-1)
		if e.waiting.Add(1) > maxWaiting {
			return "", fmt.Errorf("render: %w: too many pages are waiting", fault.ErrUnavailable)
		}
	}
	renders.Inc()
	reply := make(chan result, 1)
	var r result
	select {
	case jobs <- job{string(boot), reply}:
		r = <-reply // within renderTimeout
	case <-ctx.Done():
		r.err = ctx.Err()
	case <-e.done:
		r.err = errors.New("engine closed")
	}
	if r.err != nil {
		failures.Inc()
		return "", fmt.Errorf("render: %w", r.err)
	}
	seconds.Observe(time.Since(start))
	return r.html, nil
}

// next waits for a job. It returns false when the engine is closed; the worker then ends. A
// worker that yields leaves ordinary pages to the others. next calls rest once there has been
// no job for quietAfter.
func (e *Engine) next(yields func() bool, rest func()) (job, bool) {
	quiet := time.NewTimer(quietAfter)
	defer quiet.Stop()
	for {
		select {
		case j := <-e.urgent:
			return j, true
		default:
		}
		ordinary, again := e.ordinary, (<-chan time.Time)(nil)
		if yields() {
			ordinary, again = nil, time.After(yieldFor)
		}
		select {
		case j := <-ordinary:
			return j, true
		default:
		}
		select {
		case <-e.done:
			return job{}, false
		case j := <-e.urgent:
			return j, true
		case j := <-ordinary:
			return j, true
		case j := <-e.copying:
			return j, true
		case <-again:
		case <-quiet.C:
			rest()
		}
	}
}

// work owns one virtual machine. A machine that failed is discarded, because its state cannot
// be trusted after it ran out of memory or time. An idle machine is discarded to free its
// memory.
func (e *Engine) work(yields func() bool) {
	var vm *quickjs.VM
	drop := func() {
		if vm != nil {
			_ = vm.Close()
			vm = nil
		}
	}
	defer drop()
	for {
		j, ok := e.next(yields, drop)
		if !ok {
			return
		}
		var r result
		lowprio.Work(func() {
			if vm == nil {
				vm, r.err = e.start()
			}
			if r.err == nil {
				r.html, r.err = call(vm, "renderPage", j.boot)
			}
		})
		if r.err != nil {
			drop()
		}
		j.reply <- r
	}
}

func (e *Engine) start() (*quickjs.VM, error) {
	vm, err := newVM()
	if err != nil {
		return nil, err
	}
	if _, err := vm.EvalBytecode(e.bytecode); err != nil {
		_ = vm.Close()
		return nil, fmt.Errorf("load server bundle: %w", err)
	}
	return vm, nil
}

func newVM() (*quickjs.VM, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	vm.SetMemoryLimit(memoryLimit)
	return vm, vm.SetEvalTimeout(renderTimeout)
}

// call calls a function of the bundle. A panic of the engine becomes an error.
func call(vm *quickjs.VM, function string, args ...any) (text string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("engine panicked: %v", p)
		}
	}()
	value, err := vm.Call(function, args...)
	if err != nil {
		return "", err
	}
	text, ok := value.(string)
	if !ok {
		return "", fmt.Errorf("%s returned %T", function, value)
	}
	return text, nil
}
