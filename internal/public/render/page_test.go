package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slow is a client that stops reading until the channel read is closed.
type slow struct {
	*httptest.ResponseRecorder
	begun chan []byte
	read  chan struct{}
}

func (s *slow) Write(b []byte) (int, error) {
	s.begun <- b
	<-s.read
	return s.ResponseRecorder.Write(b)
}

func TestSlowClientsWithoutGzipShareThePage(t *testing.T) { //nolint:paralleltest // uses up the memory limit
	content := strings.Repeat("<p>A long page.</p>", 100_000)
	page, err := NewPage(http.StatusNotFound, []byte(content), http.Header{"Content-Type": {"text/html"}})
	require.NoError(t, err)
	plain := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	read := make(chan struct{})
	var clients []*slow
	var served sync.WaitGroup
	for range 100 {
		one := &slow{httptest.NewRecorder(), make(chan []byte, 1), read}
		clients = append(clients, one)
		served.Go(func() { page.ServeHTTP(one, plain) })
	}
	first := <-clients[0].begun
	for _, one := range clients[1:] {
		assert.Same(t, &first[0], &(<-one.begun)[0], "slow clients must share one copy")
	}
	require.True(t, unzipping.TryAcquire(unzipped-int64(len(content))), "the page must count once")

	other, err := NewPage(http.StatusOK, []byte(content+"!"), http.Header{"Content-Type": {"text/html"}})
	require.NoError(t, err)
	refused := httptest.NewRecorder()
	other.ServeHTTP(refused, plain)
	assert.Equal(t, http.StatusServiceUnavailable, refused.Code)
	assert.NotEmpty(t, refused.Header().Get("Retry-After"))
	zipped := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	r.Header.Set("Accept-Encoding", "gzip")
	other.ServeHTTP(zipped, r)
	assert.Equal(t, http.StatusOK, zipped.Code, "clients that accept gzip are not affected")

	unzipping.Release(unzipped - int64(len(content)))
	close(read)
	served.Wait()
	for _, one := range clients {
		assert.Equal(t, http.StatusNotFound, one.Code)
		assert.Equal(t, content, one.Body.String())
		assert.Equal(t, "1900000", one.Header().Get("Content-Length"))
		assert.Empty(t, one.Header().Get("Content-Encoding"))
	}
	assert.Nil(t, page.content, "the content is freed after the last reader")
	require.True(t, unzipping.TryAcquire(unzipped))
	unzipping.Release(unzipped)
}

// TestCompressionMemoryIsProportionalToThePage is not parallel: it measures the allocations of
// the whole process.
func TestCompressionMemoryIsProportionalToThePage(t *testing.T) { //nolint:paralleltest // other tests allocate, too
	var content strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&content, "<li>Service %d costs ₹ %d</li>", i, i*i%7919)
	}
	page, err := NewPage(http.StatusOK, []byte(content.String()), http.Header{"Content-Type": {"text/html"}})
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.NoError(t, page.condense())
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20), "a page of %d bytes", content.Len())

	var widest bytes.Buffer
	w := brotli.NewWriterLevel(&widest, brotli.BestCompression)
	_, err = io.WriteString(w, content.String())
	require.NoError(t, errors.Join(err, w.Close()))
	assert.LessOrEqual(t, len(page.brotli.Load().body), widest.Len(), "a smaller window must not make the page longer")
	got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(page.brotli.Load().body)))
	require.NoError(t, err)
	assert.Equal(t, content.String(), string(got))
}
