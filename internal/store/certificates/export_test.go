package certificates

import "time"

// Lease shortens the lease of locks.
func (s *Storage) Lease(d time.Duration) { s.lease = d }
