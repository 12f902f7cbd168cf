package certificates

import (
	"context"
	"crypto/rand"
	"time"

	"parichay/internal/store/db"
)

// A lock ends with the Lease unless its holder moves it on, which it does while it
// lives: asking an authority may take minutes, and a holder that died must not keep
// the others waiting for as long. Those who wait look again and again.
const (
	Lease     = 20 * time.Second
	lookAgain = 250 * time.Millisecond
)

type held struct {
	owner string
	end   context.CancelFunc // of moving it on
}

// Lock implements certmagic.Locker.
func (s *Storage) Lock(ctx context.Context, name string) (err error) {
	defer db.Translate(&err, "lock %s", name)
	owner := rand.Text() // of this call: two of one program exclude each other, too
	for {
		taken, err := s.db.Exec(ctx, `INSERT INTO tls_locks (name, owner, expires_at) VALUES ($1, $2, clock_timestamp() + $3)
			ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at WHERE tls_locks.expires_at < clock_timestamp()`, name, owner, s.lease)
		if err != nil {
			return err
		}
		if taken == 1 {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lookAgain):
		}
	}
	holding, end := context.WithCancel(context.WithoutCancel(ctx))
	s.mu.Lock()
	s.held[name] = held{owner, end}
	s.mu.Unlock()
	go s.hold(holding, name, owner)
	return nil
}

// hold moves a lock on until it is given back, or taken by somebody else after the
// database was away for too long. What was being done then goes on: the authority
// is asked twice, and the later certificate stays.
func (s *Storage) hold(ctx context.Context, name, owner string) {
	ticker := time.NewTicker(s.lease / 4)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			ours, err := s.db.Exec(ctx, `UPDATE tls_locks SET expires_at = clock_timestamp() + $3 WHERE name = $1 AND owner = $2`, name, owner, s.lease)
			if err == nil && ours == 0 {
				return
			}
		}
	}
}

// Unlock implements certmagic.Locker. What is not held any more is nothing to give
// back: a program that stops gives all back at once, and then each of its jobs does.
func (s *Storage) Unlock(ctx context.Context, name string) (err error) {
	defer db.Translate(&err, "unlock %s", name)
	s.mu.Lock()
	h, found := s.held[name]
	delete(s.held, name)
	s.mu.Unlock()
	if !found {
		return nil
	}
	h.end()
	_, err = s.db.Exec(ctx, `DELETE FROM tls_locks WHERE name = $1 AND owner = $2`, name, h.owner)
	return err
}
