package postgres_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/store/alarms"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// fourLeads inserts leads 1 to 4, an hour apart. The last two are from Asha; the second is
// spam that lacks a proof of work.
const fourLeads = `INSERT INTO feedback (id, name, email, phone, comment, feedback_type, status, flag, language, idempotency_key, digest, reference_prefix, created_at) OVERRIDING SYSTEM VALUE VALUES
	(1, 'Ravi', 'ravi@example.in', '', 'Posters 100%', 'quote_request', 'pending', '', 'en', '1', '', 'SS', now() - interval '4 hours'),
	(2, 'Bot', 'bot@example.in', '', 'Buy', 'quote_request', 'spam', 'unsolved', 'en', '2', '', 'SS', now() - interval '3 hours'),
	(3, 'Asha', 'asha@example.in', '', 'Banners', 'portfolio_request', 'contacted', '', 'gu', '3', '', 'SS', now() - interval '2 hours'),
	(4, 'Asha P', 'ASHA@example.in', '', 'More banners', 'quote_request', 'pending', '', 'gu', '4', '', 'SS', now() - interval '1 hour')`

func inbox(t *testing.T) (store *postgres.Store, url string) {
	t.Helper()
	store, url = testdb.New(t)
	testdb.Exec(t, url, fourLeads)
	return store, url
}

func idsOf(all []lead.Stored) (ids []int64) {
	for _, l := range all {
		ids = append(ids, l.ID)
	}
	return ids
}

func TestInboxListsMatchingLeads(t *testing.T) {
	t.Parallel()
	store, _ := inbox(t)
	for _, c := range []struct {
		query lead.Query
		want  []int64
	}{
		{lead.Query{}, []int64{4, 3, 1}},
		{lead.Query{Status: lead.AnyStatus}, []int64{4, 3, 2, 1}},
		{lead.Query{Status: lead.Choice(lead.Pending)}, []int64{1, 4}}, // the one that is due first
		{lead.Query{Status: lead.Choice(lead.Spam)}, []int64{2}},
		{lead.Query{Kind: lead.Quote}, []int64{4, 1}},
		{lead.Query{Text: "anners"}, []int64{4, 3}},
		{lead.Query{Text: "as"}, []int64{4, 3}},
		{lead.Query{Text: "mo"}, []int64{4}},
		{lead.Query{Text: "sh"}, nil}, // a short text is found at the beginning of a word
		{lead.Query{Text: "r%s"}, nil},
		{lead.Query{Text: "00%"}, []int64{1}},
		{lead.Query{Text: "SS-3"}, []int64{3}},
	} {
		c.query.Limit = 10
		got, err := store.Inbox.List(t.Context(), c.query)
		require.NoError(t, err)
		assert.Equal(t, c.want, idsOf(got), c.query)
	}
}

func TestInboxPageContainsOneLeadBeyondTheLimit(t *testing.T) {
	t.Parallel()
	store, _ := inbox(t)
	for status, want := range map[lead.Choice][][]int64{"": {{4, 3}, {3, 1}}, lead.Choice(lead.Pending): {{1, 4}, {4}}} {
		first, err := store.Inbox.List(t.Context(), lead.Query{Status: status, Limit: 1})
		require.NoError(t, err)
		assert.Equal(t, want[0], idsOf(first))
		next, err := store.Inbox.List(t.Context(), lead.Query{Status: status, Limit: 1, After: &lead.Place{Created: first[0].Created, ID: first[0].ID}})
		require.NoError(t, err)
		assert.Equal(t, want[1], idsOf(next))
	}
}

func TestEachReadsAllLeadsInPages(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) SELECT '', '', '', 'quote_request', 'en', n::text, '' FROM generate_series(1, 101) AS n`)
	testdb.Exec(t, url, `INSERT INTO feedback_events (feedback_id, action, note) SELECT min(id), 'noted', 'one' FROM feedback UNION ALL SELECT min(id), 'noted', 'two' FROM feedback`)
	var pages []int
	require.NoError(t, store.Inbox.Each(t.Context(), lead.Query{}, func(page []lead.Stored, history map[int64][]lead.Step) error {
		if len(pages) == 0 {
			steps := history[page[0].ID]
			require.Len(t, steps, 2)
			assert.Equal(t, []string{"one", "two"}, []string{steps[0].Note, steps[1].Note})
		} else {
			assert.Empty(t, history)
		}
		pages = append(pages, len(page))
		return nil
	}))
	assert.Equal(t, []int{100, 1}, pages)
	require.ErrorIs(t, store.Inbox.Each(t.Context(), lead.Query{}, func([]lead.Stored, map[int64][]lead.Step) error { return assert.AnError }), assert.AnError)
}

func TestInboxIsCountedByStatusAndForm(t *testing.T) {
	t.Parallel()
	store, _ := inbox(t)
	n, err := store.Inbox.Counts(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []int{2, 2, 1, 1, 2, 1}, []int{
		n.Rows(lead.Pending, ""), n.Rows(lead.Pending, lead.Quote), n.Rows(lead.Contacted, ""), n.Rows(lead.Spam, ""), n.Waiting(), n.Unsolved,
	})
	require.NotNil(t, n.Oldest)
	assert.WithinDuration(t, time.Now().Add(-4*time.Hour), *n.Oldest, time.Minute)
}

func TestNoteIsAddedOnce(t *testing.T) {
	t.Parallel()
	store, _ := inbox(t)
	heard := changes(t, store)
	for range 2 {
		require.NoError(t, store.Inbox.Note(t.Context(), 3, "called"))
		assert.Equal(t, lead.Change{What: lead.Changed, ID: 3}, <-heard)
	}
	l, history, err := store.Inbox.Find(t.Context(), 3)
	require.NoError(t, err)
	assert.Equal(t, "Asha", l.Name)
	require.Len(t, history, 1)
	assert.Equal(t, "called", history[0].Note)
	require.ErrorIs(t, store.Inbox.Note(t.Context(), 9, "nobody"), fault.ErrNotFound)
	_, _, err = store.Inbox.Find(t.Context(), 9)
	require.ErrorIs(t, err, fault.ErrNotFound)
	require.NoError(t, store.Inbox.Delete(t.Context(), 3))
	assert.Equal(t, lead.Change{What: lead.Removed, ID: 3}, <-heard)
	require.ErrorIs(t, store.Inbox.Delete(t.Context(), 3), fault.ErrNotFound)
}

func TestPersonIsErasedInAnySpelling(t *testing.T) {
	t.Parallel()
	store, url := inbox(t)
	people, messages, err := store.Inbox.People(t.Context(), "asha@example.in", "")
	require.NoError(t, err)
	assert.Equal(t, 2, messages)
	require.Len(t, people, 2)
	assert.Equal(t, []string{"Asha P", "Asha"}, []string{people[0].Name, people[1].Name})
	_, err = store.Inbox.Erase(t.Context(), "asha@example.in", "", new(int64(3)))
	require.ErrorIs(t, err, fault.ErrConflict)
	assert.Equal(t, 4, count(t, url, `SELECT count(*) FROM feedback`))
	heard := changes(t, store)
	n, err := store.Inbox.Erase(t.Context(), "asha@example.in", "", new(int64(2)))
	require.NoError(t, err)
	assert.EqualValues(t, 2, n)
	assert.Equal(t, lead.Change{What: lead.Removed}, <-heard)
	n, err = store.Inbox.Erase(t.Context(), "ravi@example.in", "", nil)
	require.NoError(t, err)
	assert.EqualValues(t, 1, n)
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM feedback`))
}

func TestOnlyAChangedMailAddressRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	ctx := alarms.With(t.Context(), &alarms.By{Host: "shop.example"})
	for i, c := range []lead.Settings{
		{MailLanguage: locales.Hindi, RetentionMonths: 6, NoWeeklyMail: true},
		{NotifyEmail: "thief@example.com", MailLanguage: locales.Hindi, RetentionMonths: 6, NoWeeklyMail: true},
	} {
		require.NoError(t, store.Inbox.SaveSettings(ctx, c))
		got, err := store.Inbox.Settings(ctx)
		require.NoError(t, err)
		assert.Equal(t, c, got)
		assert.Equal(t, i, count(t, url, `SELECT count(*) FROM alarm_changes WHERE field = 'notifyEmail' AND after = 'thief@example.com'`))
	}
}

// failedMail inserts a lead's mail with two failures.
const failedMail = `INSERT INTO river_job (id, args, kind, queue, state, attempt, max_attempts, scheduled_at, finalized_at, errors) OVERRIDING SYSTEM VALUE
	VALUES ($1, jsonb_build_object('id', $2::bigint), 'lead_notice', 'mail', $3::text::river_job_state, 2, 9, now() + interval '1 hour', CASE WHEN $3::text = 'discarded' THEN now() END,
		ARRAY['{"at":"2026-11-16T06:30:00Z","attempt":1,"error":"first"}', '{"at":"2026-11-16T07:30:00Z","attempt":2,"error":"second"}']::jsonb[])`

func TestUndeliveredMailReportsItsLastFailure(t *testing.T) {
	t.Parallel()
	store, url := inbox(t)
	testdb.Exec(t, url, failedMail, 11, 4, "retryable")
	testdb.Exec(t, url, failedMail, 12, 99, "discarded")
	testdb.Exec(t, url, `INSERT INTO river_job (id, args, kind, queue, state, max_attempts) OVERRIDING SYSTEM VALUE VALUES (13, '{"id":1}', 'lead_notice', 'mail', 'available', 9), (14, '{}', 'purge', 'purge', 'available', 9)`)
	all, err := store.Inbox.Undelivered(t.Context())
	require.NoError(t, err)
	require.Len(t, all, 2)
	gone, mail := all[0], all[1]
	assert.Nil(t, gone.Next)
	assert.Empty(t, gone.Prefix, "its lead was erased")
	require.NotNil(t, mail.Next)
	assert.WithinDuration(t, time.Now().Add(time.Hour), *mail.Next, time.Minute)
	mail.Next = nil
	assert.Equal(t, postgres.Undelivered{Job: 11, Lead: 4, Prefix: "SS", Attempts: 2, Failed: time.Date(2026, time.November, 16, 7, 30, 0, 0, time.UTC), Reason: "second"}, mail)

	unnotified, err := store.Inbox.Unnotified(t.Context(), 9)
	require.NoError(t, err)
	assert.Equal(t, []int64{1, 4}, idsOf(unnotified))
	require.NoError(t, store.Inbox.MarkMailed(t.Context(), 4))
	unnotified, err = store.Inbox.Unnotified(t.Context(), 9)
	require.NoError(t, err)
	assert.Equal(t, []int64{1}, idsOf(unnotified))

	require.NoError(t, store.Inbox.RetryMail(t.Context(), 12))
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM river_job WHERE id = 12 AND state = 'available' AND scheduled_at <= now()`))
	for _, other := range []int64{14, 99} {
		require.ErrorIs(t, store.Inbox.RetryMail(t.Context(), other), fault.ErrNotFound)
	}
}

func TestDeliveryIsFailingUntilALaterEmailIsSent(t *testing.T) {
	t.Parallel()
	store, url := inbox(t)
	state := func() postgres.Delivery {
		d, err := store.Inbox.Delivery(t.Context())
		require.NoError(t, err)
		return d
	}
	assert.Equal(t, postgres.Delivery{State: lead.Delivered}, state())
	testdb.Exec(t, url, failedMail, 11, 4, "retryable")
	d := state()
	assert.Equal(t, lead.Failing, d.State)
	require.NotNil(t, d.FailedAt)
	assert.True(t, d.FailedAt.Equal(time.Date(2026, time.November, 16, 7, 30, 0, 0, time.UTC)))
	testdb.Exec(t, url, `UPDATE feedback SET mailed_at = '2026-11-16T07:00:00Z'`)
	assert.Equal(t, lead.Failing, state().State, "that was before")
	testdb.Exec(t, url, `UPDATE feedback SET mailed_at = '2026-11-16T08:00:00Z'`)
	assert.Equal(t, postgres.Delivery{State: lead.Delivered}, state())
}

func TestTestMailsAreLimited(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	wait := func() int {
		var many fault.TooMany
		require.ErrorAs(t, store.Inbox.SendTestMail(t.Context()), &many)
		return many.RetrySeconds
	}
	require.NoError(t, store.Inbox.SendTestMail(t.Context()))
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM river_job WHERE kind = 'test_mail' AND queue = 'mail' AND max_attempts = 1`))
	d, err := store.Inbox.Delivery(t.Context())
	require.NoError(t, err)
	assert.True(t, d.Testing)
	assert.InDelta(t, 10, wait(), 9)
	testdb.Exec(t, url, `UPDATE river_job SET created_at = now() - interval '1 minute'`)
	testdb.Exec(t, url, `INSERT INTO river_job (args, kind, queue, max_attempts, created_at) SELECT '{}', 'test_mail', 'mail', 1, now() - interval '1 hour' FROM generate_series(1, 8)`)
	require.NoError(t, store.Inbox.SendTestMail(t.Context()), "the tenth")
	testdb.Exec(t, url, `UPDATE river_job SET created_at = created_at - interval '1 minute'`)
	assert.InDelta(t, 23*3600-60, wait(), 60, "until the first is a day old")
	require.NoError(t, store.Inbox.AskReset(t.Context(), account.ResetMail{}))
	assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM river_job WHERE queue = '`+alarms.Queue+`' AND max_attempts = 20`))
}

func TestSpamMetersStartWithTheLeadsOfTheLastDay(t *testing.T) {
	t.Parallel()
	store, url := inbox(t)
	testdb.Exec(t, url, `INSERT INTO feedback (name, email, comment, feedback_type, status, flag, language, idempotency_key, digest, created_at)
		VALUES ('', '', '', 'quote_request', 'spam', 'trap', 'en', 'old', '', now() - interval '25 hours'), ('', '', '', 'quote_request', 'spam', '', 'en', 'own', '', now())`)
	now, err := store.Leads.RecentLoad(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, now.Suspects)
	secret, err := store.Leads.Secret(t.Context())
	require.NoError(t, err)
	assert.NotEmpty(t, secret)
}

// An outage must not look like an empty site.
func TestEveryCallFailsDuringAnOutage(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	testdb.Exec(t, url, `DROP SCHEMA public CASCADE; CREATE SCHEMA public`)
	for name, call := range calls(store) {
		require.Error(t, call(t.Context()), name)
	}
}

func TestEveryCallOnANewSiteSucceeds(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	for name, call := range calls(store) {
		if err := call(t.Context()); err != nil {
			require.ErrorIs(t, err, fault.ErrNotFound, name)
		}
	}
}

func TestOtherReplicasAreNotifiedOfLeads(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	heard := changes(t, store)
	for i, flag := range []lead.Reason{"", lead.Trapped} {
		got, err := store.Leads.Add(t.Context(), lead.Arrival{Key: fmt.Sprint(i), Prefix: "SS", Lead: lead.Lead{Kind: lead.Quote, Message: fmt.Sprint(i)}, Flag: flag, Notify: flag == ""})
		require.NoError(t, err)
		want := lead.Change{What: lead.Came, ID: got.ID, Kind: lead.Quote, Prefix: "SS"}
		if flag != "" {
			want = lead.Change{What: lead.Changed, ID: got.ID}
		}
		assert.Equal(t, want, <-heard)
	}
}

func calls(s *postgres.Store) map[string]func(context.Context) error {
	return merge(itemCalls(s), map[string]func(context.Context) error{
		"leads":       func(ctx context.Context) error { _, err := s.Inbox.List(ctx, lead.Query{Limit: 1}); return err },
		"each lead":   func(ctx context.Context) error { return s.Inbox.Each(ctx, lead.Query{}, nil) },
		"lead":        func(ctx context.Context) error { _, _, err := s.Inbox.Find(ctx, 1); return err },
		"counts":      func(ctx context.Context) error { _, err := s.Inbox.Counts(ctx); return err },
		"people":      func(ctx context.Context) error { _, _, err := s.Inbox.People(ctx, "a", ""); return err },
		"settings":    func(ctx context.Context) error { _, err := s.Inbox.Settings(ctx); return err },
		"undelivered": func(ctx context.Context) error { _, err := s.Inbox.Undelivered(ctx); return err },
		"delivery":    func(ctx context.Context) error { _, err := s.Inbox.Delivery(ctx); return err },
		"unnotified":  func(ctx context.Context) error { _, err := s.Inbox.Unnotified(ctx, 1); return err },
		"lately":      func(ctx context.Context) error { _, err := s.Leads.RecentLoad(ctx); return err },
		"secret":      func(ctx context.Context) error { _, err := s.Leads.Secret(ctx); return err },
		"content":     func(ctx context.Context) error { _, err := s.Site.Content(ctx); return err },
		"history":     func(ctx context.Context) error { _, err := s.Site.Revisions(ctx, 0, 9); return err },
		"pictures":    func(ctx context.Context) error { _, _, err := s.Media.Shelf(ctx, "a", 0, 1); return err },
		"uses":        func(ctx context.Context) error { _, err := s.Media.Uses(ctx, "public/a.jpg"); return err },
		"not stored":  func(ctx context.Context) error { _, err := s.Media.NotStored(ctx, []string{"a"}); return err },
		"unchecked":   func(ctx context.Context) error { _, err := s.Media.Unchecked(ctx, time.Hour, 1); return err },
		"collect":     func(ctx context.Context) error { _, err := s.Media.Collect(ctx, time.Hour, 1, nil); return err },
		"merge":       s.MergeSums,
		"prune":       s.Prune,
		"ready":       s.Ready,
		"note":        func(ctx context.Context) error { return s.Inbox.Note(ctx, 1, "") },
		"delete":      func(ctx context.Context) error { return s.Inbox.Delete(ctx, 1) },
		"erase":       func(ctx context.Context) error { _, err := s.Inbox.Erase(ctx, "a", "", nil); return err },
		"reset":       func(ctx context.Context) error { return s.Inbox.AskReset(ctx, account.ResetMail{}) },
		"test mail":   s.Inbox.SendTestMail,
		"retry":       func(ctx context.Context) error { return s.Inbox.RetryMail(ctx, 1) },
		"save":        func(ctx context.Context) error { return s.Inbox.SaveSettings(ctx, lead.Settings{}) },
		"mailed":      func(ctx context.Context) error { return s.Inbox.MarkMailed(ctx, 1) },
		"describe":    func(ctx context.Context) error { return s.Media.Describe(ctx, postgres.Kept{Name: "a"}) },
		"remove":      func(ctx context.Context) error { return s.Media.Remove(ctx, "a", nil) },
	})
}
