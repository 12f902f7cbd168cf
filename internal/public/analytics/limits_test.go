package analytics

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/visit"
	"parichay/internal/public/intake"
)

// stopped returns a site whose pipe flushes only when a test calls flush, and does not count
// as closing.
func stopped(t *testing.T) *site {
	t.Helper()
	s := open(t)
	s.close()
	s.pipe.ending = make(chan struct{})
	return s
}

// views buffers n views.
func (s *site) views(n int) {
	for i := range n {
		s.pipe.keep(visit.Event{At: noon, Kind: visit.View, Language: "en", Page: "/", Token: int64(i)})
	}
}

func TestLessThanHalfABatchWaitsForTheNextFlush(t *testing.T) {
	t.Parallel()
	s := stopped(t)
	s.views(8192 + 4095)
	require.NoError(t, s.pipe.flush(t.Context()))
	assert.Equal(t, 4095, s.pipe.buffer.len())
	assert.Equal(t, 4095, s.pipe.waiting())
	require.NoError(t, s.pipe.flush(t.Context()))
	assert.Zero(t, s.pipe.waiting())
	s.views(8192 + 4096)
	require.NoError(t, s.pipe.flush(t.Context()))
	assert.Zero(t, s.pipe.buffer.len())
	s.views(8192 + 1)
	close(s.pipe.ending)
	require.NoError(t, s.pipe.flush(t.Context()))
	assert.Zero(t, s.pipe.buffer.len(), "nothing is left behind at the end")
}

func TestHalfFullBufferIsFlushedAtOnce(t *testing.T) {
	t.Parallel()
	var b buffer
	for i := range 16 << 10 {
		dropped, half := b.add(&visit.Event{})
		require.Zero(t, dropped)
		require.Equal(t, i == 16<<10-1, half, i)
	}
	assert.Len(t, b.ring, 16<<10, "it doubles from 256")
	var texts buffer
	for i := range 4 {
		_, half := texts.add(&visit.Event{Page: strings.Repeat("p", 1<<18), Channel: strings.Repeat("c", 1<<18), Campaign: strings.Repeat("m", 1<<18), Target: strings.Repeat("t", 1<<18)})
		require.Equal(t, i == 3, half, i)
	}
	assert.Len(t, texts.ring, 256)
	for range 5 {
		dropped, _ := texts.add(&visit.Event{Page: strings.Repeat("p", 1<<20)})
		if texts.len() == 8 && dropped == 0 {
			require.Equal(t, 8<<20, texts.text)
		}
	}
	assert.Equal(t, 8, texts.len())

	s := stopped(t)
	s.views(16<<10 - 1)
	assert.Empty(t, s.pipe.full)
	s.views(2)
	assert.Len(t, s.pipe.full, 1)
}

func TestBufferKeepsItsOrderWhileItWrapsAndGrows(t *testing.T) {
	t.Parallel()
	var b buffer
	next, want := int64(0), int64(0)
	for range 300 {
		for range 5 {
			b.add(&visit.Event{Token: next, Page: "/"})
			next++
		}
		for _, e := range b.take(3) {
			require.Equal(t, want, e.Token)
			want++
		}
		require.Equal(t, int(next-want), b.text)
	}
	assert.Len(t, b.ring, 1024)
	for _, e := range b.take(1000) {
		require.Equal(t, want, e.Token)
		want++
	}
	assert.Equal(t, want, next)
	assert.Nil(t, b.ring)
	assert.Zero(t, b.first)
}

func TestOverflowIsCounted(t *testing.T) {
	t.Parallel()
	s := stopped(t)
	s.views(32<<10 + 3)
	assert.Equal(t, 32<<10, s.pipe.buffer.len())
	require.NoError(t, s.pipe.flush(t.Context()))
	assert.Equal(t, []string{"overflow 3"}, s.list(`SELECT reason || ' ' || count FROM visit_skips`))
}

func TestRejectedBatchDoesNotBlockLaterOnes(t *testing.T) {
	t.Parallel()
	s := stopped(t)
	s.pipe.keep(visit.Event{At: noon, Kind: visit.Scan, Language: "en", Channel: "\x00"}, visit.Event{At: noon, Kind: visit.Scan, Language: "en"})
	require.NoError(t, s.pipe.flush(t.Context()))
	s.views(1)
	require.NoError(t, s.pipe.flush(t.Context()))
	assert.Len(t, s.list(allVisits), 1)
	assert.Equal(t, []string{"malformed 2"}, s.list(`SELECT reason || ' ' || count FROM visit_skips`))
}

func TestVisitsWaitWhilePagesCannotBeLookedUp(t *testing.T) {
	t.Parallel()
	s := stopped(t)
	public := s.pipe.config.Public
	s.pipe.config.Public = func(context.Context, []string) (map[string]bool, error) { return nil, assert.AnError }
	s.views(3)
	require.ErrorIs(t, s.pipe.flush(t.Context()), assert.AnError)
	assert.Equal(t, 3, s.pipe.waiting())
	s.pipe.config.Public = public
	s.pipe.keep(visit.Event{At: noon, Kind: visit.View, Language: "en", Page: "/blog/invented", Token: 9}, visit.Event{At: noon, Kind: visit.Scan, Language: "en"})
	require.NoError(t, s.pipe.flush(t.Context()))
	require.NoError(t, s.pipe.flush(t.Context()))
	assert.Len(t, s.list(allVisits), 4, "a scan has no page")
	assert.Equal(t, []string{"malformed 1"}, s.list(`SELECT reason || ' ' || count FROM visit_skips`))
}

func TestLastingWriteFailureIsLoggedAtIntervals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &Pipe{}
		begun := time.Now()
		logged := func() time.Duration {
			p.complain(t.Context(), assert.AnError)
			if p.logged.IsZero() {
				return 0
			}
			return p.logged.Sub(begun)
		}
		assert.Zero(t, logged())
		time.Sleep(30 * time.Second)
		assert.Zero(t, logged())
		time.Sleep(time.Second)
		assert.Equal(t, 31*time.Second, logged())
		time.Sleep(10 * time.Minute)
		assert.Equal(t, 31*time.Second, logged())
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		time.Sleep(time.Second)
		p.complain(ended, assert.AnError)
		assert.Equal(t, 31*time.Second, p.logged.Sub(begun), "a program that is stopping logs no failure")
		assert.Equal(t, 10*time.Minute+32*time.Second, logged())
		p.complain(t.Context(), nil)
		assert.Zero(t, logged(), "a success resets the timer")
		assert.Equal(t, time.Now(), p.failing)
	})
}

func TestCloseWaitsNoLongerThanItsContext(t *testing.T) {
	t.Parallel()
	p := &Pipe{end: func() {}, ended: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, p.Close(ctx), context.Canceled)
}

func TestDailyLimitDefaultsToTheLimitOfTheIntake(t *testing.T) {
	t.Parallel()
	assert.Equal(t, intake.VisitsADay, open(t).pipe.config.MostADay)
	p := &Pipe{config: Config{MostADay: 2}}
	day := visit.Day(noon)
	assert.Equal(t, []bool{true, true, false, true}, []bool{p.room(day), p.room(day), p.room(day), p.room(day.AddDate(0, 0, 1))})
	assert.True(t, p.room(day), "a late event of yesterday counts today")
	assert.False(t, p.room(day))
}

func TestBeaconsBeyondTheLimitsAreRefused(t *testing.T) {
	t.Parallel()
	s := stopped(t)
	shares := func(n int) string { return strings.TrimSuffix(strings.Repeat(`["share"],`, n), ",") }
	for body, want := range map[string]int{
		`{"p":"/","t":9007199254740991,"n":10000,"e":[["share"]]}`:  http.StatusNoContent,
		`{"p":"/","t":0,"n":0,"e":[["share"]]}`:                     http.StatusNoContent,
		`{"p":"/","t":1,"n":10001,"e":[["share"]]}`:                 http.StatusBadRequest,
		`{"p":"/","t":1,"n":-1,"e":[["share"]]}`:                    http.StatusBadRequest,
		fmt.Sprintf(`{"p":"/","t":2,"n":0,"e":[%s]}`, shares(16)):   http.StatusNoContent,
		fmt.Sprintf(`{"p":"/","t":2,"n":0,"e":[%s]}`, shares(17)):   http.StatusBadRequest,
		`{"p":"/","t":3,"n":0,"e":[["open","quote","x"]]}`:          http.StatusBadRequest,
		`{"p":"/","t":3,"n":0,"e":[["view"]],"s":"` + "\xff" + `"}`: http.StatusBadRequest,
	} {
		assert.Equal(t, want, s.send(http.MethodPost, "/", body).Code, body)
	}
	whole := `{"p":"/","t":4,"n":0,"e":[["share"]]}`
	assert.Equal(t, http.StatusNoContent, s.send(http.MethodPost, "/", whole+strings.Repeat(" ", 4096-len(whole))).Code)
	assert.Equal(t, http.StatusBadRequest, s.send(http.MethodPost, "/", whole+strings.Repeat(" ", 4097-len(whole))).Code)
}

func TestOnlyAViewBeginsAVisit(t *testing.T) {
	t.Parallel()
	s := stopped(t)
	s.send(http.MethodPost, "/", `{"p":"/","f":1,"t":1,"n":0,"e":[["view"],["share"]]}`)
	s.send(http.MethodPost, "/", `{"p":"/","f":0,"t":2,"n":0,"e":[["view"]]}`)
	s.send(http.MethodPost, "/", `{"p":"/","f":2,"t":3,"n":0,"e":[["view"]]}`)
	require.NoError(t, s.pipe.flush(t.Context()))
	assert.Equal(t, []string{"view t", "share f", "view f", "view f"}, s.list(`SELECT concat_ws(' ', kind, first) FROM visits ORDER BY token, n`))
}

func TestOnlyVisitsOfPeopleAreCounted(t *testing.T) {
	t.Parallel()
	s := stopped(t)
	for _, c := range []struct {
		name, value string
		reason      visit.Reason
	}{
		{"Sec-Purpose", "prefetch", visit.Prefetch},
		{"Purpose", "prerender", visit.Prefetch},
		{"X-Purpose", "preview", visit.Prefetch},
		{"X-Moz", "prefetch", visit.Prefetch},
		{"Purpose", "reading", ""},
		{"Sec-Fetch-Site", "same-origin", ""},
		{"Sec-Fetch-Site", "cross-site", visit.Malformed},
		{"Sec-Fetch-Site", "same-site", visit.Malformed},
		{"Sec-Fetch-Mode", "navigate", ""},
		{"Cookie", "other=1", ""},
	} {
		s.send(http.MethodGet, "/view.gif?p=/", "", c.name, c.value)
		found := s.pipe.skips
		if c.reason == "" {
			assert.Empty(t, found, c)
			assert.Len(t, s.pipe.buffer.take(9), 1, c)
		} else {
			assert.Empty(t, s.pipe.buffer.take(9), c)
			require.Len(t, found, 1, c)
			for skip, n := range found {
				assert.Equal(t, c.reason, skip.Reason, c)
				assert.EqualValues(t, 1, n, c)
			}
			clear(found)
		}
	}
}

func TestPixelWithoutASourceDoesNotBeginAVisit(t *testing.T) {
	t.Parallel()
	s := stopped(t)
	for referer, first := range map[string]bool{"https://SHOP.example.in/?utm_source=ig": true, "https://shop.example.in/": false, "": false, "https://other.example/?utm_source=ig": false} {
		s.send(http.MethodGet, "/view.gif?p=/", "", "Referer", referer)
		got := s.pipe.buffer.take(9)
		require.Len(t, got, 1)
		assert.Equal(t, first, got[0].First, referer)
		assert.Positive(t, got[0].Token)
	}
}

func TestOptedOutVisitorIsNotHashed(t *testing.T) {
	t.Parallel()
	s := stopped(t)
	r := httpRequest(t)
	e, ok := s.pipe.about(ask(r), "/", "")
	require.True(t, ok)
	assert.NotZero(t, e.Visitor)
	r.Header.Set("Sec-GPC", "1")
	e, ok = s.pipe.about(ask(r), "/", "")
	require.True(t, ok)
	assert.Zero(t, e.Visitor)
}

func httpRequest(t *testing.T) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
	require.NoError(t, err)
	return r
}

func TestIPv6VisitorIsIdentifiedByItsNetwork(t *testing.T) {
	t.Parallel()
	s := &salts{days: map[time.Time]salt{}}
	of := func(address string) int64 { return s.visitorOf(noon, netip.MustParseAddr(address), phone) }
	assert.Equal(t, of("2001:db8::1"), of("2001:db8::8000:0:0:2"), "the last 64 bits do not count")
	assert.NotEqual(t, of("2001:db8::1"), of("2001:db8:0:1::1"), "the 64th bit counts")
	assert.Equal(t, of("203.0.113.77"), of("::ffff:203.0.113.77"))
	assert.NotEqual(t, of("::ffff:203.0.113.77"), of("::ffff:203.0.113.78"))
	assert.Len(t, s.of(noon).value, 32)
	assert.False(t, s.of(noon).agreed)
}

func TestFailedSaltAgreementIsRetried(t *testing.T) {
	t.Parallel()
	asked, fails := 0, true
	s := &salts{days: map[time.Time]salt{}, agree: func(_ context.Context, _ time.Time, offered []byte) ([]byte, error) {
		asked++
		if fails {
			return nil, assert.AnError
		}
		return append([]byte{1}, offered...), nil
	}}
	require.ErrorIs(t, s.settle(t.Context(), noon), assert.AnError)
	assert.False(t, s.of(visit.Day(noon)).agreed)
	fails = false
	require.NoError(t, s.settle(t.Context(), noon))
	assert.Len(t, s.of(visit.Day(noon)).value, 33, "the agreed salt is used")
	require.NoError(t, s.settle(t.Context(), noon))
	assert.Equal(t, 2, asked, "an agreed salt is not asked for again")
	night := visit.Day(noon).AddDate(0, 0, 1).Add(-5*time.Hour - 30*time.Minute) // midnight in India
	require.NoError(t, s.settle(t.Context(), night.Add(-10*time.Minute-time.Second)))
	assert.Equal(t, 2, asked)
	require.NoError(t, s.settle(t.Context(), night.Add(-10*time.Minute)))
	assert.Equal(t, 3, asked)
	assert.Len(t, s.days, 2)
}
