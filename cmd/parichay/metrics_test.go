package main

import (
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/metric"
	"parichay/internal/settings"
	"parichay/internal/testdb"
)

// scrape is what the program tells who watches it.
func (p program) scrape(t *testing.T) string {
	t.Helper()
	require.Eventually(t, func() bool { return p.listens(settings.MetricsListen) != "" }, 30*time.Second, 10*time.Millisecond)
	p.address = p.listens(settings.MetricsListen)
	status, body := p.ask(t, http.MethodGet, "/metrics")
	require.Equal(t, http.StatusOK, status)
	return body
}

var family = regexp.MustCompile(`(?m)^(parichay_[a-z_]+?)(?:_bucket|_sum|_count)?[{ ]`)

func TestTheMetricsAreThoseOfTheTableAndHaveNoPathThatSomebodyMadeUp(t *testing.T) {
	_, address := testdb.New(t)
	testdb.Exec(t, address, `UPDATE backup_state SET made_at = now()`)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_METRICS_LISTEN", "127.0.0.1:0"))
	for _, path := range []string{"/", "/hi/blog", "/made-up-by-somebody", "/blog/made-up-too", "/admin/inbox", "/api/v1/made-up", "/api/v1/site"} {
		p.get(t, path)
	}
	text := p.scrape(t)
	var shown, told []string
	for _, found := range family.FindAllStringSubmatch(text, -1) {
		shown = append(shown, found[1])
	}
	for _, row := range metric.Table {
		told = append(told, row.Name)
	}
	slices.Sort(shown)
	slices.Sort(told)
	assert.Equal(t, told, slices.Compact(shown))
	assert.NotContains(t, text, "made-up")
	for _, series := range []string{
		`parichay_requests_total{route="/",method="GET",class="2xx"}`, `parichay_requests_total{route="/hi/blog",method="GET",class="2xx"}`,
		`parichay_requests_total{route="/blog/{id}",method="GET",class="4xx"}`, `parichay_requests_total{route="none",method="GET",class="4xx"}`,
		`parichay_requests_total{route="/admin/*",method="GET",class="2xx"}`, `parichay_request_seconds_bucket{route="/api/v1/site",method="GET",le="+Inf"}`,
		`parichay_build_info{version="dev"} 1`, `parichay_ready 1`, `parichay_outage{of="database"} 0`,
	} {
		assert.Contains(t, text, series)
	}
	assert.Less(t, strings.Count(text, "\n"), 5000)
}

func TestTheLogIsForProgramsWhereThatIsSet(t *testing.T) {
	for level, lines := range map[string]int{"info": 1, "warn": 0} {
		var log transcript
		environ := environment("PARICHAY_LOG_FORMAT", "json", "PARICHAY_LOG_LEVEL", level)
		require.Equal(t, 0, run(t.Context(), []string{"version"}, from(environ), nil, &transcript{}, &log))
		slog.InfoContext(t.Context(), "something")
		assert.Equal(t, lines, strings.Count(log.String(), `"level":"INFO","msg":"something"`), log.String())
	}
}

func TestEveryRequestIsToldAtLevelDebugWithoutWhatWasTyped(t *testing.T) {
	_, address := testdb.New(t)
	p := serve(t, environment("PARICHAY_DATABASE_URL", address, "PARICHAY_LOG_LEVEL", "debug"))
	p.get(t, "/?email=somebody@example.com")
	require.Eventually(t, func() bool { return strings.Contains(p.log.String(), "msg=request method=GET route=/ status=200") }, 10*time.Second, time.Millisecond)
	assert.Contains(t, p.log.String(), "network=127.0.0.0/24")
	assert.NotContains(t, p.log.String(), "somebody")
}
