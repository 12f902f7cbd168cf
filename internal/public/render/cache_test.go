package render

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func pageOf(t *testing.T, content string) *Page {
	t.Helper()
	p, err := NewPage(http.StatusOK, []byte(content), http.Header{"Content-Type": {"text/html"}})
	require.NoError(t, err)
	return p
}

// newCache returns a cache with its own clock and with counters that start at 0.
func newCache(t *testing.T, most uint64) (c *Cache, now *time.Time) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(cancel)
	now = new(time.Date(2026, time.November, 16, 6, 30, 0, 0, time.UTC))
	c, err := NewCache(ctx, strings.ToLower(rand.Text()), most, func() time.Time { return *now })
	require.NoError(t, err)
	return c, now
}

// put caches a page.
func (c *Cache) put(t *testing.T, address string, of Edition, page *Page, finished bool) {
	t.Helper()
	got, err := c.Make(address, of, func() (*Page, bool, error) { return page, finished, nil })
	require.NoError(t, err)
	require.Same(t, page, got)
}

func TestEditionStringContainsEveryField(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "10.z-7", Edition{Version: 36, Origin: 35, Day: 7}.String())
	assert.Equal(t, "10.z-7~10~away", Edition{Version: 36, Origin: 35, Day: 7, Moment: 36, Notice: "away"}.String())
}

func TestCachedPageIsServedForItsEditionOnly(t *testing.T) {
	t.Parallel()
	c, _ := newCache(t, 1<<20)
	mine, page := Edition{Version: 7, Origin: 1}, pageOf(t, "seven")
	got, before := c.Get("/", mine)
	assert.Nil(t, got)
	assert.Nil(t, before)
	c.put(t, "/", mine, page, true)
	assert.Equal(t, uint64(1), c.misses.Get())
	assert.Zero(t, c.hits.Get())
	got, before = c.Get("/", mine)
	assert.Same(t, page, got)
	assert.Nil(t, before)
	assert.Equal(t, uint64(1), c.hits.Get())
	got, before = c.Get("/", Edition{Version: 8, Origin: 1})
	assert.Nil(t, got)
	assert.Same(t, page, before)
	got, before = c.Get("/", Edition{Version: 8, Origin: 2})
	assert.Nil(t, got)
	assert.Nil(t, before, "a page of another database is not shown")

	assert.True(t, c.MadeFor("/", 7))
	assert.False(t, c.MadeFor("/", 8))
	assert.False(t, c.MadeFor("/gu", 7))
	made, err := c.Make("/", mine, nil)
	require.NoError(t, err)
	assert.Same(t, page, made, "it is not made again")
	assert.Equal(t, uint64(1), c.misses.Get())
	c.put(t, "/", Edition{Version: 8, Origin: 1}, pageOf(t, "eight"), true)
	assert.Zero(t, c.making.Load())
}

func TestUnfinishedPageIsCachedForFiveSeconds(t *testing.T) {
	t.Parallel()
	c, now := newCache(t, 1<<20)
	page := pageOf(t, "to be rendered by the browser")
	c.put(t, "/", Edition{}, page, false)
	*now = now.Add(5*time.Second - 1)
	got, _ := c.Get("/", Edition{})
	assert.Same(t, page, got)
	made, err := c.Make("/", Edition{}, nil)
	require.NoError(t, err)
	assert.Same(t, page, made)
	*now = now.Add(2)
	got, before := c.Get("/", Edition{})
	assert.Nil(t, got)
	assert.Same(t, page, before)
	c.put(t, "/", Edition{}, pageOf(t, "rendered"), true)
	*now = now.AddDate(1, 0, 0)
	got, _ = c.Get("/", Edition{})
	assert.NotNil(t, got, "a finished page does not expire")
}

func TestFailureIsNotCached(t *testing.T) {
	t.Parallel()
	c, _ := newCache(t, 1<<20)
	_, err := c.Make("/", Edition{}, func() (*Page, bool, error) { return pageOf(t, "torn"), true, assert.AnError })
	require.ErrorIs(t, err, assert.AnError)
	c.put(t, "/", Edition{}, pageOf(t, "whole"), true)
}

func TestConcurrentVisitorsShareOneRendering(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t, 1<<20)
		made, page := 0, pageOf(t, "shared")
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				got, err := c.Make("/", Edition{}, func() (*Page, bool, error) {
					made++
					assert.EqualValues(t, 1, c.making.Load())
					time.Sleep(time.Second)
					return page, true, nil
				})
				if assert.NoError(t, err) {
					assert.Same(t, page, got)
				}
			})
		}
		all.Wait()
		assert.Equal(t, 1, made)
	})
}

func TestPageRequestedTwiceGetsADenserEncoding(t *testing.T) {
	t.Parallel()
	c, _ := newCache(t, 1<<20)
	asked, once, replaced := pageOf(t, "asked"), pageOf(t, "once"), pageOf(t, "replaced")
	c.making.Add(1) // pages that are being made come first
	c.put(t, "/asked", Edition{}, asked, true)
	c.put(t, "/once", Edition{}, once, true)
	c.put(t, "/replaced", Edition{}, replaced, true)
	c.Get("/once", Edition{})
	for range 3 {
		c.Get("/replaced", Edition{})
	}
	c.put(t, "/replaced", Edition{Version: 1}, pageOf(t, "later"), true)
	c.Get("/asked", Edition{})
	c.Get("/asked", Edition{})
	assert.Nil(t, asked.brotli.Load())
	c.making.Add(-1)
	require.Eventually(t, func() bool { return asked.brotli.Load() != nil }, 20*time.Second, time.Millisecond)
	assert.Nil(t, once.brotli.Load())
	assert.Nil(t, replaced.brotli.Load(), "the page is no longer cached")
}

func TestFullCompressionQueueDoesNotBlockRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t, 64<<20)
		c.making.Add(1)
		for i := range 200 {
			address := fmt.Sprint("/", i)
			c.put(t, address, Edition{}, pageOf(t, address), true)
			c.Get(address, Edition{})
			c.Get(address, Edition{})
		}
		assert.Len(t, c.polish, 100)
	})
}

func TestVisitedReportsVisitsOfTheLast100Milliseconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t, 1<<20)
		assert.False(t, c.Visited())
		c.Hit(time.Now())
		assert.True(t, c.Visited())
		time.Sleep(99 * time.Millisecond)
		assert.True(t, c.Visited())
		time.Sleep(time.Millisecond)
		assert.False(t, c.Visited())
	})
}

func TestCacheShrinksWhileThereAreNoVisitors(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := newCache(t, DefaultCacheBytes)
		small, _ := newCache(t, 1<<20)
		assert.EqualValues(t, 64<<20, c.pages.GetMaximum())
		page := pageOf(t, "a page")
		c.put(t, "/address", Edition{}, page, true)
		time.Sleep(29 * time.Second)
		assert.EqualValues(t, 64<<20, c.pages.GetMaximum())
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		time.Sleep(6*time.Second + time.Millisecond)
		assert.EqualValues(t, 24<<20, c.pages.GetMaximum())
		runtime.ReadMemStats(&after)
		assert.Greater(t, after.NumForcedGC, before.NumForcedGC, "the memory goes back to the system at once")
		assert.EqualValues(t, 1<<20, small.pages.GetMaximum(), "a smaller cache stays as it is")
		assert.InDelta(t, len("/address")+page.weight(), c.bytes.Get(), 0)

		c.Hit(time.Now())
		time.Sleep(5 * time.Second)
		assert.EqualValues(t, 64<<20, c.pages.GetMaximum(), "a visitor came")
		time.Sleep(time.Minute)
		assert.EqualValues(t, 24<<20, c.pages.GetMaximum())
		c.put(t, "/other", Edition{}, page, true)
		time.Sleep(5 * time.Second)
		assert.EqualValues(t, 64<<20, c.pages.GetMaximum(), "a page was made")
	})
}

func TestIsCopyIsTrueOnlyForContextsOfForCopy(t *testing.T) {
	t.Parallel()
	assert.False(t, IsCopy(t.Context()))
	assert.True(t, IsCopy(ForCopy(t.Context())))
}
