package api_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/inbox"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/ops/backup"
	"parichay/internal/public/intake"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// typing returns the values of a quote form as a browser without JavaScript posts them.
func typing(token, message string) url.Values {
	return url.Values{"name": {"Bakery"}, "email": {"bakery@example.in"}, "message": {message}, "services": {"SEO", "Ads"}, "consent": {"2026-11"}, "token": {token}}
}

// postFrom posts a form from an address.
func postFrom(s *apitest.Site, address, path string, form url.Values) apitest.Answer {
	s.T.Helper()
	return s.Call(http.MethodPost, path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "X-Forwarded-For", address)
}

func TestL1RateLimitedFormKeepsItsValues(t *testing.T) {
	t.Parallel()
	began := time.Now()
	s := apitest.Start(t, apitest.BehindProxy, func(c *api.Config) { c.Now = func() time.Time { return began } }) // a fixed clock, because limits recover with time
	form := typing(s.Token(time.Minute), "Posters & more\nfor <Diwali>")
	form.Set("email", "nobody")
	require.Equal(t, http.StatusUnprocessableEntity, postFrom(s, "10.0.0.1", "/gu/services/quote", form).StatusCode)
	posts := 1 // the post above counts, although its email was refused
	for s.Server.Door().AllowPost(apitest.Network4(0)) == nil {
		posts++
	}
	require.Equal(t, 20, posts)
	refused := postFrom(s, "10.0.0.2", "/gu/services/quote", form)
	require.Equal(t, http.StatusTooManyRequests, refused.StatusCode)
	assert.Equal(t, "10", refused.Header.Get("Retry-After"))
	assert.Equal(t, "no-store", refused.Header.Get("Cache-Control"))
	html := string(refused.Raw)
	assert.NotContains(t, html, `id="root"`, "no page was rendered")
	assert.Less(t, len(html), 4000)
	for _, kept := range []string{
		`<html lang="gu">`, locales.Text(locales.Gujarati, "lead.error.too_many"), `action="/gu/services/quote"`, "\nPosters &amp; more\nfor &lt;Diwali&gt;</textarea>",
		`name="services" value="SEO"`, `name="services" value="Ads"`, `name="token" value="` + form.Get("token"), `name="consent" value="2026-11"`,
		locales.Text(locales.Gujarati, "services.quote.submit"), `href="https://wa.me/`, `href="/gu"`,
	} {
		assert.Contains(t, html, kept)
	}

	for s.Server.Door().AllowForm(apitest.Network4(0)) == nil {
	}
	again := s.Call(http.MethodGet, "/portfolio/request", nil, "X-Forwarded-For", "10.0.0.3")
	require.Equal(t, http.StatusTooManyRequests, again.StatusCode)
	assert.Equal(t, "2", again.Header.Get("Retry-After"))
	assert.Contains(t, string(again.Raw), locales.Text(locales.English, "unavailable.message"))
	assert.NotContains(t, string(again.Raw), `id="root"`)
}

// takeDrawings takes all slots in which forms are rendered.
func takeDrawings(s *apitest.Site) {
	s.T.Helper()
	for n := range 2 {
		done, err := s.Server.Door().Slot(s.T.Context(), intake.Drawings, apitest.Network4(n))
		require.NoError(s.T, err)
		s.T.Cleanup(done)
	}
}

func TestL1StoredLeadIsConfirmedWithoutRendering(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	takeDrawings(s)
	var wait sync.WaitGroup
	wait.Go(func() {
		sent := postFrom(s, "10.1.0.1", "/services/quote", typing(s.Token(time.Minute), "Posters"))
		assert.Equal(t, http.StatusOK, sent.StatusCode)
		assert.Contains(t, string(sent.Raw), locales.Text(locales.English, "services.quote.sent"))
		assert.Contains(t, string(sent.Raw), "DM-1001")
	})
	wait.Go(func() {
		busy := s.Call(http.MethodGet, "/hi/services/quote?service=SEO", nil, "X-Forwarded-For", "10.1.1.1")
		assert.Equal(t, http.StatusServiceUnavailable, busy.StatusCode)
		assert.Equal(t, "2", busy.Header.Get("Retry-After"))
		assert.Contains(t, string(busy.Raw), `<a href="">`+locales.Text(locales.Hindi, "common.retry"), "an empty href reloads the page")
	})
	wait.Wait()
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM feedback WHERE status = 'pending'`))
}

func TestL1UnderAttackSomeFormsWithoutJavaScriptReachTheInbox(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	for n := range 21 {
		message := s.Request("Textile works")
		message["token"] = ""
		require.Equal(t, http.StatusCreated, s.Send(fmt.Sprint("attack ", n), message, "X-Forwarded-For", fmt.Sprintf("10.1.%d.1", n)).StatusCode)
	}
	require.Positive(t, s.Server.Door().BitsWithoutScript(), "the site is under attack")
	const admitted, admittedOfOne = 5, 3 // forms without JavaScript that reach the inbox during an attack
	secret, err := s.Store.Leads.Secret(t.Context())
	require.NoError(t, err)
	asked := func() string {
		return secret.Issue(time.Now().Add(-time.Minute), s.Server.Door().BitsWithoutScript()).Text
	}
	for n := range 2 * admittedOfOne {
		sent := postFrom(s, "10.2.0.1", "/services/quote", typing(asked(), fmt.Sprint("Posters ", n)))
		require.Equal(t, http.StatusOK, sent.StatusCode)
	}
	assert.Equal(t, admittedOfOne, s.Count(`SELECT count(*) FROM feedback WHERE status = 'pending'`), "only some of them")
	assert.Equal(t, admittedOfOne, s.Count(apitest.NoticeJobs))
	assert.Equal(t, admittedOfOne, s.Count(`SELECT count(*) FROM feedback WHERE flag = 'unsolved'`))

	var counts inbox.LeadCounts
	s.SignIn().Call(http.MethodGet, "/api/v1/leads/counts", nil).Into(t, &counts)
	assert.Equal(t, admittedOfOne, counts.Unsolved, "the others are in the counts")

	scripted := s.Request("Textile works")
	scripted["token"] = asked()
	require.Equal(t, http.StatusCreated, s.Send("scripted", scripted, "X-Forwarded-For", "10.3.0.1").StatusCode)
	assert.Equal(t, admittedOfOne+1, s.Count(`SELECT count(*) FROM feedback WHERE flag = 'unsolved'`), "a browser with JavaScript must solve the puzzles")
	for n := range admitted {
		postFrom(s, fmt.Sprintf("10.4.%d.1", n), "/services/quote", typing(asked(), fmt.Sprint("Posters from elsewhere ", n)))
	}
	assert.Equal(t, admitted, s.Count(`SELECT count(*) FROM feedback WHERE status = 'pending'`), "the total is limited")
}

func TestL1LeadsThatTheStoreSuspectsCountTowardsQuarantine(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	send := func(n int) apitest.Answer {
		return s.Send(fmt.Sprint("crowd ", n), s.Request(fmt.Sprint("Company ", n)), "X-Forwarded-For", "10.0.0.1")
	}
	for n := range lead.NetworkAnHour + 1 {
		require.Equal(t, http.StatusCreated, send(n).StatusCode)
	}
	require.Len(t, fillQuarantine(s, apitest.Network4(0)), 50-1, "one place has the crowded lead")
	refused := send(lead.NetworkAnHour + 1)
	require.Equal(t, http.StatusTooManyRequests, refused.StatusCode)
	assert.NotEmpty(t, refused.Header.Get("Retry-After"))
	assert.Equal(t, http.StatusCreated, send(lead.NetworkAnHour).StatusCode, "a retry of a stored lead is confirmed")
	assert.Equal(t, lead.NetworkAnHour+1, s.Count(`SELECT count(*) FROM feedback`))
}

func TestL1FullQuarantineStaysFullAfterARestart(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	s.Scan(`WITH stored AS (
			INSERT INTO feedback (name, email, comment, feedback_type, status, flag, idempotency_key, digest, language, page)
			SELECT 'x', 'x@example.in', 'x', 'quote_request', 'spam', 'tokenless', 'full ' || n, '', 'en', '/' FROM generate_series(1, 5000) AS n RETURNING 1)
		SELECT count(*) FROM stored`, new(int))
	message := s.Request("Textile works")
	message["token"] = ""
	assert.Equal(t, http.StatusTooManyRequests, s.Send("one more", message, "X-Forwarded-For", "10.1.0.1").StatusCode)
}

// fillQuarantine admits suspect messages until the network's share of the quarantine is full.
func fillQuarantine(s *apitest.Site, from netip.Prefix) (tickets []intake.Ticket) {
	s.T.Helper()
	secret, err := s.Store.Leads.Secret(s.T.Context())
	require.NoError(s.T, err)
	suspect := intake.Submission{Trap: "x", Token: s.Token(time.Minute)}
	for {
		ticket, err := s.Server.Door().Admit(secret, suspect, suspect.Lead, from, time.Now())
		if err != nil {
			return tickets
		}
		tickets = append(tickets, ticket)
	}
}

func TestL1UnusedQuarantineRoomIsReleased(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	send := func(key, trap, token string) int {
		message := s.Request("Textile works")
		message["homepage"], message["token"] = trap, token
		return s.Send(key, message, "X-Forwarded-For", "10.0.0.1").StatusCode
	}
	taken := func() int {
		tickets := fillQuarantine(s, apitest.Network4(0))
		for _, ticket := range tickets {
			require.NoError(t, ticket.Settle(lead.Receipt{Verdict: lead.Known}, nil))
		}
		return 50 - len(tickets) // of the network's share
	}
	token := s.Token(time.Minute)
	require.Equal(t, http.StatusCreated, send("honest", "", token))
	assert.Equal(t, 0, taken(), "the lead went to the inbox")
	require.Equal(t, http.StatusConflict, send("trapped", "x", token))
	assert.Equal(t, 0, taken(), "its token was used before")
	require.Equal(t, http.StatusCreated, send("suspect", "x", ""))
	require.Equal(t, http.StatusCreated, send("suspect", "x", ""))
	assert.Equal(t, 1, taken(), "a retry takes no more room")

	testdb.Exec(t, s.DSN, `ALTER TABLE feedback ADD CONSTRAINT none CHECK (false) NOT VALID`)
	require.Equal(t, http.StatusInternalServerError, send("refused", "x", ""))
	assert.Equal(t, 1, taken(), "the database refused the lead")
}

func TestL1FormWithABadTokenIsASeparateLead(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	for n, token := range []string{"", "", strings.Repeat("x", 5000), "a\x00b", "a\xffb"} {
		sent := postFrom(s, "10.0.0.1", "/services/quote", typing(token, fmt.Sprint("Posters ", n)))
		assert.Equal(t, http.StatusOK, sent.StatusCode, "%.9q", token)
		assert.Equal(t, n+1, s.Count(`SELECT count(*) FROM feedback WHERE status = 'spam'`))
	}
}

func TestL1FormMayBeAsLongAsItsFields(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	long := strings.TrimSpace(strings.Repeat("સ્ત્રીના ", 4000/3))
	sent := postFrom(s, "10.0.0.1", "/gu/services/quote", typing(s.Token(time.Minute), long))
	assert.Equal(t, http.StatusOK, sent.StatusCode)
	var kept string
	s.Scan(`SELECT comment FROM feedback`, &kept)
	assert.Equal(t, long, kept)
	raw := func(body string) apitest.Answer {
		return s.Call(http.MethodPost, "/services/quote", body, "Content-Type", "application/x-www-form-urlencoded")
	}
	assert.Equal(t, "bad_request", raw("name=%zz").Problem(t).Code)
	assert.Equal(t, http.StatusBadRequest, raw("name=%zz").StatusCode)
	assert.Equal(t, http.StatusRequestEntityTooLarge, raw("name="+strings.Repeat("x", inbox.MaxForm)).StatusCode)
}

// TestL1TokensCollectedBeforeAnAttackCannotFillTheInbox uses two replicas. It fails if intake.Door never sets
// lead.Judged.Weak: then tokens that were collected before an attack can fill the inbox.
func TestL1TokensCollectedBeforeAnAttackCannotFillTheInbox(t *testing.T) {
	t.Parallel()
	a := apitest.Start(t, apitest.BehindProxy)
	b := apitest.StartOn(t, a.Store, a.DSN, apitest.BehindProxy)
	sites := []*apitest.Site{a, b}
	send := func(n int, message map[string]any) apitest.Answer {
		return sites[n%2].Send(fmt.Sprint("one of many ", n), message, "X-Forwarded-For", fmt.Sprintf("10.5.%d.1", n))
	}
	peaceful := make([]map[string]any, 40)
	for n := range peaceful {
		peaceful[n] = a.Request(fmt.Sprint("Company ", n))
	}
	var harder []int
	refusals := metrics.GetOrCreateCounter(fmt.Sprintf(`parichay_leads_total{verdict=%q}`, lead.Harder))
	counted := refusals.Get()
	for n, message := range peaceful {
		if got := send(n, message); got.StatusCode != http.StatusCreated {
			require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, string(got.Raw))
			require.Equal(t, []fault.Issue{{Field: "token", Code: "invalid"}}, got.Problem(t).Issues)
			harder = append(harder, n)
		}
	}
	require.GreaterOrEqual(t, len(harder), 30)
	assert.GreaterOrEqual(t, refusals.Get()-counted, uint64(len(harder)), "each refusal is counted; other tests may add more")
	in := len(peaceful) - len(harder)
	assert.Equal(t, in, a.Count(`SELECT count(*) FROM feedback`), "refused leads are not stored")
	assert.Equal(t, http.StatusCreated, send(0, peaceful[0]).StatusCode, "a retry of a stored lead is confirmed")

	c := apitest.StartOn(t, a.Store, a.DSN, apitest.BehindProxy) // a restart keeps the difficulty
	late := c.Send("late", c.Request("Late"), "X-Forwarded-For", "10.6.0.1")
	assert.Equal(t, http.StatusUnprocessableEntity, late.StatusCode)

	secret, err := a.Store.Leads.Secret(t.Context())
	require.NoError(t, err)
	n := harder[0]
	var form inbox.FormToken
	sites[n%2].Call(http.MethodGet, "/api/v1/leads/token", nil).Into(t, &form)
	require.GreaterOrEqual(t, form.Bits, 9)
	require.Len(t, form.Targets, lead.Puzzles)
	fresh := secret.Issue(time.Now().Add(-time.Minute), form.Bits)
	peaceful[n]["token"], peaceful[n]["solution"] = fresh.Text, secret.Answer(fresh.Text)
	assert.Equal(t, http.StatusCreated, send(n, peaceful[n]).StatusCode, "the same message with the same key")

	for n := range 20 { // forms without JavaScript cannot solve puzzles
		form := typing(a.Token(time.Minute), fmt.Sprint("Posters ", n))
		require.Equal(t, http.StatusOK, postFrom(a, fmt.Sprintf("10.7.%d.1", n), "/services/quote", form).StatusCode)
	}
	assert.Equal(t, 5, a.Count(`SELECT count(*) FROM feedback WHERE feedback_type = 'quote_request' AND status = 'pending'`))
	assert.Equal(t, 15, a.Count(`SELECT count(*) FROM feedback WHERE flag = 'unsolved'`), "quarantined, never dropped")
}

// TestL1NetworksWithinOneIPv6Slash48AreCountedTogether fails if the SQL function take_lead ignores
// its_wide.
func TestL1NetworksWithinOneIPv6Slash48AreCountedTogether(t *testing.T) {
	t.Parallel()
	busy := func(c *api.Config) { c.LeadsAnHour = 1000 }
	a := apitest.Start(t, apitest.BehindProxy, busy)
	b := apitest.StartOn(t, a.Store, a.DSN, apitest.BehindProxy, busy)
	for n := range 20 { // twenty /56 networks, one message each
		got := []*apitest.Site{a, b}[n%2].Send(fmt.Sprint("wide ", n), a.Request(fmt.Sprint("Company ", n)), "X-Forwarded-For", fmt.Sprintf("2001:db8:1:%x00::1", n))
		require.Equal(t, http.StatusCreated, got.StatusCode)
	}
	assert.Equal(t, lead.NeighboursAnHour*lead.NetworkAnHour, a.Count(`SELECT count(*) FROM feedback WHERE status = 'pending'`))
	got := a.Send("elsewhere", a.Request("Elsewhere"), "X-Forwarded-For", "2001:db8:2:1::1")
	require.Equal(t, http.StatusCreated, got.StatusCode)
	assert.Equal(t, 10, a.Count(`SELECT count(*) FROM feedback WHERE flag = 'crowded'`))
}

// unread is a response writer that discards the body.
type unread struct {
	header http.Header
	status int
}

func (u *unread) Header() http.Header         { return u.header }
func (u *unread) Write(p []byte) (int, error) { return len(p), nil }
func (u *unread) WriteHeader(status int)      { u.status = status }

// allocated returns how many bytes the server allocates per request, without the network.
func allocated(s *apitest.Site, method, path, form string) (perRequest uint64, status int) {
	const rounds = 200
	requests := make([]*http.Request, rounds+1)
	answers := make([]unread, len(requests))
	for i := range requests {
		requests[i], answers[i] = httptest.NewRequest(method, path, strings.NewReader(form)), unread{header: http.Header{}}
		if form == "" {
			requests[i].Body = http.NoBody
		}
		requests[i].Header.Set("Accept-Encoding", "gzip")
		requests[i].Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	s.Server.ServeHTTP(&answers[rounds], requests[rounds]) // warm-up, for one-time allocations
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range rounds {
		s.Server.ServeHTTP(&answers[i], requests[i])
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / rounds, answers[0].status
}

// TestARefusedFormAllocatesLittle is not parallel, because it measures the allocations of the
// whole process.
func TestARefusedFormAllocatesLittle(t *testing.T) { //nolint:paralleltest // other tests allocate, too
	s := apitest.Start(t)
	from := intake.NetworkOf(netip.MustParseAddr("192.0.2.1")) // the client of httptest.NewRequest
	for s.Server.Door().AllowForm(from) == nil || s.Server.Door().AllowPost(from) == nil {
	}
	memory, _ := allocated(s, http.MethodGet, "/favicon.svg", "")
	empty, status := allocated(s, http.MethodGet, "/services/quote?ref=poster", "")
	require.Equal(t, http.StatusTooManyRequests, status)
	assert.Less(t, empty, 3*memory, "a refused GET")
	posted, status := allocated(s, http.MethodPost, "/portfolio/request", "name=Visitor&email=visitor@example.in")
	require.Equal(t, http.StatusTooManyRequests, status)
	assert.Less(t, posted, 6*memory, "a refused POST")
	t.Logf("bytes: from memory %d, form refused %d, post refused %d", memory, empty, posted)
}

func TestImportsAreReadOneAtATime(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	const path = "/api/v1/blocks/import"
	page, err := os.ReadFile("../domain/importer/testdata/littlelink.html")
	require.NoError(t, err)
	done, err := s.Server.Door().Slot(t.Context(), intake.Imports, netip.MustParsePrefix("203.0.113.0/24"))
	require.NoError(t, err)
	body, rest := io.Pipe() // never sends anything
	busy := s.Call(http.MethodPost, path, body)
	require.NoError(t, rest.Close())
	assert.Equal(t, http.StatusServiceUnavailable, busy.StatusCode, "the second import is refused before its body is read")
	done()
	assert.Equal(t, http.StatusOK, s.Call(http.MethodPost, path, map[string]any{"file": string(page)}).StatusCode)
}

func TestL1PostAboveTheLimitIsRefusedUnread(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	for s.Server.Door().AllowPost(apitest.Network4(0)) == nil {
	}
	unsent, sender := io.Pipe()
	defer sender.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/v1/leads", unsent)
	require.NoError(t, err)
	r.ContentLength = 1000
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Forwarded-For", "10.0.0.1")
	answer, err := s.Client.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	assert.Equal(t, http.StatusTooManyRequests, answer.StatusCode)
}

func TestL1FormKeepsItsValuesWhenTheDatabaseIsDown(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	token := s.Token(time.Minute)
	down, err := postgres.Open(t.Context(), "postgres://nobody@127.0.0.1:1/none")
	require.NoError(t, err)
	defer down.Close()
	s.Server.Visitors().Store = down
	form := map[string][]string{"name": {"Bakery"}, "email": {"bakery@example.in"}, "message": {"Posters"}, "token": {token}}
	refused := s.Post("/services/quote", form)
	assert.Equal(t, http.StatusServiceUnavailable, refused.StatusCode)
	assert.Contains(t, string(refused.Raw), "Posters")
	assert.Contains(t, string(refused.Raw), locales.Text(locales.English, "lead.error"))
}

func TestAnExportShowsItsProgress(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	assert.JSONEq(t, `{"done": 0, "of": 0}`, string(s.Call(http.MethodGet, "/api/v1/export/progress", nil).Raw))
	s.Server.Exporting().Step.Store(&backup.Step{Doing: "pages", Pages: 12, OfPages: 30_000})
	assert.JSONEq(t, `{"doing": "pages", "done": 12, "of": 30000}`, string(s.Call(http.MethodGet, "/api/v1/export/progress", nil).Raw))
}

func TestOneExportRunsAtATime(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	s.Server.Exporting().Alone.Lock()
	defer s.Server.Exporting().Alone.Unlock()
	assert.Equal(t, http.StatusTooManyRequests, s.Call(http.MethodGet, "/api/v1/export", nil).StatusCode)
}
