package jobs

import (
	"context"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/mail"
	"parichay/internal/store/media"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

func TestWeeklyMailIsDueOnMondayAtNineInIndia(t *testing.T) {
	t.Parallel()
	at := func(day, hour, minute int) time.Time {
		return time.Date(2026, 11, day, hour, minute, 0, 0, locales.India)
	}
	for moment, due := range map[time.Time]bool{
		at(16, 8, 58): false, at(16, 8, 59).Add(59 * time.Second): true, at(16, 9, 0): true, at(16, 23, 0): true,
		at(17, 8, 59): true, at(17, 9, 0): false, at(15, 12, 0): false, at(18, 9, 0): false,
	} {
		first, got := dueWeek(moment.UTC())
		assert.Equal(t, due, got, moment)
		if due {
			assert.Equal(t, "2026-11-09", first.Format(time.DateOnly), moment)
		}
	}
	for moment, next := range map[time.Time]time.Time{
		at(16, 8, 59): at(16, 9, 0), at(16, 9, 0): at(23, 9, 0), at(18, 0, 0): at(23, 9, 0), at(22, 23, 59): at(23, 9, 0), at(16, 0, 10): at(16, 9, 0),
	} {
		assert.True(t, mondays{}.Next(moment.UTC()).Equal(next), moment)
	}
}

// monday returns a site that had visits this week; its clock shows the next Monday, 9:05.
func monday(t *testing.T) (p post, first time.Time) {
	t.Helper()
	store, url := testdb.New(t)
	o, err := account.NewOwner("owner@example.com", "correct horse battery")
	require.NoError(t, err)
	_, err = store.Accounts.SetOwner(t.Context(), o)
	require.NoError(t, err)
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	t.Cleanup(mails.Stop)
	server, err := mail.Parse(mails.URL(), "shop.example")
	require.NoError(t, err)
	first = sendAt(time.Now())
	store.Clock.Set(time.Now(), first.AddDate(0, 0, days).Add(5*time.Minute))
	testdb.Exec(t, url, `INSERT INTO visit_counts (day, report, key, visits, taps) VALUES ($1, 'all', '', 12, 5), ($1, 'channel', 'instagram', 8, 0), ($1, 'channel', 'direct', 9, 0), ($1, 'target', 'whatsapp', 0, 4)`,
		first.Format(time.DateOnly))
	return post{store, mails, 0, Mail{Server: server, Base: "https://shop.example"}, Cache{}, nil}, first
}

func (p post) sendWeek(t *testing.T, first time.Time) error {
	t.Helper()
	w := &weekMailer{store: p.Store, mail: p.owner}
	return w.Work(t.Context(), &river.Job[week]{JobRow: &rivertype.JobRow{CreatedAt: p.Clock.Now()}, Args: week{First: first.Format(time.DateOnly)}})
}

func TestWeeklyMailIsSentOnceAcrossReplicasAndRestarts(t *testing.T) {
	t.Parallel()
	p, first := monday(t)
	for range 2 { // a start and a restart
		ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
		place, err := media.ParsePlace("file:" + t.TempDir())
		require.NoError(t, err)
		pictures, err := media.Open(place)
		require.NoError(t, err)
		one, err := Start(ctx, p.Store, pictures, p.owner, Cache{}, nil)
		require.NoError(t, err)
		other, err := Start(ctx, p.Store, pictures, p.owner, Cache{}, nil)
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			sent, err := p.Inbox.Told(t.Context())
			return err == nil && sent.Format(time.DateOnly) == first.Format(time.DateOnly)
		}, 30*time.Second, 20*time.Millisecond)
		cancel()
		<-one
		<-other
	}
	require.NoError(t, p.sendWeek(t, first), "River deletes completed jobs after a day")
	all := p.mails.All()
	require.Len(t, all, 1)
	assert.Equal(t, []string{"owner@example.com"}, all[0].To)
	assert.Equal(t, "<week-"+first.Format(time.DateOnly)+"@shop.example>", all[0].ID())
}

func TestWeeklyMailIsNotSentIfTurnedOffOrEmpty(t *testing.T) {
	t.Parallel()
	p, first := monday(t)
	require.NoError(t, p.Inbox.SaveSettings(t.Context(), lead.Settings{MailLanguage: "gu", NoWeeklyMail: true, NotifyEmail: "sales@example.in"}))
	require.NoError(t, p.sendWeek(t, first))
	assert.Empty(t, p.mails.All())
	require.NoError(t, p.Inbox.SaveSettings(t.Context(), lead.Settings{MailLanguage: "gu", NotifyEmail: "sales@example.in"}))
	require.NoError(t, p.sendWeek(t, first.AddDate(0, 0, 14)), "nothing happened in that week or the one before")
	assert.Empty(t, p.mails.All())
	require.NoError(t, p.sendWeek(t, first.AddDate(0, 0, 7)), "nothing happened in that week, but in the one before")
	require.Len(t, p.mails.All(), 1)
	assert.Equal(t, []string{"sales@example.in"}, p.mails.All()[0].To)
	require.NoError(t, p.sendWeek(t, first), "an older week is not sent after a newer one")
	assert.Len(t, p.mails.All(), 1)
}

func TestWeeklyMailIsRetriedWhileTheMailServerIsDown(t *testing.T) {
	t.Parallel()
	p, first := monday(t)
	p.mails.Stop()
	require.Error(t, p.sendWeek(t, first))
	sent, err := p.Inbox.Told(t.Context())
	require.NoError(t, err)
	assert.True(t, sent.IsZero())
	require.NoError(t, p.mails.Start(t.Context()))
	require.NoError(t, p.sendWeek(t, first))
	assert.Len(t, p.mails.All(), 1)
	w := &weekMailer{store: p.Store, mail: p.owner}
	late := &river.Job[week]{JobRow: &rivertype.JobRow{CreatedAt: p.Clock.Now().Add(-weekLasts - time.Minute)}, Args: week{First: "2026-11-09"}}
	var cancelled *rivertype.JobCancelError
	require.ErrorAs(t, w.Work(t.Context(), late), &cancelled)
}
