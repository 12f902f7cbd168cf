package site

import (
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/kit/headers"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// addBlock stores a block as the owner would.
func addBlock(t *testing.T, s *Site, values content.Values) content.Item {
	t.Helper()
	item, err := s.store.Items.Create(t.Context(), "owner@example.com", content.Blocks, values.Text("title"), content.Changes{Values: values})
	require.NoError(t, err)
	s.Refresh(t.Context())
	return item
}

// hand is a clock that a test sets.
type hand struct{ atomic.Int64 }

func (c *hand) now() time.Time       { return time.Unix(c.Load(), 0) }
func (c *hand) set(moment time.Time) { c.Store(moment.Unix()) }

var nine = time.Date(2026, 12, 1, 9, 0, 0, 0, locales.India)

func offer(from, until string) content.Values {
	return content.Values{"kind": "text", "title": "Plum cake", "text": "Order now", "from": from, "until": until}
}

func TestBlocksBeginAndEndWithoutASave(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	var clock hand
	clock.set(nine.Add(-time.Minute))
	bucket := newBucket(t)
	one, two := starting(t, store, bucket), starting(t, store, nil)
	for _, s := range []*Site{one, two} {
		s.config.Now, s.live.now = clock.now, clock.now
		require.NoError(t, s.live.reload(t.Context()))
	}
	addBlock(t, one, offer("2026-12-01T09:00", "2026-12-01T10:00"))
	require.NoError(t, two.live.reload(t.Context()))
	require.NoError(t, keeper{one}.keepContent(t.Context()))

	restarted := starting(t, unreachableStore(t), bucket)
	restarted.config.Now, restarted.live.now = clock.now, clock.now
	restarted.live.fallBack()
	one.store = unreachableStore(t)
	replicas := map[string]*Site{"database down": one, "database up": two, "started without database": restarted}
	editions := map[string][]string{}
	for _, step := range []struct {
		at    time.Time
		shown bool
	}{{nine.Add(-time.Second), false}, {nine, true}, {nine.Add(time.Hour - time.Second), true}, {nine.Add(time.Hour), false}} {
		clock.set(step.at)
		for name, s := range replicas {
			home, edition := get(s, "/"), editionOf(t, s, "/")
			assert.Equal(t, http.StatusOK, home.Code, name)
			assert.Equal(t, step.shown, strings.Contains(home.Body.String(), "Plum cake"), "%s at %s", name, step.at)
			assert.Contains(t, home.Body.String(), `"edition":"`+edition+`"`, "an open page learns of the new edition, too")
			assert.Equal(t, step.shown, strings.Contains(get(s, "/gu").Body.String(), "Plum cake"), name)
			editions[name] = append(editions[name], edition)
		}
	}
	for name, seen := range editions {
		assert.Equal(t, seen[1], seen[2], "%s: the edition does not change between two moments", name)
		assert.Len(t, map[string]bool{seen[0]: true, seen[1]: true, seen[3]: true}, 3, name)
	}
}

func TestBlockMomentsAffectOnlyTheHomePage(t *testing.T) {
	t.Parallel()
	var clock hand
	clock.set(nine.Add(-time.Minute))
	s := open(t, clock.now)
	addBlock(t, s, offer("2026-12-01T09:00", ""))
	paths := []string{"/", "/services", "/download", "/blog"}
	drawn(s, paths...)
	clock.set(nine)
	assert.Equal(t, []string{"/"}, drawn(s, paths...))
}

func TestCDNCachesTheHomePageUntilABlockStartsOrEnds(t *testing.T) {
	t.Parallel()
	var clock hand
	s := open(t, clock.now)
	s.config.Purged = true
	addBlock(t, s, offer("2026-12-01T09:00", "2026-12-01T10:00"))
	for at, seconds := range map[time.Time]int{nine.Add(-time.Minute): 50, nine: 3590, nine.Add(time.Hour): 86400} {
		clock.set(at)
		assert.Contains(t, get(s, "/").Header().Get("Cache-Control"), "s-maxage="+strconv.Itoa(seconds)+",", at)
	}
	clock.set(nine.Add(-5 * time.Second))
	assert.Equal(t, headers.Revalidated, get(s, "/").Header().Get("Cache-Control"))
}

func TestBlocksAppearInTheOwnersOrder(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	menu := addBlock(t, s, content.Values{"kind": "link", "title": "Menu", "description": "Fresh today", "address": "surya.in/menu", "icon": "Cake", "accent": "yes"})
	heading := addBlock(t, s, content.Values{"kind": "heading", "title": "From our oven"})
	video := addBlock(t, s, content.Values{"kind": "video", "title": "How we bake", "video": "youtu.be/dQw4w9WgXcQ"})
	call := addBlock(t, s, content.Values{"kind": "link", "title": "Call the oven", "address": "98250 98250", "languages": []string{"gu"}})
	require.NoError(t, s.store.Items.Order(t.Context(), content.Blocks, []string{menu.ID, heading.ID, video.ID, call.ID}))
	s.Refresh(t.Context())
	page := get(s, "/").Body.String()
	last := 0
	for _, part := range []string{
		`<a href="https://surya.in/menu"`, ">Menu<", ">From our oven</h2>", `<a href="https://youtu.be/dQw4w9WgXcQ" target="_blank" rel="noopener noreferrer"`, ">How we bake<", ">YouTube<", `<a href="/services"`,
	} {
		at := strings.Index(page[last:], part)
		require.GreaterOrEqual(t, at, 0, "%s is missing or out of order", part)
		last += at
	}
	assert.Contains(t, page, s.assets.Icons["Cake"])
	assert.NotContains(t, page, "Call the oven")
	assert.Contains(t, get(s, "/gu").Body.String(), `<a href="tel:+919825098250" class=`, "a call opens no new tab")
	for _, foreign := range []string{`src="http`, "<iframe", "ytimg"} {
		assert.NotContains(t, page, foreign, "nothing is loaded from other hosts")
	}
}

func TestEveryIconHasAGlyph(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	assert.Greater(t, len(s.assets.Icons), 40)
	for name, d := range s.assets.Icons {
		assert.Regexp(t, `^M[-0-9. ,a-zA-Z]+$`, d, name)
		assert.NotContains(t, d, "NaN", name)
	}
}
