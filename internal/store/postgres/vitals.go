package postgres

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"parichay/internal/domain/lead"
	"parichay/internal/store/alarms"
)

// The vitals are read at most once per vitalsEvery. At most mostJobs jobs are counted per queue and
// state; a longer queue need not be counted exactly.
const (
	vitalsEvery = 10 * time.Second
	mostJobs    = 10_000
)

// vitals holds the latest metrics that were read from the database.
type vitals struct {
	sync.Mutex
	asked  time.Time
	schema int64
	backup *time.Time // time of the last backup
	failed bool       // backups are failing
	photos int64      // bytes of the photos of leads
	jobs   []jobs
}

// jobs counts the jobs of one kind in one state.
type jobs struct {
	Kind, State string
	Count       int64
	Oldest      float64 // age in seconds of the oldest due job; 0: none is due
}

// jobStates groups River's states.
var jobStates = []string{"waiting", "running", "retrying", "failed"}

// WriteMetrics writes the metrics of the pools and of the database. The latter are cached for
// vitalsEvery, so that frequent scrapes do not load the database.
func (s *Store) WriteMetrics(ctx context.Context, w io.Writer) {
	for _, pool := range []struct {
		name string
		of   *database
	}{{"requests", s.requests}, {"leads", s.leads}, {"work", s.work}, {"probe", s.probe}} {
		now, label := pool.of.Pool.Stat(), fmt.Sprintf(`{pool=%q}`, pool.name)
		for state, n := range map[string]int32{"used": now.AcquiredConns(), "idle": now.IdleConns(), "most": now.MaxConns()} {
			metrics.WriteGaugeUint64(w, fmt.Sprintf(`parichay_pool_connections{pool=%q,state=%q}`, pool.name, state), uint64(n))
		}
		metrics.WriteCounterUint64(w, `parichay_pool_acquires_total`+label, uint64(now.AcquireCount()))
		metrics.WriteCounterFloat64(w, `parichay_pool_acquire_seconds_total`+label, now.AcquireDuration().Seconds())
		metrics.WriteCounterUint64(w, `parichay_pool_waits_total`+label, uint64(now.EmptyAcquireCount()))
		metrics.WriteCounterUint64(w, `parichay_pool_refusals_total`+label, uint64(now.CanceledAcquireCount()))
	}
	v := &s.vitals
	v.Lock()
	defer v.Unlock()
	if time.Since(v.asked) > vitalsEvery {
		v.asked = time.Now()
		if err := s.ask(ctx, v); err != nil && v.schema == 0 {
			return // nothing was read yet; other metrics report an outage
		}
	}
	metrics.WriteGaugeUint64(w, `parichay_schema_version`, uint64(v.schema))
	if v.backup != nil {
		metrics.WriteGaugeUint64(w, `parichay_backup_timestamp_seconds`, uint64(v.backup.Unix()))
	}
	metrics.WriteGaugeUint64(w, `parichay_backup_failing`, map[bool]uint64{true: 1}[v.failed])
	metrics.WriteGaugeUint64(w, `parichay_lead_photo_bytes{state="used"}`, uint64(v.photos))
	metrics.WriteGaugeUint64(w, `parichay_lead_photo_bytes{state="most"}`, lead.PhotoRoom)
	oldest := map[string]float64{"lead_notice": 0}
	counts := map[[2]string]int64{}
	for _, j := range v.jobs {
		counts[[2]string{j.Kind, j.State}] += j.Count
		oldest[j.Kind] = max(oldest[j.Kind], j.Oldest)
	}
	for kind, seconds := range oldest {
		for _, state := range jobStates {
			metrics.WriteGaugeUint64(w, fmt.Sprintf(`parichay_jobs{kind=%q,state=%q}`, kind, state), uint64(counts[[2]string{kind, state}]))
		}
		metrics.WriteGaugeFloat64(w, fmt.Sprintf(`parichay_job_oldest_seconds{kind=%q}`, kind), seconds)
	}
}

// ask reads the vitals at bounded cost: it counts at most mostJobs jobs per state and queue, with
// River's own index.
func (s *Store) ask(ctx context.Context, v *vitals) error {
	ctx, cancel := s.probe.Bound(context.WithoutCancel(ctx)) // the result is cached for other callers
	defer cancel()
	return pgx.BeginTxFunc(ctx, s.probe.Pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		var schema int64
		if err := tx.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&schema); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `
			SELECT kind, said, count(*), coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE said IN ('waiting', 'retrying') AND due)), 0)::float8
			FROM (SELECT name FROM river_queue UNION SELECT unnest($2::text[])) AS queues(name),
				(VALUES ('available', 'waiting'), ('pending', 'waiting'), ('scheduled', 'waiting'), ('running', 'running'),
					('retryable', 'retrying'), ('discarded', 'failed'), ('cancelled', 'failed')) AS states(state, said),
				LATERAL (SELECT kind, created_at, state <> 'scheduled' OR scheduled_at < now() AS due FROM river_job
					WHERE state = states.state::river_job_state AND queue = queues.name
					ORDER BY priority, scheduled_at, id LIMIT $1) AS jobs
			GROUP BY kind, said`, mostJobs, []string{river.QueueDefault, MailQueue, alarms.Queue, PurgeQueue})
		found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[jobs])
		if err != nil {
			return err
		}
		v.schema, v.jobs = schema, found
		if err := tx.QueryRow(ctx, `SELECT made_at, failed_at IS NOT NULL FROM backup_state`).Scan(&v.backup, &v.failed); err != nil {
			return err
		}
		return tx.QueryRow(ctx, photoBytes).Scan(&v.photos)
	})
}
