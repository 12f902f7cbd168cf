package body

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// timed records the read deadlines of a connection.
type timed struct {
	http.ResponseWriter
	deadlines []time.Time
}

// SetReadDeadline is called by http.ResponseController.
func (t *timed) SetReadDeadline(until time.Time) error {
	t.deadlines = append(t.deadlines, until)
	return nil
}

// SetWriteDeadline is called by http.ResponseController.
func (t *timed) SetWriteDeadline(time.Time) error { return nil }

// A read deadline after the whole body has arrived would end the request during its
// response, for example a long download.
func TestCompleteBodyHasNoReadDeadline(t *testing.T) {
	t.Parallel()
	for _, sent := range []string{"", "all of it"} {
		w, request := &timed{ResponseWriter: httptest.NewRecorder()}, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(sent))
		if sent == "" {
			request.Body = http.NoBody // as in a server
		}
		Pace(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			got, err := io.ReadAll(r.Body)
			assert.NoError(t, err)
			assert.Equal(t, sent, string(got))
			before := len(w.deadlines)
			assert.Equal(t, sent != "", before > 0)
			_, err = r.Body.Read(make([]byte, 1))
			assert.ErrorIs(t, err, io.EOF)
			assert.Len(t, w.deadlines, before)
		})).ServeHTTP(w, request)
	}
}
