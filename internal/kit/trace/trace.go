// Package trace exports spans of requests and SQL statements to an OpenTelemetry
// collector. Without a configured collector it does nothing. No other package
// imports OpenTelemetry.
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

// Limits of the span queue. While the collector is slow or down, further spans are dropped.
const (
	mostWaiting = 2048
	sendEvery   = 5 * time.Second
)

// Tracing exports spans to a collector. A nil Tracing traces nothing.
type Tracing struct{ provider *sdk.TracerProvider }

// To exports spans to a collector URL (OTLP over HTTP), labelled with version.
// OTEL_TRACES_SAMPLER sets the sampling rate, as usual. If collector is nil, To returns nil.
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
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { logFailure(err) }))
	return &Tracing{provider}
}

// Stop flushes queued spans.
func (t *Tracing) Stop(ctx context.Context) {
	if t != nil {
		_ = t.provider.Shutdown(ctx) // unsent spans are lost; the error handler logs it
	}
}

// Statements returns a tracer for SQL statements, or nil without a collector. Parameter
// values are not exported.
func (t *Tracing) Statements() pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithDisableConnectionDetailsInAttributes())
}

// Requests traces handler. Incoming trace headers do not become the parent span, because
// a client could then decide which requests are sampled.
func (t *Tracing) Requests(handler http.Handler) http.Handler {
	if t == nil {
		return handler
	}
	return otelhttp.NewHandler(handler, "request", otelhttp.WithTracerProvider(t.provider), otelhttp.WithPublicEndpointFn(func(*http.Request) bool { return true }),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return r.Method }))
}

// Name sets the route and request id of the span in ctx.
func Name(ctx context.Context, route, id string) {
	span := otrace.SpanFromContext(ctx)
	if span.IsRecording() {
		span.SetName(route)
		span.SetAttributes(attribute.String("http.route", route), attribute.String("request.id", id))
	}
}

// exported reports whether an attribute may leave the program. The visitor's address,
// the query string and the user agent may not.
func exported(key attribute.Key) bool {
	switch key {
	case "http.route", "request.id", "http.request.method", "http.response.status_code", "http.response.body.size", "http.request.body.size":
		return true
	}
	return strings.HasPrefix(string(key), "db.") || strings.HasPrefix(string(key), "pgx.")
}
