package insights_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/insights"
	"parichay/internal/domain/visit"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

// noon is noon on a Monday in India.
var noon = time.Date(2026, 11, 16, 6, 30, 0, 0, time.UTC)

// counted starts a site with known visit sums and leads.
func counted(t *testing.T) *apitest.Site {
	t.Helper()
	s := apitest.Start(t, func(c *api.Config) { c.Now = func() time.Time { return noon } }).SignIn()
	testdb.Exec(t, s.DSN, `INSERT INTO visit_counts (day, report, key, visits, views, taps, scans, people) VALUES
		('2026-11-15', 'all', '', 10, 20, 4, 3, 8), ('2026-11-16', 'all', '', 3, 4, 1, 0, 3),
		('2026-11-09', 'all', '', 5, 6, 5, 0, 5), ('2026-11-02', 'all', '', 100, 100, 100, 0, 100),
		('2026-11-15', 'channel', 'instagram', 7, 12, 3, 0, 6), ('2026-11-15', 'channel', 'code:board', 3, 8, 1, 3, 2),
		('2026-11-16', 'channel', 'direct', 3, 4, 1, 0, 3), ('2026-11-09', 'channel', 'google', 5, 6, 5, 0, 5),
		('2026-11-15', 'campaign', '=diwali', 4, 5, 1, 0, 4),
		('2026-11-15', 'target', 'whatsapp', 0, 0, 3, 0, 2), ('2026-11-15', 'target', 'page:/services', 0, 0, 1, 0, 1), ('2026-11-16', 'target', 'link:https://example.com/menu', 0, 0, 1, 0, 1),
		('2026-11-15', 'page', '/', 10, 15, 4, 0, 8), ('2026-11-15', 'page', '/blog/kites', 0, 5, 0, 0, 2), ('2026-11-16', 'page', '/', 3, 4, 1, 0, 3),
		('2026-11-15', 'hour', '20', 9, 15, 4, 3, 7), ('2026-11-15', 'hour', '9', 1, 5, 0, 0, 1), ('2026-11-16', 'hour', '9', 3, 4, 1, 0, 3),
		('2026-11-15', 'language', 'gu', 10, 20, 4, 3, 8), ('2026-11-16', 'language', 'en', 3, 4, 1, 0, 3)`)
	testdb.Exec(t, s.DSN, `INSERT INTO visit_skips (day, reason, count) VALUES ('2026-11-15', 'bot', 40), ('2026-11-16', 'bot', 2), ('2026-11-15', 'owner', 3), ('2026-11-01', 'flood', 9)`)
	testdb.Exec(t, s.DSN, `INSERT INTO codes (code, kind, name, target) VALUES ('board', 'q', 'Shop board', '/'), ('card', 'q', 'Card', '/'), ('old', 'l', 'Old', '/')`)
	testdb.Exec(t, s.DSN, `UPDATE codes SET retired_at = now() WHERE code = 'old'`)
	n := 0
	came := func(at, source, kind, status string, byHand bool, won any, value any) {
		n++
		testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, comment, feedback_type, status, language, idempotency_key, digest, created_at, source, by_hand, won_at, value_inr)
			VALUES ('Somebody', 'somebody@example.in', 'Secret words', $1, $2, 'en', $3, '', $4::timestamptz, $5, $6, $7::timestamptz, $8)`,
			kind, status, string(rune('a'+n)), at, source, byHand, won, value)
	}
	const quote = "quote_request"
	came("2026-11-15T23:00+05:30", "instagram/=diwali", quote, "pending", false, nil, nil)
	came("2026-11-15T18:45Z", "q.board", quote, "contacted", false, nil, nil) // 00:15 on the 16th in India
	came("2026-11-12T10:00+05:30", "walkin", quote, "won", true, "2026-11-12T11:00+05:30", 500)
	came("2026-11-13T10:00+05:30", "walkin", quote, "pending", false, nil, nil) // a visitor's browser cannot claim to be a walk-in
	came("2026-11-01T10:00+05:30", "q.board", quote, "won", false, "2026-11-14T10:00+05:30", 12000)
	came("2026-10-01T10:00+05:30", "google", quote, "won", false, "2026-11-05T10:00+05:30", 3000)
	came("2026-11-14T10:00+05:30", "instagram", quote, "won", false, "2026-11-16T10:00+05:30", nil) // no value entered
	came("2026-11-15T10:00+05:30", "google", quote, "spam", false, nil, nil)
	came("2026-11-15T10:00+05:30", "google", "owner_feedback", "pending", false, nil, nil)
	came("2026-11-08T10:00+05:30", "google", "portfolio_request", "lost", false, nil, nil)
	return s
}

func stats(t *testing.T, s *apitest.Site, query string) (got insights.Stats) {
	t.Helper()
	answer := s.Call(http.MethodGet, "/api/v1/stats?"+query, nil)
	require.Equal(t, http.StatusOK, answer.StatusCode, string(answer.Raw))
	answer.Into(t, &got)
	return got
}

type line struct {
	key, name string
	visit.Sums
}

func lines(table insights.Table) (all []line) {
	for _, row := range table.Rows {
		all = append(all, line{row.Key, row.Name, row.Sums})
	}
	return all
}

func TestReportsCountExactlyTheRequestedDays(t *testing.T) {
	t.Parallel()
	s := counted(t)
	got := stats(t, s, "period=7d&end=2026-11-16")
	assert.Equal(t, insights.Days{From: "2026-11-10", Until: "2026-11-16"}, got.Days)
	assert.Equal(t, insights.Days{From: "2026-11-03", Until: "2026-11-09"}, got.Before)
	assert.Equal(t, []string{"2026-11-16", "2026-11-02"}, []string{got.Today, got.Since})
	assert.Equal(t, visit.Sums{Visits: 13, Views: 24, Taps: 5, Scans: 3, Leads: 5, Won: 3, Value: 12500}, got.Total)
	assert.Equal(t, visit.Sums{Visits: 5, Views: 6, Taps: 5, Leads: 1, Won: 1, Value: 3000}, got.TotalBefore)
	assert.Equal(t, []visit.Sums{
		{},
		{},
		{Leads: 1, Won: 1, Value: 500},
		{Leads: 1},
		{Leads: 1, Won: 1, Value: 12000},
		{Visits: 10, Views: 20, Taps: 4, Scans: 3, People: 8, Leads: 1},
		{Visits: 3, Views: 4, Taps: 1, People: 3, Leads: 1, Won: 1},
	}, got.Each)
	assert.Equal(t, visit.Sums{Visits: 3, Views: 4, Taps: 1, People: 3, Leads: 1, Won: 1}, got.Live.Today)
	assert.Equal(t, [2]int{9, 1}, [2]int{got.Hours[6][20], got.Hours[6][9]}, "a Sunday")
	assert.Equal(t, 3, got.Hours[0][9], "a Monday")
	assert.Equal(t, []line{
		{"instagram", "Instagram", visit.Sums{Visits: 7, Views: 12, Taps: 3, People: 6, Leads: 2, Won: 1}},
		{"code:board", "QR: Shop board", visit.Sums{Visits: 3, Views: 8, Taps: 1, Scans: 3, People: 2, Leads: 1, Won: 1, Value: 12000}},
		{"direct", "Direct", visit.Sums{Visits: 3, Views: 4, Taps: 1, People: 3}},
		{"walkin", "Walk-in", visit.Sums{Leads: 1, Won: 1, Value: 500}},
		{"named:walkin", "walkin", visit.Sums{Leads: 1}},
	}, lines(got.Reports[visit.Sources]))
	assert.Equal(t, []line{{"=diwali", "=diwali", visit.Sums{Visits: 4, Views: 5, Taps: 1, People: 4, Leads: 1}}}, lines(got.Reports[visit.Campaigns]))
	assert.Equal(t, []line{
		{"whatsapp", "WhatsApp", visit.Sums{Taps: 3, People: 2}},
		{"link:https://example.com/menu", "example.com/menu", visit.Sums{Taps: 1, People: 1}},
		{"page:/services", "Services", visit.Sums{Taps: 1, People: 1}},
	}, lines(got.Reports[visit.Links]))
	assert.Equal(t, []line{
		{"/", "Home page", visit.Sums{Visits: 13, Views: 19, Taps: 5, People: 11}},
		{"/blog/kites", "/blog/kites", visit.Sums{Views: 5, People: 2}},
	}, lines(got.Reports[visit.Pages]))
	assert.Equal(t, []line{
		{"gu", "ગુજરાતી", visit.Sums{Visits: 10, Views: 20, Taps: 4, Scans: 3, People: 8}},
		{"en", "English", visit.Sums{Visits: 3, Views: 4, Taps: 1, People: 3}},
	}, lines(got.Reports[visit.Languages]))
	assert.Equal(t, []line{
		{"code:board", "QR: Shop board", visit.Sums{Visits: 3, Views: 8, Taps: 1, Scans: 3, People: 2, Leads: 1, Won: 1, Value: 12000}},
		{"code:card", "QR: Card", visit.Sums{}},
	}, lines(got.Reports[visit.Codes]), "active codes without scans are listed, retired ones are not")
	assert.Equal(t, []line{{"bot", "Robots", visit.Sums{Count: 42}}, {"owner", "Your own visits", visit.Sums{Count: 3}}}, lines(got.Reports[visit.LeftOut]))

	before := stats(t, s, "period=7d&end=2026-11-09")
	assert.Equal(t, got.TotalBefore, before.Total)
	assert.Equal(t, got.Live.Today, before.Live.Today, "today does not depend on the period")
	assert.Equal(t, 113+5, stats(t, s, "period=28d&end=2026-11-16").Total.Visits)
	assert.Equal(t, "રોબોટ", stats(t, s, "period=7d&lang=gu").Reports[visit.LeftOut].Rows[0].Name)
	for _, wrong := range []string{"2026-11-17", "2019-12-31", "yesterday"} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodGet, "/api/v1/stats?end="+wrong, nil).StatusCode, wrong)
	}
	assert.Equal(t, http.StatusUnauthorized, s.Browser().Call(http.MethodGet, "/api/v1/stats", nil).StatusCode)
}

func TestByDefaultReportsEndYesterday(t *testing.T) {
	t.Parallel()
	s := counted(t)
	got := stats(t, s, "period=7d")
	assert.Equal(t, insights.Days{From: "2026-11-09", Until: "2026-11-15"}, got.Days)
	assert.Equal(t, insights.Days{From: "2026-11-02", Until: "2026-11-08"}, got.Before)
	assert.Equal(t, 15, got.Total.Visits)
	assert.Equal(t, 3, got.Live.Today.Visits)

	testdb.Exec(t, s.DSN, `DELETE FROM visit_counts WHERE day < '2026-11-16'`)
	got = stats(t, s, "period=7d")
	assert.Equal(t, insights.Days{From: "2026-11-10", Until: "2026-11-16"}, got.Days, "only today has data")
	assert.Equal(t, "2026-11-16", got.Since)
	testdb.Exec(t, s.DSN, `DELETE FROM visit_counts`)
	assert.Equal(t, "2026-11-16", stats(t, s, "period=7d").Days.Until, "also before the first visit")
}

func TestAReportAddsUpTheRowsThatItDoesNotList(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, func(c *api.Config) { c.Now = func() time.Time { return noon } }).SignIn()
	testdb.Exec(t, s.DSN, `INSERT INTO visit_counts (day, report, key, visits, taps) SELECT '2026-11-15', 'channel', 'site:s' || n || '.in', 100 - n, 1 FROM generate_series(1, 30) n`)
	testdb.Exec(t, s.DSN, `INSERT INTO visit_counts (day, report, key, visits) VALUES ('2026-11-15', 'channel', $1, 7)`, visit.Other)
	testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, comment, feedback_type, status, language, idempotency_key, digest, created_at, source, by_hand, won_at, value_inr)
		VALUES ('', '', '', 'quote_request', 'won', 'en', 'k', '', '2026-11-15', 'phone', true, '2026-11-15', 90000)`)
	channels := stats(t, s, "period=7d").Reports[visit.Sources]
	require.Len(t, channels.Rows, 12)
	assert.Equal(t, "phone", channels.Rows[11].Key, "a row with money is among the top rows despite few visits")
	assert.Equal(t, 20, channels.Others)
	shown := 0
	for _, row := range channels.Rows {
		shown += row.Visits
	}
	assert.Equal(t, 30*100-30*31/2+7, shown+channels.Rest.Visits, "the rows and the rest add up to the total")
}

func TestAReportFileEscapesFormulas(t *testing.T) {
	t.Parallel()
	s := counted(t)
	file := func(query string) (string, http.Header) {
		answer := s.Call(http.MethodGet, "/api/v1/stats/export?period=7d&end=2026-11-16&"+query, nil)
		require.Equal(t, http.StatusOK, answer.StatusCode, string(answer.Raw))
		return string(answer.Raw), answer.Header
	}
	text, header := file("report=campaigns&lang=gu")
	assert.Equal(t, "\uFEFF\"કેમ્પેન\",\"મુલાકાત\",\"ટેપ\",\"પૂછપરછ\",\"કામ મળ્યું\",\"મળેલા કામની રકમ (₹)\"\r\n\"'=diwali\",\"4\",\"1\",\"1\",\"0\",\"0\"\r\n", text)
	assert.Equal(t, "text/csv; charset=utf-8", header.Get("Content-Type"))
	assert.Equal(t, `attachment; filename="campaigns-2026-11-10-2026-11-16.csv"`, header.Get("Content-Disposition"))
	text, _ = file("report=days")
	assert.Contains(t, text, "\"2026-11-14\",\"0\",\"0\",\"0\",\"0\",\"1\",\"1\",\"12000\"\r\n")
	assert.Equal(t, 8, strings.Count(text, "\r\n"))
	text, _ = file("report=hours")
	assert.Contains(t, text, "\"Sunday\",\"20:00\",\"9\"\r\n")
	text, _ = file("report=funnel")
	assert.Contains(t, text, "\"Visits\",\"13\"\r\n\"Taps\",\"5\"\r\n\"Leads\",\"5\"\r\n\"Won\",\"3\"\r\n")
	for _, name := range visit.Name("").All() {
		text, _ = file("report=" + string(name))
		assert.True(t, strings.HasPrefix(text, "\uFEFF\""), name)
	}
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodGet, "/api/v1/stats/export?report=everything", nil).StatusCode)
}

func TestAShareLinkShowsReportsUntilItEnds(t *testing.T) {
	t.Parallel()
	s := counted(t)
	stranger := s.Browser()
	share := func(body map[string]any) (insights.MadeLink, string) {
		answer := s.Call(http.MethodPost, "/api/v1/report-links", body)
		require.Equal(t, http.StatusCreated, answer.StatusCode, string(answer.Raw))
		var made insights.MadeLink
		answer.Into(t, &made)
		_, token, found := strings.Cut(made.URL, "http://parichay.test/report#")
		require.True(t, found, made.URL)
		return made, token
	}
	read := func(token string) apitest.Answer {
		return stranger.Call(http.MethodGet, "/api/v1/report?period=7d&end=2026-11-16", nil, "Report-Token", token)
	}
	testdb.Exec(t, s.DSN, `INSERT INTO codes (code, kind, name, target) VALUES ('young', 'l', 'Young', '/')`)
	plain, without := share(map[string]any{"label": " For the trust ", "days": 7})
	assert.Equal(t, "For the trust", plain.Label)
	assert.WithinDuration(t, time.Now().Add(7*24*time.Hour), plain.ExpiresAt, time.Hour)
	_, with := share(map[string]any{"days": 90, "money": true})

	var got insights.Stats
	answer := read(without)
	require.Equal(t, http.StatusOK, answer.StatusCode, string(answer.Raw))
	answer.Into(t, &got)
	assert.Equal(t, visit.Sums{Visits: 13, Views: 24, Taps: 5, Scans: 3, Leads: 5, Won: 3}, got.Total)
	assert.False(t, got.Money)
	assert.NotContains(t, string(answer.Raw), `"value`, "no value in rupees")
	for _, private := range []string{"Somebody", "somebody@", "Secret words", "For the trust", "Shop board", "Card", "Old", "Young"} {
		assert.NotContains(t, string(answer.Raw), private)
	}
	named := map[string]string{}
	for _, report := range []visit.Name{visit.Sources, visit.Codes} {
		for _, row := range got.Reports[report].Rows {
			if strings.HasPrefix(row.Key, visit.Code) || strings.HasPrefix(row.Key, visit.Short) {
				named[string(report)+" "+row.Key] = row.Name
			}
		}
	}
	assert.Equal(t, map[string]string{
		"channels code:board": "QR code 1", "codes code:board": "QR code 1", "codes code:card": "QR code 2", "codes link:young": "Short link 2",
	}, named, "only the owner sees the names of codes")
	assert.Equal(t, "no-store", answer.Header.Get("Cache-Control"))
	read(with).Into(t, &got)
	assert.EqualValues(t, 12500, got.Total.Value)

	page := stranger.Call(http.MethodGet, "/report", nil)
	assert.Equal(t, []string{"no-store", "noindex"}, []string{page.Header.Get("Cache-Control"), page.Header.Get("X-Robots-Tag")})
	assert.Equal(t, http.StatusOK, page.StatusCode)

	var all insights.Links
	s.Call(http.MethodGet, "/api/v1/report-links", nil).Into(t, &all)
	require.Len(t, all.Links, 2)
	assert.Equal(t, plain.ID, all.Links[1].ID)
	for _, want := range []int{http.StatusNoContent, http.StatusNotFound} {
		assert.Equal(t, want, s.Call(http.MethodDelete, "/api/v1/report-links/"+strconv.FormatInt(plain.ID, 10), nil).StatusCode)
	}
	assert.Equal(t, http.StatusNotFound, read(without).StatusCode, "revoked")
	assert.Equal(t, http.StatusNotFound, read("guessed").StatusCode)
	assert.Equal(t, http.StatusOK, read(with).StatusCode)
	testdb.Exec(t, s.DSN, `UPDATE report_links SET expires_at = now()`)
	assert.Equal(t, http.StatusNotFound, read(with).StatusCode, "expired")

	_, last := share(map[string]any{"days": 30})
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/account/sessions", nil).StatusCode)
	assert.Equal(t, http.StatusNotFound, read(last).StatusCode, "revoked with the other sessions")

	for range 20 {
		share(map[string]any{"days": 7})
	}
	full := s.Call(http.MethodPost, "/api/v1/report-links", map[string]any{"days": 7})
	assert.Equal(t, "full", full.Problem(t).Code)
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPost, "/api/v1/report-links", map[string]any{"days": 8}).StatusCode)
	assert.Equal(t, http.StatusUnauthorized, stranger.Call(http.MethodPost, "/api/v1/report-links", map[string]any{"days": 7}).StatusCode)
}
