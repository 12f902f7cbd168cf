// Package postgres stores the site, lists, leads and pictures, and notifies every replica of
// changes. It decides only what must be decided under a lock, such as which of two writers was
// first. Business rules belong in the domain packages.
package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/seal"
	"parichay/internal/store/accounts"
	"parichay/internal/store/alarms"
	"parichay/internal/store/certificates"
	"parichay/internal/store/codes"
	"parichay/internal/store/db"
	"parichay/internal/store/leads"
	"parichay/internal/store/visits"
)

// Timeouts of each pool. If the database hangs, a visitor waits for seconds, not minutes. Jobs
// may take longer, because nobody waits for them.
const (
	requestPatience = 3 * time.Second
	leadPatience    = 2500 * time.Millisecond // a visitor gets a response within three seconds
	workPatience    = time.Minute
)

// Connections of each pool. pool_max_conns in the database's address can raise requestConns.
const (
	requestConns = 8
	leadConns    = 8 // separate, so that neither pages nor the inbox delay a lead
	workConns    = 8 // for the queue and its workers
)

// workPing is how long a connection of the work pool may be idle before it is pinged on its next
// use. Connections of other pools are pinged after a second.
const workPing = 15 * time.Second

// Nouns groups the stores by subject.
type Nouns struct {
	Site     Site
	Items    Items
	Leads    Leads
	Inbox    Inbox
	Accounts accounts.Account
	Sessions accounts.Sessions
	Factors  accounts.Factors
	Media    Media
	Codes    codes.Codes
	Reports  visits.Reports
	Alarms   alarms.Alarms
}

type (
	// Site stores the profile, its revisions, and the version of the public content.
	Site struct{ db *database }
	// Items stores the items of the collections and their revisions.
	Items struct{ db *database }
	// Leads stores visitors' messages.
	Leads struct {
		db   *database
		news *news
	}
	// Inbox stores the owner's work on leads, and the mails about them.
	Inbox struct {
		db *database
		leads.Ledger
	}
	// Media stores the list of pictures; their files are stored by package media.
	Media struct{ db *database }
)

// database is one connection pool: for requests, leads, jobs or readiness checks. Each of its
// other fields is set only in some of the pools.
type database struct {
	*db.DB
	queue   *river.Client[pgx.Tx] // only enqueues jobs; package jobs runs them
	purges  bool                  // a save enqueues purges of the caches in front
	refused atomic.Bool           // the database answered but did not store the last lead
}

// Store is the database. It is safe for concurrent use.
type Store struct {
	Nouns                              // for pages and the API
	Work                         Nouns // the same for jobs and exports, whose statements may take longer
	Clock                        db.Clock
	Certificates                 *certificates.Storage
	Visits                       visits.Book
	requests, leads, work, probe *database
	news                         *news
	vitals                       vitals

	route, schemaRoute *db.Route // for reading and writing rows, and for changing tables

	confirmed atomic.Pointer[time.Time] // when the listener last confirmed that the content is current
	summed    atomic.Bool               // no visits were waiting to be summed up at the listener's last check
	readiness struct {
		sync.Mutex
		asked  time.Time
		answer error
	}
}

// Open prepares the pools for url without connecting, so that the program can wait for a
// database that is down at startup. The optional traces trace every statement.
func Open(ctx context.Context, url string, traces ...pgx.QueryTracer) (*Store, error) {
	config, err := db.Pools(url)
	if err != nil {
		return nil, err
	}
	for _, t := range traces {
		config.ConnConfig.Tracer = t
	}
	s := &Store{route: db.NewRoute(config.ConnConfig)}
	s.schemaRoute = s.route
	for _, purpose := range []struct {
		db       **database
		conns    int32
		patience time.Duration
	}{
		{&s.requests, max(config.MaxConns, requestConns), requestPatience},
		{&s.leads, leadConns, leadPatience},
		{&s.work, workConns, workPatience},
		{&s.probe, 1, requestPatience},
	} {
		if purpose.db == &s.work { // jobs are retried, and nobody waits for them
			config.ShouldPing = func(_ context.Context, p pgxpool.ShouldPingParams) bool { return p.IdleDuration > workPing }
		} else {
			config.ShouldPing = nil
		}
		opened, err := db.Open(ctx, s.route, config, purpose.conns, purpose.patience)
		if err != nil {
			return nil, err
		}
		*purpose.db = &database{DB: opened}
	}
	queue, err := river.NewClient(riverpgxv5.New(s.work.Pool), &river.Config{Logger: slog.New(slog.DiscardHandler), Test: river.TestConfig{Time: &s.Clock}})
	if err != nil {
		return nil, fmt.Errorf("open queue: %w", err)
	}
	s.requests.queue, s.work.queue = queue, queue
	s.news = &news{db: s.work}
	s.Nouns, s.Work = nouns(s.requests, s.news), nouns(s.work, s.news)
	s.Leads.db = s.leads
	s.Certificates = certificates.New(s.requests.DB)
	s.Visits = visits.New(s.work.DB, func() *db.Route { return s.schemaRoute })
	return s, nil
}

func nouns(d *database, n *news) Nouns {
	account, sessions, factors := accounts.New(d.DB, signInTables())
	return Nouns{Site{d}, Items{d}, Leads{d, n}, Inbox{d, leads.New(d.DB)}, account, sessions, factors, Media{d}, codes.New(d.DB, d.publish), visits.NewReports(d.DB), alarms.New(d.DB)}
}

func (s *Store) each(do func(*pgxpool.Pool)) {
	for _, d := range []*database{s.requests, s.leads, s.work, s.probe} {
		do(d.Pool)
	}
}

// Close sends pending notifications and closes all connections.
func (s *Store) Close() {
	s.news.send()
	s.each((*pgxpool.Pool).Close)
}

// Pool returns the work pool, for the job queue, which has its own SQL.
func (s *Store) Pool() *pgxpool.Pool { return s.work.Pool }

// Summed reports whether no visits were waiting to be summed up at Watch's last check. Watch checks
// every ten seconds. If the last check failed, Summed returns false.
func (s *Store) Summed() bool { return s.summed.Load() }

// ClockAhead returns how far the database's clock is ahead of this machine's.
func (s *Store) ClockAhead(ctx context.Context) (time.Duration, error) {
	err := s.Clock.Read(ctx, s.requests.DB)
	return time.Until(s.Clock.Now()), err
}

// Content that was not confirmed for staleAfter counts as stale; the documented limit is 20 s.
// The result of one test write is valid for probeEvery, for all callers.
const (
	staleAfter = 18 * time.Second
	probeEvery = time.Second
)

// Ready returns an error if the database does not accept writes, leads in particular, or if the
// content that Watch keeps current is stale.
func (s *Store) Ready(ctx context.Context) (err error) {
	defer db.Translate(&err, "ready")
	if at := s.confirmed.Load(); at != nil && time.Since(*at) > staleAfter {
		return fmt.Errorf("%w: content not confirmed since %s", fault.ErrUnavailable, at.Format(time.RFC3339))
	}
	s.readiness.Lock()
	defer s.readiness.Unlock()
	if time.Since(s.readiness.asked) > probeEvery {
		ctx = context.WithoutCancel(ctx) // concurrent callers share the answer
		_, s.readiness.answer = s.probe.Exec(ctx, `INSERT INTO probe DEFAULT VALUES ON CONFLICT (only_row) DO UPDATE SET at = clock_timestamp()`)
		if s.readiness.answer == nil && s.leads.refused.Load() {
			s.readiness.answer = s.tryLead(ctx)
		}
		s.readiness.asked = time.Now()
	}
	return s.readiness.answer
}

// tryLead checks whether leads can be stored again after one could not be stored. The row that
// Ready writes as a test is small and may still fit on a disk that is too full for a lead. A load
// balancer that has stopped sending leads would otherwise never learn that they can be stored
// again. The test lead is long and incompressible, takes no lead number, and is rolled back.
func (s *Store) tryLead(ctx context.Context) error {
	err := s.probe.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO feedback (id, name, email, comment, feedback_type, language, idempotency_key, digest) OVERRIDING SYSTEM VALUE
			SELECT -1, '', '', string_agg(md5(n::text), ''), $1, 'en', gen_random_uuid()::text, '' FROM generate_series(1, 250) AS n`, lead.Quote)
		if err == nil {
			err = db.ErrUndo
		}
		return err
	})
	if err == nil {
		s.leads.refused.Store(false)
	}
	return err
}

// SealWith sets the key that encrypts stored secrets.
func (s *Store) SealWith(key *seal.Key) {
	s.Factors, s.Work.Factors = s.Factors.With(key), s.Work.Factors.With(key)
	s.Certificates.SealWith(key)
}
