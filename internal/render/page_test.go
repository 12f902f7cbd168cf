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
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pieces notes the largest piece that was written to it at once.
type pieces struct {
	*httptest.ResponseRecorder
	largest int
}

func (p *pieces) Write(b []byte) (int, error) {
	p.largest = max(p.largest, len(b))
	return p.ResponseRecorder.Write(b)
}

func TestWhoCannotUnzipGetsThePageInPieces(t *testing.T) {
	t.Parallel()
	content := strings.Repeat("<p>A long page.</p>", 100_000)
	page, err := NewPage(http.StatusNotFound, []byte(content), http.Header{"Content-Type": {"text/html"}})
	require.NoError(t, err)
	w := &pieces{ResponseRecorder: httptest.NewRecorder()}
	page.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody))
	assert.Equal(t, http.StatusNotFound, w.Code)
	assert.Equal(t, content, w.Body.String())
	assert.Equal(t, "1900000", w.Header().Get("Content-Length"))
	assert.Empty(t, w.Header().Get("Content-Encoding"))
	assert.Less(t, w.largest, 64<<10, "a reader who does not read must not hold a copy of the page")

	for range cap(unzipping) {
		unzipping <- struct{}{}
	}
	late := httptest.NewRecorder()
	page.ServeHTTP(late, httptest.NewRequest(http.MethodGet, "/", http.NoBody))
	assert.Equal(t, http.StatusServiceUnavailable, late.Code)
	assert.NotEmpty(t, late.Header().Get("Retry-After"))
	zipped := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	r.Header.Set("Accept-Encoding", "gzip")
	page.ServeHTTP(zipped, r)
	assert.Equal(t, http.StatusNotFound, zipped.Code, "who can unzip does not wait for them")
	for range cap(unzipping) {
		<-unzipping
	}
}

// TestCompressingAPageTakesMemoryInProportion is not parallel: it reads what the whole
// process allocates.
func TestCompressingAPageTakesMemoryInProportion(t *testing.T) { //nolint:paralleltest // other tests allocate, too
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
	assert.LessOrEqual(t, len(page.brotli.Load().body), widest.Len(), "a smaller window makes the page longer")
	got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(page.brotli.Load().body)))
	require.NoError(t, err)
	assert.Equal(t, content.String(), string(got))
}
