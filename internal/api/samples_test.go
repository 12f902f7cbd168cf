package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPIDoesNotShowHiddenParts(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	require.Equal(t, http.StatusOK, s.save(map[string]any{"contact": map[string]any{"phone": "98250 98250"}, "show": map[string]any{"phone": "no"}}).StatusCode)
	for _, path := range []string{"/api/v1/site", "/api/v1/page?path=/", "/contact.vcf", "/", "/gu/download"} {
		body := string(s.call(http.MethodGet, path, nil).body)
		assert.NotContains(t, strings.ReplaceAll(body, " ", ""), "9825098250", path)
	}
	assert.Equal(t, "98250 98250", s.stored().Site["contact"].(map[string]any)["phone"], "the owner still sees it")
}

func TestSamplesCanBeRemovedAndRestored(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	samples := func() (n int) {
		var counts map[string]struct{ Samples int }
		s.call(http.MethodGet, "/api/v1/stored", nil).into(t, &counts)
		for _, c := range counts {
			n += c.Samples
		}
		return n
	}
	all := samples()
	require.Positive(t, all)
	require.Equal(t, http.StatusNoContent, s.call(http.MethodPost, "/api/v1/samples", map[string]any{"deed": "remove"}).StatusCode)
	assert.Zero(t, samples())
	require.Equal(t, http.StatusNoContent, s.call(http.MethodPost, "/api/v1/samples", map[string]any{"deed": "restore"}).StatusCode)
	assert.Equal(t, all, samples())
	assert.Equal(t, http.StatusUnprocessableEntity, s.call(http.MethodPost, "/api/v1/samples", map[string]any{"deed": "sell"}).StatusCode)
}
