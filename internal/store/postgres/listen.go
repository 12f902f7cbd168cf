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

// channel is the NOTIFY channel for changes of public content. leads.Channel is the channel for
// changes of the inbox.
const (
	channel = "site_changed"
)

// checkEvery is how often a listener polls although it received nothing. Polling covers connections
// that died silently and notifications that were never sent. It looks at leads of the last
// checkBack, which is longer than any transaction that stores one.
const (
	checkEvery = 10 * time.Second
	checkBack  = 30 * time.Second
	checkLeads = 1000
)

// Watch calls changed with the site's version and origin whenever they may have changed, until ctx
// ends. After a lost connection it listens first and then reads the version, because notifications
// sent meanwhile are lost. An error of changed counts as a lost connection, so that changed is
// called again soon. report is called with each such error. inbox is called with every change of the
// leads, and with lead.Resync if some may have been missed.
func (s *Store) Watch(ctx context.Context, changed func(version, origin int64) error, inbox func(lead.Change), report func(error)) {
	for wait := 50 * time.Millisecond; ctx.Err() == nil; {
		started := time.Now()
		err := s.listen(ctx, changed, inbox)
		if ctx.Err() != nil {
			return
		}
		report(err)
		// The pools' connections are probably broken, too. Without a reset, each of
		// them would first fail somebody's query.
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
	inbox(lead.Change{What: lead.Resync}) // after the first call of missed, so that no lead is missed in between
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

// openListener connects and listens. Each step has its own timeout.
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

// await passes inbox changes on until the site's version must be read: a change was notified, or
// checkEvery has passed.
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

// missed reports whether a recent lead is not in known, because its notification was lost. It then
// replaces known with the recent leads. It also checks whether visits wait to be summed up, see
// Summed. If a table is locked, it retries at the next check: the lock timeout is shorter than the
// context's, so the connection stays open.
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
