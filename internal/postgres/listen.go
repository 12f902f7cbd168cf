package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"parichay/internal/fault"
	"parichay/internal/lead"
)

// What replicas listen on: changes of public content, and of the inbox.
const (
	channel     = "site_changed"
	leadChannel = "lead_changed"
)

// checkEvery is how often a listener asks for the version although it heard
// nothing: it bounds the damage of a connection that died without a word.
const checkEvery = 15 * time.Second

// Watch calls changed with the site's version whenever it may have moved, until
// ctx ends. After a lost connection it listens first and then reads the version,
// because what was said meanwhile is gone; an error of changed counts as a loss,
// so that it is called again soon. report hears of each. inbox hears of every
// change of the leads, and "resync" when some may have been missed.
func (s *Store) Watch(ctx context.Context, changed func(version int64) error, inbox func(lead.Change), report func(error)) {
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

func (s *Store) listen(ctx context.Context, changed func(int64) error, inbox func(lead.Change)) (err error) {
	defer fault.Wrap(&err, "listen")
	conn, err := pgx.ConnectConfig(ctx, s.requests.pool.Config().ConnConfig.Copy())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN "+channel+"; LISTEN "+leadChannel); err != nil {
		return err
	}
	inbox(lead.Change{What: "resync"})
	for {
		version, err := s.readVersion(ctx, conn)
		if err != nil {
			return err
		}
		if err := changed(version); err != nil {
			return err
		}
		if err := await(ctx, conn, inbox); err != nil {
			return err
		}
	}
}

// await passes on what it hears of the inbox until the site's version is worth
// asking for: it was spoken of, or all was quiet for a while.
func await(ctx context.Context, conn *pgx.Conn, inbox func(lead.Change)) error {
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
			inbox(change)
		}
	}
}

func (s *Store) readVersion(ctx context.Context, conn *pgx.Conn) (version int64, err error) {
	ctx, cancel := s.requests.bound(ctx)
	defer cancel()
	err = conn.QueryRow(ctx, `SELECT version FROM site_version`).Scan(&version)
	return version, err
}
