package certificates

import "time"

// Lease sets the lease of locks, so that tests need not wait for long.
func (s *Storage) Lease(d time.Duration) { s.lease = d }
