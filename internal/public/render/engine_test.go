package render

import (
	"context"
	"errors"
	"os"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
)

// bundle numbers the pages that one virtual machine renders. Its pages are scripts.
const bundle = `let page = 0;
globalThis.renderPage = (boot) => { page++; return new Function("page", boot)(page) };`

func TestMain(m *testing.M) {
	renderTimeout = 2 * time.Second
	os.Exit(m.Run())
}

func start(t *testing.T, script string, yield bool) *Engine {
	t.Helper()
	e, err := NewEngine(script, func() bool { return yield })
	require.NoError(t, err)
	t.Cleanup(e.Close)
	return e
}

func TestInvalidBundleIsAnError(t *testing.T) {
	t.Parallel()
	_, err := NewEngine(`globalThis.`, nil)
	require.ErrorContains(t, err, "compile server bundle")
	e := start(t, `throw new Error("torn")`, false)
	_, err = e.Render(t.Context(), nil, Urgent)
	require.ErrorContains(t, err, "load server bundle")
}

func TestOrdinaryPagesAreRenderedOneAtATimeWhileVisitorsAreServed(t *testing.T) {
	t.Parallel()
	e := start(t, bundle, true)
	var mu sync.Mutex
	var pages []string
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			html, err := e.Render(t.Context(), []byte(`return String(page)`), Ordinary)
			mu.Lock()
			defer mu.Unlock()
			pages = append(pages, html)
			assert.NoError(t, err)
		})
	}
	all.Wait()
	var want []string
	for n := range 10 {
		want = append(want, strconv.Itoa(n+1))
	}
	assert.ElementsMatch(t, want, pages, "one machine rendered all pages")
}

func TestVirtualMachineIsDiscardedAfterAFailure(t *testing.T) {
	t.Parallel()
	e := start(t, bundle, true) // ordinary pages always come from the same machine
	before, failed := renders.Get(), failures.Get()
	for boot, reason := range map[string]string{
		`throw new Error("no such page")`: "no such page",
		`return page`:                     "renderPage returned",
		`for (;;) {}`:                     "interrupted",
		`const a = []; for (let i = 0; i < 20; i++) a.push(new ArrayBuffer(16 << 20)); return "fits"`: "render: ",
	} {
		_, err := e.Render(t.Context(), []byte(boot), Ordinary)
		require.ErrorContains(t, err, reason)
		html, err := e.Render(t.Context(), []byte(`return String(page)`), Ordinary)
		require.NoError(t, err)
		assert.Equal(t, "1", html, "a new machine")
		html, err = e.Render(t.Context(), []byte(`return String(page)`), Ordinary)
		require.NoError(t, err)
		assert.Equal(t, "2", html, "a machine that works is used again")
	}
	assert.GreaterOrEqual(t, renders.Get()-before, uint64(12)) // other tests render, too
	assert.GreaterOrEqual(t, failures.Get()-failed, uint64(4))
}

// idle returns an engine without workers.
func idle() *Engine {
	return &Engine{urgent: make(chan job), ordinary: make(chan job), copying: make(chan job), done: make(chan struct{})}
}

func TestTooManyWaitingPagesAreRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := idle()
		ctx, cancel := context.WithCancel(t.Context())
		for range maxWaiting {
			go func() {
				_, err := e.Render(ctx, nil, Ordinary)
				assert.ErrorIs(t, err, context.Canceled)
			}()
		}
		for _, when := range []Urgency{Urgent, Copying} { // the limit does not apply to these
			go func() {
				_, err := e.Render(ctx, nil, when)
				assert.ErrorIs(t, err, context.Canceled)
			}()
		}
		synctest.Wait()
		_, err := e.Render(ctx, nil, Ordinary)
		require.ErrorIs(t, err, fault.ErrUnavailable)
		cancel()
		synctest.Wait()
		assert.Zero(t, e.waiting.Load())
		e.Close()
		_, err = e.Render(t.Context(), nil, Ordinary)
		require.ErrorContains(t, err, "engine closed")
	})
}

// offer blocks until a worker has taken the job.
func (e *Engine) offer(to chan job, name string) {
	go func() {
		select {
		case to <- job{boot: name}:
		case <-e.done:
		}
	}()
}

func TestPagesAreRenderedInOrderOfUrgency(t *testing.T) {
	t.Parallel()
	never := func() bool { return false }
	for round := range 20 { // select picks at random
		synctest.Test(t, func(t *testing.T) {
			e := idle()
			defer e.Close()
			e.offer(e.copying, "copy")
			e.offer(e.ordinary, "ordinary")
			e.offer(e.urgent, "urgent")
			synctest.Wait()
			for _, want := range []string{"urgent", "ordinary", "copy"} {
				got, more := e.next(never, nil)
				require.True(t, more)
				require.Equal(t, want, got.boot, round)
			}
		})
	}
}

func TestWorkerTakesNoOrdinaryPageWhileItYields(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := idle()
		defer e.Close()
		e.offer(e.ordinary, "ordinary")
		synctest.Wait()
		begun := time.Now()
		got, more := e.next(func() bool { return time.Since(begun) < time.Second }, nil)
		require.True(t, more)
		assert.Equal(t, "ordinary", got.boot)
		assert.Equal(t, time.Second, time.Since(begun), "it checks again every yieldFor")
	})
}

func TestIdleWorkerCallsRestOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := idle()
		begun, rested := time.Now(), []time.Duration{}
		ended := make(chan error)
		go func() {
			_, more := e.next(func() bool { return false }, func() { rested = append(rested, time.Since(begun)) })
			var err error
			if more {
				err = errors.New("a closed engine has no jobs")
			}
			ended <- err
		}()
		time.Sleep(10 * quietAfter)
		e.Close()
		require.NoError(t, <-ended)
		assert.Equal(t, []time.Duration{30 * time.Second}, rested)
	})
}
