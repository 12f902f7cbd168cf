package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/fault"
)

// channel is what replicas listen on for changes of public content.
const channel = "site_changed"

// checkEvery is how often a listener asks for the version although it heard
// nothing: it bounds the damage of a connection that died without a word.
const checkEvery = 15 * time.Second

// Watch calls changed with the site's version whenever it may have moved, until
// ctx ends. After a lost connection it listens first and then reads the version,
// because what was said meanwhile is gone; an error of changed counts as a loss,
// so that it is called again soon. report hears of each.
func (s *Store) Watch(ctx context.Context, changed func(version int64) error, report func(error)) {
	for wait := 50 * time.Millisecond; ctx.Err() == nil; {
		started := time.Now()
		err := s.listen(ctx, changed)
		if ctx.Err() != nil {
			return
		}
		report(err)
		// What cut this connection has mostly cut the pool's, too: without this,
		// each of those would have to fail somebody's query first.
		s.pool.Reset()
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

func (s *Store) listen(ctx context.Context, changed func(int64) error) (err error) {
	defer fault.Wrap(&err, "listen")
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig.Copy())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	for {
		version, err := readVersion(ctx, conn)
		if err != nil {
			return err
		}
		if err := changed(version); err != nil {
			return err
		}
		quiet, cancel := context.WithTimeout(ctx, checkEvery)
		_, err = conn.WaitForNotification(quiet)
		cancel()
		if err != nil && quiet.Err() == nil || ctx.Err() != nil {
			return err
		}
	}
}

func readVersion(ctx context.Context, conn *pgx.Conn) (version int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = conn.QueryRow(ctx, `SELECT version FROM site_version`).Scan(&version)
	return version, err
}
