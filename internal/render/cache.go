package render

import (
	"context"

	"github.com/VictoriaMetrics/metrics"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// cacheSize bounds the pages kept; a page takes about 90 KB in its three
// encodings.
const cacheSize = 1000

var (
	hits   = metrics.NewCounter(`parichay_page_cache_total{result="hit"}`)
	misses = metrics.NewCounter(`parichay_page_cache_total{result="miss"}`)
)

// Cache keeps finished pages by address and edition. A page made from an
// older edition is never served for a newer one.
type Cache struct {
	pages   *lru.Cache[string, entry]
	flights singleflight.Group
	polish  chan *Page
}

type entry struct {
	edition string
	page    *Page
}

// NewCache starts the cache and the goroutine that compresses pages again, better,
// while nothing else waits for it; it ends with ctx.
func NewCache(ctx context.Context) (*Cache, error) {
	pages, err := lru.New[string, entry](cacheSize)
	if err != nil {
		return nil, err
	}
	c := &Cache{pages: pages, polish: make(chan *Page, cacheSize)}
	go c.polisher(ctx)
	return c, nil
}

// Get returns the page kept for address if it was made for edition.
func (c *Cache) Get(address string, edition string) *Page {
	if e, ok := c.pages.Get(address); ok && e.edition == edition {
		hits.Inc()
		return e.page
	}
	return nil
}

// Make returns the page for address and edition, calling fill when there is
// none. However many ask at once, fill runs once; a page it returns as not
// worth keeping is handed to those who waited and then forgotten.
func (c *Cache) Make(address string, edition string, fill func() (page *Page, keep bool, err error)) (*Page, error) {
	if page := c.Get(address, edition); page != nil {
		return page, nil
	}
	made, err, _ := c.flights.Do(edition+" "+address, func() (any, error) {
		if page := c.Get(address, edition); page != nil {
			return page, nil
		}
		misses.Inc()
		page, keep, err := fill()
		if err == nil && keep {
			c.pages.Add(address, entry{edition, page})
			select {
			case c.polish <- page:
			default: // the queue is full: this page stays as it is
			}
		}
		return page, err
	})
	if err != nil {
		return nil, err
	}
	page, _ := made.(*Page)
	return page, nil
}

func (c *Cache) polisher(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case page := <-c.polish:
			_ = page.compress(bestBrotli) // on failure the quick variant stays
		}
	}
}
