package metric

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// update is set by `make generate`.
var update = flag.Bool("update", false, "write generated files instead of comparing them")

const deploy = "../../../deploy/"

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

func TestGeneratedPageOfMetricsIsCurrent(t *testing.T) {
	t.Parallel()
	const page = "../../../docs/metrics.md"
	want := "<!-- Written by `make generate` from internal/kit/metric. -->\n# Metrics\n\n`PARICHAY_METRICS_LISTEN` serves these metrics to Prometheus, plus those of the process (`process_…`, `go_…`). " +
		"Counters end\nin `_total` and restart at 0 with the program. A histogram has `_bucket`, `_sum` and `_count`.\n\n" + Markdown()
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o600))
		return
	}
	if read(t, page) != want {
		t.Errorf("%s is stale: run `make generate`", page)
	}
}

// others lists metrics that are not in the table: those of Prometheus, of the certificate
// probe, and of every process.
var others = []string{"up", "probe_ssl_earliest_cert_expiry", "process_resident_memory_bytes"}

var (
	named   = regexp.MustCompile(`\b(?:parichay|process|go|probe)_[a-z_]+\b|\bup\b`)
	part    = regexp.MustCompile(`_(bucket|sum|count)$`)
	alerted = regexp.MustCompile(`(?m)^ *- alert: (\w+)$`)
	rule    = regexp.MustCompile(`(?m)^ +expr: (\|\n(?: {10,}.*\n)+|.*\n)`)
)

// unknown lists the metrics in an expression that do not exist.
func unknown(expression string) (names []string) {
	for _, name := range named.FindAllString(expression, -1) {
		family := part.ReplaceAllString(name, "")
		known := slices.ContainsFunc(Table, func(r Row) bool { return r.Name == name || r.Name == family && strings.HasSuffix(family, "_seconds") })
		if !known && !slices.Contains(others, name) {
			names = append(names, name)
		}
	}
	return names
}

// expressions returns all queries of a dashboard.
func expressions(value any) (all []string) {
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if text, ok := member.(string); ok && (key == "expr" || key == "query") {
				all = append(all, text)
			}
			all = append(all, expressions(member)...)
		}
	case []any:
		for _, member := range value {
			all = append(all, expressions(member)...)
		}
	}
	return all
}

func TestDashboardAndAlertsUseExistingMetrics(t *testing.T) {
	t.Parallel()
	var dashboard any
	require.NoError(t, json.Unmarshal([]byte(read(t, deploy+"grafana.json")), &dashboard))
	asked := expressions(dashboard)
	require.Greater(t, len(asked), 30)
	rules := rule.FindAllString(read(t, deploy+"alerts.yaml"), -1)
	require.Len(t, rules, len(alerted.FindAllString(read(t, deploy+"alerts.yaml"), -1)), "not every rule was found")
	for _, expression := range append(asked, rules...) {
		assert.Empty(t, unknown(expression), expression)
	}
	whole := strings.Join(asked, " ")
	for _, row := range Table {
		if !strings.Contains(whole, row.Name) {
			t.Errorf("no panel of deploy/grafana.json shows %s: add one, the dashboard shows every metric", row.Name)
		}
	}
}

func TestEveryAlertHasATestAndAnAction(t *testing.T) {
	t.Parallel()
	rules, tests := read(t, deploy+"alerts.yaml"), read(t, deploy+"alerts_test.yaml")
	names := alerted.FindAllStringSubmatch(rules, -1)
	for _, name := range names {
		assert.Contains(t, tests, `alertname="`+name[1]+`"`)
	}
	assert.Equal(t, len(names), strings.Count(rules, "          action: "))
}

func TestAlertRulesPassPromtool(t *testing.T) {
	t.Parallel()
	promtool := "../../../bin/promtool"
	if _, err := os.Stat(promtool); err != nil {
		if promtool, err = exec.LookPath("promtool"); err != nil {
			t.Skip("promtool is missing: run `scripts/setup alerts`")
		}
	}
	for _, args := range [][]string{{"check", "rules", deploy + "alerts.yaml"}, {"test", "rules", deploy + "alerts_test.yaml"}} {
		var out bytes.Buffer
		command := exec.CommandContext(t.Context(), promtool, args...)
		command.Stdout, command.Stderr = &out, &out
		assert.NoError(t, command.Run(), "%s\n%s", args, out.String())
	}
}
