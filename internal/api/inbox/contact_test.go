package inbox_test

import (
	"encoding/csv"
	"fmt"
	"maps"
	"net/http"
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
	"parichay/locales"
)

// callMe returns a message of somebody who gives nothing but a phone number.
func callMe(s *apitest.Site) map[string]any {
	return map[string]any{"kind": "quote_request", "name": "Asha", "phone": "98250 12345", "message": "A cake for Friday", "language": "gu", "token": s.Token(time.Minute)}
}

// open starts a site of a trade with a signed-in owner.
func open(t *testing.T, trade string) *apitest.Site {
	t.Helper()
	s := apitest.Start(t).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"trade": trade}).StatusCode)
	return s
}

func TestRequiredContactFollowsTheTradeAndTheOwner(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	n := 0
	send := func(changes map[string]any) []fault.Issue {
		message := callMe(s)
		maps.Copy(message, changes)
		n++
		a := s.Send(fmt.Sprint("k", n), message)
		if a.StatusCode == http.StatusCreated {
			return nil
		}
		return a.Problem(t).Issues
	}
	mail := map[string]any{"phone": "", "email": "a@b.in"}
	nothing := map[string]any{"phone": ""}
	assert.Equal(t, []fault.Issue{{Field: "email", Code: "required"}}, send(nil), "without a trade, SV2 stands")
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"trade": "agency"}).StatusCode)
	assert.Equal(t, []fault.Issue{{Field: "email", Code: "required"}}, send(nil), "the agency's form is SV2's")
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"trade": "salon"}).StatusCode)
	assert.Empty(t, send(nil))
	assert.Equal(t, []fault.Issue{{Field: "phone", Code: "required"}}, send(mail))
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"formNeeds": "either"}).StatusCode)
	assert.Empty(t, send(nil))
	assert.Empty(t, send(mail))
	assert.Equal(t, []fault.Issue{{Field: "phone", Code: "unreachable"}}, send(nothing))
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"formNeeds": "email"}).StatusCode)
	assert.Equal(t, []fault.Issue{{Field: "email", Code: "required"}}, send(nil))
	assert.Equal(t, http.StatusUnprocessableEntity, s.Save(map[string]any{"formNeeds": "pigeon"}).StatusCode)
}

func TestLeadWithAPhoneNumberAloneWorksEverywhere(t *testing.T) {
	t.Parallel()
	s := open(t, "salon")
	message := callMe(s)
	for range 2 { // the second is a retry
		require.Equal(t, http.StatusCreated, s.Send("k1", message).StatusCode)
	}
	require.Equal(t, 1, s.Count(`SELECT count(*) FROM feedback`))
	require.Equal(t, 1, s.Count(apitest.NoticeJobs))
	other := callMe(s)
	other["kind"], other["phone"] = "portfolio_request", "+91 98250-12345"
	require.Equal(t, http.StatusCreated, s.Send("k2", other).StatusCode)

	page := leads(s, "q=9825012345")
	require.Len(t, page.Leads, 2)
	assert.Equal(t, "Portfolio request from Asha", page.Leads[0].Excerpt)
	id := page.Leads[1].ID
	path := fmt.Sprintf("/api/v1/leads/%d", id)
	var whole inbox.LeadWhole
	s.Call(http.MethodGet, path, nil).Into(t, &whole)
	assert.Empty(t, whole.MailURL)
	assert.Equal(t, "tel:+919825012345", whole.CallURL)
	assert.Equal(t, "https://wa.me/919825012345", whole.ChatURL)
	assert.Contains(t, whole.Answers[locales.Gujarati].Chat, "Asha")
	require.Equal(t, http.StatusOK, s.Call(http.MethodPost, path+"/notes", map[string]any{"note": "Called"}).StatusCode)
	require.Equal(t, http.StatusOK, move(s, id, lead.Won).StatusCode)

	file := strings.TrimPrefix(string(s.Call(http.MethodGet, "/api/v1/leads/export?format=csv", nil).Raw), safecsv.BOM)
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 3)
	cell := func(row int, heading string) string { return rows[row][slices.Index(rows[0], heading)] }
	assert.Equal(t, "98250 12345", cell(1, "Phone"))
	assert.Empty(t, cell(1, "Email"))
	assert.Equal(t, "Portfolio request from Asha", cell(2, "Message"))

	var found inbox.PersonFound
	s.Call(http.MethodPost, "/api/v1/leads/person", map[string]any{"phone": "098250 12345"}).Into(t, &found)
	assert.Equal(t, 2, found.Messages)
	erased := s.Call(http.MethodPost, "/api/v1/leads/erase", map[string]any{"phone": "098250 12345", "messages": 2})
	assert.JSONEq(t, `{"erased":2}`, string(erased.Raw))
	assert.Zero(t, s.Count(`SELECT count(*) FROM feedback`))
}

func TestLeadsWithoutAnEmailAreNotOnePerson(t *testing.T) {
	t.Parallel()
	s := open(t, "salon")
	for n, phone := range []string{"98250 00001", "98250 00002"} {
		message := callMe(s)
		message["phone"] = phone
		require.Equal(t, http.StatusCreated, s.Send(fmt.Sprint("k", n), message).StatusCode)
	}
	erased := s.Call(http.MethodPost, "/api/v1/leads/erase", map[string]any{"phone": "98250 00001"})
	assert.JSONEq(t, `{"erased":1}`, string(erased.Raw))
}

func TestRepeatedTextOfLeadsWithAPhoneNumberAloneIsSpam(t *testing.T) {
	t.Parallel()
	s := open(t, "salon")
	for n := range 4 {
		message := callMe(s)
		message["phone"] = fmt.Sprintf("98250 0000%d", n)
		message["message"] = "We bring ten thousand visitors to every site within a single week."
		require.Equal(t, http.StatusCreated, s.Send(fmt.Sprint("k", n), message).StatusCode)
	}
	assert.Equal(t, lead.TextADay, s.Count(`SELECT count(*) FROM feedback WHERE status = 'pending'`))
	assert.Equal(t, 4-lead.TextADay, s.Count(`SELECT count(*) FROM feedback WHERE flag = 'repeated'`))
}

func TestFormWithoutJavaScriptAsksForTheContactThatIsNeeded(t *testing.T) {
	t.Parallel()
	s := open(t, "salon")
	form := string(s.Call(http.MethodGet, "/gu/services/quote", nil).Raw)
	phone, email := strings.Index(form, `name="phone"`), strings.Index(form, `name="email"`)
	assert.Positive(t, phone)
	assert.Greater(t, email, phone, "what is needed comes first")
	assert.Contains(t, form, `type="tel"`)
	assert.Contains(t, form, locales.Text(locales.Gujarati, "lead.optional", "field", locales.Text(locales.Gujarati, "lead.email")))
	request := string(s.Call(http.MethodGet, "/portfolio/request", nil).Raw)
	assert.NotContains(t, request, `name="company"`)

	typed := map[string][]string{"name": {"Asha"}, "message": {"A cake"}, "token": {s.Token(time.Minute)}}
	refused := s.Post("/services/quote", typed)
	require.Equal(t, http.StatusUnprocessableEntity, refused.StatusCode)
	assert.Contains(t, string(refused.Raw), "Phone is required")
	typed["phone"] = []string{"98250 12345"}
	require.Equal(t, http.StatusOK, s.Post("/services/quote", typed).StatusCode)

	require.Equal(t, http.StatusOK, s.Save(map[string]any{"formNeeds": "either"}).StatusCode)
	form = string(s.Call(http.MethodGet, "/services/quote", nil).Raw)
	assert.Contains(t, form, locales.Text(locales.English, "lead.either"))
	delete(typed, "phone")
	typed["token"] = []string{s.Token(time.Minute + time.Second)}
	assert.Contains(t, string(s.Post("/services/quote", typed).Raw), locales.Text(locales.English, "lead.issue.unreachable"))
}

func TestFormsWithoutATradeStayAsTheyWere(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	forms := func() (all []string) {
		for _, path := range []string{"/services/quote", "/gu/services/quote", "/portfolio/request"} {
			page := string(s.Call(http.MethodGet, path, nil).Raw)
			var names []string
			for part := range strings.SplitSeq(page, `name="`) {
				name, _, _ := strings.Cut(part, `"`)
				names = append(names, name)
			}
			all = append(all, strings.Join(names[1:], " "))
		}
		return all
	}
	fresh := forms()
	assert.Regexp(t, `\bname email phone message homepage\b`, fresh[0])
	assert.Regexp(t, `\bname email phone company homepage\b`, fresh[2])
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"trade": "agency", "formNeeds": "usual"}).StatusCode)
	assert.Equal(t, fresh, forms())
}
