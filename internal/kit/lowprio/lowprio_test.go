package lowprio

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWorkersRunAtLowPriority(t *testing.T) {
	t.Parallel()
	var thread int
	require.NoError(t, NewWorkers(t.Context(), 1).Do(t.Context(), func() { thread = syscall.Gettid() }))
	assert.Equal(t, niceness, nice(t, thread))
	assert.Zero(t, nice(t, os.Getpid()))
}

// nice returns the niceness of a thread of this program: the 17th field after its name.
func nice(t *testing.T, thread int) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/task/" + strconv.Itoa(thread) + "/stat")
	require.NoError(t, err)
	_, fields, _ := strings.Cut(string(text), ") ")
	n, err := strconv.Atoi(strings.Fields(fields)[16])
	require.NoError(t, err)
	return n
}

func TestPanicInWorkerReachesCaller(t *testing.T) {
	t.Parallel()
	w := NewWorkers(t.Context(), 1)
	assert.PanicsWithValue(t, "broken", func() { _ = w.Do(t.Context(), func() { panic("broken") }) })
	require.NoError(t, w.Do(t.Context(), func() {}))
}

func TestDoReturnsWhenContextEnds(t *testing.T) {
	t.Parallel()
	w := NewWorkers(t.Context(), 1)
	busy, end := make(chan struct{}), make(chan struct{})
	go func() { _ = w.Do(t.Context(), func() { close(busy); <-end }) }()
	<-busy
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, w.Do(ctx, func() { t.Error("run by a busy worker") }), context.Canceled)
	close(end)
}

//nolint:paralleltest // GOMAXPROCS is global
func TestGOMAXPROCSIsRaisedOnlyDuringWork(t *testing.T) {
	usual := runtime.GOMAXPROCS(0)
	Work(func() { assert.Equal(t, usual+Spare, runtime.GOMAXPROCS(0)) })
	Work(func() { assert.Equal(t, usual+Spare, runtime.GOMAXPROCS(0), "not raised twice") })
	assert.Eventually(t, func() bool { return runtime.GOMAXPROCS(0) == usual }, 10*time.Second, 10*time.Millisecond)
}
