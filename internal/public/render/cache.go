package render

import (
	"context"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"parichay/internal/kit/lowprio"
)

// Size limits of the cache: the default, and the lower limit that applies once there has been
// no request for quietAfter.
const (
	DefaultCacheBytes = 64 << 20
	quietBytes        = 24 << 20
	quietAfter        = 30 * time.Second
)

// failedFor is how long an unrendered page, which the browser has to render, is cached after a
// failed rendering. Then rendering is retried.
const failedFor = 5 * time.Second

// Edition identifies the content that a page was made from. It consists of the version that
// last changed something on the page, the database that the version belongs to, the day or
// year, the last moment at which something on the page began or ended, and the notice if the
// page shows defaults or fallback content.
type Edition struct {
	Version int64
	Origin  int64
	Day     int
	Moment  int64 // in Unix seconds; 0 if nothing has begun or ended yet
	Notice  string
}

// String returns the edition as a short text.
func (e Edition) String() string {
	moment := ""
	if e.Moment != 0 {
		moment = "~" + strconv.FormatInt(e.Moment, 36) + "~"
	}
	return strconv.FormatInt(e.Version, 36) + "." + strconv.FormatInt(e.Origin, 36) + "-" + strconv.Itoa(e.Day) + moment + e.Notice
}

// Cache holds finished pages by address, limited by their total size. A page made for one
// edition is never served for another.
type Cache struct {
	pages   *otter.Cache[string, *entry]
	flights singleflight.Group
	polish  chan polishing
	making  atomic.Int32
	lastHit atomic.Int64 // Unix milliseconds
	most    uint64
	now     func() time.Time

	hits, misses *metrics.Counter
	bytes        *metrics.Gauge
}

type entry struct {
	edition Edition
	page    *Page
	until   time.Time // when the entry expires; zero: with its edition
	asked   atomic.Int32
}

type polishing struct {
	address string
	page    *Page
}

// NewCache returns a cache of at most most bytes, with the clock now. kind is its name in
// metrics. Background work ends with ctx.
func NewCache(ctx context.Context, kind string, most uint64, now func() time.Time) (*Cache, error) {
	pages, err := otter.New(&otter.Options[string, *entry]{
		MaximumWeight: most,
		Weigher:       func(address string, e *entry) uint32 { return uint32(len(address) + e.page.weight()) },
	})
	if err != nil {
		return nil, err
	}
	c := &Cache{pages: pages, polish: make(chan polishing, 100), most: most, now: now}
	c.hits = metrics.GetOrCreateCounter(`parichay_` + kind + `_cache_total{result="hit"}`)
	c.misses = metrics.GetOrCreateCounter(`parichay_` + kind + `_cache_total{result="miss"}`)
	c.bytes = metrics.GetOrCreateGauge(`parichay_`+kind+`_cache_bytes`, nil)
	lowprio.Go(func() { c.polisher(ctx) })
	go c.shrinker(ctx)
	return c, nil
}

// Get returns the cached page of an address if it was made for edition. Otherwise it returns
// the cached page as before, if it was made for another edition of the same origin or has
// expired.
func (c *Cache) Get(address string, edition Edition) (page, before *Page) {
	e, ok := c.pages.GetIfPresent(address)
	if !ok || e.edition.Origin != edition.Origin {
		return nil, nil
	}
	if e.edition != edition || !e.until.IsZero() && c.now().After(e.until) {
		return nil, e.page
	}
	c.Hit(time.Now())
	if e.asked.Add(1) == 2 { // the second request: better compression is worth its cost
		select {
		case c.polish <- polishing{address, e.page}:
		default: // the queue is full: this page stays as it is
		}
	}
	return e.page, nil
}

// Hit counts a response from memory.
func (c *Cache) Hit(now time.Time) {
	c.hits.Inc()
	if at := now.UnixMilli(); at != c.lastHit.Load() {
		c.lastHit.Store(at)
	}
}

// MadeFor reports whether the cached page of an address was made for a version.
func (c *Cache) MadeFor(address string, version int64) bool {
	e, ok := c.pages.GetEntryQuietly(address)
	return ok && e.Value.edition.Version == version
}

// Make returns the page for address and edition; if it is not cached, Make calls fill.
// Concurrent callers share one call of fill. A page that fill could not finish is cached for
// failedFor only.
func (c *Cache) Make(address string, edition Edition, fill func() (page *Page, finished bool, err error)) (*Page, error) {
	made, err, _ := c.flights.Do(edition.String()+" "+address, func() (any, error) {
		if e, ok := c.pages.GetEntryQuietly(address); ok && e.Value.edition == edition && (e.Value.until.IsZero() || c.now().Before(e.Value.until)) {
			return e.Value.page, nil
		}
		c.misses.Inc()
		c.making.Add(1)
		defer c.making.Add(-1)
		page, finished, err := fill()
		if err != nil {
			return nil, err
		}
		e := &entry{edition: edition, page: page}
		if !finished {
			e.until = c.now().Add(failedFor)
		}
		c.pages.Set(address, e)
		return page, nil
	})
	if err != nil {
		return nil, err
	}
	page, _ := made.(*Page)
	return page, nil
}

// Visited reports whether a visitor was served from memory within the last 100 ms; work that
// is not urgent should then yield.
func (c *Cache) Visited() bool { return time.Now().UnixMilli()-c.lastHit.Load() < 100 }

// polisher adds a denser encoding to pages that were requested twice and are still cached. It
// waits while a page is being made.
func (c *Cache) polisher(ctx context.Context) {
	for {
		var next polishing
		select {
		case <-ctx.Done():
			return
		case next = <-c.polish:
		}
		for c.making.Load() > 0 {
			select {
			case <-ctx.Done():
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
		if e, ok := c.pages.GetEntryQuietly(next.address); ok && e.Value.page == next.page {
			lowprio.Work(func() { _ = next.page.condense() }) // on failure the page stays gzipped
		}
	}
}

// shrinker lowers the cache's size limit while there are no visitors.
func (c *Cache) shrinker(ctx context.Context) {
	tick := time.NewTicker(quietAfter / 6)
	defer tick.Stop()
	seen, quiet := c.misses.Get(), time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if made := c.misses.Get(); made != seen || time.Since(time.UnixMilli(c.lastHit.Load())) < quietAfter/6 {
			seen, quiet = made, time.Now()
		}
		most := c.most
		if time.Since(quiet) >= quietAfter {
			most = min(most, quietBytes)
		}
		c.bytes.Set(float64(c.pages.WeightedSize()))
		if c.pages.GetMaximum() != most {
			c.pages.SetMaximum(most)
			c.pages.CleanUp()
			debug.FreeOSMemory()
		}
	}
}
