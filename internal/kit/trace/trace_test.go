package trace

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSpanOmitsVisitorData(t *testing.T) {
	t.Parallel()
	got := make(chan string, 1)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "/v1/traces", r.URL.Path)
		raw, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		got <- string(raw)
	}))
	defer collector.Close()
	at, err := url.Parse(collector.URL)
	require.NoError(t, err)
	traces := To(at, "v9")
	answer := traces.Requests(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Name(r.Context(), "/blog/{id}", "an-id")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/blog/private?email=somebody@example.com", http.NoBody)
	r.RemoteAddr = "203.0.113.77:5555"
	r.Header.Set("User-Agent", "a-browser")
	r.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	answer.ServeHTTP(httptest.NewRecorder(), r)
	traces.Stop(t.Context())
	text := <-got
	var sent request
	require.NoError(t, json.Unmarshal([]byte(text), &sent))
	one := sent.Resources[0].Scopes[0].Spans[0]
	assert.Equal(t, "/blog/{id}", one.Name)
	assert.Equal(t, 2, one.Status.Code)
	assert.Len(t, one.TraceID, 32)
	assert.Contains(t, text, `{"key":"request.id","value":{"stringValue":"an-id"}}`)
	assert.Contains(t, text, `{"key":"http.response.status_code","value":{"intValue":"503"}}`)
	assert.Contains(t, text, `"v9"`)
	for _, private := range []string{"203.0.113", "somebody", "private", "a-browser", "0af7651916cd43dd8448eb211c80319c"} {
		assert.NotContains(t, text, private)
	}
}

func TestNoTracingWithoutCollector(t *testing.T) {
	t.Parallel()
	none := To(nil, "")
	assert.Nil(t, none.Statements())
	handler := http.NewServeMux()
	assert.Same(t, handler, none.Requests(handler))
	none.Stop(t.Context())
}
