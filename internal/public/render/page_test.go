package render

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slow is a client that starts reading only when its channel `read` is closed.
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

func TestSlowClientsWithoutGzipShareOneDecompressedPage(t *testing.T) { //nolint:paralleltest // uses up the memory limit
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

func html(t *testing.T, status int, pairs ...string) *Page {
	t.Helper()
	common := http.Header{"Content-Type": {"text/html"}}
	for i := 0; i < len(pairs); i += 2 {
		common.Set(pairs[i], pairs[i+1])
	}
	p, err := NewPage(status, []byte(strings.Repeat("<p>Hello</p>", 100)), common)
	require.NoError(t, err)
	return p
}

func (p *Page) ask(method string, pairs ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/", http.NoBody)
	for i := 0; i < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

func TestPageIsServedInTheDensestAcceptedEncoding(t *testing.T) {
	t.Parallel()
	p := html(t, http.StatusOK)
	assert.Equal(t, "gzip", p.ask(http.MethodGet, "Accept-Encoding", "gzip, br").Header().Get("Content-Encoding"))
	require.NoError(t, p.condense())
	for accept, want := range map[string]string{"gzip, br": "br", "gzip": "gzip", "gzip;q=0": ""} {
		w := p.ask(http.MethodGet, "Accept-Encoding", accept)
		assert.Equal(t, want, w.Header().Get("Content-Encoding"))
		assert.Equal(t, strconv.Itoa(w.Body.Len()), w.Header().Get("Content-Length"))
		assert.Equal(t, "Accept-Encoding", w.Header().Get("Vary"))
		assert.Equal(t, p.tag+map[string]string{"br": "-b", "gzip": "-g"}[want]+`"`, w.Header().Get("Etag"))
	}
}

func TestPicturesAreNotCompressed(t *testing.T) {
	t.Parallel()
	for kind, dense := range map[string]bool{"image/jpeg": true, "image/png": true, "image/svg+xml": false} {
		p := html(t, http.StatusOK, "Content-Type", kind)
		assert.Equal(t, dense, p.dense, kind)
		require.NoError(t, p.condense())
		w := p.ask(http.MethodGet, "Accept-Encoding", "gzip, br")
		assert.Equal(t, dense, w.Header().Get("Content-Encoding") == "", kind)
	}
}

func TestHEADReturnsHeadersWithoutABody(t *testing.T) {
	t.Parallel()
	for _, accept := range []string{"gzip", ""} {
		w := html(t, http.StatusNotFound).ask(http.MethodHead, "Accept-Encoding", accept)
		assert.Equal(t, http.StatusNotFound, w.Code)
		assert.NotEmpty(t, w.Header().Get("Content-Length"))
		assert.Zero(t, w.Body.Len())
	}
}

func TestPageThatTheClientHasCachedGets304(t *testing.T) {
	t.Parallel()
	p := html(t, http.StatusOK)
	for seen, code := range map[string]int{
		p.Tag(): 304, p.tag + `-g"`: 304, `W/` + p.tag + `-b"`: 304, `"x", ` + p.tag + `-g"`: 304, "*": 304,
		`"x"`: 200, p.tag + `x"`: 200, "": 200,
	} {
		w := p.ask(http.MethodGet, "Accept-Encoding", "gzip", "If-None-Match", seen)
		assert.Equal(t, code, w.Code, seen)
		assert.Equal(t, code == 304, w.Body.Len() == 0, seen)
		assert.Equal(t, code == 304, w.Header().Get("Content-Length") == "", seen)
		assert.Equal(t, code == 304, w.Header().Get("Content-Encoding") == "", seen)
	}
	assert.Equal(t, p.tag+`-b"`, p.ask(http.MethodGet, "If-None-Match", "W/"+p.tag+`-b"`).Header().Get("Etag"))
	assert.Equal(t, p.Tag(), p.ask(http.MethodGet, "If-None-Match", "*").Header().Get("Etag"))
	missing := html(t, http.StatusNotFound)
	assert.Equal(t, http.StatusNotFound, missing.ask(http.MethodGet, "If-None-Match", missing.Tag()).Code)
}

func TestPageUsesTheETagOfItsDocument(t *testing.T) {
	t.Parallel()
	assert.Equal(t, `"own"`, html(t, http.StatusOK, "Etag", `"own"`).Tag())
	assert.Len(t, html(t, http.StatusOK).Tag(), 16+2, "96 bits of a hash")
}

func TestPageIsSettledOnceItHasItsFinalEncoding(t *testing.T) {
	t.Parallel()
	page, missing, private, picture := html(t, http.StatusOK), html(t, http.StatusNotFound), html(t, http.StatusOK, "Cache-Control", "no-store"), html(t, http.StatusOK, "Content-Type", "image/png")
	assert.False(t, page.Settled())
	assert.True(t, picture.Settled())
	for _, p := range []*Page{page, missing, private} {
		require.NoError(t, p.condense())
	}
	assert.True(t, page.Settled())
	assert.False(t, missing.Settled())
	assert.False(t, private.Settled())
	assert.True(t, private.NoStore())
	assert.False(t, page.NoStore())
}

func TestBesidesReturnsHeadersThatThePageDoesNotSet(t *testing.T) {
	t.Parallel()
	p := html(t, http.StatusOK)
	answer := http.Header{"Content-Type": {"text/html"}, "Etag": {"x"}, "X-Own": {"1"}}
	assert.Equal(t, http.Header{"X-Own": {"1"}}, p.Besides(answer))
	assert.Len(t, answer, 3, "the answer keeps its headers")
	w := httptest.NewRecorder()
	p.Serve(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody), http.Header{"X-Own": {"1"}})
	assert.Equal(t, "1", w.Header().Get("X-Own"))
}

func TestBytesCountsTwoEncodingsAndTheHeaders(t *testing.T) {
	t.Parallel()
	p := html(t, http.StatusOK, "Content-Type", "image/png") // 1200 bytes
	assert.EqualValues(t, 2*1200+2048, p.Bytes())
}

func TestEncodingWithQZeroIsNotAccepted(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"br": true, "gzip, br": true, "gzip,br;q=0.5": true, " br ; q=1": true, "br;q=0": false, "br; q=0.000": false, "gzip": false, "brx": false, "": false, "br;x=0": true,
	} {
		assert.Equal(t, want, Accepts([]string{"identity", line}, "br"), line)
	}
	assert.False(t, Accepts(nil, "br"))
}

func TestBrotliWindowSpansThePage(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]int{0: 16, 1<<16 - 17: 16, 1<<16 - 16: 17, 1<<20 - 17: 20, 1<<22 - 17: 22, 1 << 30: 22} {
		assert.Equal(t, want, windowFor(length), length)
	}
}

func TestPageThatCannotBeDecompressedGets503(t *testing.T) { //nolint:paralleltest // counts the memory in use
	p := html(t, http.StatusOK)
	p.gzip.body = []byte("torn")
	require.Error(t, p.condense())
	w := p.ask(http.MethodGet)
	assert.Equal(t, http.StatusServiceUnavailable, w.Code)
	assert.Equal(t, "2", w.Header().Get("Retry-After"))
	assert.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	for _, name := range []string{"Etag", "Content-Length", "Content-Type"} {
		assert.Empty(t, w.Header().Get(name))
	}
	require.True(t, unzipping.TryAcquire(16<<20), "the page's memory was released")
	assert.False(t, unzipping.TryAcquire(1), "that was the whole limit")
	unzipping.Release(16 << 20)
}
