package trace

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"

	"parichay/internal/kit/loglimit"
)

// exporter posts spans as OTLP JSON. The official exporter depends on gRPC and
// protobuf, which are larger than the rest of tracing.
type exporter struct {
	to     string
	client http.Client
}

func newExporter(collector *url.URL) *exporter {
	return &exporter{to: collector.JoinPath("v1/traces").String(), client: http.Client{Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

var outage = loglimit.Outage{Of: loglimit.Traces}

func logFailure(err error) { outage.Away(context.Background(), err, time.Now()) }

// The subset of OTLP JSON that spans need.
type (
	value struct {
		String *string  `json:"stringValue,omitempty"`
		Int    *string  `json:"intValue,omitempty"`
		Double *float64 `json:"doubleValue,omitempty"`
		Bool   *bool    `json:"boolValue,omitempty"`
	}
	pair struct {
		Key   string `json:"key"`
		Value value  `json:"value"`
	}
	status struct {
		Code int `json:"code,omitempty"`
	}
	span struct {
		TraceID    string `json:"traceId"`
		SpanID     string `json:"spanId"`
		ParentID   string `json:"parentSpanId,omitempty"`
		Name       string `json:"name"`
		Kind       int    `json:"kind"`
		Start      string `json:"startTimeUnixNano"`
		End        string `json:"endTimeUnixNano"`
		Attributes []pair `json:"attributes,omitempty"`
		Status     status `json:"status"`
	}
	scoped struct {
		Scope struct {
			Name string `json:"name"`
		} `json:"scope"`
		Spans []span `json:"spans"`
	}
	resourced struct {
		Resource struct {
			Attributes []pair `json:"attributes"`
		} `json:"resource"`
		Scopes []scoped `json:"scopeSpans"`
	}
	request struct {
		Resources []resourced `json:"resourceSpans"`
	}
)

// ExportSpans implements sdk.SpanExporter.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	var one resourced
	one.Resource.Attributes = pairs(spans[0].Resource().Attributes(), func(attribute.Key) bool { return true })
	byScope := map[string]int{}
	for _, s := range spans {
		name := s.InstrumentationScope().Name
		at, ok := byScope[name]
		if !ok {
			at = len(one.Scopes)
			byScope[name] = at
			var next scoped
			next.Scope.Name = name
			one.Scopes = append(one.Scopes, next)
		}
		one.Scopes[at].Spans = append(one.Scopes[at].Spans, encode(s))
	}
	raw, err := json.Marshal(request{[]resourced{one}})
	if err != nil {
		return err
	}
	return e.post(ctx, raw)
}

func (e *exporter) post(ctx context.Context, raw []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.to, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := e.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<16)) // so that the connection is reused
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("trace collector answered %s", answer.Status)
	}
	outage.Over(ctx, time.Now())
	return nil
}

// Shutdown implements sdk.SpanExporter.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

func encode(s sdk.ReadOnlySpan) span {
	at := s.SpanContext()
	out := span{
		TraceID: at.TraceID().String(), SpanID: at.SpanID().String(), Name: s.Name(), Kind: int(s.SpanKind()),
		Start: strconv.FormatInt(s.StartTime().UnixNano(), 10), End: strconv.FormatInt(s.EndTime().UnixNano(), 10),
		Attributes: pairs(s.Attributes(), exported),
	}
	if s.Parent().SpanID().IsValid() {
		out.ParentID = s.Parent().SpanID().String()
	}
	if s.Status().Code == codes.Error {
		out.Status.Code = 2
	}
	return out
}

func pairs(attributes []attribute.KeyValue, include func(attribute.Key) bool) (all []pair) {
	for _, a := range attributes {
		if !include(a.Key) {
			continue
		}
		var v value
		switch a.Value.Type() {
		case attribute.BOOL:
			v.Bool = new(a.Value.AsBool())
		case attribute.INT64:
			v.Int = new(strconv.FormatInt(a.Value.AsInt64(), 10))
		case attribute.FLOAT64:
			v.Double = new(a.Value.AsFloat64())
		default:
			v.String = new(a.Value.String())
		}
		all = append(all, pair{string(a.Key), v})
	}
	return all
}
