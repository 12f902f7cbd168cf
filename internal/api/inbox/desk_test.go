package inbox_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/inbox"
	"parichay/internal/domain/lead"
	safecsv "parichay/internal/kit/csv"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

func change(s *apitest.Site, id int64, edit map[string]any) (whole inbox.LeadWhole) {
	s.T.Helper()
	a := s.Call(http.MethodPatch, fmt.Sprintf("/api/v1/leads/%d", id), edit)
	require.Equal(s.T, http.StatusOK, a.StatusCode, string(a.Raw))
	a.Into(s.T, &whole)
	return whole
}

func TestALeadsValueCanBeChanged(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 1)
	id := leads(s, "").Leads[0].ID
	won := change(s, id, map[string]any{"status": "won"})
	require.NotNil(t, won.WonAt)
	assert.Nil(t, won.Value, "no value entered yet")
	valued := change(s, id, map[string]any{"value": "₹ 1,42,000"})
	assert.Equal(t, int64(142_000), *valued.Value)
	assert.Equal(t, won.WonAt, valued.WonAt)
	assert.Equal(t, lead.Won, valued.Status)
	undone := change(s, id, map[string]any{"status": "pending", "value": ""})
	assert.Nil(t, undone.Value)
	assert.Nil(t, undone.WonAt)
	assert.NotNil(t, undone.DueAt)
	both := change(s, id, map[string]any{"status": "won", "value": "१२,०००"})
	assert.Equal(t, int64(12_000), *both.Value)
	for _, bad := range []string{"12k", "-1", "100,00,00,000"} {
		a := s.Call(http.MethodPatch, fmt.Sprintf("/api/v1/leads/%d", id), map[string]any{"value": bad, "status": "pending"})
		assert.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, bad)
		assert.Contains(t, string(a.Raw), `"field":"value"`)
	}
	assert.Equal(t, lead.Won, leads(s, "").Leads[0].Status, "a refused edit changes nothing")

	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(s.Call(http.MethodGet, "/api/v1/leads/export?format=csv", nil).Raw), safecsv.BOM))).ReadAll()
	require.NoError(t, err)
	row := map[string]string{}
	for i, heading := range rows[0] {
		row[heading] = rows[1][i]
	}
	assert.Equal(t, "12000", row["Value (₹)"], "a plain number")
	assert.Regexp(t, `^\d{4}-\d\d-\d\d$`, row["Won on"])
	assert.Equal(t, "Direct", row["Came from"])
	all := string(s.Call(http.MethodGet, "/api/v1/leads/export?format=json", nil).Raw)
	assert.Contains(t, all, `"value":12000`)
	assert.Contains(t, all, `"channel":"direct"`)
	assert.Contains(t, all, `"wonAt":"`)
}

func TestTheOwnerEntersAWalkInAsALead(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, func(c *api.Config) { c.Mail = true }).SignIn()
	enter := func(key string, body map[string]any) apitest.Answer {
		return s.Call(http.MethodPost, "/api/v1/leads/own", body, "Idempotency-Key", key)
	}
	walked := map[string]any{"name": "Textile Mills", "phone": "98250 12345", "message": "A board", "channel": "walkin", "status": "won", "value": "12,000", "language": "gu"}
	var first, again inbox.Written
	a := enter("k", walked)
	require.Equal(t, http.StatusCreated, a.StatusCode, string(a.Raw))
	a.Into(t, &first)
	enter("k", walked).Into(t, &again)
	assert.Equal(t, first, again)
	assert.Regexp(t, `^[A-Z]+-\d+$`, first.Reference)
	page := leads(s, "")
	require.Len(t, page.Leads, 1)
	got := page.Leads[0]
	assert.Equal(t, "walkin", got.Channel)
	assert.True(t, got.ByHand)
	assert.Equal(t, int64(12_000), *got.Value)
	assert.NotNil(t, got.WonAt)
	assert.Zero(t, s.Count(`SELECT count(*) FROM river_job WHERE kind = 'lead_notice'`), "the owner is not notified of own entries")

	walked["name"] = "Somebody else"
	assert.Equal(t, http.StatusUnprocessableEntity, enter("k", walked).StatusCode)
	assert.Equal(t, http.StatusUnprocessableEntity, enter("", walked).StatusCode)
	for field, value := range map[string]string{"name": "", "phone": "12", "email": "x", "channel": "youtube", "status": "spam", "value": "much"} {
		bad := map[string]any{"name": "A", "channel": "phone", field: value}
		assert.Equal(t, http.StatusUnprocessableEntity, enter("bad", bad).StatusCode, field)
	}
	waits := enter("waits", map[string]any{"name": "Called", "channel": "phone"})
	require.Equal(t, http.StatusCreated, waits.StatusCode, string(waits.Raw))
	var counts inbox.LeadCounts
	s.Call(http.MethodGet, "/api/v1/leads/counts", nil).Into(t, &counts)
	assert.Equal(t, inbox.LeadCounts{Pending: 1, Won: 1}, counts, "nobody was promised an answer")
	s.Call(http.MethodDelete, "/api/v1/session", nil)
	assert.Equal(t, http.StatusUnauthorized, enter("out", walked).StatusCode)
}

func TestTheLastSevenDaysAreComparedWithTheSevenBefore(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 3)
	testdb.Exec(t, s.DSN, `INSERT INTO visit_counts (day, report, key, visits, taps)
		SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date - n, 'all', '', 10, 4 FROM generate_series(1, 13) n`)
	change(s, leads(s, "").Leads[0].ID, map[string]any{"status": "won", "value": "500"})
	testdb.Exec(t, s.DSN, `UPDATE feedback SET created_at = created_at - interval '1 day', won_at = won_at - interval '1 day'`)
	var week inbox.WeekAnswer
	ask := func() { s.Call(http.MethodGet, "/api/v1/stats/week", nil).Into(t, &week) }
	count := func(ago int) {
		testdb.Exec(t, s.DSN, `INSERT INTO visit_counts (day, report, key, visits, taps) VALUES ((now() AT TIME ZONE 'Asia/Kolkata')::date - $1::int, 'all', '', 10, 4)`, ago)
	}
	ask()
	assert.Equal(t, inbox.WeekSums{Visits: 70, Taps: 28, Leads: 3, Won: 1, Value: 500}, week.Now)
	assert.Equal(t, inbox.WeekSums{Visits: 60, Taps: 24}, week.Before)
	assert.False(t, week.Compared, "one of the seven days before was not counted")
	count(14)
	count(0)
	ask()
	assert.Equal(t, 70, week.Now.Visits, "today is not over yet")
	assert.Equal(t, inbox.WeekSums{Visits: 70, Taps: 28}, week.Before)
	assert.True(t, week.Compared)

	testdb.Exec(t, s.DSN, `DELETE FROM visit_counts`)
	count(0)
	ask()
	assert.Equal(t, 10, week.Now.Visits, "counting began today")
	assert.False(t, week.Compared)
}
