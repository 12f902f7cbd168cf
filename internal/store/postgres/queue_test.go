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

// notifications records the announced queues and the times. A test that waits for an
// announcement must run in a synctest bubble.
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

func TestListenAnnouncesJobsThatWereEnqueuedBefore(t *testing.T) {
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
		assert.Equal(t, 200*time.Millisecond, heard.moments[0].Sub(start), "the full tenth of a second after the next")
	})
}

func TestSendWithoutNewsKeepsTheMailAnnouncement(t *testing.T) {
	t.Parallel()
	n := &news{}
	n.announce()
	require.False(t, n.send(), "a send in progress when the lead was stored")
	assert.True(t, n.queued, "the next send must wake the workers")
}

// fakeRiver is a driver that records what reaches it.
type fakeRiver struct {
	notifications
	jobs    []*rivertype.JobRow
	elected []riverdriver.LeaderReelectParams
	ahead   time.Duration
	err     error
}

func (f *fakeRiver) JobSetStateIfRunningMany(context.Context, *riverdriver.JobSetStateIfRunningManyParams) ([]*rivertype.JobRow, error) {
	return f.jobs, f.err
}

func (f *fakeRiver) JobRescueMany(context.Context, *riverdriver.JobRescueManyParams) (*struct{}, error) {
	return nil, f.err
}

func (f *fakeRiver) JobGetAvailable(_ context.Context, params *riverdriver.JobGetAvailableParams) (*riverdriver.JobGetAvailableResult, error) {
	f.ahead = time.Until(*params.Now)
	return nil, f.err
}

func (f *fakeRiver) LeaderAttemptReelect(_ context.Context, params *riverdriver.LeaderReelectParams) (*riverdriver.Leader, error) {
	f.elected = append(f.elected, *params)
	return &riverdriver.Leader{LeaderID: params.LeaderID, ElectedAt: params.ElectedAt}, f.err
}

func (f *fakeRiver) quiet() quietExecutor {
	return quietExecutor{f, quietDriver{nil, &quiet{exec: f, store: &Store{}}}}
}

func TestPostponedJobWakesSchedulersAndDueJobWakesWorkers(t *testing.T) {
	t.Parallel()
	for state, want := range map[rivertype.JobState][]string{
		rivertype.JobStateRetryable: {`{"queue":""}`}, rivertype.JobStateScheduled: {`{"queue":""}`}, rivertype.JobStateAvailable: {`{"queue":"mail"}`}, rivertype.JobStateCompleted: nil,
	} {
		synctest.Test(t, func(t *testing.T) {
			f := &fakeRiver{jobs: []*rivertype.JobRow{{State: state, Queue: "mail"}}}
			jobs, err := f.quiet().JobSetStateIfRunningMany(t.Context(), nil)
			require.NoError(t, err)
			assert.Equal(t, f.jobs, jobs)
			time.Sleep(time.Second)
			assert.Equal(t, want, f.payloads, state)
		})
	}
}

func TestLeaderIsRenewedOncePerLease(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fakeRiver{}
		e := f.quiet()
		mine := riverdriver.LeaderReelectParams{LeaderID: "me", ElectedAt: time.Now(), TTL: 10 * time.Second}
		renew := func(of riverdriver.LeaderReelectParams) int {
			leader, err := e.LeaderAttemptReelect(t.Context(), &of)
			assert.Equal(t, f.err, err)
			assert.Equal(t, of.LeaderID, leader.LeaderID)
			return len(f.elected)
		}
		assert.Equal(t, 1, renew(mine))
		assert.Equal(t, 30*time.Second, f.elected[0].TTL)
		time.Sleep(20*time.Second - time.Nanosecond)
		assert.Equal(t, 1, renew(mine))
		time.Sleep(time.Nanosecond)
		assert.Equal(t, 2, renew(mine))
		again := mine
		again.ElectedAt = again.ElectedAt.Add(time.Second)
		assert.Equal(t, 3, renew(again), "another term")
		other := again
		other.LeaderID = "other"
		assert.Equal(t, 4, renew(other))
		f.err = assert.AnError
		assert.Equal(t, 5, renew(mine))
		assert.Equal(t, 6, renew(mine), "a failed renewal is repeated")
	})
}

func TestWorkersFetchJobsThatAreDueWithinASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fakeRiver{}
		_, err := f.quiet().JobGetAvailable(t.Context(), &riverdriver.JobGetAvailableParams{})
		require.NoError(t, err)
		assert.Equal(t, time.Second, f.ahead)
	})
}

func TestRescuedJobsAndNotificationsWakeTheScheduler(t *testing.T) {
	t.Parallel()
	e := (&fakeRiver{}).quiet()
	q := e.driver.quiet
	for i, wake := range []func(){
		func() { _, _ = e.JobRescueMany(t.Context(), nil) },
		func() {
			_, _ = (&quietListener{Listener: fakeListener{topic: insertTopic}, quiet: q}).WaitForNotification(t.Context())
		},
	} {
		q.look = time.Now()
		wake()
		assert.True(t, q.look.IsZero())
		assert.Equal(t, i+1, q.woken)
	}
	q.look = time.Now()
	for _, other := range []fakeListener{{topic: "another"}, {topic: insertTopic, err: assert.AnError}} {
		_, err := (&quietListener{Listener: other, quiet: q}).WaitForNotification(t.Context())
		assert.Equal(t, other.err, err)
		assert.False(t, q.look.IsZero())
	}
	found, err := quietTx{quiet: &quiet{look: time.Now().Add(time.Hour)}}.JobSchedule(t.Context(), nil)
	require.NoError(t, err, "while no job can be due, it runs no query")
	assert.Empty(t, found)
}

type fakeListener struct {
	silentListener
	topic string
	err   error
}

func (f fakeListener) WaitForNotification(context.Context) (*riverdriver.Notification, error) {
	return &riverdriver.Notification{Topic: f.topic}, f.err
}

func (fakeListener) Ping(context.Context) error { return assert.AnError }

func TestListeningConnectionIsPingedEveryHalfMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		heard := &notifications{}
		l := &quietListener{Listener: fakeListener{}, quiet: &quiet{exec: heard}}
		require.NoError(t, l.Listen(t.Context(), "another topic"))
		synctest.Wait()
		assert.Empty(t, heard.payloads)
		require.NoError(t, l.Listen(t.Context(), insertTopic))
		assert.Equal(t, 1, l.woken)
		for range 2 {
			time.Sleep(30*time.Second - time.Nanosecond)
			require.NoError(t, l.Ping(t.Context()))
			time.Sleep(time.Nanosecond)
			require.ErrorIs(t, l.Ping(t.Context()), assert.AnError)
		}
	})
}

func TestEmptyTransactionRunsNoStatement(t *testing.T) {
	t.Parallel()
	late := &lateTx{} // without a pool, any statement would panic
	require.NoError(t, late.Commit(t.Context()))
	require.NoError(t, late.Rollback(t.Context()))
	assert.Nil(t, late.Conn())
}
