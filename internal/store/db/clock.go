package db

import (
	"context"
	"sync/atomic"
	"time"
)

// Clock estimates the database's time, so that schedules do not depend on a replica with a wrong
// clock. It implements River's TimeGenerator.
type Clock struct{ ahead atomic.Int64 } // offset from this machine's clock

// Now implements rivertype.TimeGenerator.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// NowOrNil implements rivertype.TimeGenerator. It never returns nil, which would make River use
// this machine's clock.
func (c *Clock) NowOrNil() *time.Time { return new(c.Now()) }

// Set adjusts the clock: the database's clock showed shown at some time between asked and now.
func (c *Clock) Set(asked, shown time.Time) {
	c.ahead.Store(int64(shown.Sub(asked.Add(time.Since(asked) / 2))))
}

// Read sets the clock from the database's.
func (c *Clock) Read(ctx context.Context, d *DB) error {
	var shown time.Time
	asked := time.Now()
	err := d.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&shown)
	if err == nil {
		c.Set(asked, shown)
	}
	return err
}
