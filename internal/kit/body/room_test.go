package body

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
)

const testLimit = 256 << 10

// serve starts a server that reads whole bodies within a Room. The path of a request names the
// sender's network.
func serve(t *testing.T) (address string, room *Room) {
	t.Helper()
	room = NewRoom()
	server := httptest.NewServer(Pace(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch err := Whole(w, r, testLimit, room, netip.MustParsePrefix(r.URL.Path[1:]+"/24")); {
		case errors.Is(err, fault.ErrUnavailable):
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		case errors.Is(err, fault.ErrCutOff):
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		_, _ = io.Copy(w, r.Body)
	})))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String(), room
}

// withhold sends all of a body but its last byte.
func withhold(t *testing.T, address, network string, size int) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /%s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", network, size, strings.Repeat("x", size-1))
	require.NoError(t, err)
	return conn
}

func (r *Room) now() (bodies, bytes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.parts), r.total
}

func post(address, network, text string) (int, string) {
	response, err := http.Post("http://"+address+"/"+network, "text/plain", strings.NewReader(text))
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(body)
}

func TestUnfinishedBodiesUseBoundedMemory(t *testing.T) { //nolint:paralleltest // it measures memory
	address, room := serve(t)
	memory := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapInuse + m.StackInuse)
	}
	before := memory()
	oldest := withhold(t, address, "10.0.0.0", testLimit-1000)
	small := withhold(t, address, "10.9.9.0", 100)
	for n := range 800 {
		withhold(t, address, fmt.Sprintf("10.0.%d.0", n%20), testLimit-1000)
	}
	_ = oldest.SetReadDeadline(time.Now().Add(10 * time.Second))
	answer := make([]byte, 12)
	_, err := io.ReadFull(oldest, answer)
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1 503", string(answer))
	_, bytes := room.now()
	assert.LessOrEqual(t, bytes, roomOfAll)
	assert.Less(t, memory()-before, int64(64<<20))

	_, err = small.Write([]byte("x"))
	require.NoError(t, err)
	_ = small.SetReadDeadline(time.Now().Add(10 * time.Second))
	_, err = io.ReadFull(small, answer)
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1 200", string(answer), "a small body is not dropped because of large ones")
	status, text := post(address, "10.9.8.0", "Posters, please")
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, "Posters, please", text)
}

func TestThousandPhonesBehindOneAddressCanSubmitAtOnce(t *testing.T) { //nolint:paralleltest // it would slow down all others
	address, room := serve(t)
	phones := make([]net.Conn, 1000)
	for n := range phones {
		phones[n] = withhold(t, address, "10.0.0.0", 3000)
	}
	require.Eventually(t, func() bool { bodies, _ := room.now(); return bodies == len(phones) }, 10*time.Second, time.Millisecond)
	var served atomic.Int64
	var group sync.WaitGroup
	for _, phone := range phones {
		group.Go(func() {
			_, _ = phone.Write([]byte("x"))
			answer := make([]byte, 12)
			_ = phone.SetReadDeadline(time.Now().Add(10 * time.Second))
			if _, err := io.ReadFull(phone, answer); err == nil && string(answer) == "HTTP/1.1 200" {
				served.Add(1)
			}
		})
	}
	group.Wait()
	assert.EqualValues(t, len(phones), served.Load())
	bodies, bytes := room.now()
	assert.Zero(t, bodies+bytes, "complete bodies are not counted")
}

func TestIncompleteBodyIsAClientError(t *testing.T) {
	t.Parallel()
	address, _ := serve(t)
	for name, sent := range map[string]string{
		"shorter than it says": "Content-Length: 100\r\n\r\nx",
		"a chunk too few":      "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
		"no chunks":            "Transfer-Encoding: chunked\r\n\r\nPosters, please\r\n",
	} {
		conn, err := net.Dial("tcp", address)
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = io.WriteString(conn, "POST /10.0.0.0 HTTP/1.1\r\nHost: x\r\n"+sent)
		require.NoError(t, err)
		tcp, ok := conn.(*net.TCPConn)
		require.True(t, ok)
		require.NoError(t, tcp.CloseWrite())
		answer, err := io.ReadAll(conn)
		require.NoError(t, err)
		assert.Contains(t, string(answer), "HTTP/1.1 400", name)
	}
}

// Fails if a slow body is ErrUnavailable: that is logged as an outage of the store.
func TestSlowBodyIsAClientError(t *testing.T) {
	t.Parallel()
	for name, room := range map[string]*Room{"open route": NewRoom(), "the owner": nil} {
		var err error
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Body = &paced{ReadCloser: r.Body, control: http.NewResponseController(w), start: time.Now().Add(-time.Minute)}
			err = Whole(w, r, testLimit, room, netip.MustParsePrefix("10.0.0.0/24"))
		}))
		conn := withhold(t, server.Listener.Addr().String(), "10.0.0.0", 100)
		_, readErr := io.ReadAll(conn)
		require.NoError(t, readErr)
		server.Close()
		require.ErrorIs(t, err, fault.ErrTooSlow, name)
		assert.NotErrorIs(t, err, fault.ErrUnavailable, name)
	}
}

func TestBodyLengthIsLimited(t *testing.T) {
	t.Parallel()
	for length, fits := range map[int]bool{0: true, 1: true, firstPiece: true, firstPiece + 1: true, testLimit: true, testLimit + 1: false} {
		for _, declared := range []bool{true, false} {
			text := strings.Repeat("x", length)
			r := httptest.NewRequest(http.MethodPost, "/", io.NopCloser(strings.NewReader(text)))
			r.ContentLength = -1
			if declared {
				r.ContentLength = int64(length)
			}
			err := Whole(httptest.NewRecorder(), r, testLimit, nil, netip.Prefix{})
			var large *http.MaxBytesError
			if !fits {
				require.ErrorAs(t, err, &large, "%d", length)
				continue
			}
			require.NoError(t, err)
			whole, err := io.ReadAll(r.Body)
			require.NoError(t, err)
			require.Equal(t, text, string(whole))
		}
	}
}
