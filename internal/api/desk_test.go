package api

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/inbox"
	"parichay/internal/domain/lead"
	safecsv "parichay/internal/kit/csv"
	"parichay/internal/testkit/testdb"
)

func (s *testSite) change(id int64, edit map[string]any) (whole inbox.LeadWhole) {
	s.t.Helper()
	a := s.call(http.MethodPatch, fmt.Sprintf("/api/v1/leads/%d", id), edit)
	require.Equal(s.t, http.StatusOK, a.StatusCode, string(a.body))
	a.into(s.t, &whole)
	return whole
}

func TestALeadsValueCanBeChanged(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 1)
	id := s.leads("").Leads[0].ID
	won := s.change(id, map[string]any{"status": "won"})
	require.NotNil(t, won.WonAt)
	assert.Nil(t, won.Value, "no value entered yet")
	valued := s.change(id, map[string]any{"value": "₹ 1,42,000"})
	assert.Equal(t, int64(142_000), *valued.Value)
	assert.Equal(t, won.WonAt, valued.WonAt)
	assert.Equal(t, lead.Won, valued.Status)
	undone := s.change(id, map[string]any{"status": "pending", "value": ""})
	assert.Nil(t, undone.Value)
	assert.Nil(t, undone.WonAt)
	assert.NotNil(t, undone.DueAt)
	both := s.change(id, map[string]any{"status": "won", "value": "१२,०००"})
	assert.Equal(t, int64(12_000), *both.Value)
	for _, bad := range []string{"12k", "-1", "100,00,00,000"} {
		a := s.call(http.MethodPatch, fmt.Sprintf("/api/v1/leads/%d", id), map[string]any{"value": bad, "status": "pending"})
		assert.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, bad)
		assert.Contains(t, string(a.body), `"field":"value"`)
	}
	assert.Equal(t, lead.Won, s.leads("").Leads[0].Status, "a refused edit changes nothing")

	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(s.call(http.MethodGet, "/api/v1/leads/export?format=csv", nil).body), safecsv.BOM))).ReadAll()
	require.NoError(t, err)
	row := map[string]string{}
	for i, heading := range rows[0] {
		row[heading] = rows[1][i]
	}
	assert.Equal(t, "12000", row["Value (₹)"], "a plain number")
	assert.Regexp(t, `^\d{4}-\d\d-\d\d$`, row["Won on"])
	assert.Equal(t, "Direct", row["Came from"])
	all := string(s.call(http.MethodGet, "/api/v1/leads/export?format=json", nil).body)
	assert.Contains(t, all, `"value":12000`)
	assert.Contains(t, all, `"channel":"direct"`)
	assert.Contains(t, all, `"wonAt":"`)
}

func TestTheOwnerEntersAWalkInAsALead(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.Mail = true }).signIn()
	enter := func(key string, body map[string]any) answer {
		return s.call(http.MethodPost, "/api/v1/leads/own", body, "Idempotency-Key", key)
	}
	walked := map[string]any{"name": "Textile Mills", "phone": "98250 12345", "message": "A board", "channel": "walkin", "status": "won", "value": "12,000", "language": "gu"}
	var first, again inbox.Written
	a := enter("k", walked)
	require.Equal(t, http.StatusCreated, a.StatusCode, string(a.body))
	a.into(t, &first)
	enter("k", walked).into(t, &again)
	assert.Equal(t, first, again)
	assert.Regexp(t, `^[A-Z]+-\d+$`, first.Reference)
	page := s.leads("")
	require.Len(t, page.Leads, 1)
	got := page.Leads[0]
	assert.Equal(t, "walkin", got.Channel)
	assert.True(t, got.ByHand)
	assert.Equal(t, int64(12_000), *got.Value)
	assert.NotNil(t, got.WonAt)
	assert.Zero(t, s.count(`SELECT count(*) FROM river_job WHERE kind = 'lead_notice'`), "the owner is not notified of own entries")

	walked["name"] = "Somebody else"
	assert.Equal(t, http.StatusUnprocessableEntity, enter("k", walked).StatusCode)
	assert.Equal(t, http.StatusUnprocessableEntity, enter("", walked).StatusCode)
	for field, value := range map[string]string{"name": "", "phone": "12", "email": "x", "channel": "youtube", "status": "spam", "value": "much"} {
		bad := map[string]any{"name": "A", "channel": "phone", field: value}
		assert.Equal(t, http.StatusUnprocessableEntity, enter("bad", bad).StatusCode, field)
	}
	waits := enter("waits", map[string]any{"name": "Called", "channel": "phone"})
	require.Equal(t, http.StatusCreated, waits.StatusCode, string(waits.body))
	var counts inbox.LeadCounts
	s.call(http.MethodGet, "/api/v1/leads/counts", nil).into(t, &counts)
	assert.Equal(t, inbox.LeadCounts{Pending: 1, Won: 1}, counts, "nobody was promised an answer")
	s.call(http.MethodDelete, "/api/v1/session", nil)
	assert.Equal(t, http.StatusUnauthorized, enter("out", walked).StatusCode)
}

func TestTheLastSevenDaysAreComparedWithTheSevenBefore(t *testing.T) {
	t.Parallel()
	s := startInbox(t, 3)
	testdb.Exec(t, s.dsn, `INSERT INTO visit_counts (day, report, key, visits, taps)
		SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date - n, 'all', '', 10, 4 FROM generate_series(1, 13) n`)
	s.change(s.leads("").Leads[0].ID, map[string]any{"status": "won", "value": "500"})
	testdb.Exec(t, s.dsn, `UPDATE feedback SET created_at = created_at - interval '1 day', won_at = won_at - interval '1 day'`)
	var week inbox.WeekAnswer
	ask := func() { s.call(http.MethodGet, "/api/v1/stats/week", nil).into(t, &week) }
	count := func(ago int) {
		testdb.Exec(t, s.dsn, `INSERT INTO visit_counts (day, report, key, visits, taps) VALUES ((now() AT TIME ZONE 'Asia/Kolkata')::date - $1::int, 'all', '', 10, 4)`, ago)
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

	testdb.Exec(t, s.dsn, `DELETE FROM visit_counts`)
	count(0)
	ask()
	assert.Equal(t, 10, week.Now.Visits, "counting began today")
	assert.False(t, week.Compared)
}
