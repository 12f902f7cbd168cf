package analytics

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/wire"
	"parichay/internal/domain/profile"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/body"
	"parichay/internal/public/intake"
	"parichay/internal/store/codes"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

const (
	phone  = "Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
	cookie = "parichay_session"
	beacon = `{"p":"/gu/blog","s":" instagram/diwali","f":1,"t":8123456,"n":0,"e":[["view"],["tap","https://wa.me/919825012345"],["open","quote"],["share"]]}`
)

var noon = time.Date(2026, time.November, 16, 6, 30, 0, 0, time.UTC)

// site is a test pipe with its own database.
type site struct {
	*testing.T
	pipe  *Pipe
	store *postgres.Store
	dsn   string
	now   time.Time
}

func open(t *testing.T) *site {
	t.Helper()
	s := &site{T: t, now: noon}
	s.store, s.dsn = testdb.New(t)
	s.pipe = s.another()
	return s
}

// another starts the pipe of another replica on the same database.
func (s *site) another() *Pipe {
	now := func() time.Time { return s.now }
	entrance, err := intake.New(now, 0)
	require.NoError(s, err)
	ctx, cancel := context.WithCancel(context.WithoutCancel(s.Context()))
	p := New(ctx, Config{
		Host: "shop.example.in", Cookie: cookie, Door: entrance, Bodies: body.NewRoom(), Now: now, Language: profile.Profile{}.Languages().Of,
		Has:   func(path string) bool { return path != "/invented" },
		Codes: func() []codes.Code { return []codes.Code{{Kind: codes.Printed, Code: "board"}} },
		Links: func(_ context.Context, page string) ([]string, error) {
			return map[string][]string{"/": {"https://Shop.example", "/media/menu.pdf"}, "/blog/sale": {"https://shop.example/sale?ref=blog"}}[page], nil
		},
		Public: func(_ context.Context, paths []string) (map[string]bool, error) {
			public := map[string]bool{}
			for _, path := range paths {
				public[path] = path != "/blog/invented" && !strings.HasPrefix(path, "/media/")
			}
			return public, nil
		},
	}, s.store.Visits)
	s.Cleanup(func() { cancel(); <-p.ended })
	return p
}

// send makes a request from a phone at 203.0.113.77; pairs are header names and values.
func (s *site) send(method, path, text string, pairs ...string) *httptest.ResponseRecorder {
	s.Helper()
	r := httptest.NewRequestWithContext(s.Context(), method, path, strings.NewReader(text))
	r.RemoteAddr = "203.0.113.77:4711"
	r.Header.Set("User-Agent", phone)
	for i := 0; i+1 < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
	}
	r.RemoteAddr = cmp.Or(r.Header.Get("From"), r.RemoteAddr)
	w := httptest.NewRecorder()
	wire.ClientAddress(nil)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(path, "/view.gif"):
			s.pipe.Pixel(w, r)
		case strings.HasPrefix(path, "/q/"):
			s.pipe.Scan(r, "code:board", locales.Hindi)
		default:
			s.pipe.Beacon(w, r)
		}
	})).ServeHTTP(w, r)
	return w
}

// list runs a query of one text column.
func (s *site) list(sql string) []string {
	s.Helper()
	rows, err := s.store.Pool().Query(s.Context(), sql)
	require.NoError(s, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(s, err)
	return all
}

const allVisits = `SELECT concat_ws(' ', kind, language, page, channel, campaign, target, n, first) FROM visits ORDER BY token, n, at`

func (s *site) close() {
	s.Helper()
	require.NoError(s, s.pipe.Close(s.Context()))
}

func TestBeaconIsStoredWithoutItsSender(t *testing.T) {
	t.Parallel()
	s := open(t)
	assert.Equal(t, http.StatusNoContent, s.send(http.MethodPost, "/", beacon).Code)
	s.send(http.MethodPost, "/", `{"p":"/gu","s":"q.board","t":8123457,"n":3,"e":[["tap","https://shop.example.in/gu/services"],["tap","https://shop.example.in/gu"],["tap","tel:+919825012345"]]}`)
	s.close()
	assert.Equal(t, []string{
		"view gu /blog instagram diwali  0 t", "tap gu /blog instagram diwali whatsapp 1 f", "open gu /blog instagram diwali quote 2 f", "share gu /blog instagram diwali share 3 f",
		"tap gu / code:board  page:/services 3 f", "tap gu / code:board  call 5 f",
	}, s.list(allVisits))
	assert.Equal(t, []string{"1"}, s.list(`SELECT count(DISTINCT visitor)::text FROM visits`))
}

func TestRepeatedBeaconCountsOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	for range 2 {
		s.send(http.MethodPost, "/", beacon)
	}
	s.close()
	_, err := s.store.Visits.SumUp(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"1 1 1 1 1 1"}, s.list(`SELECT concat_ws(' ', visits, views, taps, opens, shares, people) FROM visit_counts WHERE report = 'all'`))
}

func TestSkippedRequestsAreCountedByReason(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.close()
	for _, c := range []struct {
		reason             visit.Reason
		method, path, text string
		headers            []string
	}{
		{visit.Head, http.MethodHead, "/view.gif?p=/", "", nil},
		{visit.Head, http.MethodHead, "/q/board", "", nil},
		{visit.Prefetch, http.MethodGet, "/view.gif?p=/", "", []string{"Sec-Purpose", "prefetch;prerender"}},
		{visit.Owner, http.MethodPost, "/", beacon, []string{"Cookie", cookie + "=x"}},
		{visit.Owner, http.MethodGet, "/q/board", "", []string{"Cookie", cookie + "=x"}},
		{visit.Preview, http.MethodGet, "/q/board", "", []string{"User-Agent", "WhatsApp/2.23.20.0 A"}},
		{visit.Bot, http.MethodPost, "/", beacon, []string{"User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1)"}},
		{visit.Bot, http.MethodPost, "/", beacon, []string{"User-Agent", ""}},
		{visit.Private, http.MethodPost, "/", beacon, []string{"Sec-GPC", "1"}},
		{visit.Private, http.MethodGet, "/view.gif?p=/", "", []string{"Sec-GPC", "1"}},
		{visit.Malformed, http.MethodGet, "/view.gif?p=nowhere", "", nil},
		{visit.Malformed, http.MethodPost, "/", "", nil},
		{visit.Malformed, http.MethodPost, "/", "{", nil},
		{visit.Malformed, http.MethodPost, "/", `{"p":"/","t":1,"n":0,"e":[]}`, nil},
		{visit.Malformed, http.MethodPost, "/", `{"p":"/","t":1,"n":0,"e":[["scan"]]}`, nil},
		{visit.Malformed, http.MethodPost, "/", `{"p":"/","t":1,"n":0,"e":[[]]}`, nil},
		{visit.Malformed, http.MethodPost, "/", `{"p":"/","t":9007199254740992,"n":0,"e":[["view"]]}`, nil},
		{visit.Malformed, http.MethodPost, "/", `{"p":"/","t":-1,"n":0,"e":[["view"]]}`, nil},
		{visit.Malformed, http.MethodPost, "/", `{"p":"/","t":1.5,"n":0,"e":[["view"]]}`, nil},
		{visit.Malformed, http.MethodPost, "/", `{"p":"/admin","t":1,"n":0,"e":[["view"]]}`, nil},
		{visit.Malformed, http.MethodPost, "/", `{"p":"/gu/invented","t":1,"n":0,"e":[["view"]]}`, nil},
		{visit.Malformed, http.MethodGet, "/view.gif?p=/hi/invented", "", nil},
		{visit.Malformed, http.MethodPost, "/", `{"p":"/","t":1,"n":0,"e":[["view"]]}` + strings.Repeat(" ", mostBody), nil},
	} {
		w := s.send(c.method, c.path, c.text, c.headers...)
		if c.reason == visit.Malformed && c.method == http.MethodPost && len(c.headers) == 0 {
			assert.Equal(t, http.StatusBadRequest, w.Code, c)
		} else {
			assert.Less(t, w.Code, 300, c)
		}
		require.NoError(t, s.pipe.flush(t.Context()))
		assert.Equal(t, []string{fmt.Sprintf("2026-11-16 %s 1", c.reason)}, s.list(`SELECT concat_ws(' ', day, reason, count) FROM visit_skips`), c)
		assert.Empty(t, s.list(allVisits), c)
		testdb.Exec(t, s.dsn, `TRUNCATE visit_skips`)
	}
}

func TestOptedOutVisitorsAreCountedOnlyAsSkippedViews(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.send(http.MethodPost, "/", `{"p":"/","t":1,"n":1,"e":[["tap","tel:1"]]}`, "Sec-GPC", "1")
	s.send(http.MethodGet, "/q/board", "", "Sec-GPC", "1")
	s.close()
	assert.Empty(t, s.list(allVisits))
	assert.Empty(t, s.list(`SELECT reason FROM visit_skips`))
}

func TestPhonesBehindOneAddressAreAllCounted(t *testing.T) {
	t.Parallel()
	s := open(t)
	const phones = 4000 // of one carrier, within a minute; each sends ten events
	for i := range phones {
		w := s.send(http.MethodPost, "/", fmt.Sprintf(`{"p":"/","t":%d,"n":0,"e":[["view"]%s]}`, i, strings.Repeat(`,["open","quote"]`, 9)))
		require.Equal(t, http.StatusNoContent, w.Code)
	}
	assert.Equal(t, 10*phones, s.pipe.taken)
}

func TestOneNetworkGetsAtMostTwoPercentOfADaysEvents(t *testing.T) {
	t.Parallel()
	s := open(t)
	y, m, d := noon.In(locales.India).Date()
	s.now = time.Date(y, m, d, 0, 0, 0, 0, locales.India)
	for message, end := 0, s.now.Add(24*time.Hour); s.now.Before(end); message++ {
		s.send(http.MethodPost, "/", fmt.Sprintf(`{"p":"/","t":%d,"n":0,"e":[["view"]%s]}`, message, strings.Repeat(`,["share"]`, mostAtOnce-1)))
		s.now = s.now.Add(5 * time.Second)
	}
	assert.LessOrEqual(t, s.pipe.taken, intake.VisitsADay/50)
	assert.Greater(t, s.pipe.taken, intake.VisitsADay/100, "half of the limit may come at once")
}

// tell sends a view of the home page with the given sender address and traffic source.
func (s *site) tell(address string, token int, source string) {
	s.Helper()
	w := s.send(http.MethodPost, "/", fmt.Sprintf(`{"p":"/","s":%q,"f":1,"t":%d,"n":0,"e":[["view"]]}`, source, token), "From", address)
	require.Equal(s, http.StatusNoContent, w.Code)
}

func TestOneNetworkAddsFewNamesToADaysReports(t *testing.T) {
	t.Parallel()
	s := open(t)
	const one, other = "203.0.113.77:4711", "198.51.100.5:4711"
	s.tell(other, 1, "fair/stall")
	for i := range 300 {
		s.tell(one, 1000+i, fmt.Sprintf("made%d/up%d", i, i))
	}
	s.tell(one, 2, "fair/stall")
	s.tell(one, 3, "q.board")
	s.tell(other, 4, "radio")
	s.close()
	_, err := s.store.Visits.SumUp(t.Context())
	require.NoError(t, err)
	rows := func(report, pattern string) []string {
		return s.list(fmt.Sprintf(`SELECT key || ' ' || visits FROM visit_counts WHERE report = '%s' AND key ~ '%s' ORDER BY key`, report, pattern))
	}
	assert.Len(t, rows("channel", "^named:made"), 15)
	assert.Len(t, rows("campaign", "^up"), 15)
	assert.Equal(t, []string{"…other 285"}, rows("channel", "^…"), "visits with further names count as other")
	assert.Equal(t, []string{"code:board 1", "named:fair 2", "named:radio 1"}, rows("channel", "^(code|named:[fr])"),
		"the owner's codes and names that another network introduced do not count")
}

func TestOneNetworkMayAddNewNamesTheNextDay(t *testing.T) {
	t.Parallel()
	s := open(t)
	for day := range 3 {
		for i := range 50 {
			s.tell("203.0.113.77:4711", 100*day+i, fmt.Sprintf("made%d", i))
		}
		s.now = s.now.AddDate(0, 0, 1)
	}
	s.close()
	assert.Equal(t, []string{"30", "30", "30"}, s.list(`SELECT count(DISTINCT channel)::text FROM visits WHERE channel <> '…other' GROUP BY day`))
}

func TestPixelReadsTheSourceFromTheReferer(t *testing.T) {
	t.Parallel()
	s := open(t)
	w := s.send(http.MethodGet, "/view.gif?p=/gu/blog", "", "Referer", "https://shop.example.in/gu/blog?utm_source=ig&utm_campaign=diwali")
	assert.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	assert.Equal(t, "image/gif", w.Header().Get("Content-Type"))
	assert.Equal(t, dot, w.Body.String())
	s.close()
	assert.Equal(t, []string{"view gu /blog instagram diwali  0 t"}, s.list(allVisits))
}

func TestScanIsCountedByTheServer(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.send(http.MethodGet, "/q/board", "")
	s.send(http.MethodGet, "/q/board", "")
	s.close()
	_, err := s.store.Visits.SumUp(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"code:board 2 1"}, s.list(`SELECT concat_ws(' ', key, scans, people) FROM visit_counts WHERE report = 'channel'`))
}

func TestVisitsAreBufferedWhileTheDatabaseIsDown(t *testing.T) {
	t.Parallel()
	s := open(t)
	testdb.Exec(t, s.dsn, `ALTER TABLE visits RENAME TO away`)
	s.send(http.MethodPost, "/", beacon)
	require.Error(t, s.pipe.flush(t.Context()))
	s.send(http.MethodPost, "/", strings.Replace(beacon, "8123456", "8123457", 1))
	s.send(http.MethodPost, "/", "nothing")
	require.Error(t, s.pipe.flush(t.Context()))
	testdb.Exec(t, s.dsn, `ALTER TABLE away RENAME TO visits`)
	require.Eventually(t, func() bool { return len(s.list(allVisits)) == 8 }, 20*time.Second, 10*time.Millisecond, "buffered visits are written automatically")
	assert.Equal(t, []string{"malformed 1"}, s.list(`SELECT concat_ws(' ', reason, count) FROM visit_skips`))
}

func TestFullBufferDropsTheOldestEvents(t *testing.T) {
	t.Parallel()
	var b buffer
	dropped := 0
	for i := range int64(mostEvents + 10) {
		n, _ := b.add(&visit.Event{Token: i})
		dropped += n
	}
	assert.Equal(t, 10, dropped)
	assert.Len(t, b.ring, mostEvents)
	first := b.take(3)
	assert.Equal(t, int64(10), first[0].Token)
	assert.Equal(t, mostEvents-3, b.len())
	all := b.take(mostEvents)
	assert.Equal(t, int64(mostEvents+9), all[len(all)-1].Token)
	assert.Empty(t, b.ring, "an empty buffer holds no memory")

	long := visit.Event{Target: strings.Repeat("x", 800)}
	for range mostEvents {
		b.add(&long)
	}
	assert.LessOrEqual(t, b.text, mostText)
	assert.Equal(t, mostText/800, b.len())
}

func TestVisitorHashIsTheSameOnAllReplicasForOneDay(t *testing.T) {
	t.Parallel()
	s := open(t)
	other := s.another()
	for _, p := range []*Pipe{s.pipe, other} {
		require.Eventually(t, func() bool { return p.salts.of(visit.Day(noon)).agreed }, 20*time.Second, time.Millisecond)
	}
	here, day := netip.MustParseAddr("203.0.113.77"), visit.Day(noon)
	visitor := s.pipe.salts.visitorOf(day, here, phone)
	assert.Equal(t, visitor, other.salts.visitorOf(day, here, phone))
	assert.NotEqual(t, visitor, s.pipe.salts.visitorOf(day, here, phone+"x"))
	assert.NotEqual(t, visitor, s.pipe.salts.visitorOf(day, netip.MustParseAddr("203.0.113.78"), phone))
	assert.NotEqual(t, visitor, s.pipe.salts.visitorOf(day.AddDate(0, 0, 1), here, phone))
	assert.Equal(t, s.pipe.salts.visitorOf(day, netip.MustParseAddr("2001:db8::1"), phone), s.pipe.salts.visitorOf(day, netip.MustParseAddr("2001:db8::2:3"), phone))

	s.close()
	require.NoError(t, s.pipe.salts.settle(t.Context(), noon.AddDate(0, 0, 1)))
	assert.NotContains(t, s.pipe.salts.days, day, "yesterday's salt is deleted")
}

func TestSaltIsAgreedOnBeforeItsDayBegins(t *testing.T) {
	t.Parallel()
	s := open(t)
	before := time.Date(2026, time.November, 16, 18, 25, 0, 0, time.UTC) // 23:55 in India
	require.NoError(t, s.pipe.salts.settle(t.Context(), before))
	assert.True(t, s.pipe.salts.of(visit.Day(before.Add(5*time.Minute))).agreed)
}

func TestForgedRequestsAreNotCounted(t *testing.T) {
	t.Parallel()
	s := open(t)
	page := `{"p":"/","f":1,"t":%d,"n":%d,"e":[%s]}`
	s.send(http.MethodPost, "/", fmt.Sprintf(page, 1, 0, `["view"],["view"]`))                          // a page has one view
	s.send(http.MethodPost, "/", fmt.Sprintf(page, 2, 4, `["view"]`))                                   // the view comes first
	s.send(http.MethodPost, "/", fmt.Sprintf(page, 3, 0, strings.Repeat(`["share"],`, 16)+`["share"]`)) // more events than a beacon may hold
	s.send(http.MethodGet, "/view.gif?p=/", "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors")
	s.send(http.MethodGet, "/q/board", "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors")
	s.send(http.MethodGet, "/view.gif?p=/", "", "Referer", "https://evil.example/?src=evil") // counted, but without evil's source
	s.send(http.MethodGet, "/q/board", "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate")
	s.close()
	assert.Equal(t, []string{"scan hi  code:board", "view en / direct"}, s.list(`SELECT concat_ws(' ', kind, language, page, channel) FROM visits ORDER BY kind`))
	assert.Equal(t, []string{"malformed 5"}, s.list(`SELECT reason || ' ' || count FROM visit_skips`))
}

func TestTapOnALinkThatThePageLacksCountsAsOther(t *testing.T) {
	t.Parallel()
	s := open(t)
	tap := func(token int, page string, links ...string) {
		for i, link := range links {
			links[i] = fmt.Sprintf(`["tap",%q]`, link)
		}
		s.send(http.MethodPost, "/", fmt.Sprintf(`{"p":%q,"t":%d,"n":1,"e":[%s]}`, page, token, strings.Join(links, ",")))
	}
	tap(1, "/gu", "https://shop.example/", "https://invented.example/", "/services", "/blog/invented", "/media/menu.pdf", "/media/invented.pdf", "tel:1")
	tap(2, "/blog/sale", "https://shop.example/sale", "https://shop.example/")
	s.close()
	assert.Equal(t, []string{
		"link:https://shop.example/", visit.Other, "page:/services", visit.Other, "page:/media/menu.pdf", visit.Other, visit.Call,
		"link:https://shop.example/sale", visit.Other,
	}, s.list(`SELECT target FROM visits ORDER BY token, n`))
}

func TestBatchLoadsTheLinksOfALimitedNumberOfPages(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.close()
	read := 0
	s.pipe.config.Links = func(context.Context, string) ([]string, error) { read++; return []string{"https://shop.example/"}, nil }
	for i := range 2 * mostLinked {
		s.pipe.batch = append(s.pipe.batch, visit.Event{Kind: visit.Tap, Page: fmt.Sprintf("/blog/%d", i), Target: "link:https://shop.example/"})
	}
	require.NoError(t, s.pipe.sift(t.Context()))
	assert.Equal(t, mostLinked, read)
	assert.Equal(t, "link:https://shop.example/", s.pipe.batch[mostLinked-1].Target)
	assert.Equal(t, visit.Other, s.pipe.batch[mostLinked].Target)
}

func TestEventsBeyondTheDailyLimitAreSkipped(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.pipe.config.MostADay = 3
	s.send(http.MethodPost, "/", beacon) // four events
	s.now = noon.AddDate(0, 0, 1)
	s.send(http.MethodPost, "/", `{"p":"/","t":2,"n":0,"e":[["view"]]}`)
	s.close()
	assert.Len(t, s.list(allVisits), 4)
	assert.Equal(t, []string{"flood 1"}, s.list(`SELECT reason || ' ' || count FROM visit_skips`))
}
