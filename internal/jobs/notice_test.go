package jobs

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/domain/lead"
	wording "parichay/internal/jobs/mail"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/mail"
	"parichay/internal/ops/backup"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// post is a store with an owner, a lead that is not mailed yet, and a mail server.
type post struct {
	*postgres.Store
	mails *rig.Mails
	id    int64
	owner Mail
	cache Cache
	shelf *backup.Shelf
}

func open(t *testing.T) post {
	t.Helper()
	p, _ := openAt(t)
	return p
}

func openAt(t *testing.T) (post, string) {
	t.Helper()
	store, dsn := testdb.New(t)
	o, err := account.NewOwner("owner@example.com", "correct horse battery")
	require.NoError(t, err)
	_, err = store.Accounts.SetOwner(t.Context(), o)
	require.NoError(t, err)
	l, err := lead.Lead{Kind: lead.Quote, Name: "Bakery", Email: "bakery@example.in", Message: "Posters"}.Clean()
	require.NoError(t, err)
	got, err := store.Leads.Add(t.Context(), lead.Arrival{Lead: l, Prefix: "DM", Key: "k", Notify: true})
	require.NoError(t, err)
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	t.Cleanup(mails.Stop)
	server, err := mail.Parse(mails.URL(), "shop.example")
	require.NoError(t, err)
	return post{store, mails, got.ID, Mail{Server: server, Base: "https://shop.example", AtOnce: 5}, Cache{}, nil}, dsn
}

// run runs the queue until the test ends.
func (p post) run(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	place, err := media.ParsePlace("file:" + t.TempDir())
	require.NoError(t, err)
	pictures, err := media.Open(place)
	require.NoError(t, err)
	stopped, err := Start(ctx, p.Store, pictures, p.owner, p.cache, p.shelf)
	require.NoError(t, err)
	t.Cleanup(func() { cancel(); <-stopped })
}

func (p post) undelivered(t *testing.T) []postgres.Undelivered {
	t.Helper()
	all, err := p.Inbox.Undelivered(t.Context())
	require.NoError(t, err)
	return all
}

func TestL2MailBeingRetriedStaysListedAsUndelivered(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.mails.Stop()
	p.run(t)
	require.Eventually(t, func() bool { return len(p.undelivered(t)) == 1 }, 20*time.Second, 20*time.Millisecond)
	taken, answered := make(chan struct{}), make(chan struct{})
	p.mails.Refuse(func(rig.Mail) error { close(taken); <-answered; return nil })
	require.NoError(t, p.mails.Start(t.Context()))
	require.NoError(t, p.Inbox.RetryMail(t.Context(), p.undelivered(t)[0].Job))
	assert.Len(t, p.undelivered(t), 1, "it is queued")
	<-taken
	again := p.undelivered(t)
	require.Len(t, again, 1, "the mail server has not answered yet")
	assert.NotNil(t, again[0].Next)
	assert.NotEmpty(t, again[0].Reason, "why the last try failed")
	close(answered)
	require.Eventually(t, func() bool { return len(p.undelivered(t)) == 0 }, 20*time.Second, 20*time.Millisecond)
}

func TestL2MailServerOutageLosesNoMail(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.mails.Stop()
	p.run(t)
	require.Eventually(t, func() bool { return len(p.undelivered(t)) == 1 }, 20*time.Second, 20*time.Millisecond)
	waiting := p.undelivered(t)[0]
	assert.Equal(t, p.id, waiting.Lead)
	assert.Equal(t, "DM", waiting.Prefix)
	assert.NotNil(t, waiting.Next, "it will be retried automatically")
	assert.NotEmpty(t, waiting.Reason)
	require.NoError(t, p.mails.Start(t.Context()))
	require.NoError(t, p.Inbox.RetryMail(t.Context(), waiting.Job), "or by hand")
	require.Eventually(t, func() bool { return len(p.mails.All()) == 1 }, 20*time.Second, 20*time.Millisecond)
	got := p.mails.All()[0]
	assert.Equal(t, []string{"owner@example.com"}, got.To)
	assert.Equal(t, "<lead-1001@shop.example>", got.ID())
	assert.Contains(t, got.Header("Reply-To"), "bakery@example.in")
	require.Eventually(t, func() bool {
		l, _, err := p.Inbox.Find(t.Context(), p.id)
		return err == nil && l.MailedAt != nil && len(p.undelivered(t)) == 0
	}, 20*time.Second, 20*time.Millisecond)
	require.ErrorIs(t, p.Inbox.RetryMail(t.Context(), 999), fault.ErrNotFound)
}

// work runs the job of p's lead, as if enqueued waited ago.
func (p post) work(t *testing.T, waited time.Duration) error {
	t.Helper()
	w := &notifier{store: p.Store, mail: p.owner}
	return w.Work(t.Context(), waiting(p.id, waited))
}

func waiting(id int64, since time.Duration) *river.Job[lead.Notice] {
	return &river.Job[lead.Notice]{JobRow: &rivertype.JobRow{CreatedAt: time.Now().Add(-since)}, Args: lead.Notice{ID: id}}
}

func TestL2PermanentlyRefusedMailIsCancelled(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.mails.Refuse(func(m rig.Mail) error {
		if strings.Contains(m.Raw, "Posters") {
			return &smtp.SMTPError{Code: 554, Message: "policy"}
		}
		return nil
	})
	var cancelled *rivertype.JobCancelError
	require.ErrorIs(t, p.work(t, wording.RefusedFor-time.Minute), mail.ErrRefused)
	err := p.work(t, wording.RefusedFor+time.Minute)
	require.ErrorAs(t, err, &cancelled)
	assert.NotContains(t, err.Error(), "bakery", "the queue must not store visitor data")
}

func TestL2LeadIsMailedOnceAndNeverIfSpamOrDeleted(t *testing.T) {
	t.Parallel()
	p := open(t)
	for range 3 { // if a process dies after sending, another one runs its job again
		require.NoError(t, p.work(t, 0))
	}
	assert.Len(t, p.mails.All(), 1)
	spam := open(t)
	require.NoError(t, spam.Inbox.Move(t.Context(), spam.id, lead.Spam))
	require.NoError(t, spam.work(t, 0))
	gone := open(t)
	require.NoError(t, gone.Inbox.Delete(t.Context(), gone.id))
	require.NoError(t, gone.work(t, 0))
	assert.Empty(t, append(spam.mails.All(), gone.mails.All()...))
}

func TestL2OwnerChoosesAddressAndLanguageOfTheMail(t *testing.T) {
	t.Parallel()
	p := open(t)
	require.NoError(t, p.Inbox.SaveSettings(t.Context(), lead.Settings{NotifyEmail: "sales@example.in", MailLanguage: "hi"}))
	require.NoError(t, p.work(t, 0))
	got := p.mails.All()[0]
	assert.Equal(t, []string{"sales@example.in"}, got.To)
	write, err := (&notifier{store: p.Store, mail: p.owner}).writer(t.Context())
	require.NoError(t, err)
	assert.Contains(t, write.Notice(lead.Stored{ID: 1, Lead: lead.Lead{Kind: lead.Portfolio}}).Subject, "पोर्टफ़ोलियो")
}

func TestL2RetryPauseIsAQuarterOfTheMailsAge(t *testing.T) {
	t.Parallel()
	w := &notifier{store: &postgres.Store{}}
	for waited, want := range map[time.Duration]time.Duration{
		0: wording.ShortestPause, 10 * time.Minute: 150 * time.Second, time.Hour: 15 * time.Minute, 24 * time.Hour: wording.LongestPause,
	} {
		next := time.Until(w.NextRetry(waiting(1, waited)))
		assert.InDelta(t, want.Seconds(), next.Seconds(), 1, waited)
	}
}

func TestStopWaitsForTheMailInProgress(t *testing.T) {
	t.Parallel()
	p := open(t)
	taken, answer := make(chan struct{}), make(chan struct{})
	p.mails.Refuse(func(rig.Mail) error {
		close(taken)
		<-answer
		return nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	place, err := media.ParsePlace("file:" + t.TempDir())
	require.NoError(t, err)
	pictures, err := media.Open(place)
	require.NoError(t, err)
	stopped, err := Start(ctx, p.Store, pictures, p.owner, Cache{}, nil)
	require.NoError(t, err)
	<-taken
	cancel()
	select {
	case <-stopped:
		t.Fatal("the queue stopped before the mail was sent")
	case <-time.After(100 * time.Millisecond): // a queue that does not wait would stop at once
	}
	close(answer)
	<-stopped
	l, _, err := p.Inbox.Find(t.Context(), p.id)
	require.NoError(t, err)
	assert.NotNil(t, l.MailedAt)
	assert.Len(t, p.mails.All(), 1)
	assert.Empty(t, p.undelivered(t))
}

func TestNewJobRunsEvenIfTheProgramsClockIsBehind(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.run(t)
	require.Eventually(t, func() bool { return len(p.mails.All()) == 1 }, 20*time.Second, 20*time.Millisecond)
	for n := range 3 {
		p.Clock.Set(time.Now(), time.Now().Add(-500*time.Millisecond))
		l, err := lead.Lead{Kind: lead.Quote, Name: "Bakery", Email: "bakery@example.in", Message: "Posters"}.Clean()
		require.NoError(t, err)
		_, err = p.Leads.Add(t.Context(), lead.Arrival{Lead: l, Prefix: "DM", Key: "behind" + strconv.Itoa(n), Notify: true})
		require.NoError(t, err)
		require.Eventually(t, func() bool { return len(p.mails.All()) == n+2 }, 20*time.Second, 20*time.Millisecond)
	}
}
