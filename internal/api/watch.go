package api

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"

	"github.com/VictoriaMetrics/metrics"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"parichay/internal/api/wire"
	"parichay/internal/kit/requestlog"
	"parichay/internal/kit/trace"
)

// requestsOf returns the request log for a configuration.
func requestsOf(config Config, ready func(http.ResponseWriter, *http.Request) (string, bool)) *requestlog.Requests {
	var proxies []netip.Prefix
	for _, proxy := range config.TrustedProxies {
		proxies = append(proxies, netip.MustParsePrefix(proxy)) // the settings have validated them
	}
	find := wire.ClientAddress(config.TrustedProxies)
	all := &requestlog.Requests{Ready: ready, Quiet: "/readyz", Proxies: proxies, Visitor: func(r *http.Request) (visitor netip.Addr) {
		find(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { visitor = middleware.GetClientIPAddr(r.Context()) })).ServeHTTP(nil, r)
		return visitor
	}}
	if config.Traces != nil {
		all.Name = trace.Name
	}
	return all
}

// nameRoute labels a request with its route. All screens of the owner's app share one
// label, because they are the same document.
func nameRoute(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			pattern := chi.RouteContext(r.Context()).RoutePattern()
			if strings.HasPrefix(pattern, "/admin") {
				pattern = "/admin/*"
			}
			requestlog.Route(r.Context(), pattern)
		}()
		next.ServeHTTP(w, r)
	})
}

// WriteMetrics writes the gauges that are sampled at scrape time: readiness, streams, disk,
// connection pools and the job queue.
func (s *Server) WriteMetrics(ctx context.Context, w io.Writer) {
	ready := uint64(0)
	if !s.stopping.Load() && s.site.TakesWrites(ctx) == nil {
		ready = 1
	}
	metrics.WriteGaugeUint64(w, `parichay_ready`, ready)
	metrics.WriteGaugeUint64(w, `parichay_event_streams`, uint64(s.hub.Count()))
	if free, most, ok := s.pictures.Disk(); ok {
		metrics.WriteGaugeUint64(w, `parichay_disk_bytes{of="pictures",state="free"}`, free)
		metrics.WriteGaugeUint64(w, `parichay_disk_bytes{of="pictures",state="most"}`, most)
	}
	s.store.WriteMetrics(ctx, w)
}
