// Package postgres is the only place that speaks SQL. It keeps what the domain
// packages describe, and tells every replica when something changed. It decides
// nothing: rules live a floor below, HTTP a floor above.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"parichay/internal/fault"
)

// What each purpose waits for. A database that hangs costs a visitor seconds, not
// minutes; nobody sits waiting for a job.
const (
	requestPatience = 3 * time.Second
	workPatience    = time.Minute
)

// How many connections each purpose has of its own; those of requests are more
// when the database's address says so (pool_max_conns).
const (
	requestConns = 8
	leadConns    = 4 // a lead is never kept waiting by pages or by the inbox
	workConns    = 8 // the queue's own statements, and its seven workers'
)

// Nouns are the small stores, one for each thing that is kept.
type Nouns struct {
	Site     Site
	Items    Items
	Leads    Leads
	Inbox    Inbox
	Accounts Accounts
	Sessions Sessions
	Factors  Factors
	Media    Media
}

type (
	// Site keeps the profile, all its revisions, and the version of what is public.
	Site struct{ db *db }
	// Items keeps the members of the collections and their revisions.
	Items struct{ db *db }
	// Leads takes messages in.
	Leads struct{ db *db }
	// Inbox is what the owner does with leads, and the mails about them.
	Inbox struct{ db *db }
	// Accounts keeps the owner, the account's log, and the attempts to sign in.
	Accounts struct{ db *db }
	// Sessions keeps who is signed in, or half.
	Sessions struct{ db *db }
	// Factors keeps second factors and the questions put to them.
	Factors struct{ db *db }
	// Media keeps which pictures there are.
	Media struct{ db *db }
)

// Store is the database. It is safe for concurrent use.
type Store struct {
	Nouns                              // for pages and the API
	Work                         Nouns // the same for jobs and exports, whose statements may take longer
	requests, leads, work, probe *db
}

// Open prepares the pools for url without connecting: a database that is down at
// start makes the program wait, not fail.
func Open(ctx context.Context, url string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("database URL cannot be read") // the parser's own error repeats the URL, password included
	}
	s := &Store{}
	for _, purpose := range []struct {
		db       **db
		conns    int32
		patience time.Duration
	}{
		{&s.requests, max(config.MaxConns, requestConns), requestPatience},
		{&s.leads, leadConns, requestPatience},
		{&s.work, workConns, workPatience},
		{&s.probe, 1, requestPatience},
	} {
		if *purpose.db, err = open(ctx, config, purpose.conns, purpose.patience); err != nil {
			return nil, err
		}
	}
	queue, err := river.NewClient(riverpgxv5.New(s.work.pool), &river.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("open queue: %w", err)
	}
	s.requests.queue, s.leads.queue, s.work.queue = queue, queue, queue
	s.Nouns, s.Work = nouns(s.requests), nouns(s.work)
	s.Leads.db = s.leads
	return s, nil
}

func nouns(d *db) Nouns {
	return Nouns{Site{d}, Items{d}, Leads{d}, Inbox{d}, Accounts{d}, Sessions{d}, Factors{d}, Media{d}}
}

func (s *Store) each(do func(*pgxpool.Pool)) {
	for _, d := range []*db{s.requests, s.leads, s.work, s.probe} {
		do(d.pool)
	}
}

// Close ends all connections.
func (s *Store) Close() { s.each((*pgxpool.Pool).Close) }

// Pool is for the job queue, which brings its own SQL.
func (s *Store) Pool() *pgxpool.Pool { return s.work.pool }

// Ready reports whether the database takes writes now.
func (s *Store) Ready(ctx context.Context) (err error) {
	defer translate(&err, "ready")
	var readOnly bool
	if err := s.probe.QueryRow(ctx, `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool`).Scan(&readOnly); err != nil || !readOnly {
		return err
	}
	return fault.ErrUnavailable
}
