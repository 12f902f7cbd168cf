package db

import (
	"context"
	"sync/atomic"
	"time"
)

// Clock is the database's, as far as this machine's tells it: what is scheduled must
// not depend on which replica's clock is wrong. It is River's TimeGenerator.
type Clock struct{ ahead atomic.Int64 } // of this machine's

// Now implements rivertype.TimeGenerator.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// NowOrNil implements rivertype.TimeGenerator; nil would make River ask this machine.
func (c *Clock) NowOrNil() *time.Time { return new(c.Now()) }

// Set learns what the database's clock showed between asked and now.
func (c *Clock) Set(asked, shown time.Time) {
	c.ahead.Store(int64(shown.Sub(asked.Add(time.Since(asked) / 2))))
}

// Read asks the database for its time.
func (c *Clock) Read(ctx context.Context, d *DB) error {
	var shown time.Time
	asked := time.Now()
	err := d.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&shown)
	if err == nil {
		c.Set(asked, shown)
	}
	return err
}
