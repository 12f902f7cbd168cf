package certificates

import (
	"context"
	"crypto/rand"
	"time"

	"parichay/internal/store/db"
)

// A lock expires after Lease unless its holder renews it. Issuing a certificate may take minutes,
// but a holder that died must not block the others for that long. Waiting callers poll.
const (
	Lease     = 20 * time.Second
	lookAgain = 250 * time.Millisecond
)

type held struct {
	owner string
	end   context.CancelFunc // stops the renewal
}

// Lock implements certmagic.Locker.
func (s *Storage) Lock(ctx context.Context, name string) (err error) {
	defer db.Translate(&err, "lock %s", name)
	owner := rand.Text() // per call, so that two callers in one process exclude each other
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

// hold renews a lock until it is released, or until another holder takes it over because the
// database was down for longer than the lease. The work under the lock continues in that case:
// the certificate is issued twice and the later one stays.
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

// Unlock implements certmagic.Locker. Unlocking a lock that is no longer held is not an error:
// certmagic releases all locks at shutdown, and then every job releases its own again.
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
