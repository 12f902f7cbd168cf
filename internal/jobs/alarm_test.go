package jobs

import (
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/assert"

	"parichay/internal/store/alarms"
	"parichay/internal/store/postgres"
)

func TestWarningRetryPauseGrowsWithAge(t *testing.T) {
	t.Parallel()
	w := &warner{store: &postgres.Store{}}
	for waited, want := range map[time.Duration]time.Duration{0: shortestPause, time.Hour: 15 * time.Minute, 24 * time.Hour: longestPause} {
		job := &river.Job[alarms.Mail]{JobRow: &rivertype.JobRow{CreatedAt: time.Now().Add(-waited), ScheduledAt: time.Now()}}
		assert.InDelta(t, want.Seconds(), time.Until(w.NextRetry(job)).Seconds(), 1, waited)
	}
}
