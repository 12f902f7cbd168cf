// Package render turns page data into documents: React runs here, inside the
// process, and its output is kept compressed in memory. It reads no database and
// knows no route; what a page holds is decided a floor above.
package render

import (
	"context"
	"encoding/json"
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

// The limits of one rendering. A page takes about 25 ms and 10 MB; what needs
// far more is stuck.
const (
	renderTimeout = 2 * time.Second
	memoryLimit   = 128 << 20
	engineCount   = 2

	maxWaiting = 100                   // pages nobody has seen lately that may wait to be drawn
	yieldFor   = 20 * time.Millisecond // how long the second machine then stays idle before it looks again
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
	waiting  atomic.Int32 // ordinary ones
	done     chan struct{}
}

// Urgency is how soon a page must be drawn.
type Urgency int

// An ordinary page waits for the urgent ones: those that visitors know, or that speak
// for another. A page of a copy of the site waits for both.
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

// NewEngine compiles the bundle, which must define globalThis.renderPage. While yield
// says so, pages that are not urgent are drawn one at a time, so that a crawler does
// not take the processor from visitors.
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

// AdminPaths asks the bundle which addresses the owner's app answers.
func (e *Engine) AdminPaths() (paths []string, err error) {
	err = e.ask("adminPaths", &paths)
	return paths, err
}

// Glyphs asks the bundle how the icons that an owner may choose are drawn, by name.
func (e *Engine) Glyphs() (glyphs map[string]string, err error) {
	err = e.ask("glyphs", &glyphs)
	return glyphs, err
}

// ask reads what a function of the bundle answers as JSON.
func (e *Engine) ask(function string, into any) error {
	vm, err := e.start()
	if err != nil {
		return err
	}
	defer func() { _ = vm.Close() }()
	text, err := call(vm, function)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), into)
}

// Close stops the engine's goroutines. Renderings under way finish.
func (e *Engine) Close() { close(e.done) }

// Render returns the HTML of the page that boot describes. Urgent ones come first;
// of the others only so many may wait.
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
			return "", fmt.Errorf("render: %w: too many wait", fault.ErrUnavailable)
		}
	}
	renders.Inc()
	reply := make(chan result, 1)
	var r result
	select {
	case jobs <- job{string(boot), reply}:
		r = <-reply // bounded by renderTimeout
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

// next waits for something to draw; false ends the worker. One that yields leaves
// ordinary pages to the others. After a while of nothing to draw rest is called.
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

// work owns one machine. A machine that failed is thrown away: after running
// out of memory or time its state cannot be trusted. So is one that nobody needs, for
// its memory.
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

// call keeps a panic of the engine from taking the program with it.
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
