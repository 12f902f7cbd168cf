package body

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// formWith writes a form with a text and files of a size.
func formWith(t *testing.T, files, size int) (contentType string, body []byte) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	require.NoError(t, w.WriteField("text", "Like this"))
	for n := range files {
		part, err := w.CreateFormFile("photos", fmt.Sprint(n))
		require.NoError(t, err)
		_, err = part.Write(bytes.Repeat([]byte("x"), size))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return w.FormDataContentType(), out.Bytes()
}

// Fails if a body that is dropped does not end ctx: its file stays in memory and is no longer counted.
func TestFilesThatWaitForTakeUseBoundedMemory(t *testing.T) {
	t.Parallel()
	const senders, file = 20, 500 << 10
	room := newRoom(2<<20, 4<<20)
	var waiting, dropped atomic.Int64
	free := make(chan struct{})
	server := httptest.NewServer(Pace(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		form := Form{Parts: 5, Fields: 1 << 10, File: file, Whole: 1 << 20, Name: "photos"}
		form.Open = func(string, url.Values) bool { return true }
		took := false
		form.Take = func(ctx context.Context, _ string, raw []byte, err error, _ func(int) bool) {
			if took = err == nil; !took {
				return
			}
			waiting.Add(int64(len(raw)))
			defer waiting.Add(int64(-len(raw)))
			select {
			case <-ctx.Done():
				dropped.Add(1)
			case <-free:
			}
		}
		defer form.Release()
		_, _, _ = form.Read(w, r, room, netip.MustParsePrefix("10.0.0.0/24"))
		if !took { // dropped while it arrived
			dropped.Add(1)
		}
	})))
	t.Cleanup(server.Close)
	contentType, body := formWith(t, 1, file)
	var all sync.WaitGroup
	for range senders {
		all.Go(func() {
			response, err := http.Post(server.URL, contentType, bytes.NewReader(body))
			if err == nil { // a dropped sender may find its connection closed
				_ = response.Body.Close()
			}
		})
	}
	assert.Eventually(t, func() bool { return waiting.Load()+dropped.Load()*file == senders*file && waiting.Load() <= 2<<20 }, 10*time.Second, time.Millisecond)
	close(free)
	all.Wait()
	_, counted := room.now()
	assert.Zero(t, counted)
}

func TestWhatIsKeptOfFilesCountsUntilRelease(t *testing.T) {
	t.Parallel()
	room := newRoom(1<<20, 4<<20)
	contentType, body := formWith(t, 3, 1000)
	read := func() (form *Form, kept int) {
		form = &Form{Parts: 5, Fields: 1 << 10, File: 1000, Whole: 1 << 20, Name: "photos"}
		form.Open = func(string, url.Values) bool { return true }
		form.Take = func(_ context.Context, _ string, _ []byte, _ error, keep func(int) bool) {
			if keep(400 << 10) {
				kept++
			}
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		_, _, err := form.Read(httptest.NewRecorder(), r, room, netip.MustParsePrefix("10.0.0.0/24"))
		require.NoError(t, err)
		return form, kept
	}
	first, kept := read()
	assert.Equal(t, 2, kept, "the third does not fit")
	_, counted := room.now()
	assert.Equal(t, 800<<10, counted)
	_, kept = read()
	assert.Zero(t, kept, "nor does any of another form")
	first.Release()
	second, kept := read()
	assert.Equal(t, 2, kept)
	second.Release()
	_, counted = room.now()
	assert.Zero(t, counted)
}

func TestWhatIsKeptOfADroppedBodyStillCounts(t *testing.T) {
	t.Parallel()
	room := newRoom(1000, 2000)
	from := netip.MustParsePrefix("10.0.0.0/24")
	control := http.NewResponseController(httptest.NewRecorder())
	dropped := ""
	begin := func(name string) *part { return room.begin(from, control, func() { dropped += name }) }
	old, late := begin("old"), begin("late")
	old.grow(300)
	require.True(t, old.keep(600))
	late.grow(300)
	assert.Equal(t, "old", dropped)
	_, counted := room.now()
	assert.Equal(t, 900, counted)
	late.grow(200)
	assert.Equal(t, "oldlate", dropped, "nothing else can be dropped")
	old.end()
	late.end()
	_, counted = room.now()
	assert.Zero(t, counted)
	assert.Empty(t, strings.Trim(fmt.Sprint(room.networks), "map[]"))
}
