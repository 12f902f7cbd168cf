package inbox_test

import (
	"encoding/csv"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/inbox"
	"parichay/internal/domain/lead"
	safecsv "parichay/internal/kit/csv"
	"parichay/internal/kit/fault"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/hostile"
	"parichay/locales"
)

// answered returns a message with answers to the questions of a bakery.
func answered(s *apitest.Site, details ...lead.Detail) map[string]any {
	message := callMe(s)
	message["language"], message["details"] = "en", details
	return message
}

func TestAnswersAreShownSearchedAndExported(t *testing.T) {
	t.Parallel()
	s := open(t, "bakery")
	require.Equal(t, http.StatusCreated, s.Send("k0", answered(s, lead.Detail{Label: "Which day do you need it?", Value: "2026-12-01"})).StatusCode)
	sent := answered(s, lead.Detail{Label: "For how many people?", Value: "૪૭"}, lead.Detail{Label: "Which day do you need it?", Value: "2026-11-20"})
	for range 2 { // the second is a retry
		require.Equal(t, http.StatusCreated, s.Send("k1", sent).StatusCode)
	}
	want := []lead.Detail{{Label: "Which day do you need it?", Value: "November 20, 2026"}, {Label: "For how many people?", Value: "47"}}
	for _, text := range []string{"november 20", "many people?: 47", "47"} {
		found := leads(s, "q="+url.QueryEscape(text))
		require.Len(t, found.Leads, 1, text)
		var whole inbox.LeadWhole
		s.Call(http.MethodGet, fmt.Sprintf("/api/v1/leads/%d", found.Leads[0].ID), nil).Into(t, &whole)
		assert.Equal(t, want, whole.Details)
	}
	assert.Empty(t, leads(s, "q=label").Leads, "only the texts are searched")

	var kept []inbox.LeadKept
	s.Call(http.MethodGet, "/api/v1/leads/export?format=json&q=47", nil).Into(t, &kept)
	require.Len(t, kept, 1)
	assert.Equal(t, want, kept[0].Details)
	file := strings.TrimPrefix(string(s.Call(http.MethodGet, "/api/v1/leads/export?format=csv", nil).Raw), safecsv.BOM)
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	require.NoError(t, err)
	column := slices.Index(rows[0], "Answers")
	assert.Equal(t, "Which day do you need it?: November 20, 2026\nFor how many people?: 47", rows[2][column])
}

func TestAnswersInTheExportAreNotFormulas(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"formNeeds": "phone", "words": map[string]any{"questions": "text: =1+1"}}).StatusCode)
	require.Equal(t, http.StatusCreated, s.Send("k1", answered(s, lead.Detail{Label: "=1+1", Value: "@SUM(1)"})).StatusCode)
	assert.Contains(t, string(s.Call(http.MethodGet, "/api/v1/leads/export?format=csv", nil).Raw), "'=1+1: @SUM(1)")
}

func TestAnswersAreCheckedByTheServer(t *testing.T) {
	t.Parallel()
	s := open(t, "bakery")
	day := lead.Detail{Label: "Which day do you need it?", Value: "2026-11-20"}
	issues := func(details ...lead.Detail) []fault.Issue {
		return s.Send("k", answered(s, details...)).Problem(t).Issues
	}
	assert.Equal(t, []fault.Issue{{Field: "detail:Which day do you need it?", Code: "required"}}, issues())
	assert.Equal(t, []fault.Issue{{Field: "detail:For how many people?", Code: "invalid"}}, issues(day, lead.Detail{Label: "For how many people?", Value: "many"}))
	assert.Equal(t, []fault.Issue{{Field: "details", Code: "invalid"}}, issues(day, lead.Detail{Label: "Paid already?", Value: "yes"}))
	assert.Equal(t, http.StatusUnprocessableEntity, s.Send("k", answered(s, slices.Repeat([]lead.Detail{day}, 7)...)).StatusCode)

	other := apitest.Start(t)
	message := other.Request("Mills")
	message["details"] = []lead.Detail{day}
	message["kind"], message["message"] = "quote_request", "x"
	assert.Equal(t, []fault.Issue{{Field: "details", Code: "invalid"}}, other.Send("k", message).Problem(t).Issues, "a site without a trade asks nothing")
}

func TestLongestAnswersArriveFromEitherForm(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"formNeeds": "phone", "words": map[string]any{"questions": "text: a\ntext: b\ntext: c\ntext: d\ntext: e"}}).StatusCode)
	long := strings.Repeat("સ્ત્રીનાક", 4000/4)
	typed := map[string][]string{"name": {"Asha"}, "phone": {"98250 12345"}, "message": {long}, "token": {s.Token(time.Minute)}}
	message := answered(s)
	message["message"] = long
	var details []lead.Detail
	for label := range strings.SplitSeq("abcde", "") {
		details = append(details, lead.Detail{Label: label, Value: long})
		typed["detail:"+label] = []string{long}
	}
	message["details"] = details
	sent := s.Send("k1", message)
	require.Equal(t, http.StatusCreated, sent.StatusCode, string(sent.Raw))
	require.Equal(t, http.StatusOK, s.Post("/services/quote", typed).StatusCode)
	assert.Equal(t, 2, s.Count(`SELECT count(*) FROM feedback WHERE jsonb_array_length(details) = 5`))
}

func TestFormWithoutJavaScriptAsksTheQuestions(t *testing.T) {
	t.Parallel()
	s := open(t, "restaurant")
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"businessHours": "Daily: 6 PM to 8 PM"}).StatusCode)
	form := string(s.Call(http.MethodGet, "/gu/services/quote", nil).Raw)
	assert.Contains(t, form, `name="detail:કયા દિવસ માટે?"`)
	assert.Contains(t, form, `type="date"`)
	for _, choice := range []string{"સાંજે 6", "સાંજે 6:30", "સાંજે 7", "સાંજે 7:30"} {
		assert.Contains(t, form, "<option>"+choice+"</option>")
	}
	assert.NotContains(t, form, "<option>રાત્રે 8</option>", "nobody comes at closing time")

	typed := map[string][]string{"name": {"Asha"}, "phone": {"98250 12345"}, "token": {s.Token(time.Minute)}, "detail:કયા દિવસ માટે?": {"2026-11-20"}, "detail:કેટલા વાગ્યે?": {"સાંજે 7:30"}, "detail:કેટલા લોકો માટે?": {`"><img src=x>`}}
	refused := s.Post("/gu/services/quote", typed)
	require.Equal(t, http.StatusUnprocessableEntity, refused.StatusCode)
	page := string(refused.Raw)
	assert.Contains(t, page, `value="2026-11-20"`, "what was typed is kept")
	assert.Contains(t, page, `<option selected="">સાંજે 7:30</option>`)
	assert.Contains(t, page, html.EscapeString(locales.Text(locales.Gujarati, "lead.issue.invalid")))
	assert.NotContains(t, page, "<img src=x>")
	typed["message"], typed["detail:કેટલા લોકો માટે?"] = []string{"Window, please"}, []string{"૪"}
	require.Equal(t, http.StatusOK, s.Post("/gu/services/quote", typed).StatusCode)
	var stored []lead.Detail
	s.Scan(`SELECT details FROM feedback`, &stored)
	assert.Equal(t, []lead.Detail{{Label: "કયા દિવસ માટે?", Value: locales.LongDate(locales.Gujarati, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))}, {Label: "કેટલા વાગ્યે?", Value: "સાંજે 7:30"}, {Label: "કેટલા લોકો માટે?", Value: "4"}}, stored)
}

func TestHostileAnswersAndQuestionsStayText(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"formNeeds": "phone", "words": map[string]any{"questions": "text: <img src=x onerror=alert(1)>\nchoice: Size | </option><script>alert(1)</script>"}}).StatusCode)
	form := string(s.Call(http.MethodGet, "/services/quote", nil).Raw)
	assert.NotContains(t, form, "<img src=x")
	assert.NotContains(t, form, "<script>alert(1)")
	for n, payload := range hostile.Scripts() {
		if n%40 > 0 { // every one is tried in the corpus
			continue
		}
		message := answered(s, lead.Detail{Label: "<img src=x onerror=alert(1)>", Value: payload.Text})
		a := s.Send(fmt.Sprint("k", n), message, "X-Forwarded-For", fmt.Sprintf("10.0.%d.1", n%250))
		assert.Contains(t, []int{http.StatusCreated, http.StatusUnprocessableEntity}, a.StatusCode, payload.Text)
	}
	assert.Positive(t, s.Count(`SELECT count(*) FROM feedback WHERE details <> '[]'`))
}

func TestPreviewOfTheFormShowsUnsavedQuestions(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	p := s.Preview("path=/services/quote&lang=en", map[string]any{"site": map[string]any{"words": map[string]any{"questions": "text: Which flavour?"}, "formNeeds": "phone"}})
	assert.Contains(t, p.HTML, "Which flavour?")
	assert.Less(t, strings.Index(p.HTML, `name="phone"`), strings.Index(p.HTML, `name="email"`))
	assert.NotContains(t, string(s.Call(http.MethodGet, "/services/quote", nil).Raw), "Which flavour?")
}
