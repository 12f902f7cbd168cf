package alarms_test

import (
	"context"
	"io"
	"mime/quotedprintable"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/alarms"
	"parichay/internal/api/signin"
	"parichay/internal/domain/account"
	"parichay/internal/domain/content"
	"parichay/internal/jobs"
	"parichay/internal/kit/mail"
	alarmstore "parichay/internal/store/alarms"
	"parichay/internal/store/media"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// watched is a site on two replicas with a running mail worker.
type watched struct {
	*apitest.Site
	other *apitest.Site
	mails *rig.Mails
}

func startWatched(t *testing.T, settings ...func(*api.Config)) watched {
	t.Helper()
	s := apitest.Start(t, settings...)
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	t.Cleanup(mails.Stop)
	server, err := mail.Parse(mails.URL(), "shop.example")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	place, err := media.ParsePlace("file:" + t.TempDir())
	require.NoError(t, err)
	pictures, err := media.Open(place)
	require.NoError(t, err)
	stopped, err := jobs.Start(ctx, s.Store, pictures, jobs.Mail{Server: server, Base: "https://shop.example", AtOnce: 100}, jobs.Cache{}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { cancel(); <-stopped })
	return watched{s, apitest.StartOn(t, s.Store, s.DSN, settings...), mails}
}

var warnings = regexp.MustCompile(`https://shop\.example/admin/not-me#([A-Z0-9]+)`)

// nthWarning waits for n warnings and returns the text of the n-th and its token.
func (w watched) nthWarning(n int) (text string, token account.Token) {
	w.T.Helper()
	var last rig.Mail
	require.Eventually(w.T, func() bool {
		all := w.mails.All()
		if len(all) >= n {
			last = all[n-1]
		}
		return len(all) >= n
	}, 30*time.Second, 20*time.Millisecond)
	return w.read(last)
}

// warningTo waits for a warning whose recipient is the parameter to and whose text contains the
// parameter of. It returns the warning's text and token.
func (w watched) warningTo(to, of string) (text string, token account.Token) {
	w.T.Helper()
	var found rig.Mail
	require.Eventually(w.T, func() bool {
		for _, m := range w.mails.All() {
			if strings.Contains(m.Raw, of) && slices.Contains(m.To, to) {
				found = m
			}
		}
		return found.Raw != ""
	}, 30*time.Second, 20*time.Millisecond)
	return w.read(found)
}

func (w watched) read(m rig.Mail) (text string, token account.Token) {
	w.T.Helper()
	_, raw, _ := strings.Cut(m.Raw, "\r\n\r\n")
	plain, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(raw)))
	require.NoError(w.T, err)
	found := warnings.FindStringSubmatch(string(plain))
	require.NotNil(w.T, found, string(plain))
	return string(plain), account.Token(found[1])
}

func alarm(s *apitest.Site, path string, token account.Token) (a alarms.Alarm) {
	s.T.Helper()
	answer := s.Call(http.MethodPost, "/api/v1"+path, map[string]any{"token": token})
	require.Equal(s.T, http.StatusOK, answer.StatusCode, string(answer.Raw))
	answer.Into(s.T, &a)
	return a
}

func TestUndoLinkRevertsAStolenSessionsChangesOnEveryReplica(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	w.SignIn()
	const link, phone, apk = "https://wa.me/919825012345", "+91 98250 12345", "https://surya.example/app.apk"
	before := map[string]any{"socialLinks": map[string]any{"whatsapp": link}, "contact": map[string]any{"phone": phone}, "appDownloadUrl": apk}
	require.Equal(t, http.StatusOK, w.Save(before).StatusCode)
	w.nthWarning(1)
	testdb.Exec(t, w.DSN, `UPDATE alarms SET due_at = due_at - interval '10 minutes'`)
	testdb.Exec(t, w.DSN, elsewhere)

	thief := w.Stolen().Cookie(signin.SessionCookie)
	require.Equal(t, http.StatusOK, w.Save(map[string]any{
		"socialLinks": map[string]any{"whatsapp": "https://wa.me/910000000000"}, "contact": map[string]any{"phone": "+91 00000 11111"}, "appDownloadUrl": "https://evil.example/app.apk",
	}).StatusCode)
	text, token := w.nthWarning(2)
	for _, want := range []string{link, "“https://wa.me/910000000000”", phone, "“https://evil.example/app.apk”", "127.0.0.0/24"} {
		assert.Contains(t, text, want)
	}
	assert.Equal(t, []string{apitest.Email}, w.mails.All()[1].To)

	// Mail scanners open links, too: opening the page or viewing the alarm changes nothing.
	looked := alarm(w.other, "/alarm/link", token)
	require.Len(t, looked.Changes, 3)
	assert.Equal(t, link, looked.Changes[0].Before)
	assert.Equal(t, http.StatusOK, w.other.Status(alarmstore.Page))
	assert.Equal(t, apk, w.Text(`SELECT before FROM alarm_changes WHERE field = 'appDownloadUrl' ORDER BY id DESC LIMIT 1`))
	assert.Equal(t, http.StatusOK, w.Status(apitest.OwnersOnly), "the session is still open")

	undone := alarm(w.other, "/alarm", token)
	require.NotNil(t, undone.UndoneAt)
	for _, c := range undone.Changes {
		assert.Equal(t, "back", c.Outcome, c.Field)
	}
	for _, replica := range []*apitest.Site{w.Site, w.other} {
		assert.Equal(t, http.StatusUnauthorized, replica.Browser().Call(http.MethodGet, apitest.OwnersOnly, nil, "Cookie", thief).StatusCode, "signed out at once on every replica")
	}
	assert.Zero(t, w.Count(`SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM half_sessions) + (SELECT count(*) FROM known_devices)`))
	require.Eventually(t, func() bool {
		return strings.Contains(string(w.Call(http.MethodGet, "/api/v1/site", nil).Raw), link) && strings.Contains(string(w.other.Call(http.MethodGet, "/api/v1/site", nil).Raw), apk)
	}, 5*time.Second, 10*time.Millisecond)
	again := alarm(w.Site, "/alarm", token)
	assert.Equal(t, undone.UndoneAt.Unix(), again.UndoneAt.Unix(), "a second press changes nothing")
	assert.Equal(t, 2, w.Count(`SELECT count(*) FROM alarms`), "undo raises no alarm")

	testdb.Exec(t, w.DSN, `UPDATE alarm_links SET expires_at = now() - interval '1 second'`)
	assert.Equal(t, http.StatusNotFound, w.Call(http.MethodPost, "/api/v1/alarm/link", map[string]any{"token": token}).StatusCode)
	assert.Equal(t, http.StatusNotFound, w.Call(http.MethodPost, "/api/v1/alarm", map[string]any{"token": token}).StatusCode)
}

// elsewhere dates changes back two days and attributes them to another browser and network.
const elsewhere = `UPDATE alarm_changes SET at = at - interval '2 days', user_agent = 'Another/1.0', network = '198.51.100.0/24'`

func TestUndoNeverRestoresAThiefsEarlierValue(t *testing.T) {
	t.Parallel()
	const mine, first, second = "+91 98250 12345", "+91 00000 11111", "+91 00000 22222"
	for name, pressed := range map[string][]int{"the first": {1}, "the second": {2}, "the first, then the second": {1, 2}, "the second, then the first": {2, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := apitest.Start(t).SignIn()
			number := func(n string) {
				require.Equal(t, http.StatusOK, s.Save(map[string]any{"contact": map[string]any{"phone": n}}).StatusCode)
				testdb.Exec(t, s.DSN, `UPDATE alarms SET closed_at = now()`)
			}
			number(mine)
			testdb.Exec(t, s.DSN, elsewhere)
			number(first)
			number(second)
			var log alarms.AlarmLog
			s.Call(http.MethodGet, "/api/v1/account/alarms", nil).Into(t, &log)
			require.Len(t, log.Alarms, 3)
			for i, n := range pressed {
				var undone alarms.Alarm
				s.Call(http.MethodPost, "/api/v1/account/alarms/"+strconv.Itoa(int(log.Alarms[2-n].ID)), nil).Into(t, &undone)
				require.NotNil(t, undone.UndoneAt)
				assert.Equal(t, []string{"back", "same"}[i], undone.Changes[0].Outcome)
				assert.Contains(t, string(s.Call(http.MethodGet, "/api/v1/site/stored", nil).Raw), mine)
			}
			// A change after the undo starts a new chain.
			number(first)
			s.Call(http.MethodGet, "/api/v1/account/alarms", nil).Into(t, &log)
			s.Call(http.MethodPost, "/api/v1/account/alarms/"+strconv.Itoa(int(log.Alarms[0].ID)), nil)
			assert.Contains(t, string(s.Call(http.MethodGet, "/api/v1/site/stored", nil).Raw), mine)
		})
	}
}

func TestChangesAfterAnAlarmAreBatchedForTenMinutes(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	number := func(n string) {
		require.Equal(t, http.StatusOK, s.Save(map[string]any{"contact": map[string]any{"phone": n}}).StatusCode)
	}
	const mails = `SELECT count(*) FROM river_job WHERE kind = 'alarm_mail'`
	number("+91 98250 00001")
	number("+91 98250 00002")
	assert.Equal(t, 1, s.Count(mails), "both changes are in the mail that is about to be sent")
	testdb.Exec(t, s.DSN, `UPDATE alarms SET closed_at = now()`)
	for _, n := range []string{"+91 98250 00003", "+91 98250 00004", "+91 98250 00005"} {
		number(n)
	}
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"shopButtonUrl": "https://evil.example/shop"}).StatusCode)
	assert.Equal(t, 2, s.Count(mails))
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM river_job WHERE kind = 'alarm_mail' AND state = 'scheduled' AND scheduled_at BETWEEN now() + interval '9 minutes' AND now() + interval '10 minutes'`))
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM alarm_changes WHERE before = '+91 98250 00002' AND after = '+91 98250 00005' AND times = 3`), "one row per value, however often it is changed")

	// A save that redirects nobody raises no alarm.
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"tagline": "A new tagline"}).StatusCode)
	assert.Equal(t, 3, s.Count(`SELECT count(*) FROM alarm_changes`))
}

func TestEveryWayToRedirectCustomersRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	do := func(method, path string, body any) apitest.Answer {
		a := s.Call(method, "/api/v1"+path, body, "Idempotency-Key", path+method)
		require.Less(t, a.StatusCode, 300, "%s %s: %s", method, path, a.Raw)
		return a
	}
	last := func(subject, field, before, after string) {
		t.Helper()
		got := s.Text(`SELECT subject || ' ' || field || ' ' || before || ' ' || after FROM alarm_changes ORDER BY id DESC LIMIT 1`)
		assert.Equal(t, strings.Join([]string{subject, field, before, after}, " "), got)
		testdb.Exec(t, s.DSN, `UPDATE alarms SET closed_at = now()`) // the next change gets its own row
	}
	var block struct {
		ID       string
		Revision int64
	}
	const mine, evil = "https://surya.example/menu", "https://evil.example/menu"
	do(http.MethodPost, "/blocks", map[string]any{"values": map[string]any{"kind": "link", "title": "Menu", "address": mine}}).Into(t, &block)
	last("blocks", "address", "", mine)
	do(http.MethodPatch, "/blocks/"+block.ID, map[string]any{"revision": block.Revision, "values": map[string]any{"address": evil}}).Into(t, &block)
	last("blocks", "address", mine, evil)
	do(http.MethodDelete, "/blocks/"+block.ID, nil)
	last("blocks", "address", evil, "")
	do(http.MethodPost, "/blocks/"+block.ID+"/undelete", nil).Into(t, &block)
	last("blocks", "address", "", evil)
	do(http.MethodPost, "/blocks/several", map[string]any{"deed": "hide", "ids": []string{block.ID}})
	last("blocks", "address", evil, "")
	first := s.Count(`SELECT min(id) FROM item_revisions WHERE collection = 'blocks' AND item_id = '` + block.ID + `'`)
	now := s.Count(`SELECT max(id) FROM item_revisions WHERE collection = 'blocks' AND item_id = '` + block.ID + `'`)
	do(http.MethodPost, "/revisions/blocks-"+strconv.Itoa(first)+"/restore", map[string]any{"base": now})
	last("blocks", "address", "", mine)

	var code struct{ Code string }
	do(http.MethodPost, "/codes", map[string]any{"kind": "l", "name": "Win", "target": evil, "language": ""}).Into(t, &code)
	last("codes", "target", "", evil)
	do(http.MethodPut, "/codes/"+code.Code, map[string]any{"name": "Win", "target": "/", "language": ""})
	last("codes", "target", evil, "/")
	do(http.MethodPut, "/codes/"+code.Code, map[string]any{"name": "Win", "target": mine, "language": ""})
	last("codes", "target", "/", mine)
	do(http.MethodDelete, "/codes/"+code.Code, nil)
	last("codes", "target", mine, "")
	page := map[string]any{"kind": "l", "code": "menu", "name": "Menu", "target": "/services", "language": ""}
	require.Less(t, s.Call(http.MethodPost, "/api/v1/codes", page, "Idempotency-Key", "menu").StatusCode, 300)
	noted := s.Count(`SELECT count(*) FROM alarm_changes`)
	do(http.MethodPut, "/codes/menu", map[string]any{"name": "Menu", "target": "/blog", "language": ""})
	last("codes", "target", "/services", "/blog")
	assert.Equal(t, noted+1, s.Count(`SELECT count(*) FROM alarm_changes`))

	revision := s.Stored().Revision
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"socialLinks": map[string]any{"instagram": "https://instagram.com/evil"}}).StatusCode)
	testdb.Exec(t, s.DSN, `UPDATE alarms SET closed_at = now()`)
	do(http.MethodPost, "/revisions/site-"+strconv.Itoa(int(revision))+"/restore", map[string]any{"base": s.Stored().Revision})
	last("site", "instagram", "https://instagram.com/evil", "https://www.instagram.com/")

	// The signed-in owner undoes everything, newest alarm first.
	var log alarms.AlarmLog
	do(http.MethodGet, "/account/alarms", nil).Into(t, &log)
	for _, a := range log.Alarms {
		do(http.MethodPost, "/account/alarms/"+strconv.Itoa(int(a.ID)), nil)
	}
	assert.Equal(t, 0, s.Count(`SELECT count(*) FROM blocks WHERE id = '`+block.ID+`' AND published AND deleted_at IS NULL`), "new items are hidden")
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM codes WHERE retired_at IS NOT NULL`))
	assert.Equal(t, http.StatusOK, s.Status(apitest.OwnersOnly), "the owner stays signed in")
}

func TestUndoRestoresHiddenContacts(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	do := func(method, path string, body any) apitest.Answer {
		a := s.Call(method, "/api/v1"+path, body, "Idempotency-Key", path+method)
		require.Less(t, a.StatusCode, 300, "%s %s: %s", method, path, a.Raw)
		return a
	}
	var block struct {
		ID       string
		Revision int64
	}
	do(http.MethodPost, "/blocks", map[string]any{"values": map[string]any{
		"kind": "link", "title": "Menu", "address": "https://surya.example/menu", "from": "2026-01-01T09:00", "until": "2099-01-01T09:00", "languages": []string{"en", "gu"},
	}}).Into(t, &block)
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"contact": map[string]any{"address": "1 Ring Road"}}).StatusCode)
	contact := s.Text(`SELECT id FROM blocks WHERE kind = 'contact' ORDER BY id LIMIT 1`)
	testdb.Exec(t, s.DSN, `DELETE FROM alarms`)

	do(http.MethodPatch, "/blocks/"+block.ID, map[string]any{"revision": block.Revision, "values": map[string]any{"from": "2001-01-01T09:00", "until": "2002-01-01T09:00", "languages": []string{"hi"}}})
	do(http.MethodPost, "/blocks/several", map[string]any{"deed": "hide", "ids": []string{contact}})
	require.Equal(t, http.StatusOK, s.Save(map[string]any{
		"show": map[string]any{"whatsapp": "no", "phone": "no"}, "contact": map[string]any{"address": "9 Thief Street"},
	}).StatusCode)
	noted := s.Text(`SELECT string_agg(subject || ' ' || field || ' ' || before || ' > ' || after, '; ' ORDER BY subject, field) FROM alarm_changes`)
	for _, want := range []string{
		"blocks from 2026-01-01T09:00 > 2001-01-01T09:00", "blocks until 2099-01-01T09:00 > 2002-01-01T09:00", "blocks languages en, gu > hi", "blocks published true > false",
		"site address 1 Ring Road > 9 Thief Street", "site showWhatsapp", "site showPhone",
	} {
		assert.Contains(t, noted, want)
	}

	var log alarms.AlarmLog
	do(http.MethodGet, "/account/alarms", nil).Into(t, &log)
	for _, a := range log.Alarms {
		var undone alarms.Alarm
		do(http.MethodPost, "/account/alarms/"+strconv.Itoa(int(a.ID)), nil).Into(t, &undone)
		for _, c := range undone.Changes {
			assert.Equal(t, "back", c.Outcome, c.Field)
		}
	}
	stored := string(do(http.MethodGet, "/site/stored", nil).Raw)
	assert.Contains(t, stored, "1 Ring Road")
	assert.Contains(t, stored, `"whatsapp":"yes"`)
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM blocks WHERE id = '`+block.ID+`' AND shown_from::text LIKE '2026%' AND shown_until::text LIKE '2099%' AND languages = '{en,gu}'`))
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM blocks WHERE id = '`+contact+`' AND published`))
}

// Fails if changes to the schedule and languages of hidden items raise no alarm, or if one
// value that cannot be restored blocks the others.
func TestUndoAlsoRestoresHiddenBlocks(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	n := 0
	do := func(method, path string, body any) apitest.Answer {
		n++
		a := s.Call(method, "/api/v1"+path, body, "Idempotency-Key", strconv.Itoa(n))
		require.Less(t, a.StatusCode, 300, "%s %s: %s", method, path, a.Raw)
		return a
	}
	var block struct {
		ID       string
		Revision int64
	}
	patch := func(body map[string]any) {
		body["revision"] = block.Revision
		do(http.MethodPatch, "/blocks/"+block.ID, body).Into(t, &block)
	}
	place := func(key, when string) map[string]any { return map[string]any{"values": map[string]any{key: when}} }
	shown := func(yes bool) map[string]any { return map[string]any{"published": yes} }
	undo := func() {
		var log alarms.AlarmLog
		do(http.MethodGet, "/account/alarms", nil).Into(t, &log)
		for _, a := range log.Alarms {
			do(http.MethodPost, "/account/alarms/"+strconv.Itoa(int(a.ID)), nil)
		}
		block.Revision = int64(s.Count(`SELECT revision FROM blocks WHERE id = '` + block.ID + `'`))
	}
	do(http.MethodPost, "/blocks", map[string]any{"values": map[string]any{"kind": "link", "title": "Shop", "address": "https://owner.example/"}}).Into(t, &block)
	testdb.Exec(t, s.DSN, `DELETE FROM alarms`) // as if the owner had made the change a month ago
	for _, change := range []map[string]any{
		shown(false), place("until", "2026-01-05T00:00"), shown(true), place("until", ""), shown(false), place("from", "2026-01-10T00:00"), shown(true), place("address", "https://evil.example/"),
	} {
		patch(change)
	}
	undo()
	const now = `SELECT address || ' ' || published || ' ' || coalesce(shown_from::text, '') || coalesce(shown_until::text, '') FROM blocks WHERE id = '`
	assert.Equal(t, "https://owner.example/ true ", s.Text(now+block.ID+`'`))

	// Half of the changes are in another alarm. A value that cannot be restored does not block
	// the rest.
	patch(place("until", "2026-02-01T00:00"))
	patch(place("from", "2026-01-01T00:00"))
	testdb.Exec(t, s.DSN, `DELETE FROM alarms`)
	patch(map[string]any{"values": map[string]any{"from": "2026-03-01T00:00", "until": "2026-04-01T00:00"}})
	testdb.Exec(t, s.DSN, `DELETE FROM alarms WHERE id IN (SELECT alarm FROM alarm_changes WHERE field = 'from'); DELETE FROM alarm_changes`)
	patch(place("until", "2026-05-01T00:00"))
	patch(place("address", "https://evil.example/"))
	testdb.Exec(t, s.DSN, `UPDATE alarm_changes SET before = '2026-02-01T00:00' WHERE field = 'until'`)
	undo()
	assert.Contains(t, s.Text(now+block.ID+`'`), "https://owner.example/ true")

	// A block is shown again, but only from a future date on.
	phone := s.Text(`SELECT id FROM blocks WHERE kind = 'contact' ORDER BY id LIMIT 1`)
	block.ID, block.Revision = phone, int64(s.Count(`SELECT revision FROM blocks WHERE id = '`+phone+`'`))
	testdb.Exec(t, s.DSN, `DELETE FROM alarms`)
	for _, change := range []map[string]any{shown(false), place("from", "2099-01-01T00:00"), shown(true)} {
		patch(change)
	}
	undo()
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM blocks WHERE id = '`+phone+`' AND published AND coalesce(shown_from::text, '') = ''`))

	// A block that was hidden before the change stays hidden and unscheduled.
	patch(shown(false))
	testdb.Exec(t, s.DSN, `DELETE FROM alarms`)
	patch(place("from", "2099-01-01T00:00"))
	patch(shown(true))
	undo()
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM blocks WHERE id = '`+phone+`' AND NOT published AND coalesce(shown_from::text, '') = ''`))
}

func TestUndoRestoresADeletedLinkToAFullPage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var block struct{ ID string }
	s.Call(http.MethodPost, "/api/v1/blocks", map[string]any{"values": map[string]any{"kind": "link", "title": "Menu", "address": "https://surya.example/menu"}}, "Idempotency-Key", "menu").Into(t, &block)
	testdb.Exec(t, s.DSN, `DELETE FROM alarms`)
	require.Less(t, s.Call(http.MethodDelete, "/api/v1/blocks/"+block.ID, nil).StatusCode, 300)
	testdb.Exec(t, s.DSN, `INSERT INTO blocks (id, kind, position) SELECT 'b' || n, 'heading', n FROM generate_series(1, `+strconv.Itoa(content.Blocks.Most)+`) AS n`)
	var undone alarms.Alarm
	s.Call(http.MethodPost, "/api/v1/account/alarms/"+s.Text(`SELECT id::text FROM alarms`), nil).Into(t, &undone)
	require.Len(t, undone.Changes, 1)
	assert.Equal(t, "back", undone.Changes[0].Outcome)
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM blocks WHERE id = '`+block.ID+`' AND published AND deleted_at IS NULL`))
}

func TestAnAlarmShowsATemporaryValue(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for i, n := range []string{"+91 98250 12345", "+91 00000 11111", "+91 98250 12345"} {
		require.Equal(t, http.StatusOK, s.Save(map[string]any{"contact": map[string]any{"phone": n}}).StatusCode)
		if i == 0 {
			testdb.Exec(t, s.DSN, `DELETE FROM alarms`)
		}
	}
	var log alarms.AlarmLog
	s.Call(http.MethodGet, "/api/v1/account/alarms", nil).Into(t, &log)
	require.Len(t, log.Alarms, 1)
	require.Len(t, log.Alarms[0].Changes, 1)
	require.NotNil(t, log.Alarms[0].Changes[0].Passed)
	assert.Equal(t, "+91 00000 11111", *log.Alarms[0].Changes[0].Passed)
}

func TestAnAlarmListsChangedCodesBeforeNewBlocks(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	code := map[string]any{"kind": "l", "code": "menu", "name": "Menu", "target": "https://surya.example/menu", "language": ""}
	require.Less(t, s.Call(http.MethodPost, "/api/v1/codes", code, "Idempotency-Key", "menu").StatusCode, 300)
	testdb.Exec(t, s.DSN, `DELETE FROM alarms`)
	for _, n := range []string{"1", "2", "3"} {
		require.Less(t, s.Call(http.MethodPost, "/api/v1/blocks", map[string]any{"values": map[string]any{"kind": "link", "title": n, "address": "https://evil.example/" + n}}, "Idempotency-Key", n).StatusCode, 300)
	}
	code["target"] = "https://evil.example/"
	delete(code, "kind")
	delete(code, "code")
	require.Less(t, s.Call(http.MethodPut, "/api/v1/codes/menu", code).StatusCode, 300)
	var log alarms.AlarmLog
	s.Call(http.MethodGet, "/api/v1/account/alarms", nil).Into(t, &log)
	require.Len(t, log.Alarms, 1)
	require.Len(t, log.Alarms[0].Changes, 4)
	assert.Equal(t, "codes", log.Alarms[0].Changes[0].Subject)
}

func TestARefusedWarningIsSentAgainWithoutItsValues(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	w.SignIn()
	w.mails.Refuse(func(m rig.Mail) error {
		if strings.Contains(m.Raw, "spam-test") {
			return &smtp.SMTPError{Code: 554, Message: "content"}
		}
		return nil
	})
	require.Equal(t, http.StatusOK, w.Save(map[string]any{"shopButtonUrl": "https://evil.example/spam-test"}).StatusCode)
	text, token := w.nthWarning(1)
	assert.Contains(t, text, "The mail server refused")
	assert.Equal(t, "https://evil.example/spam-test", alarm(w.Site, "/alarm/link", token).Changes[0].After)
}

func TestAccountWarningsGoToTheOwnersOldAddress(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	w.SignIn()
	require.Equal(t, http.StatusOK, w.Call(http.MethodPut, "/api/v1/leads/settings", map[string]any{"notifyEmail": "evil@example.com", "mailLanguage": "gu", "retentionMonths": 0}).StatusCode)
	text, settings := w.nthWarning(1)
	assert.Contains(t, text, "“evil@example.com”")
	require.Equal(t, http.StatusOK, w.Call(http.MethodPatch, "/api/v1/account", map[string]any{"email": "thief@example.com"}).StatusCode)
	text, token := w.nthWarning(2)
	assert.Contains(t, text, "“thief@example.com”")
	for _, m := range w.mails.All() {
		assert.Equal(t, []string{apitest.Email}, m.To, "sent to the old address")
	}
	require.Equal(t, http.StatusOK, w.Call(http.MethodPatch, "/api/v1/account", map[string]any{"email": "again@example.com"}).StatusCode)
	alarm(w.other, "/alarm", settings)
	assert.Equal(t, http.StatusUnauthorized, w.Status(apitest.OwnersOnly))
	assert.Equal(t, 1, w.Count(`SELECT count(*) FROM lead_settings WHERE notify_email = ''`))
	// The warning of this change goes to the thief's address. Once the old address is back, it is
	// mailed there, too, and the link sent to the thief is revoked.
	require.Equal(t, http.StatusOK, w.Call(http.MethodPost, "/api/v1/session", map[string]any{"email": "again@example.com", "password": apitest.Password}).StatusCode)
	require.Equal(t, http.StatusOK, w.Save(map[string]any{"shopButtonUrl": "https://evil.example/shop"}).StatusCode)
	_, elsewhere := w.warningTo("again@example.com", "evil.example/shop")
	alarm(w.other, "/alarm", token)
	assert.Equal(t, apitest.Email, w.Text(`SELECT email FROM owner`))
	assert.Equal(t, http.StatusNotFound, w.Call(http.MethodPost, "/api/v1/alarm", map[string]any{"token": elsewhere}).StatusCode)
	w.warningTo(apitest.Email, "evil.example/shop")
	w.SignIn()
}

func TestCodeGuessingNotifiesTheOwnerOnceADay(t *testing.T) {
	t.Parallel()
	clock := &apitest.Clock{}
	w := startWatched(t, func(c *api.Config) { c.Now = clock.Now })
	w.SignIn().Confirm().SetUpTOTP(clock)
	_, _ = w.nthWarning(1) // about the app
	guess := func(n int) {
		b := w.Browser()
		b.SignInWith(apitest.Email, apitest.Password)
		for range n {
			assert.Equal(t, "bad_credentials", b.Second(map[string]string{"code": "000000"}).Problem(t).Code)
		}
	}
	guess(account.GuessesTold - 1)
	assert.Equal(t, 0, w.Count(`SELECT count(*) FROM alarm_changes WHERE field = 'code_refused'`), "a few wrong codes are normal")
	guess(1)
	text, token := w.warningTo(apitest.Email, "somebody may know your password")
	assert.Contains(t, text, "Right password, wrong code")
	guess(5)
	assert.Equal(t, 1, w.Count(`SELECT count(*) FROM alarm_changes WHERE field = 'code_refused'`), "once a day")
	assert.Equal(t, "same", alarm(w.other, "/alarm", token).Changes[0].Outcome, "nothing to restore")
	assert.Equal(t, http.StatusUnauthorized, w.Status(apitest.OwnersOnly), "all devices are signed out")
	testdb.Exec(t, w.DSN, `UPDATE alarm_changes SET at = at - interval '25 hours'`)
	guess(1)
	assert.Equal(t, 2, w.Count(`SELECT count(*) FROM alarm_changes WHERE field = 'code_refused'`))
}

func TestSlowCodeGuessingNotifiesTheOwner(t *testing.T) {
	t.Parallel()
	clock := &apitest.Clock{}
	s := apitest.Start(t, func(c *api.Config) { c.Now = clock.Now })
	secret, _ := s.SignIn().Confirm().SetUpTOTP(clock)
	alarmed := func() int { return s.Count(`SELECT count(*) FROM alarm_changes WHERE field = 'code_refused'`) }
	s.Stolen()
	for range account.GuessesADay {
		s.Call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"code": "000000"})
	}
	require.Equal(t, http.StatusUnauthorized, s.Call(http.MethodGet, "/api/v1/export", nil).StatusCode)
	assert.Zero(t, alarmed(), "wrong codes in a session do not imply a known password")
	b := s.Browser()
	for n := range account.GuessesADay {
		assert.Zero(t, alarmed(), n)
		b.SignInWith(apitest.Email, apitest.Password)
		require.Equal(t, "bad_credentials", b.Second(map[string]string{"code": "000000"}).Problem(t).Code)
		if n%2 == 1 {
			testdb.Exec(t, s.DSN, `UPDATE security_events SET at = at - interval '61 minutes'`)
		}
	}
	assert.Equal(t, 1, alarmed())
	b.SignInWith(apitest.Email, apitest.Password)
	require.Equal(t, http.StatusOK, b.Second(map[string]string{"code": apitest.CodeOf(t, secret, clock.Now())}).StatusCode)
	kinds := map[account.LogKind]bool{}
	for _, e := range b.Account().Events {
		kinds[e.Kind] = true
	}
	assert.True(t, kinds[account.ConfirmRefused] && kinds[account.CodeRefused], "the log has both kinds separately")
}

func TestUndoRemovesAThiefsPasskey(t *testing.T) {
	t.Parallel()
	w := startWatched(t, func(c *api.Config) { c.BaseURL = apitest.MustParse(t, "http://localhost") })
	w.SignIn()
	mine, theirs := apitest.NewPhone(t), apitest.NewPhone(t)
	require.Equal(t, http.StatusOK, w.Register(mine, "mine").StatusCode)
	_, _ = w.nthWarning(1)
	testdb.Exec(t, w.DSN, `UPDATE passkeys SET created_at = created_at - interval '1 hour'`)
	require.Equal(t, http.StatusOK, w.Register(theirs, "theirs").StatusCode)
	_, token := w.nthWarning(2)
	a := alarm(w.other, "/alarm", token)
	assert.Equal(t, "back", a.Changes[0].Outcome)
	assert.Equal(t, http.StatusUnauthorized, w.Browser().Passkey(theirs.Sign(t, w.Site)))
	assert.Equal(t, http.StatusOK, w.Browser().Passkey(mine.Sign(t, w.Site)), "the owner's own passkey still works")
}

func TestBatchedChangesAreMailedWhenDue(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	w.SignIn()
	number := func(n string) {
		require.Equal(t, http.StatusOK, w.Save(map[string]any{"contact": map[string]any{"phone": n}}).StatusCode)
	}
	number("+91 98250 00001")
	w.nthWarning(1)
	number("+91 98250 00002")
	number("+91 98250 00003")
	testdb.Exec(t, w.DSN, `UPDATE river_job SET scheduled_at = now() WHERE kind = 'alarm_mail' AND state = 'scheduled'; SELECT announce_job('warnings')`)
	text, _ := w.nthWarning(2)
	assert.Contains(t, text, "“+91 98250 00001”")
	assert.Contains(t, text, "“+91 98250 00003”")
	number("+91 98250 00004")
	assert.Equal(t, 3, w.Count(`SELECT count(*) FROM alarms`))
	assert.Len(t, w.mails.All(), 2)
}
