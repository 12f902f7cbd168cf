// Package postgres is the only place that speaks SQL, with the rooms inside it. It
// keeps what the domain packages describe, and tells every replica when something
// changed. It decides only what must be decided under a lock, such as who was first;
// rules live floors below, HTTP above.
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

// What each purpose waits for. A database that hangs costs a visitor seconds, not
// minutes; nobody sits waiting for a job.
const (
	requestPatience = 3 * time.Second
	leadPatience    = 2500 * time.Millisecond // a visitor has an answer within three seconds
	workPatience    = time.Minute
)

// How many connections each purpose has of its own; those of requests are more
// when the database's address says so (pool_max_conns).
const (
	requestConns = 8
	leadConns    = 8 // a lead is never kept waiting by pages or by the inbox
	workConns    = 8 // the queue's own statements, and those of its workers
)

// workPing is how long a connection of the queue may be idle before it is pinged when it
// is used again. Others are pinged after a second.
const workPing = 15 * time.Second

// Nouns are the small stores, one for each thing that is kept.
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
	// Site keeps the profile, all its revisions, and the version of what is public.
	Site struct{ db *database }
	// Items keeps the members of the collections and their revisions.
	Items struct{ db *database }
	// Leads takes messages in.
	Leads struct {
		db   *database
		news *news
	}
	// Inbox is what the owner does with leads, and the mails about them.
	Inbox struct {
		db *database
		leads.Ledger
	}
	// Media keeps which pictures there are.
	Media struct{ db *database }
)

// database is the database for one purpose, and what only some purposes have.
type database struct {
	*db.DB
	queue   *river.Client[pgx.Tx] // only puts jobs in; package jobs works them
	purges  bool                  // whether caches in front of the program are to be emptied
	refused atomic.Bool           // the last row was not stored although the database answered
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

	route, schemaRoute *db.Route // to the tables, and to where they may be changed

	confirmed atomic.Pointer[time.Time] // when the listener last knew the content to be current
	summed    atomic.Bool               // the listener last saw no visits that wait to be summed up
	readiness struct {
		sync.Mutex
		asked  time.Time
		answer error
	}
}

// Open prepares the pools for url without connecting: a database that is down at
// start makes the program wait, not fail. Who traces, if anybody does, hears of every
// statement of a request.
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
		if purpose.db == &s.work { // what fails is tried again, and nobody waits for it
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

// Close tells what is still to be told and ends all connections.
func (s *Store) Close() {
	s.news.send()
	s.each((*pgxpool.Pool).Close)
}

// Pool is for the job queue, which brings its own SQL.
func (s *Store) Pool() *pgxpool.Pool { return s.work.Pool }

// Summed reports whether no visits waited to be summed up when Watch last looked, which
// it does every ten seconds. It is false while nobody knows.
func (s *Store) Summed() bool { return s.summed.Load() }

// ClockAhead is by how much the database's clock is ahead of this machine's.
func (s *Store) ClockAhead(ctx context.Context) (time.Duration, error) {
	err := s.Clock.Read(ctx, s.requests.DB)
	return time.Until(s.Clock.Now()), err
}

// Content that nobody could confirm for staleAfter counts as old: 20 s is the
// promise. A write proves readiness for probeEvery, to all who ask.
const (
	staleAfter = 18 * time.Second
	probeEvery = time.Second
)

// Ready reports whether the database takes writes now, leads above all, and whether
// what Watch keeps current is.
func (s *Store) Ready(ctx context.Context) (err error) {
	defer db.Translate(&err, "ready")
	if at := s.confirmed.Load(); at != nil && time.Since(*at) > staleAfter {
		return fmt.Errorf("%w: content not confirmed since %s", fault.ErrUnavailable, at.Format(time.RFC3339))
	}
	s.readiness.Lock()
	defer s.readiness.Unlock()
	if time.Since(s.readiness.asked) > probeEvery {
		ctx = context.WithoutCancel(ctx) // others wait for the same answer
		_, s.readiness.answer = s.probe.Exec(ctx, `INSERT INTO probe DEFAULT VALUES ON CONFLICT (only_row) DO UPDATE SET at = clock_timestamp()`)
		if s.readiness.answer == nil && s.leads.refused.Load() {
			s.readiness.answer = s.tryLead(ctx)
		}
		s.readiness.asked = time.Now()
	}
	return s.readiness.answer
}

// tryLead finds out whether a lead can be stored again, after one could not. The
// probe's row fits where a lead does not; and a balancer that stopped sending leads
// would never learn it from them. What is tried is longer than most and cannot be
// compressed, takes no number of the leads', and is undone.
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

// SealWith has secrets that are stored encrypted with a key.
func (s *Store) SealWith(key *seal.Key) {
	s.Factors, s.Work.Factors = s.Factors.With(key), s.Work.Factors.With(key)
	s.Certificates.SealWith(key)
}
