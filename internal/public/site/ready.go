package site

import (
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"

	"parichay/internal/domain/content"
	"parichay/internal/kit/requestlog"
	"parichay/internal/public/render"
)

// ready holds finished responses of a snapshot by path. They are served without routing and
// without a lookup in the page cache.
type ready struct {
	answers sync.Map // *readyAnswer by path
	count   atomic.Int32
	bytes   atomic.Int64
}

// Limits of the ready responses, which use memory in addition to the caches.
const (
	mostReady      = 1000
	mostReadyBytes = 16 << 20
)

type readyAnswer struct {
	page   *render.Page
	cache  *render.Cache // the cache that the page comes from
	header http.Header   // in addition to the page's own
	route  string
	until  time.Time
}

// ServeReady serves r if its response is ready. It returns the route that r would have taken.
func (s *Site) ServeReady(w http.ResponseWriter, r *http.Request) (route string, served bool) {
	if r.URL.RawQuery != "" || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return "", false
	}
	found, ok := s.live.current.Load().ready.answers.Load(r.URL.Path)
	if !ok {
		return "", false
	}
	answer := found.(*readyAnswer) //nolint:forcetypeassert // nothing else is stored
	now := s.config.Now()
	if !now.Before(answer.until) {
		return "", false
	}
	answer.cache.Hit(now)
	answer.page.Serve(w, r, answer.header)
	return answer.route, true
}

// keepReady stores the response to r for ServeReady: the page and the headers of w. The response is
// kept until somebody saves something or the page, which shows list, changes without a save.
func (s *Site) keepReady(w http.ResponseWriter, r *http.Request, now *snapshot, cache *render.Cache, page *render.Page, list *content.Collection) {
	if r.URL.RawQuery != "" || !page.Settled() || s.config.Purged || now.kept != nil || now.notice != "" {
		return
	}
	if now.ready.count.Load() >= mostReady || now.ready.bytes.Load() >= mostReadyBytes {
		return
	}
	header := page.Besides(w.Header())
	delete(header, requestlog.Header)
	answer := &readyAnswer{page: page, cache: cache, header: header, route: r.URL.Path, until: s.config.Now().Add(s.untilItChanges(list))}
	if routed := chi.RouteContext(r.Context()); routed != nil {
		answer.route = routed.RoutePattern()
	}
	if _, before := now.ready.answers.Swap(r.URL.Path, answer); !before {
		now.ready.count.Add(1)
		now.ready.bytes.Add(page.Bytes())
	}
}
