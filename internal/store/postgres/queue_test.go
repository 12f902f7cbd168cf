package postgres

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// notifications records what is announced, and when. A test that waits for it must run
// in a synctest bubble.
type notifications struct {
	riverdriver.Executor
	payloads []string
	moments  []time.Time
}

// NotifyMany implements riverdriver.Executor.
func (n *notifications) NotifyMany(_ context.Context, params *riverdriver.NotifyManyParams) error {
	n.payloads = append(n.payloads, strings.Join(params.Payload, " "))
	n.moments = append(n.moments, time.Now())
	return nil
}

type silentListener struct{ riverdriver.Listener }

// Listen implements riverdriver.Listener.
func (silentListener) Listen(context.Context, string) error { return nil }

func TestListenAnnouncesEarlierJobs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		heard := &notifications{}
		l := &quietListener{Listener: silentListener{}, quiet: &quiet{exec: heard, queues: []string{"mail", "purge"}}}
		require.NoError(t, l.Listen(t.Context(), insertTopic))
		synctest.Wait()
		assert.Equal(t, []string{`{"queue":"mail"} {"queue":"purge"}`}, heard.payloads)
	})
}

func TestManyScheduledJobsAreAnnouncedTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		heard := &notifications{}
		q := &quiet{exec: heard, store: &Store{}}
		start := time.Now()
		for i := range 10_000 {
			q.announceAt(&rivertype.JobRow{Queue: "mail", ScheduledAt: start.Add(time.Duration(i) * time.Second / 10_000)})
		}
		time.Sleep(time.Minute)
		assert.LessOrEqual(t, len(heard.payloads), 11, "one per announceEvery")
		assert.JSONEq(t, `{"queue":"mail"}`, heard.payloads[0], "each queue once")
	})
}

func TestEachScheduledJobIsAnnouncedWhenDue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		heard := &notifications{}
		q := &quiet{exec: heard, store: &Store{}}
		first, second := time.Now().Add(time.Second), time.Now().Add(4*time.Second)
		q.announceAt(&rivertype.JobRow{Queue: "mail", ScheduledAt: second})
		q.announceAt(&rivertype.JobRow{Queue: "mail", ScheduledAt: first})
		time.Sleep(time.Minute)
		require.Len(t, heard.moments, 2)
		for i, due := range []time.Time{first, second} {
			assert.WithinRange(t, heard.moments[i], due, due.Add(200*time.Millisecond))
		}
	})
}

// River also announces such a job, unless it announced another job of the queue shortly before.
func TestOverdueJobIsAnnounced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		heard := &notifications{}
		q := &quiet{exec: heard, store: &Store{}}
		start := time.Now()
		q.announceAt(&rivertype.JobRow{Queue: "mail", ScheduledAt: start.Add(-time.Hour)})
		time.Sleep(time.Minute)
		require.Equal(t, []string{`{"queue":"mail"}`}, heard.payloads)
		assert.WithinRange(t, heard.moments[0], start.Add(100*time.Millisecond), start.Add(200*time.Millisecond))
	})
}

func TestEmptySendDoesNotLoseTheMailAnnouncement(t *testing.T) {
	t.Parallel()
	n := &news{}
	n.announce()
	require.False(t, n.send(), "a send in progress when the lead was stored")
	assert.True(t, n.queued, "the next send must wake the workers")
}
