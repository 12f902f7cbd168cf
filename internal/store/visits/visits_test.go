package visits_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/visit"
	"parichay/internal/store/postgres"
	"parichay/internal/store/visits"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

var noon = time.Date(2026, time.November, 16, 6, 30, 0, 0, time.UTC)

// view returns the first view of a visit.
func view(token int64) visit.Event {
	return visit.Event{At: noon, Kind: visit.View, Page: "/", Language: locales.Gujarati, Channel: "instagram", Campaign: "diwali", First: true, Visitor: token, Token: token}
}

type sum struct{ Visits, Views, Taps, Opens, Shares, Scans, People int }

// sums returns the sums of a report on a day, by key.
func sums(t *testing.T, store *postgres.Store, day time.Time, report string) map[string]sum {
	t.Helper()
	rows, err := store.Pool().Query(t.Context(), `SELECT key, visits, views, taps, opens, shares, scans, people FROM visit_counts WHERE day = $1 AND report = $2`, day, report)
	require.NoError(t, err)
	all := map[string]sum{}
	var key string
	var s sum
	_, err = pgx.ForEachRow(rows, []any{&key, &s.Visits, &s.Views, &s.Taps, &s.Opens, &s.Shares, &s.Scans, &s.People}, func() error { all[key] = s; return nil })
	require.NoError(t, err)
	return all
}

func sumUp(t *testing.T, store *postgres.Store) int {
	t.Helper()
	days, err := store.Visits.SumUp(t.Context())
	require.NoError(t, err)
	return days
}

func TestEveryEventIsCountedOnceUnderEachKey(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	first, again := view(1), view(2)
	again.Visitor, again.First, again.Channel, again.Campaign, again.Page, again.Language = 1, false, "direct", "", "/blog", locales.English
	tap, open, share, scan := view(1), view(1), view(1), view(9)
	tap.N, tap.Kind, tap.Target, tap.First = 1, visit.Tap, visit.WhatsApp, false
	open.N, open.Kind, open.Target, open.First = 2, visit.Open, "quote", false
	share.N, share.Kind, share.Target, share.First = 3, visit.Share, visit.Shared, false
	scan.Kind, scan.Channel, scan.Page, scan.First, scan.Campaign, scan.At = visit.Scan, "code:board", "", false, "", noon.Add(3*time.Hour)
	events := []visit.Event{first, again, tap, open, share, scan}
	require.NoError(t, store.Visits.Add(t.Context(), events, nil))
	require.NoError(t, store.Visits.Add(t.Context(), events, nil)) // retried after a lost response
	assert.Equal(t, 1, sumUp(t, store))
	day := visit.Day(noon)
	assert.Equal(t, map[string]sum{"": {1, 2, 1, 1, 1, 1, 2}}, sums(t, store, day, "all"))
	assert.Equal(t, map[string]sum{"instagram": {1, 1, 1, 1, 1, 0, 1}, "direct": {0, 1, 0, 0, 0, 0, 1}, "code:board": {0, 0, 0, 0, 0, 1, 1}}, sums(t, store, day, "channel"))
	assert.Equal(t, map[string]sum{"diwali": {1, 1, 1, 1, 1, 0, 1}}, sums(t, store, day, "campaign"))
	assert.Equal(t, map[string]sum{"whatsapp": {0, 0, 1, 0, 0, 0, 1}, "share": {0, 0, 0, 0, 1, 0, 1}}, sums(t, store, day, "target"))
	assert.Equal(t, map[string]sum{"/": {1, 1, 1, 1, 1, 0, 1}, "/blog": {0, 1, 0, 0, 0, 0, 1}}, sums(t, store, day, "page"))
	assert.Equal(t, map[string]sum{"12": {1, 2, 1, 1, 1, 0, 1}, "15": {0, 0, 0, 0, 0, 1, 1}}, sums(t, store, day, "hour"))
	assert.Equal(t, map[string]sum{"gu": {1, 1, 1, 1, 1, 1, 2}, "en": {0, 1, 0, 0, 0, 0, 1}}, sums(t, store, day, "language"))

	before := sums(t, store, day, "channel")
	_, err := store.Visits.SumUpDay(t.Context(), day)
	require.NoError(t, err)
	assert.Equal(t, before, sums(t, store, day, "channel"), "summing up is idempotent")
	assert.Zero(t, sumUp(t, store), "no new visits")
}

func TestADayEndsAtMidnightInIndia(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	last, next := view(1), view(2)
	last.At = time.Date(2026, time.November, 16, 18, 29, 59, 999_000_000, time.UTC)
	next.At = time.Date(2026, time.November, 16, 18, 30, 0, 0, time.UTC)
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{last, next}, nil))
	assert.Equal(t, 2, sumUp(t, store))
	assert.Equal(t, map[string]sum{"23": {Visits: 1, Views: 1, People: 1}}, sums(t, store, visit.Day(noon), "hour"))
	assert.Equal(t, map[string]sum{"0": {Visits: 1, Views: 1, People: 1}}, sums(t, store, visit.Day(noon).AddDate(0, 0, 1), "hour"))
}

func TestInventedKeysDoNotGrowTheSums(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	var events []visit.Event
	for i := range int64(300) {
		e := view(i + 1)
		e.Page = fmt.Sprintf("/%03d", i)
		e.Visitor = i % 7
		events = append(events, e)
		if i < 3 {
			e.Token += 1000
			events = append(events, e)
		}
	}
	require.NoError(t, store.Visits.Add(t.Context(), events, nil))
	sumUp(t, store)
	pages := sums(t, store, visit.Day(noon), "page")
	assert.Len(t, pages, visit.MostKeys+1)
	assert.Equal(t, sum{Visits: 100, Views: 100, People: 7}, pages[visit.Other])
	assert.Equal(t, 2, pages["/000"].Views)

	read, err := store.Reports.Read(t.Context(), visit.Week.Ending(visit.Day(noon)))
	require.NoError(t, err)
	assert.Len(t, read.Keys["page"].Rows, visit.MostKeys, "the rest is not listed as a page")
	assert.Equal(t, 303, read.Keys["page"].All.Views)
}

func TestInventedKeysDoNotDisplaceRealOnes(t *testing.T) {
	t.Parallel()
	store, address := testdb.New(t)
	testdb.Exec(t, address, `INSERT INTO codes (code, kind, name, target, idempotency_key) VALUES ('board', 'q', 'Shop board', '/', 'k')`)
	var events []visit.Event
	for i := range int64(2 * (visit.MostKeys + 50)) {
		e := view(i + 1)
		e.Channel = fmt.Sprintf("named:%03d", i/2)
		events = append(events, e)
	}
	for i, channel := range []string{"code:board", "code:madeup", visit.Direct, "whatsapp"} {
		e := view(int64(10_000 + i))
		e.Channel = channel
		events = append(events, e)
	}
	require.NoError(t, store.Visits.Add(t.Context(), events, nil))
	sumUp(t, store)
	channels := sums(t, store, visit.Day(noon), "channel")
	assert.Len(t, channels, visit.MostKeys+1)
	for _, channel := range []string{"code:board", visit.Direct, "whatsapp"} {
		assert.Equal(t, 1, channels[channel].Visits, channel)
	}
	assert.NotContains(t, channels, "code:madeup")
}

func TestKeysBeyondTheLimitShareOneRow(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	events := make([]visit.Event, 2*visit.MostKeys)
	for i := range events {
		events[i] = view(int64(i + 1))
		events[i].Campaign = fmt.Sprintf("name%03d", i)
		if i >= visit.MostKeys {
			events[i].Campaign = visit.Other // names of a network that brought too many
		}
	}
	require.NoError(t, store.Visits.Add(t.Context(), events, nil))
	sumUp(t, store)
	campaigns := sums(t, store, visit.Day(noon), "campaign")
	assert.Len(t, campaigns, visit.MostKeys+1, "…other does not displace a name")
	assert.Equal(t, visit.MostKeys, campaigns[visit.Other].Visits)
	more := view(1000)
	more.Campaign = "name999"
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{more}, nil))
	_, err := store.Visits.SumUpDay(t.Context(), visit.Day(noon))
	require.NoError(t, err)
	assert.Equal(t, visit.MostKeys+1, sums(t, store, visit.Day(noon), "campaign")[visit.Other].Visits)
}

func TestVisitsStoredDuringASumUpAreCountedByTheNextSumUp(t *testing.T) {
	t.Parallel()
	store, address := testdb.New(t)
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{view(1)}, nil))
	holder, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer func() { _ = holder.Close(context.WithoutCancel(t.Context())) }()
	held, err := holder.Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), `LOCK visit_counts`) // SumUpDay blocks here, after it has read changes
	require.NoError(t, err)
	var summing sync.WaitGroup
	summing.Go(func() {
		_, err := store.Visits.SumUpDay(t.Context(), visit.Day(noon))
		assert.NoError(t, err)
	})
	require.Eventually(t, func() bool {
		var waiting bool
		err := held.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'visit_counts'::regclass)`).Scan(&waiting)
		return err == nil && waiting
	}, 20*time.Second, 5*time.Millisecond)
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{view(2)}, nil), "storing visits does not wait for the sums")
	require.NoError(t, held.Rollback(t.Context()))
	summing.Wait()
	testdb.Exec(t, address, `UPDATE visit_changed SET next = '-infinity'`)
	assert.Equal(t, 1, sumUp(t, store))
	assert.Equal(t, 2, sums(t, store, visit.Day(noon), "all")[""].Views)
}

func TestDayIsNotSummedUpAgainTooSoon(t *testing.T) {
	t.Parallel()
	store, address := testdb.New(t)
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{view(1)}, nil))
	assert.Equal(t, 1, sumUp(t, store))
	testdb.Exec(t, address, `UPDATE visit_changed SET next = now() + interval '1 hour'`)
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{view(2)}, nil))
	assert.Zero(t, sumUp(t, store))
	testdb.Exec(t, address, `UPDATE visit_changed SET next = now()`)
	assert.Equal(t, 1, sumUp(t, store))
}

func TestFailingDayDoesNotBlockOtherDays(t *testing.T) {
	t.Parallel()
	store, address := testdb.New(t)
	old := view(1)
	old.At = noon.AddDate(0, 0, -1)
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{old, view(2)}, nil))
	testdb.Exec(t, address, `ALTER TABLE visit_counts ADD CONSTRAINT broken CHECK (day <> '2026-11-15')`)
	days, err := store.Visits.SumUp(t.Context())
	require.ErrorContains(t, err, "sums of 2026-11-15")
	assert.Equal(t, 1, days)
	assert.Equal(t, 1, sums(t, store, visit.Day(noon), "all")[""].Views)
}

func TestSumUpSkipsWhileAnotherReplicaHoldsTheLock(t *testing.T) {
	t.Parallel()
	store, address := testdb.New(t)
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{view(1)}, nil))
	other, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer func() { _ = other.Close(context.WithoutCancel(t.Context())) }()
	_, err = other.Exec(t.Context(), `SELECT pg_advisory_lock(hashtext('visit_counts'))`)
	require.NoError(t, err)
	assert.Zero(t, sumUp(t, store))
	_, err = other.Exec(t.Context(), `SELECT pg_advisory_unlock_all()`)
	require.NoError(t, err)
	assert.Equal(t, 1, sumUp(t, store))
}

func partitions(t *testing.T, store *postgres.Store) []string {
	t.Helper()
	rows, err := store.Pool().Query(t.Context(), `SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'visits'::regclass ORDER BY 1`)
	require.NoError(t, err)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return names
}

func TestTidyMaintainsDailyPartitions(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	early, late := view(1), view(2) // before there is a partition
	late.At = noon.AddDate(0, 0, -visits.DaysKept-1)
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{early, late}, nil))
	require.NoError(t, store.Visits.Tidy(t.Context(), noon))
	require.NoError(t, store.Visits.Tidy(t.Context(), noon), "again")
	assert.Equal(t, []string{"visits_20261116", "visits_20261117", "visits_20261118", "visits_20261119", "visits_20261120", "visits_20261121", "visits_20261122", "visits_20261123", "visits_other"}, partitions(t, store))
	var moved, left int
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT (SELECT count(*) FROM visits_20261116), (SELECT count(*) FROM visits_other)`).Scan(&moved, &left))
	assert.Equal(t, [2]int{1, 0}, [2]int{moved, left})
	assert.Equal(t, 1, sumUp(t, store), "expired days are not summed up any more")

	require.NoError(t, store.Visits.Tidy(t.Context(), noon.AddDate(0, 0, visits.DaysKept)))
	assert.Contains(t, partitions(t, store), "visits_20261116")
	require.NoError(t, store.Visits.Tidy(t.Context(), noon.AddDate(0, 0, visits.DaysKept+1)))
	assert.NotContains(t, partitions(t, store), "visits_20261116")
	assert.Equal(t, 1, sums(t, store, visit.Day(noon), "all")[""].Visits, "sums are retained")
}

func TestRoleWithoutDDLKeepsVisitsInDefaultPartition(t *testing.T) {
	t.Parallel()
	store, address := testdb.New(t)
	role := "app_" + strings.ToLower(rand.Text())
	testdb.Exec(t, address, `CREATE ROLE `+role+` LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO `+role)
	u, err := url.Parse(address)
	require.NoError(t, err)
	u.User = url.User(role)
	app, err := postgres.Open(t.Context(), u.String())
	require.NoError(t, err)
	defer app.Close()
	today, over := view(1), view(2)
	over.At = noon.AddDate(0, 0, -visits.DaysKept-1)
	require.NoError(t, app.Visits.Add(t.Context(), []visit.Event{today, over}, nil))
	require.NoError(t, app.Visits.Tidy(t.Context(), noon))
	assert.Equal(t, []string{"visits_other"}, partitions(t, store))
	var left int
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT count(*) FROM visits`).Scan(&left))
	assert.Equal(t, 1, left)
	assert.Equal(t, 1, sumUp(t, app))
}

func TestSkipsAreCountedByDayAndReason(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	skips := visits.Skips{{Day: visit.Day(noon), Reason: visit.Bot}: 3, {Day: visit.Day(noon), Reason: visit.Owner}: 1}
	require.NoError(t, store.Visits.Add(t.Context(), nil, skips))
	require.NoError(t, store.Visits.Add(t.Context(), nil, skips))
	require.NoError(t, store.Visits.Add(t.Context(), nil, nil))
	var bots, owners int
	require.NoError(t, store.Pool().QueryRow(t.Context(), `SELECT sum(count) FILTER (WHERE reason = 'bot'), sum(count) FILTER (WHERE reason = 'owner') FROM visit_skips`).Scan(&bots, &owners))
	assert.Equal(t, [2]int{6, 2}, [2]int{bots, owners})
}

func TestReplicasAgreeOnTheSaltOfADay(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	first, err := store.Visits.Salt(t.Context(), visit.Day(noon), []byte("one"))
	require.NoError(t, err)
	second, err := store.Visits.Salt(t.Context(), visit.Day(noon), []byte("two"))
	require.NoError(t, err)
	assert.Equal(t, "one", string(first))
	assert.Equal(t, first, second)
}

func TestLiveCountsTheLastHalfHour(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	now, old := view(1), view(2)
	now.At, old.At = time.Now(), time.Now().Add(-31*time.Minute)
	tap := now
	tap.N, tap.Kind, tap.First = 1, visit.Tap, false
	require.NoError(t, store.Visits.Add(t.Context(), []visit.Event{now, now, tap, old}, nil))
	live, err := store.Reports.Live(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, live)
}
