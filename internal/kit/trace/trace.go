// Package trace sends what requests and statements took to a collector, where the
// operator named one, and does nothing otherwise. It is the only place that knows
// OpenTelemetry.
package trace

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	otrace "go.opentelemetry.io/otel/trace"
)

// Bounds on what waits for a collector that is slow or away; the rest is dropped.
const (
	mostWaiting = 2048
	sendEvery   = 5 * time.Second
)

// Tracing is spans on their way to a collector. The nil one makes none.
type Tracing struct{ provider *sdk.TracerProvider }

// To sends spans to a collector's address (OTLP over HTTP), as the program named
// version. OTEL_TRACES_SAMPLER says of how many requests, as everywhere.
func To(collector *url.URL, version string) *Tracing {
	if collector == nil {
		return nil
	}
	return to(newExporter(collector), version)
}

func to(exporter sdk.SpanExporter, version string) *Tracing {
	provider := sdk.NewTracerProvider(
		sdk.WithBatcher(exporter, sdk.WithMaxQueueSize(mostWaiting), sdk.WithBatchTimeout(sendEvery)),
		sdk.WithResource(resource.NewSchemaless(attribute.String("service.name", "parichay"), attribute.String("service.version", version))),
	)
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { tell(err) }))
	return &Tracing{provider}
}

// Stop sends what waits.
func (t *Tracing) Stop(ctx context.Context) {
	if t != nil {
		_ = t.provider.Shutdown(ctx) // what cannot be sent is lost, and is told
	}
}

// Statements traces what a database is asked; nil asks untraced. Values are not told.
func (t *Tracing) Statements() pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithDisableConnectionDetailsInAttributes())
}

// Requests traces what handler answers. The span of a stranger is not believed: it
// would decide what is kept.
func (t *Tracing) Requests(handler http.Handler) http.Handler {
	if t == nil {
		return handler
	}
	return otelhttp.NewHandler(handler, "request", otelhttp.WithTracerProvider(t.provider), otelhttp.WithPublicEndpointFn(func(*http.Request) bool { return true }),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return r.Method }))
}

// Name says which route the request of ctx took, and its id.
func Name(ctx context.Context, route, id string) {
	span := otrace.SpanFromContext(ctx)
	if span.IsRecording() {
		span.SetName(route)
		span.SetAttributes(attribute.String("http.route", route), attribute.String("request.id", id))
	}
}

// told are the attributes that leave the program. A visitor's address, the query and
// what a browser says of itself do not.
func told(key attribute.Key) bool {
	switch key {
	case "http.route", "request.id", "http.request.method", "http.response.status_code", "http.response.body.size", "http.request.body.size":
		return true
	}
	return strings.HasPrefix(string(key), "db.") || strings.HasPrefix(string(key), "pgx.")
}
