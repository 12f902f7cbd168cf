package api_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/rig"
	"parichay/locales"
)

// everyRoute lists all open routes, of the router and of the public pages, without language
// prefixes. All screens of the owner's app count as one route.
func everyRoute(t *testing.T, s *apitest.Site) []string {
	t.Helper()
	found := map[string]bool{"GET /*": true} // requests that match no route
	add := func(method, pattern string) {
		_, pattern = locales.Cut(pattern)
		if strings.HasPrefix(pattern, "/admin/") && pattern != "/admin/" {
			pattern = "/admin"
		}
		found[method+" "+pattern] = true
	}
	routes, ok := s.Server.Mux().(chi.Routes)
	require.True(t, ok)
	closed := map[string]bool{}
	for name, op := range operations(s.Server) {
		closed[name] = op.Metadata[api.AccessKey] != api.Open
	}
	require.NoError(t, chi.Walk(routes, func(method, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if !closed[method+" "+pattern] {
			add(method, pattern)
		}
		return nil
	}))
	for _, page := range regexp.MustCompile(`<loc>https?://[^/<]+([^<]*)</loc>`).FindAllStringSubmatch(string(s.Call(http.MethodGet, "/sitemap.xml", nil).Raw), -1) {
		_, path := locales.Cut("/" + strings.TrimPrefix(page[1], "/"))
		if strings.Count(path, "/") == 1 { // the pages of items share a route
			add(http.MethodGet, path)
		}
	}
	var all []string
	for name := range found {
		all = append(all, name)
	}
	return all
}

func TestTheRoutesDrillCoversEveryOpenRoute(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	var drilled []string
	for _, route := range rig.Routes {
		drilled = append(drilled, route.Pattern)
	}
	assert.ElementsMatch(t, everyRoute(t, s), drilled)
}
