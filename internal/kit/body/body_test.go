package body

import (
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/hostile"
)

func TestSlowBodyIsAcceptedButStalledBodyFails(t *testing.T) {
	t.Parallel()
	photo := hostile.Photo(64, 48)
	for name, c := range map[string]struct {
		got   int64
		start time.Duration
		fails bool
	}{
		"begins late":          {0, 14 * time.Second, false},
		"never begins":         {0, 16 * time.Second, true},
		"slow for two minutes": {240 << 10, 120 * time.Second, false},
		"stalls":               {20 << 10, 60 * time.Second, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var err error
			served := make(chan struct{})
			// ReadTimeout is for the body only: a busy machine may take longer for the headers.
			server := &http.Server{ReadHeaderTimeout: time.Minute, ReadTimeout: 30 * time.Millisecond, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				defer close(served)
				_, err = io.ReadAll(&paced{ReadCloser: r.Body, control: http.NewResponseController(w), start: time.Now().Add(-c.start), got: c.got})
			})}
			listener, listenErr := net.Listen("tcp", "127.0.0.1:0")
			require.NoError(t, listenErr)
			go func() { _ = server.Serve(listener) }()
			defer server.Close()
			body, send := io.Pipe()
			go func() {
				_, _ = send.Write(photo[:10])
				<-time.After(50 * time.Millisecond) // longer than the server's own deadline
				_, _ = send.Write(photo[10:])
				_ = send.Close()
			}()
			response, callErr := http.Post("http://"+listener.Addr().String(), "image/jpeg", body)
			if callErr == nil {
				_ = response.Body.Close()
			}
			<-served
			assert.Equal(t, c.fails, err != nil, "%v", err)
		})
	}
}
