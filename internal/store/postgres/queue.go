package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// announceJob wakes the workers of a queue.
const announceJob = `SELECT announce_job($1)`

// enqueue stores a job in the transaction that causes it, to run after a delay. The workers are
// notified at the commit. Every job except periodic ones is stored by the SQL function enqueue_job:
// River's own insert drops notifications in quick succession and relies on polling instead.
func enqueue(ctx context.Context, tx pgx.Tx, args river.JobArgs, queue string, attempts int, later time.Duration) error {
	raw, err := json.Marshal(args)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `SELECT enqueue_job($1, $2, $3, $4, now() + $5::interval)`, args.Kind(), raw, queue, attempts, later)
	return err
}

// How often an idle queue polls the database. Polling is the fallback for a notification that
// was lost because its sender died.
const (
	QueuePoll  = time.Minute      // for waiting jobs
	queueLook  = time.Minute      // for scheduled jobs that are due
	queuePing  = 30 * time.Second // whether the listening connection is alive
	queueLease = 20 * time.Second // how long a leader trusts its last renewal, in addition to River's own TTL
)

// announceEvery is the interval at which jobs that become due are announced. Workers fetch
// jobs no more often than that.
const announceEvery = 100 * time.Millisecond

// clockError is an upper bound on the error of Clock.
const clockError = time.Second

// insertTopic is River's name for new jobs.
const insertTopic = "river_insert"

// Queue returns River's driver for the workers of these queues. On an idle site the driver
// suppresses the queries that River makes every five seconds: looking for due jobs, renewing
// its leadership and pinging.
func (s *Store) Queue(queues []string) riverdriver.Driver[pgx.Tx] {
	plain := riverpgxv5.New(s.work.Pool)
	return quietDriver{plain, &quiet{exec: plain.GetExecutor(), store: s, queues: slices.Clone(queues)}}
}

// quiet is the state that the driver's parts share.
type quiet struct {
	exec   riverdriver.Executor
	store  *Store
	queues []string

	mu     sync.Mutex
	look   time.Time // no job is due before this time
	woken  int       // incremented when look may be outdated
	leader *riverdriver.Leader
	lease  time.Time // the leadership is not renewed before this time

	due map[int64][]string // queues to announce, by the moment in Unix milliseconds
}

// wake makes the scheduler look for due jobs the next time it runs.
func (q *quiet) wake() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.look = time.Time{}
	q.woken++
}

// announce wakes the workers of queues on all replicas. An empty name wakes only the schedulers.
func (q *quiet) announce(queues ...string) {
	payloads := make([]string, len(queues))
	for i, name := range queues {
		raw, _ := json.Marshal(map[string]string{"queue": name}) //nolint:errchkjson // a string
		payloads[i] = string(raw)
	}
	ctx, cancel := context.WithTimeout(context.Background(), requestPatience)
	defer cancel()
	_ = q.exec.NotifyMany(ctx, &riverdriver.NotifyManyParams{Topic: insertTopic, Payload: payloads}) // polling is the fallback
}

// announceAt sends a notification when a job becomes due, even if the job is due already, because
// River limits its own notifications. Jobs that become due within the same announceEvery share
// one notification. It is sent after announceEvery at the earliest, so that the job's transaction
// has committed.
func (q *quiet) announceAt(job *rivertype.JobRow) {
	now := q.store.Clock.Now()
	at := job.ScheduledAt
	if soonest := now.Add(announceEvery); at.Before(soonest) {
		at = soonest
	}
	at = at.Truncate(announceEvery).Add(announceEvery)
	key := at.UnixMilli()
	q.mu.Lock()
	defer q.mu.Unlock()
	queues, pending := q.due[key]
	if slices.Contains(queues, job.Queue) {
		return
	}
	if q.due == nil {
		q.due = map[int64][]string{}
	}
	q.due[key] = append(queues, job.Queue)
	if !pending {
		time.AfterFunc(at.Sub(now), func() { q.announceDue(key) })
	}
}

func (q *quiet) announceDue(key int64) {
	q.mu.Lock()
	queues := q.due[key]
	delete(q.due, key)
	q.mu.Unlock()
	q.announce(queues...)
}

type quietDriver struct {
	riverdriver.Driver[pgx.Tx]
	*quiet
}

// GetExecutor implements riverdriver.Driver.
func (d quietDriver) GetExecutor() riverdriver.Executor {
	return quietExecutor{d.Driver.GetExecutor(), d}
}

// GetListener implements riverdriver.Driver.
func (d quietDriver) GetListener(params *riverdriver.GetListenenerParams) riverdriver.Listener {
	return &quietListener{Listener: d.Driver.GetListener(params), quiet: d.quiet}
}

type quietListener struct {
	riverdriver.Listener
	*quiet
	pinged time.Time
}

// Listen implements riverdriver.Listener. It announces all queues, because nobody received the
// notifications of jobs that were stored earlier.
func (l *quietListener) Listen(ctx context.Context, topic string) error {
	if err := l.Listener.Listen(ctx, topic); err != nil || topic != insertTopic {
		return err
	}
	l.pinged = time.Now()
	l.wake()
	go l.announce(l.queues...) //nolint:gosec // outlives the call, and has its own deadline
	return nil
}

// Ping implements riverdriver.Listener.
func (l *quietListener) Ping(ctx context.Context) error {
	if time.Since(l.pinged) < queuePing {
		return nil
	}
	l.pinged = time.Now()
	return l.Listener.Ping(ctx)
}

// WaitForNotification implements riverdriver.Listener.
func (l *quietListener) WaitForNotification(ctx context.Context) (*riverdriver.Notification, error) {
	heard, err := l.Listener.WaitForNotification(ctx)
	if err == nil && heard.Topic == insertTopic {
		l.wake()
	}
	return heard, err
}

type quietExecutor struct {
	riverdriver.Executor
	driver quietDriver
}

// Begin implements riverdriver.Executor. The transaction begins with its first statement, so
// an empty transaction costs no round trip.
func (e quietExecutor) Begin(context.Context) (riverdriver.ExecutorTx, error) {
	late := &lateTx{pool: e.driver.store.work.Pool}
	return quietTx{e.driver.UnwrapExecutor(late), late, e.driver.quiet}, nil
}

// JobGetAvailable implements riverdriver.Executor. It looks clockError ahead, so that a worker that
// was just notified finds the job even if its clock is behind the database's.
func (e quietExecutor) JobGetAvailable(ctx context.Context, params *riverdriver.JobGetAvailableParams) (*riverdriver.JobGetAvailableResult, error) {
	ahead := *params
	ahead.Now = new(e.driver.store.Clock.Now().Add(clockError))
	return e.Executor.JobGetAvailable(ctx, &ahead)
}

// JobRescueMany implements riverdriver.Executor.
func (e quietExecutor) JobRescueMany(ctx context.Context, params *riverdriver.JobRescueManyParams) (*struct{}, error) {
	done, err := e.Executor.JobRescueMany(ctx, params)
	e.driver.wake()
	return done, err
}

// JobSetStateIfRunningMany implements riverdriver.Executor. A postponed job wakes the schedulers of
// all replicas.
func (e quietExecutor) JobSetStateIfRunningMany(ctx context.Context, params *riverdriver.JobSetStateIfRunningManyParams) ([]*rivertype.JobRow, error) {
	jobs, err := e.Executor.JobSetStateIfRunningMany(ctx, params)
	postponed := false
	for _, job := range jobs {
		switch job.State {
		case rivertype.JobStateAvailable:
			e.driver.announceAt(job)
		case rivertype.JobStateRetryable, rivertype.JobStateScheduled:
			postponed = true
		default: // finished
		}
	}
	if postponed {
		e.driver.announce("")
	}
	return jobs, err
}

// LeaderAttemptReelect implements riverdriver.Executor. River renews its leadership every five
// seconds; only one renewal per queueLease reaches the database.
func (e quietExecutor) LeaderAttemptReelect(ctx context.Context, params *riverdriver.LeaderReelectParams) (*riverdriver.Leader, error) {
	q := e.driver.quiet
	q.mu.Lock()
	known, lease := q.leader, q.lease
	q.mu.Unlock()
	if known != nil && known.LeaderID == params.LeaderID && known.ElectedAt.Equal(params.ElectedAt) && time.Now().Before(lease) {
		return known, nil
	}
	longer := *params
	longer.TTL += queueLease
	asked := time.Now()
	leader, err := e.Executor.LeaderAttemptReelect(ctx, &longer)
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.leader = leader; err != nil {
		q.leader = nil
	}
	q.lease = asked.Add(queueLease)
	return leader, err
}

type quietTx struct {
	riverdriver.ExecutorTx
	late *lateTx
	*quiet
}

// JobSchedule implements riverdriver.Executor. It runs no query while no job can be due.
func (t quietTx) JobSchedule(ctx context.Context, params *riverdriver.JobScheduleParams) ([]*riverdriver.JobScheduleResult, error) {
	t.mu.Lock()
	look, woken := t.look, t.woken
	t.mu.Unlock()
	if time.Now().Before(look) {
		return nil, nil
	}
	found, err := t.ExecutorTx.JobSchedule(ctx, params)
	if err != nil {
		return nil, err
	}
	for _, one := range found {
		t.announceAt(&one.Job)
	}
	if len(found) > 0 { // there may be more
		return found, nil
	}
	wait, err := nextJob(ctx, t.late)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil && t.woken == woken {
		t.look = time.Now().Add(min(wait, queueLook))
	}
	return nil, nil // an error is ignored, because the scheduler retries at its next run
}

// nextJob returns the time until the next scheduled job is due, or queueLook if there is none.
func nextJob(ctx context.Context, tx pgx.Tx) (time.Duration, error) {
	var seconds float64
	err := tx.QueryRow(ctx, `SELECT coalesce(extract(epoch FROM min(scheduled_at) - clock_timestamp()), $1)::float8 FROM river_job WHERE state IN ('retryable', 'scheduled')`,
		queueLook.Seconds()).Scan(&seconds)
	// River makes jobs available up to five seconds ahead.
	return time.Duration(max(0, seconds-5) * float64(time.Second)), err
}

// lateTx is a transaction that begins with its first statement.
type lateTx struct {
	pool *pgxpool.Pool
	tx   pgx.Tx
}

func (t *lateTx) begun(ctx context.Context) (_ pgx.Tx, err error) {
	if t.tx == nil {
		t.tx, err = t.pool.Begin(ctx)
	}
	return t.tx, err
}

// Begin implements pgx.Tx.
func (t *lateTx) Begin(ctx context.Context) (pgx.Tx, error) {
	tx, err := t.begun(ctx)
	if err != nil {
		return nil, err
	}
	return tx.Begin(ctx)
}

// Commit implements pgx.Tx.
func (t *lateTx) Commit(ctx context.Context) error {
	if t.tx == nil {
		return nil
	}
	return t.tx.Commit(ctx)
}

// Rollback implements pgx.Tx.
func (t *lateTx) Rollback(ctx context.Context) error {
	if t.tx == nil {
		return nil
	}
	return t.tx.Rollback(ctx)
}

// CopyFrom implements pgx.Tx.
func (t *lateTx) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	tx, err := t.begun(ctx)
	if err != nil {
		return 0, err
	}
	return tx.CopyFrom(ctx, table, columns, rows)
}

// SendBatch implements pgx.Tx.
func (t *lateTx) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	tx, err := t.begun(ctx)
	if err != nil {
		return failed{err}
	}
	return tx.SendBatch(ctx, batch)
}

// LargeObjects implements pgx.Tx. Nobody uses them.
func (*lateTx) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }

// Prepare implements pgx.Tx.
func (t *lateTx) Prepare(ctx context.Context, name, sql string) (*pgconn.StatementDescription, error) {
	tx, err := t.begun(ctx)
	if err != nil {
		return nil, err
	}
	return tx.Prepare(ctx, name, sql)
}

// Exec implements pgx.Tx.
func (t *lateTx) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	tx, err := t.begun(ctx)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	return tx.Exec(ctx, sql, args...)
}

// Query implements pgx.Tx.
func (t *lateTx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	tx, err := t.begun(ctx)
	if err != nil {
		return nil, err
	}
	return tx.Query(ctx, sql, args...)
}

// QueryRow implements pgx.Tx.
func (t *lateTx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	tx, err := t.begun(ctx)
	if err != nil {
		return failed{err}
	}
	return tx.QueryRow(ctx, sql, args...)
}

// Conn implements pgx.Tx; nil before the first statement.
func (t *lateTx) Conn() *pgx.Conn {
	if t.tx == nil {
		return nil
	}
	return t.tx.Conn()
}

// failed is the result of a statement whose transaction could not begin.
type failed struct{ err error }

// Scan implements pgx.Row.
func (f failed) Scan(...any) error { return f.err }

// Exec implements pgx.BatchResults.
func (f failed) Exec() (pgconn.CommandTag, error) { return pgconn.CommandTag{}, f.err }

// Query implements pgx.BatchResults.
func (f failed) Query() (pgx.Rows, error) { return nil, f.err }

// QueryRow implements pgx.BatchResults.
func (f failed) QueryRow() pgx.Row { return f }

// Close implements pgx.BatchResults.
func (f failed) Close() error { return f.err }
