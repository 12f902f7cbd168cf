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

// failing is a bucket that answers as it is told.
type failing struct {
	bucket
	err error
}

func (f *failing) open(context.Context, string) (io.ReadSeekCloser, error) { return nil, f.err }

func (f *failing) put(context.Context, string, string, []byte) error { return f.err }

func TestABucketThatIsAwayIsSaidOnceAndSoIsItsReturn(t *testing.T) { //nolint:paralleltest // the log is the process's
	var log bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	inner := &failing{err: fault.ErrNotFound}
	w := watch(inner)
	said := func(text string) int { return strings.Count(log.String(), `msg="`+text+`"`) }
	ask := func(ctx context.Context) { _, err := w.open(ctx, "x"); require.Error(t, err) }
	ask(t.Context())
	assert.Empty(t, log.String(), "what is not there is no outage")
	inner.err = errors.New("connection refused")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	ask(gone)
	assert.Empty(t, log.String(), "nor is a visitor who left")
	ask(t.Context())
	ask(t.Context())
	require.Error(t, w.put(t.Context(), "x", "", nil))
	assert.Equal(t, []int{1, 1}, []int{said("picture store is away"), said("picture store (for writing) is away")})
	inner.err = fault.ErrNotFound
	ask(t.Context())
	assert.Equal(t, []int{1, 0}, []int{said("picture store is back"), said("picture store (for writing) is back")}, "a full disk can be read from")
}

func TestTheDiskOfAFolderIsMeasured(t *testing.T) {
	t.Parallel()
	s, err := Open(Place{folder: t.TempDir()})
	require.NoError(t, err)
	free, most, ok := s.Disk()
	require.True(t, ok)
	assert.Positive(t, free)
	assert.GreaterOrEqual(t, most, free)
}
