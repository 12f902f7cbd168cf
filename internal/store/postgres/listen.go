package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/store/leads"
)

// What replicas listen on: changes of public content, and of the inbox.
const (
	channel = "site_changed"
)

// checkEvery is how often a listener asks although it heard nothing: it bounds the
// damage of a connection that died without a word, and of news that nobody told.
// What it asks about leads goes back by checkBack, longer than any transaction that
// takes one in.
const (
	checkEvery = 10 * time.Second
	checkBack  = 30 * time.Second
	checkLeads = 1000
)

// Watch calls changed with the site's version and its origin whenever they may have
// moved, until ctx ends. After a lost connection it listens first and then reads the version,
// because what was said meanwhile is gone; an error of changed counts as a loss,
// so that it is called again soon. report hears of each. inbox hears of every
// change of the leads, and "resync" when some may have been missed.
func (s *Store) Watch(ctx context.Context, changed func(version, origin int64) error, inbox func(lead.Change), report func(error)) {
	for wait := 50 * time.Millisecond; ctx.Err() == nil; {
		started := time.Now()
		err := s.listen(ctx, changed, inbox)
		if ctx.Err() != nil {
			return
		}
		report(err)
		// What cut this connection has mostly cut the pools', too: without this,
		// each of those would have to fail somebody's query first.
		s.each((*pgxpool.Pool).Reset)
		if time.Since(started) > time.Second {
			wait = 50 * time.Millisecond
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, 200*time.Millisecond)
	}
}

func (s *Store) listen(ctx context.Context, changed func(version, origin int64) error, inbox func(lead.Change)) (err error) {
	defer fault.Wrap(&err, "listen")
	conn, err := s.openListener(ctx)
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := s.requests.Bound(context.WithoutCancel(ctx))
		defer cancel()
		_ = conn.Close(ctx)
	}()
	heard := map[int64]bool{}
	s.missed(ctx, conn, heard)
	inbox(lead.Change{What: lead.Resync}) // after that look: a lead between the two is seen by one of them
	checked := time.Now()
	for {
		asked := time.Now()
		version, origin, err := s.readVersion(ctx, conn)
		if err != nil {
			return err
		}
		if err := changed(version, origin); err != nil {
			return err
		}
		s.confirmed.Store(&asked)
		if err := await(ctx, conn, heard, inbox); err != nil {
			return err
		}
		if time.Since(checked) >= checkEvery {
			if s.missed(ctx, conn, heard) {
				inbox(lead.Change{What: lead.Resync})
			}
			checked = time.Now()
		}
	}
}

// openListener connects and listens. Each step ends, whatever the network does.
func (s *Store) openListener(ctx context.Context) (*pgx.Conn, error) {
	connecting, cancel := s.requests.Bound(ctx)
	defer cancel()
	conn, err := s.requests.Connect(connecting)
	if err != nil {
		return nil, err
	}
	listening, cancel := s.requests.Bound(ctx)
	defer cancel()
	if _, err := conn.Exec(listening, "LISTEN "+channel+"; LISTEN "+leads.Channel); err != nil {
		_ = conn.Close(listening)
		return nil, err
	}
	return conn, nil
}

// await passes on what it hears of the inbox until the site's version is worth
// asking for: it was spoken of, or checkEvery is over.
func await(ctx context.Context, conn *pgx.Conn, known map[int64]bool, inbox func(lead.Change)) error {
	quiet, cancel := context.WithTimeout(ctx, checkEvery)
	defer cancel()
	for {
		heard, err := conn.WaitForNotification(quiet)
		switch {
		case err != nil && (quiet.Err() == nil || ctx.Err() != nil):
			return err
		case err != nil || heard.Channel == channel:
			return nil
		}
		var change lead.Change
		if json.Unmarshal([]byte(heard.Payload), &change) == nil {
			known[change.ID] = true
			inbox(change)
		}
	}
}

// missed reports whether a lead came in that nobody spoke of; known becomes those
// that came in lately. It also looks whether visits wait to be summed up, see Summed.
// A table that is locked is asked again next time: the wait for a lock ends before the
// context does, and the connection goes on listening.
func (s *Store) missed(ctx context.Context, conn *pgx.Conn, known map[int64]bool) (some bool) {
	ctx, cancel := s.requests.Bound(ctx)
	defer cancel()
	var lately []int64
	var summed bool
	err := conn.QueryRow(ctx, `
		SELECT ARRAY(SELECT id FROM feedback WHERE created_at > clock_timestamp() - $1::interval ORDER BY created_at DESC LIMIT $2),
			NOT EXISTS (SELECT FROM visit_changed WHERE changes > counted AND next <= clock_timestamp())`, checkBack, checkLeads).Scan(&lately, &summed)
	s.summed.Store(err == nil && summed)
	if err != nil {
		return false
	}
	for _, id := range lately {
		some = some || !known[id]
	}
	clear(known)
	for _, id := range lately {
		known[id] = true
	}
	return some
}

func (s *Store) readVersion(ctx context.Context, conn *pgx.Conn) (version, from int64, err error) {
	ctx, cancel := s.requests.Bound(ctx)
	defer cancel()
	asked, shown := time.Now(), time.Time{}
	if err = conn.QueryRow(ctx, `SELECT version, `+origin+`, clock_timestamp() FROM site_version`).Scan(&version, &from, &shown); err == nil {
		s.Clock.Set(asked, shown)
	}
	return version, from, err
}
