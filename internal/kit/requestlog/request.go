package requestlog

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"parichay/internal/kit/loglimit"
	"parichay/internal/kit/metric"
)

// Header carries the request id, both from a trusted proxy and in every response.
const Header = "X-Request-Id"

// slow is the duration from which a request is logged.
const slow = 3 * time.Second

// Requests logs and counts every request.
type Requests struct {
	Proxies []netip.Prefix // trusted to set the request id
	Visitor func(*http.Request) netip.Addr
	Slow    time.Duration                               // 0: the default
	Quiet   string                                      // the route whose failures are logged elsewhere
	Name    func(ctx context.Context, route, id string) // optional: called with each request's route
	// Ready answers requests that need nothing from the context, and returns their route.
	Ready func(http.ResponseWriter, *http.Request) (route string, served bool)

	routes atomic.Pointer[map[routed]*counted] // copied on write
}

// routed is the key by which requests are counted.
type routed struct{ route, method string }

// request is a request in progress.
type request struct {
	http.ResponseWriter
	id     [1]string // an array, to be sliced into a header value
	peer   string    // IP address at the other end of the connection
	port   string    // of the peer
	route  string
	code   string // reason of a refusal
	status int
	bytes  int64
}

type key struct{}

func from(ctx context.Context) *request {
	q, _ := ctx.Value(key{}).(*request)
	return q
}

// Route sets the route of the request in ctx. It must be a route pattern, never a path:
// routes become metric labels.
func Route(ctx context.Context, pattern string) {
	if q := from(ctx); q != nil && pattern != "" {
		q.route = pattern
	}
}

// Refuse sets the reason why the request in ctx is refused: one of a few codes.
func Refuse(ctx context.Context, code string) {
	if q := from(ctx); q != nil {
		q.code = code
	}
}

// RefuseBy is like Refuse, but for callers that have only the response writer.
func RefuseBy(w http.ResponseWriter, code string) {
	for {
		if q, ok := w.(*request); ok {
			q.code = code
			return
		}
		inner, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return
		}
		w = inner.Unwrap()
	}
}

// refusal reports whether status denies access or enforces a limit on rate or time. Refusals
// are logged, rate-limited per code, so that probing is visible.
func refusal(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return true
	}
	return false
}

// unrouted is the route label of requests that matched no route.
const unrouted = "none"

var underWay = metrics.NewGauge(`parichay_requests_under_way`, nil)

// Serve calls next with a request id in the context; every line logged with that context
// carries the id.
func (a *Requests) Serve(w http.ResponseWriter, r *http.Request, next func(http.ResponseWriter, *http.Request)) {
	begun := time.Now()
	underWay.Inc()
	defer underWay.Dec()
	q := &request{ResponseWriter: w, route: unrouted}
	q.peer, q.port, _ = net.SplitHostPort(r.RemoteAddr)
	if q.id[0] = a.given(r, q.peer); q.id[0] == "" {
		q.id[0] = newID()
	}
	w.Header()[Header] = q.id[:]
	panicked := true
	defer func() {
		if q.status == 0 {
			q.status = http.StatusOK
			if panicked {
				q.status = http.StatusInternalServerError
			}
		}
		a.done(r, q, time.Since(begun))
	}()
	if a.Ready != nil {
		if route, served := a.Ready(q, r); served {
			q.route, panicked = route, false
			return
		}
	}
	r = r.WithContext(context.WithValue(r.Context(), key{}, q))
	next(q, r)
	panicked = false
}

// given returns the request id that a trusted proxy has set, or "". Ids from other clients are
// ignored, because they would let a client write into the log.
func (a *Requests) given(r *http.Request, peer string) string {
	brought := r.Header[Header]
	if len(brought) != 1 || len(a.Proxies) == 0 {
		return ""
	}
	address, err := netip.ParseAddr(peer)
	if err != nil || !slices.ContainsFunc(a.Proxies, func(p netip.Prefix) bool { return p.Contains(address.Unmap()) }) {
		return ""
	}
	id := brought[0]
	if len(id) > 64 || strings.Trim(id, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.") != "" {
		return ""
	}
	return id
}

// newID returns a random request id, which is not a secret.
func newID() string {
	var raw [8]byte
	for i, word := 0, rand.Uint64(); i < len(raw); i, word = i+1, word>>8 { //nolint:gosec // not a secret
		raw[i] = byte(word)
	}
	return hex.EncodeToString(raw[:])
}

// done counts a request and logs it: every request at debug level, otherwise failures,
// refusals and slow requests. Path and query are not logged, because they may contain what
// somebody typed.
func (a *Requests) done(r *http.Request, q *request, took time.Duration) {
	kind := q.Header()["Content-Type"]
	lasting := len(kind) > 0 && strings.HasPrefix(kind[0], "text/event-stream")
	method := methodOf(r)
	if a.Name != nil {
		a.Name(r.Context(), q.route, q.id[0])
	}
	counted := a.route(q.route, method)
	counted.classes[min(max(q.status/100, 1), len(counted.classes))-1].Inc()
	if !lasting {
		counted.seconds.Observe(took)
	}
	level, message := slog.LevelDebug, "request"
	limit := a.Slow
	if limit == 0 {
		limit = slow
	}
	switch {
	case q.status >= 500 && q.route != a.Quiet:
		level = slog.LevelWarn
	case refusal(q.status):
		level, message = slog.LevelInfo, "refused"
		if q.code != "" {
			message += ": " + q.code // the rate limit is per message
		}
	case took >= limit && !lasting:
		level = slog.LevelInfo
	}
	if !slog.Default().Enabled(r.Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", method), slog.String("route", q.route), slog.Int("status", q.status),
		slog.Int64("bytes", q.bytes), slog.Float64("seconds", took.Round(time.Microsecond).Seconds()),
	}
	if visitor := a.Visitor(r); visitor.IsValid() {
		attrs = append(attrs, slog.String(loglimit.Network, Network(visitor).String()))
	}
	ctx := r.Context()
	if from(ctx) == nil {
		ctx = context.WithValue(ctx, key{}, q)
	}
	slog.LogAttrs(ctx, level, message, attrs...) //nolint:sloglint // the message is one of a few codes
}

// counted holds the metrics of a route.
type counted struct {
	classes [5]*metrics.Counter
	seconds *metric.Histogram
}

// counting makes sure that each route's histogram is created once.
var counting struct {
	sync.Mutex
	routes map[string]*counted
}

func (a *Requests) route(route, method string) *counted {
	name := routed{route, method}
	if known := a.routes.Load(); known != nil && (*known)[name] != nil {
		return (*known)[name]
	}
	labels := fmt.Sprintf(`route=%q,method=%q`, route, method)
	counting.Lock()
	defer counting.Unlock()
	c := counting.routes[labels]
	if c == nil {
		c = &counted{seconds: metric.NewHistogram("parichay_request_seconds", labels)}
		for i := range c.classes {
			c.classes[i] = metrics.GetOrCreateCounter(fmt.Sprintf(`parichay_requests_total{%s,class="%dxx"}`, labels, i+1))
		}
		if counting.routes == nil {
			counting.routes = map[string]*counted{}
		}
		counting.routes[labels] = c
	}
	grown := map[routed]*counted{name: c}
	if known := a.routes.Load(); known != nil {
		maps.Copy(grown, *known)
	}
	a.routes.Store(&grown)
	return c
}

// methodOf returns the method as a metric label; unusual methods become "other".
func methodOf(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return r.Method
	}
	return "other"
}

// callerLeft is the status that huma sets once the client has disconnected, after the
// response's own status. Only the first status counts.
const callerLeft = 499

// WriteHeader implements http.ResponseWriter.
func (q *request) WriteHeader(status int) {
	if q.status != 0 && status == callerLeft {
		return
	}
	if q.status == 0 && status >= 200 {
		q.status = status
	}
	q.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (q *request) Write(b []byte) (int, error) {
	if q.status == 0 {
		q.status = http.StatusOK
	}
	n, err := q.ResponseWriter.Write(b)
	q.bytes += int64(n)
	return n, err
}

// ReadFrom implements io.ReaderFrom, so that files are sent by the kernel (sendfile).
func (q *request) ReadFrom(source io.Reader) (int64, error) {
	if q.status == 0 {
		q.status = http.StatusOK
	}
	n, err := io.Copy(q.ResponseWriter, source)
	q.bytes += n
	return n, err
}

// Unwrap supports http.ResponseController.
func (q *request) Unwrap() http.ResponseWriter { return q.ResponseWriter }
