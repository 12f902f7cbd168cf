package profile

import "time"

// Revision is one saved state of the profile. Saving never changes one; it adds
// the next.
type Revision struct {
	ID        int64
	UpdatedAt time.Time
	Profile   Profile
	Damaged   bool // it cannot be read whole, or stands in for a newer one that cannot
}
