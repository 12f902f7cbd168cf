package api

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/inbox"
	"parichay/internal/api/wire"
	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/site"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// behindProxy trusts X-Forwarded-For of local clients, so that tests can use many addresses.
func behindProxy(c *Config) { c.TrustedProxies = []string{"127.0.0.1/32", "::1/128"} }

// token returns the token of a form that was opened the given time ago.
func (s *testSite) token(age time.Duration) string {
	s.t.Helper()
	secret, err := s.store.Leads.Secret(s.t.Context())
	require.NoError(s.t, err)
	return secret.Issue(time.Now().Add(-age), 0).Text
}

// request returns a portfolio request as an ordinary browser sends it.
func (s *testSite) request(company string) map[string]any {
	return map[string]any{
		"kind": "portfolio_request", "name": "Bakery", "email": "bakery@example.in", "phone": "98250 12345", "company": company, "language": "gu",
		"page": "/gu/portfolio", "source": "instagram.com", "consent": "2026-11", "token": s.token(time.Minute),
	}
}

// send posts a message with an idempotency key; pairs are more headers.
func (s *testSite) send(key string, message map[string]any, pairs ...string) answer {
	return s.call(http.MethodPost, "/api/v1/leads", message, append([]string{wire.KeyField, key}, pairs...)...)
}

func (s *testSite) scan(sql string, into ...any) {
	s.t.Helper()
	require.NoError(s.t, s.store.Pool().QueryRow(s.t.Context(), sql).Scan(into...))
}

func (s *testSite) count(sql string) (n int) {
	s.t.Helper()
	s.scan(sql, &n)
	return n
}

const noticeJobs = `SELECT count(*) FROM river_job WHERE kind = 'lead_notice'`

func TestP3C6PortfolioRequestIsStoredAsSpecified(t *testing.T) {
	t.Parallel()
	s := start(t)
	a := s.send("k1", s.request("Textile works"))
	require.Equal(t, http.StatusCreated, a.StatusCode, string(a.body))
	var receipt pagedata.LeadReceipt
	a.into(t, &receipt)
	assert.Equal(t, "DM-1001", receipt.Reference)
	assert.Contains(t, receipt.ChatURL, "https://wa.me/910000000000?text=")
	assert.Contains(t, receipt.ChatURL, "DM-1001")
	var row [10]string
	s.scan(`SELECT name, email, phone, comment, feedback_type, rating::text, status, source, consent, flag FROM feedback`,
		&row[0], &row[1], &row[2], &row[3], &row[4], &row[5], &row[6], &row[7], &row[8], &row[9])
	assert.Equal(t, [10]string{
		"Bakery", "bakery@example.in", "98250 12345", "Portfolio request from Textile works", "portfolio_request", "5", "pending", "instagram.com", "2026-11", "",
	}, row)
	assert.Equal(t, 1, s.count(noticeJobs))
}

func TestL1ReferenceSurvivesARenamedBrand(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	body := s.request("Textile works")
	require.Equal(t, http.StatusCreated, s.send("k1", body).StatusCode)
	testdb.Exec(t, s.dsn, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('From before', '', '', 'quote_request', 'en', 'old', '')`)
	require.Equal(t, http.StatusOK, s.save(map[string]any{"brandName": "Loom Works", "contact": map[string]any{"phone": "98250 98250"}}).StatusCode)
	var other, again pagedata.LeadReceipt
	s.send("k3", s.request("Another")).into(t, &other)
	assert.Equal(t, "LW-1003", other.Reference)
	s.send("k1", body).into(t, &again)
	assert.Equal(t, "DM-1001", again.Reference)
	assert.Contains(t, again.ChatURL, "DM-1001")
	for text, want := range map[string]string{"DM-1001": "DM-1001", "dm-1002": "LW-1002", "LW-1003": "LW-1003"} {
		page := s.leads("q=" + text)
		require.Len(t, page.Leads, 1, text)
		assert.Equal(t, want, page.Leads[0].Reference)
	}
	file := string(s.call(http.MethodGet, "/api/v1/leads/export?format=csv", nil).body)
	for _, reference := range []string{"DM-1001", "LW-1002", "LW-1003"} {
		assert.Contains(t, file, reference)
	}
}

func TestL1ConcurrentRetriesStoreOneLead(t *testing.T) {
	t.Parallel()
	busy := func(c *Config) { c.LeadsAnHour = 1000 }
	a := start(t, behindProxy, busy)
	b := startOn(t, a.store, a.dsn, behindProxy, busy)
	message := a.request("Textile works")
	answers := make(chan string, 50)
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			replica := []*testSite{a, b}[i%2]
			answers <- string(replica.send("same", message, "X-Forwarded-For", fmt.Sprintf("10.0.%d.1", i)).body)
		})
	}
	wait.Wait()
	close(answers)
	first := <-answers
	assert.Contains(t, first, `"DM-10`) // the rest of the number depends on which insert came first
	for body := range answers {
		assert.Equal(t, first, body)
	}
	assert.Equal(t, 1, a.count(`SELECT count(*) FROM feedback`))
	assert.Equal(t, 1, a.count(noticeJobs))
	other := a.send("same", a.request("Another company"))
	assert.Equal(t, http.StatusUnprocessableEntity, other.StatusCode)
	assert.Equal(t, []fault.Issue{{Field: "Idempotency-Key", Code: "invalid"}}, other.problem(t).Issues)
}

func TestSV2P2IncompleteMessageIsRefusedByField(t *testing.T) {
	t.Parallel()
	s := start(t)
	a := s.send("k", map[string]any{"kind": "quote_request", "email": "nobody"})
	assert.Equal(t, []fault.Issue{{Field: "name", Code: "required"}, {Field: "email", Code: "invalid_email"}, {Field: "message", Code: "required"}}, a.problem(t).Issues)
	assert.Equal(t, http.StatusUnprocessableEntity, s.call(http.MethodPost, "/api/v1/leads", s.request("x")).StatusCode, "without a key")
	assert.Equal(t, http.StatusUnprocessableEntity, s.send("k", map[string]any{"kind": "owner_feedback", "message": "long enough text"}).StatusCode)
}

func TestE8OwnersFeedbackReachesTheInbox(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	path := "/api/v1/feedback"
	short := s.call(http.MethodPost, path, map[string]any{"message": "too short"}, wire.KeyField, "k")
	assert.Equal(t, []fault.Issue{{Field: "message", Code: "too_short", Want: "10"}}, short.problem(t).Issues)
	for range 2 { // pressed twice, or retried after a lost response
		a := s.call(http.MethodPost, path, map[string]any{"message": "The dashboard is quick"}, wire.KeyField, "k")
		require.Equal(t, http.StatusCreated, a.StatusCode, string(a.body))
	}
	var page inbox.LeadPage
	s.call(http.MethodGet, "/api/v1/leads", nil).into(t, &page)
	require.Len(t, page.Leads, 1)
	assert.Equal(t, lead.OwnerFeedback, page.Leads[0].Kind)
	assert.Equal(t, "The dashboard is quick", page.Leads[0].Excerpt)
	assert.Equal(t, lead.Pending, page.Leads[0].Status)
	assert.Nil(t, page.Leads[0].DueAt, "no answer was promised")
	var counts inbox.LeadCounts
	s.call(http.MethodGet, "/api/v1/leads/counts", nil).into(t, &counts)
	assert.Equal(t, inbox.LeadCounts{Pending: 1}, counts, "not waiting for an answer")
}

func TestSuspectedSpamIsQuarantinedSilently(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	cases := []struct {
		flag   lead.Reason
		change map[string]any
	}{
		{lead.Trapped, map[string]any{"homepage": "https://spam.example"}},
		{lead.Tokenless, map[string]any{"token": ""}},
		{lead.Forged, map[string]any{"token": "AAAA"}},
		{lead.TooFast, map[string]any{"token": s.token(time.Second)}},
		{lead.Advertises, map[string]any{"company": "see https://spam.example"}},
	}
	for i, c := range cases {
		message := s.request("Textile works")
		maps.Copy(message, c.change)
		a := s.send(fmt.Sprint("key ", i), message, "X-Forwarded-For", fmt.Sprintf("10.0.%d.1", i))
		require.Equal(t, http.StatusCreated, a.StatusCode, string(a.body))
		assert.Contains(t, string(a.body), fmt.Sprintf(`"DM-%d"`, 1001+i), "the sender gets the normal response")
	}
	s.signIn()
	var page inbox.LeadPage
	s.call(http.MethodGet, "/api/v1/leads?status=spam", nil).into(t, &page)
	require.Len(t, page.Leads, len(cases))
	for i, c := range cases {
		assert.Equal(t, c.flag, page.Leads[len(cases)-1-i].Flag)
	}
	var listed inbox.LeadPage
	s.call(http.MethodGet, "/api/v1/leads", nil).into(t, &listed)
	assert.Empty(t, listed.Leads)
	assert.Zero(t, s.count(noticeJobs))
}

func TestATokenWorksOnceOnAllReplicas(t *testing.T) {
	t.Parallel()
	a := start(t)
	b := startOn(t, a.store, a.dsn)
	message := a.request("First")
	require.Equal(t, http.StatusCreated, a.send("one", message).StatusCode)
	require.Equal(t, http.StatusCreated, b.send("one", message).StatusCode, "a retry of the same message is not a replay")
	message["company"] = "Second"
	replay := b.send("two", message)
	assert.Equal(t, http.StatusConflict, replay.StatusCode)
	assert.Equal(t, "conflict", replay.problem(t).Code)
	assert.Equal(t, 1, a.count(`SELECT count(*) FROM feedback`), "the replay is not stored")

	message["token"] = a.token(lead.MaxAge + time.Second)
	assert.Equal(t, []fault.Issue{{Field: "token", Code: "invalid"}}, a.send("two", message).problem(t).Issues)
	message["token"] = a.token(time.Minute)
	assert.Equal(t, http.StatusCreated, a.send("two", message).StatusCode)
}

func TestAFormTokenIsValidAfterThreeSeconds(t *testing.T) {
	t.Parallel()
	s := start(t)
	var opened inbox.FormToken
	s.call(http.MethodGet, "/api/v1/leads/token", nil).into(t, &opened)
	assert.Equal(t, inbox.FormToken{Token: opened.Token, WaitMS: 3000, LiveMS: 7_200_000, Targets: []uint32{}, Rounds: lead.Rounds}, opened)
	secret, err := s.store.Leads.Secret(t.Context())
	require.NoError(t, err)
	judged, err := secret.Judge(opened.Token, "", time.Now().Add(lead.MinAge))
	require.NoError(t, err)
	assert.Empty(t, judged.Reason)
}

func TestConcurrentFormsAfterAStartShareOneRead(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	testdb.Exec(t, s.dsn, `CREATE SEQUENCE reads`)
	testdb.Exec(t, s.dsn, `ALTER TABLE lead_settings RENAME TO kept_settings`)
	testdb.Exec(t, s.dsn, `CREATE VIEW lead_settings AS SELECT secret, nextval('reads'), pg_sleep(2.2)::text FROM kept_settings`) // a slow database
	var opening sync.WaitGroup
	for n := range 100 {
		opening.Go(func() {
			a := s.call(http.MethodGet, "/api/v1/leads/token", nil, "X-Forwarded-For", network4(n).Addr().String())
			assert.Equal(t, http.StatusOK, a.StatusCode)
		})
	}
	opening.Wait()
	assert.Equal(t, 1, s.count(`SELECT last_value FROM reads`))
}

func TestAFormOpensWhileTheLeadsTableIsLocked(t *testing.T) {
	t.Parallel()
	s := start(t)
	tx, err := s.store.Pool().Begin(t.Context())
	require.NoError(t, err)
	defer tx.Rollback(context.WithoutCancel(t.Context()))
	_, err = tx.Exec(t.Context(), `LOCK TABLE feedback`)
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, s.call(http.MethodGet, "/api/v1/leads/token", nil).StatusCode)
}

func TestL1PostAboveTheLimitIsRefusedUnread(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy)
	for s.server.door.AllowPost(network4(0)) == nil {
	}
	unsent, sender := io.Pipe()
	defer sender.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/v1/leads", unsent)
	require.NoError(t, err)
	r.ContentLength = 1000
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Forwarded-For", "10.0.0.1")
	answer, err := s.client.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	assert.Equal(t, http.StatusTooManyRequests, answer.StatusCode)
}

func TestOneNetworkOrTextCannotFillTheInbox(t *testing.T) {
	t.Parallel()
	busy := func(c *Config) { c.LeadsAnHour = 1000 }
	a := start(t, behindProxy, busy)
	b := startOn(t, a.store, a.dsn, behindProxy, busy)
	flags := func(sql string) (found []string) {
		rows, err := a.store.Pool().Query(t.Context(), sql)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var flag string
			require.NoError(t, rows.Scan(&flag))
			found = append(found, flag)
		}
		return found
	}
	var wait sync.WaitGroup
	for i := range 2 * lead.NetworkAnHour { // concurrently on both replicas, to check that the counters are locked
		message := a.request(fmt.Sprint("Company ", i))
		wait.Go(func() {
			sent := []*testSite{a, b}[i%2].send(fmt.Sprint("crowd ", i), message, "X-Forwarded-For", fmt.Sprintf("10.1.1.%d", i+1))
			assert.Equal(t, http.StatusCreated, sent.StatusCode)
		})
	}
	wait.Wait()
	crowd := flags(`SELECT flag FROM feedback ORDER BY flag`)
	secret, err := a.store.Leads.Secret(t.Context())
	require.NoError(t, err)
	proven := a.request("One of many behind the same address")
	solved := secret.Issue(time.Now().Add(-time.Minute), 3)
	proven["token"], proven["solution"] = solved.Text, solved.Solve()
	require.Equal(t, http.StatusCreated, a.send("proven", proven, "X-Forwarded-For", "10.1.1.99").StatusCode)
	assert.Equal(t, lead.NetworkAnHour+1, a.count(`SELECT count(*) FROM feedback WHERE flag = ''`), "a solved puzzle lifts the limit")
	assert.Equal(t, append(slicesOf("", lead.NetworkAnHour), slicesOf(string(lead.Crowded), lead.NetworkAnHour)...), crowd)

	for i := range 8 {
		message := a.request("x")
		message["kind"], message["message"] = "quote_request", fmt.Sprint("We are many people writing exactly the same long text, number ", i)
		wait.Go(func() {
			[]*testSite{a, b}[i%2].send(fmt.Sprint("text ", i), message, "X-Forwarded-For", fmt.Sprintf("10.2.%d.1", i))
		})
	}
	wait.Wait()
	texts := flags(`SELECT flag FROM feedback WHERE feedback_type = 'quote_request' ORDER BY flag`)
	assert.Equal(t, append(slicesOf("", lead.TextADay), slicesOf(string(lead.Repeated), 8-lead.TextADay)...), texts)
	assert.Zero(t, a.count(`SELECT count(*) FROM arrivals WHERE position('10.1.'::bytea IN network) > 0 OR position('10.2.'::bytea IN network) > 0`), "addresses are stored hashed only")
}

func slicesOf(value string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = value
	}
	return all
}

func TestPhoneNumbersAreNormalizedTheSameInSQLAndGo(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, phone := range []string{"+91 98250 12345", "98250 12345", "098250-12345", "0091 98250 12345", "919825012345", "(079) 2640 0000", "+91 (0)98250 12345", "0091 098250 12345", "9109825012345", "+1 415 555 0100", "12345", "", " +44 20 7946 0000"} {
		var key string
		require.NoError(t, s.store.Pool().QueryRow(t.Context(), `SELECT international($1)`, phone).Scan(&key))
		assert.Equal(t, field.International(phone), key, phone)
	}
}

// post submits a form as a browser without JavaScript does.
func (s *testSite) post(path string, form map[string][]string) answer {
	s.t.Helper()
	var body []string
	for name, values := range form {
		for _, value := range values {
			body = append(body, name+"="+strings.NewReplacer("%", "%25", "&", "%26", "+", "%2B", " ", "+", "=", "%3D", "\n", "%0A").Replace(value))
		}
	}
	return s.call(http.MethodPost, path, strings.Join(body, "&"), "Content-Type", "application/x-www-form-urlencoded")
}

func TestSV2P2FormWithoutJavaScriptIsAnOrdinaryPost(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, lang := range locales.All {
		for _, path := range []string{"/services/quote", "/portfolio/request"} {
			page := s.call(http.MethodGet, site.Prefixed(lang, path), nil)
			require.Equal(t, http.StatusOK, page.StatusCode)
			assert.Equal(t, "no-store", page.Header.Get("Cache-Control"), "the form is for one visitor")
			assert.Contains(t, string(page.body), `action="`+site.Prefixed(lang, path)+`"`)
			assert.Contains(t, string(page.body), `name="token" value="`)
			assert.Contains(t, string(page.body), `<meta name="robots" content="noindex">`)
		}
	}
	form := map[string][]string{
		"name": {"Bakery"}, "email": {"bakery@example.in"}, "message": {"Posters & more\nfor <Diwali>"}, "services": {"Content Marketing"},
		"consent": {"2026-11"}, "token": {s.token(time.Minute)},
	}
	for range 2 { // a double tap or a reload
		sent := s.post("/services/quote", form)
		require.Equal(t, http.StatusOK, sent.StatusCode)
		assert.Contains(t, string(sent.body), "Quote Request Submitted")
		assert.Contains(t, string(sent.body), "DM-1001")
		assert.Contains(t, string(sent.body), "https://wa.me/910000000000?text=")
	}
	var message, status string
	var services []string
	s.scan(`SELECT comment, services, status FROM feedback`, &message, &services, &status)
	assert.Equal(t, "Posters & more\nfor <Diwali>", message)
	assert.Equal(t, []string{"Content Marketing"}, services)
	assert.Equal(t, "pending", status)

	form["message"] = []string{"Something else"}
	changed := s.post("/services/quote", form)
	assert.Equal(t, http.StatusUnprocessableEntity, changed.StatusCode)
	assert.Contains(t, string(changed.body), "Something else", "the submitted values are kept")
	assert.Contains(t, string(changed.body), locales.Text(locales.English, "lead.error.changed"))
}

func TestRefusedFormWithoutJavaScriptKeepsItsValues(t *testing.T) {
	t.Parallel()
	s := start(t)
	form := map[string][]string{"name": {"Bakery"}, "email": {"nobody"}, "phone": {"98250 12345"}, "company": {`"><script>alert(1)</script>`}, "token": {s.token(time.Minute)}}
	refused := s.post("/gu/portfolio/request", form)
	assert.Equal(t, http.StatusUnprocessableEntity, refused.StatusCode)
	html := string(refused.body)
	assert.Contains(t, html, `value="98250 12345"`)
	assert.Contains(t, html, locales.Text(locales.Gujarati, "lead.issue.invalid_email"))
	assert.NotContains(t, html, "<script>alert")
	assert.Contains(t, html, "&lt;script&gt;alert")

	form["email"] = []string{"a@example.in"}
	form["token"] = []string{s.token(lead.MaxAge + time.Minute)}
	stale := s.post("/gu/portfolio/request", form)
	assert.Equal(t, http.StatusUnprocessableEntity, stale.StatusCode)
	assert.Contains(t, string(stale.body), locales.Text(locales.Gujarati, "lead.error.stale"))
	assert.Zero(t, s.count(`SELECT count(*) FROM feedback`))

	cross := s.call(http.MethodPost, "/portfolio/request", "name=x", "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "cross-site")
	assert.Equal(t, http.StatusForbidden, cross.StatusCode)
}

func TestL1FormKeepsItsValuesWhenTheDatabaseIsDown(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.token(time.Minute)
	down, err := postgres.Open(t.Context(), "postgres://nobody@127.0.0.1:1/none")
	require.NoError(t, err)
	defer down.Close()
	s.server.visitors.Store = down
	form := map[string][]string{"name": {"Bakery"}, "email": {"bakery@example.in"}, "message": {"Posters"}, "token": {token}}
	refused := s.post("/services/quote", form)
	assert.Equal(t, http.StatusServiceUnavailable, refused.StatusCode)
	assert.Contains(t, string(refused.body), "Posters")
	assert.Contains(t, string(refused.body), locales.Text(locales.English, "lead.error"))
}
