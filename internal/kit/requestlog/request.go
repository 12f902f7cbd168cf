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

// Header carries a request's id, in from a proxy and out.
const Header = "X-Request-Id"

// slow is what nobody should wait for; what takes as long is told.
const slow = 3 * time.Second

// Requests tells the log and the metrics of every request.
type Requests struct {
	Proxies []netip.Prefix // whose requests may bring an id
	Visitor func(*http.Request) netip.Addr
	Slow    time.Duration                               // 0: as usual
	Quiet   string                                      // the route whose failures are told elsewhere
	Name    func(ctx context.Context, route, id string) // told of each request's route, if there is one to tell
	// Ready answers what needs nothing of a request's context, and says which route that was.
	Ready func(http.ResponseWriter, *http.Request) (route string, served bool)

	routes atomic.Pointer[map[routed]*counted] // what is counted of each route; a new map for each new one
}

// routed is what requests are counted by.
type routed struct{ route, method string }

// request is one under way.
type request struct {
	http.ResponseWriter
	id     [1]string // as headers have it
	peer   string    // who is at the other end of the connection
	port   string    // of the peer
	route  string
	code   string // why it was refused, if it was
	status int
	bytes  int64
}

type key struct{}

func from(ctx context.Context) *request {
	q, _ := ctx.Value(key{}).(*request)
	return q
}

// Route says which route a request of ctx takes. It must be one of few: a pattern,
// never a path that somebody made up.
func Route(ctx context.Context, pattern string) {
	if q := from(ctx); q != nil && pattern != "" {
		q.route = pattern
	}
}

// Refuse says why the request of ctx is refused: a code, one of few.
func Refuse(ctx context.Context, code string) {
	if q := from(ctx); q != nil {
		q.code = code
	}
}

// RefuseBy says the same where there is only the answer.
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

// refusal tells whether somebody may not, or may not so often. Each leaves a line, as
// many of a code as the log may be told: who tries doors is seen.
func refusal(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusTooManyRequests
}

// unrouted are requests that no route took.
const unrouted = "none"

var underWay = metrics.NewGauge(`parichay_requests_under_way`, nil)

// Serve passes a request on, with an id that every line it causes will have.
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
	fallen := true
	defer func() {
		if q.status == 0 {
			q.status = http.StatusOK
			if fallen {
				q.status = http.StatusInternalServerError
			}
		}
		a.done(r, q, time.Since(begun))
	}()
	if a.Ready != nil {
		if route, served := a.Ready(q, r); served {
			q.route, fallen = route, false
			return
		}
	}
	r = r.WithContext(context.WithValue(r.Context(), key{}, q))
	next(q, r)
	fallen = false
}

// given is the id a proxy brought. What others bring would be their words in our log.
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

// newID tells requests apart. Nobody gains by guessing one.
func newID() string {
	var raw [8]byte
	for i, word := 0, rand.Uint64(); i < len(raw); i, word = i+1, word>>8 { //nolint:gosec // it is no secret
		raw[i] = byte(word)
	}
	return hex.EncodeToString(raw[:])
}

// done counts a request, and tells the log: of every one where it wants to know all,
// else of failures and of what was slow. Neither path nor query is told, which may
// hold what somebody typed.
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
			message += ": " + q.code // a flood of one kind does not drown the others
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
	slog.LogAttrs(ctx, level, message, attrs...) //nolint:sloglint // one of few: codes are ours
}

// counted is what is counted of a route.
type counted struct {
	classes [5]*metrics.Counter
	seconds *metric.Histogram
}

// counting keeps two requests from making one route's histogram twice.
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

// methodOf is a request's method, if it is one that anybody has a use for.
func methodOf(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return r.Method
	}
	return "other"
}

// callerLeft is what huma sets, after the answer's own status, once nobody reads the
// rest. The answer is told by the status it has.
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

// ReadFrom implements io.ReaderFrom: files go out without passing through us.
func (q *request) ReadFrom(source io.Reader) (int64, error) {
	if q.status == 0 {
		q.status = http.StatusOK
	}
	n, err := io.Copy(q.ResponseWriter, source)
	q.bytes += n
	return n, err
}

// Unwrap is for http.ResponseController.
func (q *request) Unwrap() http.ResponseWriter { return q.ResponseWriter }
