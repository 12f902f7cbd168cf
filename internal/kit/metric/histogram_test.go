package metric

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestHistogramUsesPrometheusFormat(t *testing.T) {
	t.Parallel()
	h := &Histogram{name: "some_seconds", labels: `route="/"`}
	for _, took := range []time.Duration{time.Millisecond, 5 * time.Millisecond, 30 * time.Millisecond, time.Hour} {
		h.Observe(took)
	}
	var out bytes.Buffer
	h.write(&out)
	assert.Equal(t, `some_seconds_bucket{route="/",le="0.005"} 1
some_seconds_bucket{route="/",le="0.025"} 2
some_seconds_bucket{route="/",le="0.1"} 3
some_seconds_bucket{route="/",le="0.5"} 3
some_seconds_bucket{route="/",le="2.5"} 3
some_seconds_bucket{route="/",le="+Inf"} 4
some_seconds_sum{route="/"} 3600.036
some_seconds_count{route="/"} 4
`, out.String())
}
