package jobs

import (
	"errors"
	"fmt"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/lead"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// many returns a post with n additional leads, and the ids of all leads.
func many(t *testing.T, n int) (p post, dsn string, ids []int64) {
	t.Helper()
	p, dsn = openAt(t)
	ids = append(ids, p.id)
	for i := range n {
		l, err := lead.Lead{Kind: lead.Quote, Name: fmt.Sprint("Person ", i), Email: fmt.Sprintf("p%d@example.in", i), Phone: fmt.Sprintf("98250 %05d", i), Message: "Posters"}.Clean()
		require.NoError(t, err)
		got, err := p.Leads.Add(t.Context(), lead.Arrival{Lead: l, Prefix: "DM", Key: fmt.Sprint("k", i), Notify: true})
		require.NoError(t, err)
		ids = append(ids, got.ID)
	}
	return p, dsn, ids
}

// snoozed runs all jobs concurrently, as replicas do, and returns how many were snoozed.
func (p post) snoozed(t *testing.T, ids []int64) (n int64) {
	t.Helper()
	var delayed atomic.Int64
	var wait sync.WaitGroup
	for _, id := range ids {
		wait.Go(func() {
			err := (&notifier{store: p.Store, mail: p.owner}).Work(t.Context(), waiting(id, 0))
			if later, ok := errors.AsType[*rivertype.JobSnoozeError](err); ok {
				delayed.Add(1)
				assert.InDelta(t, 10*time.Minute, later.Duration, float64(time.Minute))
			} else {
				assert.NoError(t, err)
			}
		})
	}
	wait.Wait()
	return delayed.Load()
}

// later moves earlier mails ten minutes into the past.
func later(t *testing.T, dsn string) {
	t.Helper()
	testdb.Exec(t, dsn, `UPDATE lead_mails SET at = at - interval '10 minutes 2 seconds'`)
}

func (p post) number(t *testing.T, sql string) (n int) {
	t.Helper()
	require.NoError(t, p.Pool().QueryRow(t.Context(), sql).Scan(&n))
	return n
}

func read(t *testing.T, m rig.Mail) string {
	t.Helper()
	parsed, err := mail.ReadMessage(strings.NewReader(m.Raw))
	require.NoError(t, err)
	text, err := io.ReadAll(quotedprintable.NewReader(parsed.Body))
	require.NoError(t, err)
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// Without TakeMail this test fails, because every lead is mailed at once.
func TestL2ManyLeadsAreMailedInDigests(t *testing.T) {
	t.Parallel()
	p, dsn, ids := many(t, 40)
	assert.EqualValues(t, 36, p.snoozed(t, ids), "five are mailed immediately")
	assert.Len(t, p.mails.All(), 5)
	assert.EqualValues(t, 36, p.snoozed(t, ids), "the others wait for the digest")
	assert.Empty(t, p.undelivered(t), "nothing has failed")
	later(t, dsn)
	p.snoozed(t, ids)
	mails := p.mails.All()
	require.Len(t, mails, 6)
	text := ""
	for _, m := range mails {
		text += read(t, m)
	}
	for i, id := range ids[1:] {
		for _, part := range []string{fmt.Sprint("DM-", id), fmt.Sprintf("98250 %05d", i), fmt.Sprint("> Person ", i, "\n"), fmt.Sprint("https://shop.example/admin/inbox?lead=", id, "\n")} {
			assert.Contains(t, text, part)
		}
	}
	assert.Zero(t, p.snoozed(t, ids), "all are mailed")
	assert.Len(t, p.mails.All(), 6)
	most := 0
	for range 8 { // 80 minutes
		later(t, dsn)
		l, err := lead.Lead{Kind: lead.Quote, Name: "More", Email: "m@example.in", Message: "Posters"}.Clean()
		require.NoError(t, err)
		for range 3 {
			got, err := p.Leads.Add(t.Context(), lead.Arrival{Lead: l, Key: fmt.Sprint(time.Now().UnixNano()), Notify: true})
			require.NoError(t, err)
			ids = append(ids, got.ID)
		}
		p.snoozed(t, ids)
		most = max(most, p.number(t, `SELECT count(*) FROM lead_mails WHERE at > clock_timestamp() - interval '1 hour'`))
	}
	assert.Equal(t, 10, most, "mails within an hour")
	assert.Len(t, p.mails.All(), 5+1+8)
	assert.Zero(t, p.number(t, `SELECT count(*) FROM feedback WHERE mailed_at IS NULL`))
}

func TestL2FailedMailDoesNotCountTowardsTheLimit(t *testing.T) {
	t.Parallel()
	p, dsn, ids := many(t, 9)
	p.mails.Stop()
	for _, id := range ids {
		require.Error(t, (&notifier{store: p.Store, mail: p.owner}).Work(t.Context(), waiting(id, 0)))
	}
	assert.Zero(t, p.number(t, `SELECT count(*) FROM lead_mails`))
	require.NoError(t, p.mails.Start(t.Context()))
	assert.EqualValues(t, 5, p.snoozed(t, ids))
	p.mails.Refuse(func(m rig.Mail) error {
		if strings.Contains(m.Raw, "> Person") { // a visitor's name violates the server's policy
			return &smtp.SMTPError{Code: 554, Message: "policy"}
		}
		return nil
	})
	later(t, dsn)
	p.snoozed(t, ids)
	mails := p.mails.All()
	require.Len(t, mails, 6)
	assert.Equal(t, 5, strings.Count(read(t, mails[5]), "inbox?lead="), "the digest has all five leads")
	assert.Zero(t, p.snoozed(t, ids))
}
