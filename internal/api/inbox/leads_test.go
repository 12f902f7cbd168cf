package inbox_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/inbox"
	"parichay/internal/api/wire"
	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/public/pagedata"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

func TestP3C6PortfolioRequestIsStoredAsSpecified(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	a := s.Send("k1", s.Request("Textile works"))
	require.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
	var receipt pagedata.LeadReceipt
	a.Into(t, &receipt)
	assert.Equal(t, "DM-1001", receipt.Reference)
	assert.Contains(t, receipt.ChatURL, "https://wa.me/910000000000?text=")
	assert.Contains(t, receipt.ChatURL, "DM-1001")
	var row [10]string
	s.Scan(`SELECT name, email, phone, comment, feedback_type, rating::text, status, source, consent, flag FROM feedback`,
		&row[0], &row[1], &row[2], &row[3], &row[4], &row[5], &row[6], &row[7], &row[8], &row[9])
	assert.Equal(t, [10]string{
		"Bakery", "bakery@example.in", "98250 12345", "Portfolio request from Textile works", "portfolio_request", "5", "pending", "instagram.com", "2026-11", "",
	}, row)
	assert.Equal(t, 1, s.Count(apitest.NoticeJobs))
}

func TestOwnersGreetingWithoutTheReferenceIsSentWithIt(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"words": map[string]any{"chatGreeting": "Namaste"}}).StatusCode)
	var receipt pagedata.LeadReceipt
	s.Send("k1", s.Request("Textile works")).Into(t, &receipt)
	assert.Equal(t, "https://wa.me/910000000000?text=Namaste%20DM-1001", receipt.ChatURL)
}

func TestL1ReferenceSurvivesARenamedBrand(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	body := s.Request("Textile works")
	require.Equal(t, http.StatusCreated, s.Send("k1", body).StatusCode)
	testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('From before', '', '', 'quote_request', 'en', 'old', '')`)
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"brandName": "Loom Works", "contact": map[string]any{"phone": "98250 98250"}}).StatusCode)
	var other, again pagedata.LeadReceipt
	s.Send("k3", s.Request("Another")).Into(t, &other)
	assert.Equal(t, "LW-1003", other.Reference)
	s.Send("k1", body).Into(t, &again)
	assert.Equal(t, "DM-1001", again.Reference)
	assert.Contains(t, again.ChatURL, "DM-1001")
	for text, want := range map[string]string{"DM-1001": "DM-1001", "dm-1002": "LW-1002", "LW-1003": "LW-1003"} {
		page := leads(s, "q="+text)
		require.Len(t, page.Leads, 1, text)
		assert.Equal(t, want, page.Leads[0].Reference)
	}
	file := string(s.Call(http.MethodGet, "/api/v1/leads/export?format=csv", nil).Raw)
	for _, reference := range []string{"DM-1001", "LW-1002", "LW-1003"} {
		assert.Contains(t, file, reference)
	}
}

func TestL1ConcurrentRetriesStoreOneLead(t *testing.T) {
	t.Parallel()
	busy := func(c *api.Config) { c.LeadsAnHour = 1000 }
	a := apitest.Start(t, apitest.BehindProxy, busy)
	b := apitest.StartOn(t, a.Store, a.DSN, apitest.BehindProxy, busy)
	message := a.Request("Textile works")
	answers := make(chan string, 50)
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			replica := []*apitest.Site{a, b}[i%2]
			answers <- string(replica.Send("same", message, "X-Forwarded-For", fmt.Sprintf("10.0.%d.1", i)).Raw)
		})
	}
	wait.Wait()
	close(answers)
	first := <-answers
	assert.Contains(t, first, `"DM-10`) // the rest of the number depends on which insert came first
	for body := range answers {
		assert.Equal(t, first, body)
	}
	assert.Equal(t, 1, a.Count(`SELECT count(*) FROM feedback`))
	assert.Equal(t, 1, a.Count(apitest.NoticeJobs))
	other := a.Send("same", a.Request("Another company"))
	assert.Equal(t, http.StatusUnprocessableEntity, other.StatusCode)
	assert.Equal(t, []fault.Issue{{Field: "Idempotency-Key", Code: "invalid"}}, other.Problem(t).Issues)
}

func TestSV2P2EveryInvalidFieldOfAMessageIsReported(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	a := s.Send("k", map[string]any{"kind": "quote_request", "email": "nobody"})
	assert.Equal(t, []fault.Issue{{Field: "name", Code: "required"}, {Field: "email", Code: "invalid_email"}, {Field: "message", Code: "required"}}, a.Problem(t).Issues)
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPost, "/api/v1/leads", s.Request("x")).StatusCode, "without a key")
	assert.Equal(t, http.StatusUnprocessableEntity, s.Send("k", map[string]any{"kind": "owner_feedback", "message": "long enough text"}).StatusCode)
}

func TestE8OwnersFeedbackReachesTheInbox(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	path := "/api/v1/feedback"
	short := s.Call(http.MethodPost, path, map[string]any{"message": "too short"}, wire.KeyField, "k")
	assert.Equal(t, []fault.Issue{{Field: "message", Code: "too_short", Want: "10"}}, short.Problem(t).Issues)
	for range 2 { // pressed twice, or retried after a lost response
		a := s.Call(http.MethodPost, path, map[string]any{"message": "The dashboard is quick"}, wire.KeyField, "k")
		require.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
	}
	var page inbox.LeadPage
	s.Call(http.MethodGet, "/api/v1/leads", nil).Into(t, &page)
	require.Len(t, page.Leads, 1)
	assert.Equal(t, lead.OwnerFeedback, page.Leads[0].Kind)
	assert.Equal(t, "The dashboard is quick", page.Leads[0].Excerpt)
	assert.Equal(t, lead.Pending, page.Leads[0].Status)
	assert.Nil(t, page.Leads[0].DueAt, "no answer was promised")
	var counts inbox.LeadCounts
	s.Call(http.MethodGet, "/api/v1/leads/counts", nil).Into(t, &counts)
	assert.Equal(t, inbox.LeadCounts{Pending: 1}, counts, "not waiting for an answer")
}

func TestSuspectedSpamIsQuarantinedSilently(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	cases := []struct {
		flag   lead.Reason
		change map[string]any
	}{
		{lead.Trapped, map[string]any{"homepage": "https://spam.example"}},
		{lead.Tokenless, map[string]any{"token": ""}},
		{lead.Forged, map[string]any{"token": "AAAA"}},
		{lead.TooFast, map[string]any{"token": s.Token(time.Second)}},
		{lead.Advertises, map[string]any{"company": "see https://spam.example"}},
	}
	for i, c := range cases {
		message := s.Request("Textile works")
		maps.Copy(message, c.change)
		a := s.Send(fmt.Sprint("key ", i), message, "X-Forwarded-For", fmt.Sprintf("10.0.%d.1", i))
		require.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
		assert.Contains(t, string(a.Raw), fmt.Sprintf(`"DM-%d"`, 1001+i), "the sender gets the normal response")
	}
	s.SignIn()
	var page inbox.LeadPage
	s.Call(http.MethodGet, "/api/v1/leads?status=spam", nil).Into(t, &page)
	require.Len(t, page.Leads, len(cases))
	for i, c := range cases {
		assert.Equal(t, c.flag, page.Leads[len(cases)-1-i].Flag)
	}
	var listed inbox.LeadPage
	s.Call(http.MethodGet, "/api/v1/leads", nil).Into(t, &listed)
	assert.Empty(t, listed.Leads)
	assert.Zero(t, s.Count(apitest.NoticeJobs))
}

func TestATokenWorksOnceOnAllReplicas(t *testing.T) {
	t.Parallel()
	a := apitest.Start(t)
	b := apitest.StartOn(t, a.Store, a.DSN)
	message := a.Request("First")
	require.Equal(t, http.StatusCreated, a.Send("one", message).StatusCode)
	require.Equal(t, http.StatusCreated, b.Send("one", message).StatusCode, "a retry of the same message is not a replay")
	message["company"] = "Second"
	replay := b.Send("two", message)
	assert.Equal(t, http.StatusConflict, replay.StatusCode)
	assert.Equal(t, "conflict", replay.Problem(t).Code)
	assert.Equal(t, 1, a.Count(`SELECT count(*) FROM feedback`), "the replay is not stored")

	message["token"] = a.Token(lead.MaxAge + time.Second)
	assert.Equal(t, []fault.Issue{{Field: "token", Code: "invalid"}}, a.Send("two", message).Problem(t).Issues)
	message["token"] = a.Token(time.Minute)
	assert.Equal(t, http.StatusCreated, a.Send("two", message).StatusCode)
}

func TestAFormTokenIsValidAfterThreeSeconds(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	var opened inbox.FormToken
	s.Call(http.MethodGet, "/api/v1/leads/token", nil).Into(t, &opened)
	assert.Equal(t, inbox.FormToken{Token: opened.Token, WaitMS: 3000, LiveMS: 7_200_000, Targets: []uint32{}, Rounds: lead.Rounds}, opened)
	secret, err := s.Store.Leads.Secret(t.Context())
	require.NoError(t, err)
	judged, err := secret.Judge(opened.Token, "", time.Now().Add(lead.MinAge))
	require.NoError(t, err)
	assert.Empty(t, judged.Reason)
}

func TestConcurrentFormsAfterAStartShareOneRead(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy)
	testdb.Exec(t, s.DSN, `CREATE SEQUENCE reads`)
	testdb.Exec(t, s.DSN, `ALTER TABLE lead_settings RENAME TO kept_settings`)
	testdb.Exec(t, s.DSN, `CREATE VIEW lead_settings AS SELECT secret, nextval('reads'), pg_sleep(2.2)::text FROM kept_settings`) // a slow database
	var opening sync.WaitGroup
	for n := range 100 {
		opening.Go(func() {
			a := s.Call(http.MethodGet, "/api/v1/leads/token", nil, "X-Forwarded-For", apitest.Network4(n).Addr().String())
			assert.Equal(t, http.StatusOK, a.StatusCode)
		})
	}
	opening.Wait()
	assert.Equal(t, 1, s.Count(`SELECT last_value FROM reads`))
}

func TestAFormOpensWhileTheLeadsTableIsLocked(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	tx, err := s.Store.Pool().Begin(t.Context())
	require.NoError(t, err)
	defer tx.Rollback(context.WithoutCancel(t.Context()))
	_, err = tx.Exec(t.Context(), `LOCK TABLE feedback`)
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, s.Call(http.MethodGet, "/api/v1/leads/token", nil).StatusCode)
}

func TestLeadsOfOneNetworkOrWithOneTextCannotFillTheInbox(t *testing.T) {
	t.Parallel()
	busy := func(c *api.Config) { c.LeadsAnHour = 1000 }
	a := apitest.Start(t, apitest.BehindProxy, busy)
	b := apitest.StartOn(t, a.Store, a.DSN, apitest.BehindProxy, busy)
	flags := func(sql string) (found []string) {
		rows, err := a.Store.Pool().Query(t.Context(), sql)
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
		message := a.Request(fmt.Sprint("Company ", i))
		wait.Go(func() {
			sent := []*apitest.Site{a, b}[i%2].Send(fmt.Sprint("crowd ", i), message, "X-Forwarded-For", fmt.Sprintf("10.1.1.%d", i+1))
			assert.Equal(t, http.StatusCreated, sent.StatusCode)
		})
	}
	wait.Wait()
	crowd := flags(`SELECT flag FROM feedback ORDER BY flag`)
	secret, err := a.Store.Leads.Secret(t.Context())
	require.NoError(t, err)
	proven := a.Request("One of many behind the same address")
	solved := secret.Issue(time.Now().Add(-time.Minute), 3)
	proven["token"], proven["solution"] = solved.Text, solved.Solve()
	require.Equal(t, http.StatusCreated, a.Send("proven", proven, "X-Forwarded-For", "10.1.1.99").StatusCode)
	assert.Equal(t, lead.NetworkAnHour+1, a.Count(`SELECT count(*) FROM feedback WHERE flag = ''`), "a solved puzzle lifts the limit")
	assert.Equal(t, append(slicesOf("", lead.NetworkAnHour), slicesOf(string(lead.Crowded), lead.NetworkAnHour)...), crowd)

	for i := range 8 {
		message := a.Request("x")
		message["kind"], message["message"] = "quote_request", fmt.Sprint("We are many people writing exactly the same long text, number ", i)
		wait.Go(func() {
			[]*apitest.Site{a, b}[i%2].Send(fmt.Sprint("text ", i), message, "X-Forwarded-For", fmt.Sprintf("10.2.%d.1", i))
		})
	}
	wait.Wait()
	texts := flags(`SELECT flag FROM feedback WHERE feedback_type = 'quote_request' ORDER BY flag`)
	assert.Equal(t, append(slicesOf("", lead.TextADay), slicesOf(string(lead.Repeated), 8-lead.TextADay)...), texts)
	assert.Zero(t, a.Count(`SELECT count(*) FROM arrivals WHERE position('10.1.'::bytea IN network) > 0 OR position('10.2.'::bytea IN network) > 0`), "addresses are stored hashed only")
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
	s := apitest.Start(t)
	for _, phone := range []string{"+91 98250 12345", "98250 12345", "098250-12345", "0091 98250 12345", "919825012345", "(079) 2640 0000", "+91 (0)98250 12345", "0091 098250 12345", "9109825012345", "+1 415 555 0100", "12345", "", " +44 20 7946 0000"} {
		var key string
		require.NoError(t, s.Store.Pool().QueryRow(t.Context(), `SELECT international($1)`, phone).Scan(&key))
		assert.Equal(t, field.International(phone), key, phone)
	}
}

func TestSV2P2FormWithoutJavaScriptIsAnOrdinaryPost(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, lang := range locales.Usual {
		for _, path := range []string{"/services/quote", "/portfolio/request"} {
			page := s.Call(http.MethodGet, apitest.InLang(lang, path), nil)
			require.Equal(t, http.StatusOK, page.StatusCode)
			assert.Equal(t, "no-store", page.Header.Get("Cache-Control"), "the form is for one visitor")
			assert.Contains(t, string(page.Raw), `action="`+apitest.InLang(lang, path)+`"`)
			assert.Contains(t, string(page.Raw), `name="token" value="`)
			assert.Contains(t, string(page.Raw), `<meta name="robots" content="noindex">`)
		}
	}
	form := map[string][]string{
		"name": {"Bakery"}, "email": {"bakery@example.in"}, "message": {"Posters & more\nfor <Diwali>"}, "services": {"Content Marketing"},
		"consent": {"2026-11"}, "token": {s.Token(time.Minute)},
	}
	for range 2 { // a double tap or a reload
		sent := s.Post("/services/quote", form)
		require.Equal(t, http.StatusOK, sent.StatusCode)
		assert.Contains(t, string(sent.Raw), "Quote Request Submitted")
		assert.Contains(t, string(sent.Raw), "DM-1001")
		assert.Contains(t, string(sent.Raw), "https://wa.me/910000000000?text=")
	}
	var message, status string
	var services []string
	s.Scan(`SELECT comment, services, status FROM feedback`, &message, &services, &status)
	assert.Equal(t, "Posters & more\nfor <Diwali>", message)
	assert.Equal(t, []string{"Content Marketing"}, services)
	assert.Equal(t, "pending", status)

	form["message"] = []string{"Something else"}
	changed := s.Post("/services/quote", form)
	assert.Equal(t, http.StatusUnprocessableEntity, changed.StatusCode)
	assert.Contains(t, string(changed.Raw), "Something else", "the submitted values are kept")
	assert.Contains(t, string(changed.Raw), locales.Text(locales.English, "lead.error.changed"))
}

func TestRefusedFormWithoutJavaScriptKeepsItsValues(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	form := map[string][]string{"name": {"Bakery"}, "email": {"nobody"}, "phone": {"98250 12345"}, "company": {`"><script>alert(1)</script>`}, "token": {s.Token(time.Minute)}}
	refused := s.Post("/gu/portfolio/request", form)
	assert.Equal(t, http.StatusUnprocessableEntity, refused.StatusCode)
	html := string(refused.Raw)
	assert.Contains(t, html, `value="98250 12345"`)
	assert.Contains(t, html, locales.Text(locales.Gujarati, "lead.issue.invalid_email"))
	assert.NotContains(t, html, "<script>alert")
	assert.Contains(t, html, "&lt;script&gt;alert")

	form["email"] = []string{"a@example.in"}
	form["token"] = []string{s.Token(lead.MaxAge + time.Minute)}
	stale := s.Post("/gu/portfolio/request", form)
	assert.Equal(t, http.StatusUnprocessableEntity, stale.StatusCode)
	assert.Contains(t, string(stale.Raw), locales.Text(locales.Gujarati, "lead.error.stale"))
	assert.Zero(t, s.Count(`SELECT count(*) FROM feedback`))

	cross := s.Call(http.MethodPost, "/portfolio/request", "name=x", "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "cross-site")
	assert.Equal(t, http.StatusForbidden, cross.StatusCode)
}
