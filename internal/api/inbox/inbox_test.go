package inbox_test

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/events"
	"parichay/internal/api/inbox"
	"parichay/internal/domain/lead"
	safecsv "parichay/internal/kit/csv"
	"parichay/internal/kit/fault"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// startInbox starts a site with a signed-in owner and n leads, one per minute, the last one just now.
func startInbox(t *testing.T, n int) *apitest.Site {
	t.Helper()
	s := apitest.Start(t).SignIn()
	testdb.Exec(t, s.DSN, `
		INSERT INTO feedback (name, email, phone, comment, feedback_type, status, language, services, idempotency_key, digest, created_at)
		SELECT 'Visitor ' || n, 'v' || n || '@example.in', '+91 98250 ' || to_char(n, 'FM00000'), 'Message ' || n || ' about posters', 'quote_request', 'pending', 'en',
			'{SEO}', 'key ' || n, '', now() - ($1 - n) * interval '1 minute'
		FROM generate_series(1, $1) n`, n)
	return s
}

func leads(s *apitest.Site, query string) (page inbox.LeadPage) {
	s.T.Helper()
	a := s.Call(http.MethodGet, "/api/v1/leads?"+query, nil)
	require.Equal(s.T, http.StatusOK, a.StatusCode, string(a.Raw))
	a.Into(s.T, &page)
	return page
}

func move(s *apitest.Site, id int64, status lead.Status) apitest.Answer {
	return s.Call(http.MethodPatch, fmt.Sprintf("/api/v1/leads/%d", id), map[string]any{"status": status})
}

func names(page inbox.LeadPage) (all []string) {
	for _, l := range page.Leads {
		all = append(all, strings.TrimPrefix(l.Name, "Visitor "))
	}
	return all
}

func TestL1InboxPagingHasNoGapsWhileLeadsArrive(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 25)
	var waiting, all []string
	for next := ""; ; {
		page := leads(s, "status=pending&limit=10&before="+next)
		waiting = append(waiting, names(page)...)
		if next = page.Next; next == "" {
			break
		}
	}
	assert.Equal(t, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25", strings.Join(waiting, " "), "ordered by due time")
	for next := ""; ; {
		page := leads(s, "limit=10&before="+next)
		all = append(all, names(page)...)
		testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('new', '', '', 'quote_request', 'en', gen_random_uuid()::text, '')`)
		if next = page.Next; next == "" {
			break
		}
	}
	assert.Equal(t, "25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1", strings.Join(all, " "))
	for _, bad := range []string{"x", "1", "-", "1-x", strings.Repeat("9", 40) + "-1"} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodGet, "/api/v1/leads?before="+bad, nil).StatusCode, bad)
	}
}

func TestL1InboxSearchMatchesEveryField(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 12)
	testdb.Exec(t, s.DSN, `
		INSERT INTO feedback (name, email, phone, company, comment, feedback_type, language, idempotency_key, digest)
		VALUES ('બેકરી', 'bakery@example.in', '098250-99999', 'Textile 100%', 'Portfolio request from Textile 100%', 'portfolio_request', 'gu', 'bakery', '')`)
	for query, want := range map[string]string{
		"બેકરી": "બેકરી", "BAKERY@example": "બેકરી", "98250 99999": "બેકરી", "+919825099999": "બેકરી", "textile 100%": "બેકરી", "100_": "", `\`: "",
		"message 7 about": "7", "DM-1007": "7", "dm-1013": "બેકરી", "ref-1012": "12", "visitor 3": "3", "nobody": "", "' OR 1=1 --": "",
	} {
		assert.Equal(t, want, strings.Join(names(leads(s, "q="+url.QueryEscape(query))), " "), query)
	}
	assert.Len(t, leads(s, "kind=portfolio_request").Leads, 1)
	assert.Len(t, leads(s, "kind=quote_request&q=posters").Leads, 12)
	testdb.Exec(t, s.DSN, `UPDATE feedback SET status = 'spam' WHERE name = 'Visitor 3'`)
	assert.Empty(t, leads(s, "q=visitor+3").Leads)
	assert.Equal(t, "3", strings.Join(names(leads(s, "status=any&q=visitor+3")), " "), "in any status")
}

func TestL1LeadAcceptsOnlyAllowedStatusMoves(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 1)
	id := leads(s, "").Leads[0].ID
	for range 2 { // pressed again after a lost response
		require.Equal(t, http.StatusOK, move(s, id, lead.Contacted).StatusCode)
	}
	var whole inbox.LeadWhole
	move(s, id, lead.Won).Into(t, &whole)
	assert.Equal(t, lead.Won, whole.Status)
	assert.Nil(t, whole.DueAt)
	assert.Equal(t, []lead.Status{lead.Contacted, lead.Pending}, whole.Moves)
	assert.Equal(t, http.StatusConflict, move(s, id, lead.Lost).StatusCode, "a won lead must be reopened before it is lost")
	require.Len(t, whole.History, 2)
	assert.Equal(t, lead.Step{At: whole.History[1].At, Action: "moved", From: lead.Contacted, To: lead.Won}, whole.History[1])
	assert.Equal(t, http.StatusUnprocessableEntity, move(s, id, "forgotten").StatusCode)
	assert.Equal(t, http.StatusNotFound, move(s, 9999, lead.Contacted).StatusCode)
	var counts inbox.LeadCounts
	s.Call(http.MethodGet, "/api/v1/leads/counts", nil).Into(t, &counts)
	assert.Equal(t, inbox.LeadCounts{Won: 1}, counts)
}

func TestL1SpamLeadCanBeMovedBack(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 1)
	testdb.Exec(t, s.DSN, `UPDATE feedback SET status = 'spam', flag = 'tokenless'`)
	id := leads(s, "status=spam").Leads[0].ID
	var whole inbox.LeadWhole
	move(s, id, lead.Pending).Into(t, &whole)
	assert.Empty(t, whole.Flag)
	assert.Len(t, leads(s, "status=pending").Leads, 1)
}

func TestL1NotesStayWithTheLead(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 1)
	path := fmt.Sprintf("/api/v1/leads/%d/notes", leads(s, "").Leads[0].ID)
	for _, note := range []string{"Called, no answer", "Called, no answer", "Wants it by Friday"} {
		require.Equal(t, http.StatusOK, s.Call(http.MethodPost, path, map[string]any{"note": note}).StatusCode)
	}
	var whole inbox.LeadWhole
	s.Call(http.MethodGet, strings.TrimSuffix(path, "/notes"), nil).Into(t, &whole)
	require.Len(t, whole.History, 2, "a repeated note is stored once")
	assert.Equal(t, "Wants it by Friday", whole.History[1].Note)
	assert.Equal(t, []fault.Issue{{Field: "note", Code: "required"}}, s.Call(http.MethodPost, path, map[string]any{"note": " "}).Problem(t).Issues)
}

func TestL1LeadHasLinksAndTextsToAnswerIt(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 1)
	var whole inbox.LeadWhole
	s.Call(http.MethodGet, fmt.Sprintf("/api/v1/leads/%d", leads(s, "").Leads[0].ID), nil).Into(t, &whole)
	assert.Equal(t, "tel:+919825000001", whole.CallURL)
	assert.Equal(t, "https://wa.me/919825000001", whole.ChatURL)
	assert.Equal(t, "mailto:v1@example.in", whole.MailURL)
	assert.WithinDuration(t, whole.CreatedAt.Add(24*time.Hour), *whole.DueAt, 0)
	for _, lang := range locales.All {
		assert.Contains(t, whole.Answers[lang].Chat, "Visitor 1")
		assert.Contains(t, whole.Answers[lang].Chat, "DM-1001")
		assert.Contains(t, whole.Answers[lang].Chat, "SEO")
	}
}

func TestL1LeadCountsMatchTheLists(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 40)
	testdb.Exec(t, s.DSN, `UPDATE feedback SET status = ('{pending,contacted,won,lost,spam}'::text[])[1 + id % 5], feedback_type = ('{quote_request,portfolio_request,owner_feedback}'::text[])[1 + id % 3]`)
	for _, kind := range append([]lead.Kind{""}, lead.Kind("").All()...) {
		var counts map[string]any
		s.Call(http.MethodGet, "/api/v1/leads/counts?kind="+string(kind), nil).Into(t, &counts)
		for _, status := range lead.Status("").All() {
			assert.Len(t, leads(s, fmt.Sprintf("limit=100&status=%s&kind=%s", status, kind)).Leads, int(counts[string(status)].(float64)), "%s %s", status, kind)
		}
		assert.InDelta(t, s.Count(`SELECT count(*) FROM feedback WHERE status = 'pending' AND feedback_type <> 'owner_feedback'`), counts["waiting"], 0, "the owner's own feedback is not waiting")
		oldest := s.Count(`SELECT extract(epoch FROM min(created_at))::bigint FROM feedback WHERE status = 'pending' AND feedback_type <> 'owner_feedback'`)
		due, err := time.Parse(time.RFC3339, counts["nextDueAt"].(string))
		require.NoError(t, err)
		assert.WithinDuration(t, time.Unix(int64(oldest), 0).Add(lead.Promise), due, time.Second)
	}
}

func TestL1ErasingAPersonIsPreviewed(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 3)
	testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, phone, comment, feedback_type, status, language, idempotency_key, digest) VALUES
		('Their shop', 'shop@example.in', '09825000002', 'x', 'quote_request', 'won', 'en', 'a', ''), ('Visitor 2', 'v2@example.in', '+91 98250 00002', 'x', 'quote_request', 'spam', 'en', 'b', '')`)
	var found inbox.PersonFound
	s.Call(http.MethodPost, "/api/v1/leads/person", map[string]any{"phone": "98250 00002"}).Into(t, &found)
	assert.Equal(t, 3, found.Messages, "in any status")
	require.Len(t, found.People, 2)
	counted := map[string]int{}
	for _, p := range found.People {
		counted[p.Name+" "+p.Email] = p.Messages
	}
	assert.Equal(t, map[string]int{"Their shop shop@example.in": 1, "Visitor 2 v2@example.in": 2}, counted)
	assert.Equal(t, 5, s.Count(`SELECT count(*) FROM feedback`), "the preview deletes nothing")

	testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, phone, comment, feedback_type, language, idempotency_key, digest) VALUES ('Meanwhile', '', '9825000002', 'x', 'quote_request', 'en', 'c', '')`)
	erase := func(seen int) apitest.Answer {
		return s.Call(http.MethodPost, "/api/v1/leads/erase", map[string]any{"phone": "98250 00002", "messages": seen})
	}
	assert.Equal(t, http.StatusConflict, erase(3).StatusCode, "another message came after the preview")
	assert.Equal(t, 6, s.Count(`SELECT count(*) FROM feedback`))
	assert.Equal(t, http.StatusOK, erase(4).StatusCode)
	assert.Equal(t, 2, s.Count(`SELECT count(*) FROM feedback`))
	s.Call(http.MethodPost, "/api/v1/leads/person", map[string]any{"email": "nobody@example.in"}).Into(t, &found)
	assert.Equal(t, inbox.PersonFound{People: []lead.Person{}}, found)
	for _, bad := range []map[string]any{{}, {"phone": "12"}, {"email": "x"}} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPost, "/api/v1/leads/person", bad).StatusCode, bad)
	}
}

func TestL1ErasingAPersonMatchesEverySpellingOfAPhoneNumber(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 3)
	testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, phone, comment, feedback_type, language, idempotency_key, digest) VALUES
		('Again', 'OTHER@example.in', '09825000002', 'x', 'quote_request', 'en', 'a', ''), ('No phone', 'v3@EXAMPLE.in', '', 'x', 'quote_request', 'en', 'b', '')`)
	require.Equal(t, http.StatusOK, s.Call(http.MethodPost, fmt.Sprintf("/api/v1/leads/%d/notes", leads(s, "q=visitor+2").Leads[0].ID), map[string]any{"note": "x"}).StatusCode)
	erase := func(body map[string]any) string {
		return string(s.Call(http.MethodPost, "/api/v1/leads/erase", body).Raw)
	}
	assert.JSONEq(t, `{"erased":2}`, erase(map[string]any{"phone": "98250 00002"}))
	assert.JSONEq(t, `{"erased":2}`, erase(map[string]any{"email": "V3@example.in"}))
	assert.JSONEq(t, `{"erased":0}`, erase(map[string]any{"email": "v3@example.in"}))
	assert.Equal(t, "1", strings.Join(names(leads(s, "")), " "))
	assert.Zero(t, s.Count(`SELECT count(*) FROM feedback_events`))
	for _, bad := range []map[string]any{{}, {"email": "", "phone": ""}, {"phone": "12"}, {"email": "x"}} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPost, "/api/v1/leads/erase", bad).StatusCode, bad)
	}
	id := leads(s, "").Leads[0].ID
	assert.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, fmt.Sprintf("/api/v1/leads/%d", id), nil).StatusCode)
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodDelete, fmt.Sprintf("/api/v1/leads/%d", id), nil).StatusCode)
}

func TestL1LeadExportEscapesFormulas(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 1203) // several batches
	testdb.Exec(t, s.DSN, `UPDATE feedback SET name = '=HYPERLINK("http://evil")', comment = E'two\nlines, "quoted"' WHERE id = 1001`)
	testdb.Exec(t, s.DSN, `UPDATE feedback SET status = 'spam' WHERE id = 1002`)
	require.Equal(t, http.StatusOK, s.Call(http.MethodPost, "/api/v1/leads/1001/notes", map[string]any{"note": "@SUM(1)"}).StatusCode)
	file := s.Call(http.MethodGet, "/api/v1/leads/export?format=csv", nil)
	assert.Equal(t, "text/csv; charset=utf-8", file.Header.Get("Content-Type"))
	assert.Contains(t, file.Header.Get("Content-Disposition"), ".csv")
	require.True(t, strings.HasPrefix(string(file.Raw), safecsv.BOM))
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(file.Raw), safecsv.BOM))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+1202)
	assert.Equal(t, []string{
		"Reference", "Received", "Name", "Phone", "Email", "Company", "Form", "Services", "Message", "Answers", "Photos", "Status",
		"Value (\u20b9)", "Won on", "Notes", "Came from", "Source", "Language", "Page", "Edition", "Why in spam", "Consent text",
	}, rows[0])
	cell := func(heading string) string { return rows[1][slices.Index(rows[0], heading)] }
	assert.Equal(t, `'=HYPERLINK("http://evil")`, cell("Name"))
	assert.Equal(t, "(+91) 98250 00001", cell("Phone"))
	assert.Equal(t, "two\nlines, \"quoted\"", cell("Message"))
	assert.Equal(t, "'@SUM(1)", cell("Notes"))
	gu := string(s.Call(http.MethodGet, "/api/v1/leads/export?format=csv&lang=gu&q=hyperlink", nil).Raw)
	assert.Contains(t, gu, locales.Text(locales.Gujarati, "inbox.message"))
	assert.Contains(t, gu, locales.Text(locales.Gujarati, "inbox.status.pending"))

	var kept []inbox.LeadKept
	s.Call(http.MethodGet, "/api/v1/leads/export?format=json&q=hyperlink", nil).Into(t, &kept)
	require.Len(t, kept, 1)
	assert.Equal(t, `=HYPERLINK("http://evil")`, kept[0].Name, "JSON is lossless")
	assert.Equal(t, "@SUM(1)", kept[0].History[0].Note)
	s.Call(http.MethodGet, "/api/v1/leads/export?format=json&q=nobody", nil).Into(t, &kept)
	assert.Empty(t, kept)
	s.Call(http.MethodGet, "/api/v1/leads/export?format=json&status=any", nil).Into(t, &kept)
	assert.Len(t, kept, 1203, "including spam")
}

func TestL1LeadSettingsControlMailsAndRetention(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 0)
	var now inbox.LeadSettingsAnswer
	s.Call(http.MethodGet, "/api/v1/leads/settings", nil).Into(t, &now)
	assert.Equal(t, inbox.LeadSettingsAnswer{Settings: lead.Settings{MailLanguage: "en"}, SignInEmail: apitest.Email, MailWorks: true}, now)
	put := func(settings lead.Settings) apitest.Answer {
		return s.Call(http.MethodPut, "/api/v1/leads/settings", settings)
	}
	put(lead.Settings{NotifyEmail: "sales@example.in", MailLanguage: "gu", RetentionMonths: 12}).Into(t, &now)
	assert.Equal(t, lead.Settings{NotifyEmail: "sales@example.in", MailLanguage: "gu", RetentionMonths: 12}, now.Settings)
	assert.Equal(t, http.StatusUnprocessableEntity, put(lead.Settings{NotifyEmail: "x", MailLanguage: "en"}).StatusCode)
	assert.Equal(t, http.StatusUnprocessableEntity, put(lead.Settings{MailLanguage: "fr"}).StatusCode)
	assert.Equal(t, http.StatusUnprocessableEntity, put(lead.Settings{MailLanguage: "en", RetentionMonths: -1}).StatusCode)

	testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest, created_at)
		SELECT 'x', '', '', 'quote_request', 'en', n::text, '', now() - n * interval '1 month' + interval '1 day' FROM generate_series(1, 24) n`)
	require.NoError(t, s.Store.Prune(t.Context()))
	assert.Equal(t, 12, s.Count(`SELECT count(*) FROM feedback`))
	put(lead.Settings{MailLanguage: "en"})
	testdb.Exec(t, s.DSN, `UPDATE feedback SET created_at = '2001-01-01'`)
	require.NoError(t, s.Store.Prune(t.Context()))
	assert.Equal(t, 12, s.Count(`SELECT count(*) FROM feedback`), "kept without a retention setting")
}

// listen opens the event stream and returns its lines.
func listen(s *apitest.Site) (lines <-chan string, end func()) {
	s.T.Helper()
	ctx, cancel := context.WithCancel(s.T.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/api/v1/events", nil)
	require.NoError(s.T, err)
	response, err := s.Client.Do(r)
	require.NoError(s.T, err)
	require.Equal(s.T, http.StatusOK, response.StatusCode)
	require.Equal(s.T, "text/event-stream", response.Header.Get("Content-Type"))
	out := make(chan string, 100)
	go func() {
		defer close(out)
		defer func() { _ = response.Body.Close() }()
		for scanner := bufio.NewScanner(response.Body); scanner.Scan(); {
			if text := scanner.Text(); text != "" {
				out <- text
			}
		}
	}()
	require.Equal(s.T, ": hello", <-out)
	return out, cancel
}

func TestAStoppingServerTellsOpenTabsToReconnect(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	require.Eventually(t, func() bool { return s.Status("/readyz") == http.StatusOK }, 10*time.Second, time.Millisecond)
	lines, end := listen(s)
	defer end()
	s.Server.Stopping()
	assert.Equal(t, http.StatusServiceUnavailable, s.Status("/readyz"))
	assert.Equal(t, http.StatusOK, s.Status("/"), "requests are still handled")
	s.Server.EndStreams()
	var last string
	for line := range lines {
		last = line
	}
	assert.Equal(t, "retry: 1000", last)
	assert.Equal(t, http.StatusServiceUnavailable, s.Status("/api/v1/events"))
}

func TestStreamsOfAStolenSessionDoNotBlockTheOwnersStream(t *testing.T) {
	t.Parallel()
	stolen := apitest.Start(t).SignIn()
	for range 32 {
		_, end := listen(stolen)
		t.Cleanup(end)
	}
	owner := stolen.Browser().SignIn()
	for range 2 {
		_, end := listen(owner)
		t.Cleanup(end)
	}
	_, end := listen(stolen)
	t.Cleanup(end)
}

func TestL1EveryReplicaNotifiesOpenTabsOfANewLead(t *testing.T) {
	t.Parallel()
	a := apitest.Start(t)
	b := apitest.StartOn(t, a.Store, a.DSN).SignIn()
	lines, end := listen(b)
	defer end()
	require.Equal(t, http.StatusCreated, a.Send("k", a.Request("Textile works")).StatusCode)
	assert.Equal(t, "event: lead", <-lines)
	var news events.LeadNews
	require.NoError(t, json.Unmarshal([]byte(strings.TrimPrefix(<-lines, "data: ")), &news))
	assert.Equal(t, events.LeadNews{Change: lead.Change{What: lead.Came, ID: 1001, Kind: lead.Portfolio, Prefix: "DM"}, Reference: "DM-1001"}, news)
	move(b, 1001, lead.Contacted)
	<-lines
	assert.Contains(t, <-lines, `"what":"changed"`)
}

func TestAnEventStreamEndsWithItsSession(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, func(c *api.Config) { c.Heartbeat = 20 * time.Millisecond }).SignIn()
	web := httptest.NewUnstartedServer(s.Server)
	web.Config.ReadTimeout, web.Config.WriteTimeout = 100*time.Millisecond, 100*time.Millisecond
	web.Start()
	defer web.Close()
	cookies := s.Client.Jar.Cookies(apitest.MustParse(t, s.URL))
	s.URL = web.URL
	s.Client.Jar.SetCookies(apitest.MustParse(t, s.URL), cookies)
	lines, end := listen(s)
	defer end()
	for range 15 { // three times as long as the deadline
		require.Equal(t, ": beat", <-lines)
	}
	testdb.Exec(t, s.DSN, `DELETE FROM sessions`)
	last := ""
	for line := range lines {
		last = line
	}
	assert.Equal(t, "retry: 1000", last, "the stream ends properly, although the deadline of the last write has passed")
}
