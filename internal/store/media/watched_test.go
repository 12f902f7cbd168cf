package media

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
)

// failing is a bucket whose calls return err.
type failing struct {
	bucket
	err error
}

func (f *failing) open(context.Context, string) (io.ReadSeekCloser, error) { return nil, f.err }

func (f *failing) put(context.Context, string, string, []byte) error { return f.err }

func TestBucketOutageIsLoggedOnce(t *testing.T) { //nolint:paralleltest // the log is the process's
	var log bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	inner := &failing{err: fault.ErrNotFound}
	w := watch(inner)
	logged := func(text string) int { return strings.Count(log.String(), `msg="`+text+`"`) }
	ask := func(ctx context.Context) { _, err := w.open(ctx, "x"); require.Error(t, err) }
	ask(t.Context())
	assert.Empty(t, log.String(), "a missing file is not an outage")
	inner.err = errors.New("connection refused")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	ask(gone)
	assert.Empty(t, log.String(), "a visitor who left is not an outage")
	ask(t.Context())
	ask(t.Context())
	require.Error(t, w.put(t.Context(), "x", "", nil))
	assert.Equal(t, []int{1, 1}, []int{logged("picture store is down"), logged("picture store (for writing) is down")})
	inner.err = fault.ErrNotFound
	ask(t.Context())
	assert.Equal(t, []int{1, 0}, []int{logged("picture store is back"), logged("picture store (for writing) is back")}, "reads work on a full disk")
}

func TestDiskMeasuresTheFileSystem(t *testing.T) {
	t.Parallel()
	s, err := Open(Place{folder: t.TempDir()})
	require.NoError(t, err)
	free, most, ok := s.Disk()
	require.True(t, ok)
	assert.Positive(t, free)
	assert.GreaterOrEqual(t, most, free)
}
