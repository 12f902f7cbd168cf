package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/api/wire"
	"parichay/internal/testkit/apitest"
)

// malformed lists bodies that are not exactly one valid JSON value.
var malformed = map[string]string{
	"no JSON":           "name=x",
	"cut off":           `{"name":"x`,
	"a comma too many":  `{"name":"x",}`,
	"single quotes":     `{'name':'x'}`,
	"a NUL":             "{\"name\":\"x\x00\"}",
	"a bare NUL":        "\x00",
	"a byte order mark": "\ufeff{}",
	"broken UTF-8":      "{\"name\":\"\xff\xfe\"}",
	"data behind it":    `{} {}`,
	"a comment":         "{} // x",
	"NaN":               `{"name":NaN}`,
	"a lone brace":      "}",
	"a name twice":      `{"name":"x","name":"y"}`,
	"a name twice deep": `{"a":[{"b":1,"c":{},"b":2}]}`,
	"deep":              strings.Repeat("[", 3000),
}

// TestAMalformedBodyIsABadRequestEverywhere fails if a handler uses a body before it is known to
// be JSON.
func TestAMalformedBodyIsABadRequestEverywhere(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy).SignIn().Claim()
	tried := 0
	for name, op := range operations(s.Server) {
		if op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
			continue
		}
		method, path, _ := strings.Cut(name, " ")
		path = strings.NewReplacer("{id}", "1", "{code}", "x", "{list}", "posts", "{name}", "x", "{lang}", "en").Replace(path)
		for what, body := range malformed {
			tried++
			from := "10.9." + strings.Join([]string{string(rune('0' + tried%8)), string(rune('0' + tried/8%8))}, "") + ".1"
			got := s.Call(method, path, body, "Content-Type", "application/json", wire.KeyField, "x", "X-Forwarded-For", from)
			if got.StatusCode == http.StatusTooManyRequests { // refused before it was read
				continue
			}
			assert.Contains(t, []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound}, got.StatusCode, "%s: %s: %.200s", name, what, got.Raw)
		}
	}
	assert.Greater(t, tried, 300)
	for what, body := range malformed {
		got := s.Browser().Call(http.MethodPost, "/api/v1/visits", body, "Content-Type", "text/plain", "User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36")
		assert.Equal(t, http.StatusBadRequest, got.StatusCode, "visits: %s", what)
	}
	for what, body := range map[string]string{"escape": "name=%zz", "semicolon": "name=x;y", "half an escape": "name=%", "NUL": "name=%00"} {
		got := s.Call(http.MethodPost, "/services/quote", body, "Content-Type", "application/x-www-form-urlencoded")
		assert.Less(t, got.StatusCode, 500, what)
		assert.GreaterOrEqual(t, got.StatusCode, 400, what)
	}
}
