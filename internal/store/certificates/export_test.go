package certificates

import "time"

// Lease makes locks end sooner.
func (s *Storage) Lease(d time.Duration) { s.lease = d }
