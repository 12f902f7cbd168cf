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

// timed notes the deadlines that a connection was given for reading.
type timed struct {
	http.ResponseWriter
	deadlines []time.Time
}

// SetReadDeadline is what http.ResponseController calls.
func (t *timed) SetReadDeadline(until time.Time) error {
	t.deadlines = append(t.deadlines, until)
	return nil
}

// SetWriteDeadline is what http.ResponseController calls.
func (t *timed) SetWriteDeadline(time.Time) error { return nil }

// The deadline of a body that has come whole would end the request while its answer,
// a long download say, is under way.
func TestOnlyABodyThatIsStillComingHasADeadline(t *testing.T) {
	t.Parallel()
	for _, sent := range []string{"", "all of it"} {
		w, request := &timed{ResponseWriter: httptest.NewRecorder()}, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(sent))
		if sent == "" {
			request.Body = http.NoBody // as a server has it
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
