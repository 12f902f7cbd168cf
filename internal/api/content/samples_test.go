package content_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/apitest"
)

func TestAPIDoesNotShowHiddenParts(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"contact": map[string]any{"phone": "98250 98250"}, "show": map[string]any{"phone": "no"}}).StatusCode)
	for _, path := range []string{"/api/v1/site", "/api/v1/page?path=/", "/contact.vcf", "/", "/gu/download"} {
		body := string(s.Call(http.MethodGet, path, nil).Raw)
		assert.NotContains(t, strings.ReplaceAll(body, " ", ""), "9825098250", path)
	}
	assert.Equal(t, "98250 98250", s.Stored().Site["contact"].(map[string]any)["phone"], "the owner still sees it")
}

func TestSamplesCanBeRemovedAndRestored(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	samples := func() (n int) {
		var counts map[string]struct{ Samples int }
		s.Call(http.MethodGet, "/api/v1/stored", nil).Into(t, &counts)
		for _, c := range counts {
			n += c.Samples
		}
		return n
	}
	all := samples()
	require.Positive(t, all)
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodPost, "/api/v1/samples", map[string]any{"deed": "remove"}).StatusCode)
	assert.Zero(t, samples())
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodPost, "/api/v1/samples", map[string]any{"deed": "restore"}).StatusCode)
	assert.Equal(t, all, samples())
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPost, "/api/v1/samples", map[string]any{"deed": "sell"}).StatusCode)
}
