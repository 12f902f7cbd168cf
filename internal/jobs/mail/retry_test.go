package mail

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestNextTryWaitsAQuarterOfTheMailsAge(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC)
	for waited, want := range map[time.Duration]time.Duration{
		0: 8 * time.Second, 10 * time.Minute: 150 * time.Second, time.Hour: 15 * time.Minute, 24 * time.Hour: 30 * time.Minute,
	} {
		assert.Equal(t, now.Add(want), NextTry(now, now.Add(-waited)), waited)
	}
}
