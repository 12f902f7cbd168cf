package loglimit

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// remindEvery is how often an ongoing outage is logged again.
const remindEvery = time.Minute

// Service is an external service that can be down.
type Service struct {
	name string
	down *metrics.Gauge
}

// The services, with their names in the log and in the metrics.
var (
	Database = service("database", "database")
	Pictures = service("picture store", "pictures")
	Uploads  = service("picture store (for writing)", "uploads")
	Mail     = service("mail server", "mail")
	Traces   = service("trace collector", "traces")
)

func service(name, label string) Service {
	return Service{name, metrics.NewGauge(fmt.Sprintf(`parichay_outage{of=%q}`, label), nil)}
}

// Outage logs when a service goes down and when it is back. Every attempt to use the
// service reports its result here.
type Outage struct {
	Of Service

	mu            sync.Mutex
	since, logged time.Time
}

// Away records a failed attempt. It logs the outage, and logs it again every remindEvery.
func (o *Outage) Away(ctx context.Context, err error, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() {
		o.since = now
		o.Of.down.Set(1)
	}
	if now.Sub(o.logged) >= remindEvery {
		slog.WarnContext(ctx, o.Of.name+" is down", "since", o.since, "error", err) //nolint:sloglint // one of a few names
		o.logged = now
	}
}

// Over records a successful attempt. If there was an outage, it logs the end.
func (o *Outage) Over(ctx context.Context, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.since.IsZero() {
		slog.InfoContext(ctx, o.Of.name+" is back", "away", now.Sub(o.since).Round(time.Millisecond)) //nolint:sloglint // one of a few names
		o.since, o.logged = time.Time{}, time.Time{}
		o.Of.down.Set(0)
	}
}
