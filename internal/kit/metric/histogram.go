package metric

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// bounds are the upper bounds of the buckets in milliseconds. In order, a typical response in each
// bucket is served from memory, rendered, read from the database, noticeably slow, or abandoned by
// the visitor. There are few buckets, because each adds a series per route.
var bounds = [...]int64{5, 25, 100, 500, 2500}

// Histogram counts durations in Prometheus buckets. The library's own histogram uses the
// bucket format of VictoriaMetrics.
type Histogram struct {
	name, labels string
	buckets      [len(bounds) + 1]atomic.Uint64
	nanoseconds  atomic.Int64
}

// all holds the histograms to be exported.
var all struct {
	sync.Mutex
	histograms []*Histogram
}

func init() { metrics.RegisterMetricsWriter(writeHistograms) } //nolint:gochecknoinits // once per process, like the library's own metrics

// NewHistogram returns an exported histogram. labels are written verbatim, such as route="/".
func NewHistogram(name, labels string) *Histogram {
	h := &Histogram{name: name, labels: labels}
	all.Lock()
	defer all.Unlock()
	all.histograms = append(all.histograms, h)
	return h
}

// Observe adds one duration.
func (h *Histogram) Observe(took time.Duration) {
	at, ms := 0, took.Milliseconds()
	for at < len(bounds) && ms >= bounds[at] {
		at++
	}
	h.buckets[at].Add(1)
	h.nanoseconds.Add(int64(took))
}

func writeHistograms(w io.Writer) {
	all.Lock()
	histograms := slices.Clone(all.histograms)
	all.Unlock()
	slices.SortFunc(histograms, func(a, b *Histogram) int { return strings.Compare(a.name+a.labels, b.name+b.labels) })
	for _, h := range histograms {
		h.write(w)
	}
}

func (h *Histogram) write(w io.Writer) {
	before, labels := "", ""
	if h.labels != "" {
		before, labels = h.labels+",", "{"+h.labels+"}"
	}
	total := uint64(0)
	for i := range h.buckets {
		bound := "+Inf"
		if i < len(bounds) {
			bound = fmt.Sprint(float64(bounds[i]) / 1000)
		}
		total += h.buckets[i].Load()
		fmt.Fprintf(w, "%s_bucket{%sle=%q} %d\n", h.name, before, bound, total)
	}
	fmt.Fprintf(w, "%s_sum%s %g\n", h.name, labels, time.Duration(h.nanoseconds.Load()).Seconds())
	fmt.Fprintf(w, "%s_count%s %d\n", h.name, labels, total)
}
