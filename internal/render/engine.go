// Package render turns page data into documents: React runs here, inside the
// process, and its output is kept compressed in memory. It reads no database and
// knows no route; what a page holds is decided a floor above.
package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"modernc.org/quickjs"
)

// The limits of one rendering. A page takes about 25 ms and 10 MB; what needs
// far more is stuck.
const (
	renderTimeout = 2 * time.Second
	memoryLimit   = 128 << 20
	engineCount   = 2
)

var (
	renders  = metrics.NewCounter(`parichay_renders_total`)
	failures = metrics.NewCounter(`parichay_render_failures_total`)
	seconds  = metrics.NewHistogram(`parichay_render_seconds`)
)

// Engine runs the server bundle. Its virtual machines are not safe for
// concurrent use, so each belongs to one goroutine.
type Engine struct {
	bytecode []byte
	jobs     chan job
	done     chan struct{}
}

type job struct {
	boot  string
	reply chan<- result
}

type result struct {
	html string
	err  error
}

// NewEngine compiles the bundle, which must define globalThis.renderPage.
func NewEngine(bundle string) (*Engine, error) {
	compiler, err := newVM()
	if err != nil {
		return nil, err
	}
	defer func() { _ = compiler.Close() }()
	bytecode, err := compiler.Compile(bundle, quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile server bundle: %w", err)
	}
	e := &Engine{bytecode: bytecode, jobs: make(chan job), done: make(chan struct{})}
	for range engineCount {
		go e.work()
	}
	return e, nil
}

// AdminPaths asks the bundle which addresses the owner's app answers.
func (e *Engine) AdminPaths() (paths []string, err error) {
	vm, err := e.start()
	if err != nil {
		return nil, err
	}
	defer func() { _ = vm.Close() }()
	text, err := call(vm, "adminPaths")
	if err != nil {
		return nil, err
	}
	return paths, json.Unmarshal([]byte(text), &paths)
}

// Close stops the engine's goroutines. Renderings under way finish.
func (e *Engine) Close() { close(e.done) }

// Render returns the HTML of the page that boot describes.
func (e *Engine) Render(ctx context.Context, boot []byte) (string, error) {
	start := time.Now()
	renders.Inc()
	reply := make(chan result, 1)
	var r result
	select {
	case e.jobs <- job{string(boot), reply}:
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
	seconds.UpdateDuration(start)
	return r.html, nil
}

// work owns one machine. A machine that failed is thrown away: after running
// out of memory or time its state cannot be trusted.
func (e *Engine) work() {
	var vm *quickjs.VM
	drop := func() {
		if vm != nil {
			_ = vm.Close()
			vm = nil
		}
	}
	defer drop()
	for {
		select {
		case <-e.done:
			return
		case j := <-e.jobs:
			var r result
			if vm == nil {
				vm, r.err = e.start()
			}
			if r.err == nil {
				r.html, r.err = call(vm, "renderPage", j.boot)
			}
			if r.err != nil {
				drop()
			}
			j.reply <- r
		}
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
