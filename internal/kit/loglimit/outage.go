package loglimit

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// remindEvery is how often the log is told that something is still away.
const remindEvery = time.Minute

// Service is something the program needs that can be away.
type Service struct {
	name string
	away *metrics.Gauge
}

// What can be away, in the words of the log and of the metrics.
var (
	Database = service("database", "database")
	Pictures = service("picture store", "pictures")
	Uploads  = service("picture store (for writing)", "uploads")
	Mail     = service("mail server", "mail")
	Traces   = service("collector of traces", "traces")
)

func service(name, label string) Service {
	return Service{name, metrics.NewGauge(fmt.Sprintf(`parichay_outage{of=%q}`, label), nil)}
}

// Outage tells the log when a service goes and when it is back. Each attempt to
// reach it reports here, some in a second.
type Outage struct {
	Of Service

	mu          sync.Mutex
	since, said time.Time
}

// Away says that an attempt to reach it failed.
func (o *Outage) Away(ctx context.Context, err error, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() {
		o.since = now
		o.Of.away.Set(1)
	}
	if now.Sub(o.said) >= remindEvery {
		slog.WarnContext(ctx, o.Of.name+" is away", "since", o.since, "error", err) //nolint:sloglint // one of a few names
		o.said = now
	}
}

// Over says that one succeeded.
func (o *Outage) Over(ctx context.Context, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.since.IsZero() {
		slog.InfoContext(ctx, o.Of.name+" is back", "away", now.Sub(o.since).Round(time.Millisecond)) //nolint:sloglint // one of a few names
		o.since, o.said = time.Time{}, time.Time{}
		o.Of.away.Set(0)
	}
}
