package jobs

import (
	"errors"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// awaitDelivery waits for a delivery state.
func (p post) awaitDelivery(t *testing.T, want lead.Delivery) {
	t.Helper()
	require.Eventually(t, func() bool {
		d, err := p.Inbox.Delivery(t.Context())
		return err == nil && d.State == want && !d.Testing
	}, time.Minute, 20*time.Millisecond, want)
}

func refuses(rig.Mail) error { return &smtp.SMTPError{Code: 554, Message: "policy"} }

func TestDeliveryCountsAsFailingUntilAMailIsDelivered(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.mails.Refuse(refuses)
	d, err := p.Inbox.Delivery(t.Context())
	require.NoError(t, err)
	assert.Equal(t, lead.Delivered, d.State, "no mail was tried yet")
	p.run(t)
	p.awaitDelivery(t, lead.Failing)
	d, err = p.Inbox.Delivery(t.Context())
	require.NoError(t, err)
	assert.WithinDuration(t, time.Now(), *d.FailedAt, time.Minute)
	p.mails.Refuse(nil)
	require.NoError(t, p.Inbox.RetryMail(t.Context(), p.undelivered(t)[0].Job))
	p.awaitDelivery(t, lead.Delivered)
}

func TestDeliveredTestMailEndsTheWarning(t *testing.T) {
	t.Parallel()
	p, dsn := openAt(t)
	p.mails.Refuse(refuses)
	p.run(t)
	p.awaitDelivery(t, lead.Failing)
	require.NoError(t, p.Inbox.SendTestMail(t.Context()))
	p.awaitDelivery(t, lead.Failing)
	var tooMany fault.TooMany
	require.ErrorAs(t, p.Inbox.SendTestMail(t.Context()), &tooMany, "one at a time")
	testdb.Exec(t, dsn, `UPDATE river_job SET created_at = created_at - interval '1 minute' WHERE kind = 'test_mail'`)
	// The server accepts only the test mail; the lead's mail stays undelivered.
	p.mails.Refuse(func(m rig.Mail) error {
		if m.Header("Reply-To") != "" {
			return errors.New("not now")
		}
		return nil
	})
	require.NoError(t, p.Inbox.SendTestMail(t.Context()))
	p.awaitDelivery(t, lead.Delivered)
	assert.Equal(t, []string{"owner@example.com"}, p.mails.All()[0].To)
}

func TestTestMailsAreLimitedToTenADay(t *testing.T) {
	t.Parallel()
	store, dsn := testdb.New(t)
	for i := range 10 {
		require.NoError(t, store.Inbox.SendTestMail(t.Context()), i)
		testdb.Exec(t, dsn, `UPDATE river_job SET created_at = created_at - interval '1 hour', state = 'completed', finalized_at = now() WHERE kind = 'test_mail'`)
	}
	var tooMany fault.TooMany
	require.ErrorAs(t, store.Inbox.SendTestMail(t.Context()), &tooMany)
	assert.InDelta(t, (14 * time.Hour).Seconds(), tooMany.RetrySeconds, 60, "the first was sent ten hours ago")
	testdb.Exec(t, dsn, `UPDATE river_job SET created_at = created_at - interval '14 hours' WHERE kind = 'test_mail'`)
	require.NoError(t, store.Inbox.SendTestMail(t.Context()), "a day after the first")
}

func TestConcurrentTestMailRequestsSendOneMail(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	const asked = 20
	results := make(chan error, asked)
	for range asked {
		go func() { results <- store.Inbox.SendTestMail(t.Context()) }()
	}
	sent := 0
	for range asked {
		if err := <-results; err == nil {
			sent++
		} else {
			var tooMany fault.TooMany
			require.ErrorAs(t, err, &tooMany)
		}
	}
	assert.Equal(t, 1, sent)
}
