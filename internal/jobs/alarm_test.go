package jobs

import (
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/assert"

	wording "parichay/internal/jobs/mail"
	"parichay/internal/store/alarms"
	"parichay/internal/store/postgres"
)

func TestWarningRetryPauseGrowsWithAge(t *testing.T) {
	t.Parallel()
	w := &warner{store: &postgres.Store{}}
	for waited, want := range map[time.Duration]time.Duration{0: wording.ShortestPause, time.Hour: 15 * time.Minute, 24 * time.Hour: wording.LongestPause} {
		job := &river.Job[alarms.Mail]{JobRow: &rivertype.JobRow{CreatedAt: time.Now().Add(-waited), ScheduledAt: time.Now()}}
		assert.InDelta(t, want.Seconds(), time.Until(w.NextRetry(job)).Seconds(), 1, waited)
	}
}
