package events

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The server's read deadline must not abort a download that takes longer.
func TestUnhurriedLiftsTheServersDeadlines(t *testing.T) {
	t.Parallel()
	const deadline = 50 * time.Millisecond
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(w).SetReadDeadline(time.Now().Add(deadline)); !assert.NoError(t, err) {
			return
		}
		out, err := Unhurried(w)
		if !assert.NoError(t, err) {
			return
		}
		for begun := time.Now(); time.Since(begun) < 4*deadline; {
			if _, err := out.Write([]byte("piece\n")); !assert.NoError(t, err) || !assert.NoError(t, r.Context().Err()) {
				return
			}
		}
		_, _ = out.Write([]byte("end\n"))
	}))
	server.Config.WriteTimeout = deadline
	server.Start()
	defer server.Close()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody)
	require.NoError(t, err)
	answer, err := server.Client().Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Equal(t, "end\n", string(body[len(body)-4:]))
}

// dated is a response writer that records the last write deadline.
type dated struct {
	*httptest.ResponseRecorder
	deadline time.Time
}

func (d *dated) SetReadDeadline(time.Time) error { return nil }

func (d *dated) SetWriteDeadline(until time.Time) error { d.deadline = until; return nil }

// HTTP/2 ends a stream at its deadline even if nothing is being written.
func TestAStreamHasNoDeadlineBetweenItsEvents(t *testing.T) {
	t.Parallel()
	w := &dated{ResponseRecorder: httptest.NewRecorder()}
	out, err := Open(w)
	require.NoError(t, err)
	assert.Zero(t, w.deadline)
	require.NoError(t, out.Beat())
	assert.Zero(t, w.deadline)
}

func TestFullHubClosesTheOldestStreamOfTheSessionWithMostStreams(t *testing.T) {
	t.Parallel()
	h := NewHub[int](t.Context())
	join := func(session string) chan int {
		t.Helper()
		stream, err := h.Join(session)
		require.NoError(t, err)
		return stream
	}
	closed := func(stream chan int) bool {
		select {
		case _, open := <-stream:
			return !open
		default:
			return false
		}
	}
	first := join("owner")
	stolen := make([]chan int, 0, maxStreams)
	for range maxStreams - 1 {
		stolen = append(stolen, join("thief"))
	}
	second := join("owner")
	assert.True(t, closed(stolen[0]))
	join("thief")
	assert.True(t, closed(stolen[1]))
	assert.False(t, closed(stolen[2]))
	assert.False(t, closed(first), "the streams of another session stay open")
	assert.False(t, closed(second))
	assert.Equal(t, maxStreams, h.Count())
	h.Leave(stolen[0])
	assert.Equal(t, maxStreams, h.Count(), "a closed stream leaves once")
}
