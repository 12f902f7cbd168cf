package render

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
