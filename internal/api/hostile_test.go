package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/apitest"
)

func TestJSONNamesAreCaseSensitive(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, spelling := range []string{"Kind", "KIND", "\u212aind"} { // the last with the Kelvin sign
		message := s.Request("Textile works")
		message[spelling] = "owner_feedback"
		a := s.Send("k", message)
		assert.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, spelling)
	}
	message := s.Request("Textile works")
	message["kind"] = "owner_feedback"
	assert.Equal(t, http.StatusUnprocessableEntity, s.Send("k", message).StatusCode)
	assert.Zero(t, s.Count(`SELECT count(*) FROM feedback`))
}

func TestURLsWithInvalidTextAreRefused(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for call, want := range map[string]int{
		"GET /leads?q=%00":                    http.StatusBadRequest,
		"GET /leads/export?format=csv&q=%00":  http.StatusBadRequest,
		"GET /revisions?subject=posts&id=%ff": http.StatusBadRequest,
		"DELETE /account/sessions/%00":        http.StatusNotFound,
		"PATCH /posts/%ff":                    http.StatusNotFound,
		"POST /services/%00/undelete":         http.StatusNotFound,
	} {
		method, path, _ := strings.Cut(call, " ")
		assert.Equal(t, want, s.Call(method, "/api/v1"+path, nil).StatusCode, call)
	}
	for key, want := range map[string]int{"a\xff": http.StatusUnprocessableEntity, "b": http.StatusCreated} {
		assert.Equal(t, want, s.Send(key, s.Request("Textile works")).StatusCode, key)
	}
	order := s.Call(http.MethodPut, "/api/v1/services/order", `{"ids":["\u0000"]}`)
	assert.Equal(t, http.StatusUnprocessableEntity, order.StatusCode, string(order.Raw))
}

func TestASlowBodyIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for name, op := range operations(s.Server) {
		assert.Negative(t, op.BodyReadTimeout, "%s: the framework has its own timeout", name)
	}
	impatient := httptest.NewUnstartedServer(s.Server)
	impatient.Config.ReadTimeout = 10 * time.Millisecond
	impatient.Start()
	defer impatient.Close()
	for path, contentType := range map[string]string{"/gu/services/quote": "application/x-www-form-urlencoded", "/api/v1/leads": "application/json"} {
		body, slowly := io.Pipe()
		go func() {
			_, _ = io.WriteString(slowly, "{")
			<-time.After(50 * time.Millisecond) // longer than the server's own deadline
			_, _ = io.WriteString(slowly, "}")
			_ = slowly.Close()
		}()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, impatient.URL+path, body)
		require.NoError(t, err)
		r.Header.Set("Content-Type", contentType)
		got, err := http.DefaultClient.Do(r)
		require.NoError(t, err, path)
		_ = got.Body.Close()
		assert.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, path)
	}
}
