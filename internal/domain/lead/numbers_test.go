package lead_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/lead"
)

func TestWeeksOfNumbersBeginOnMondayInIndia(t *testing.T) {
	t.Parallel()
	for now, last := range map[string]string{
		"2026-11-15T18:29:59Z": "2026-11-09", // Sunday, a second before midnight in India
		"2026-11-15T18:30:00Z": "2026-11-16",
		"2027-01-01T00:00:00Z": "2026-12-28",
	} {
		at, err := time.Parse(time.RFC3339, now)
		require.NoError(t, err)
		n, since := lead.NewNumbers(at)
		assert.Len(t, n.Weeks, lead.NumbersWeeks)
		assert.Equal(t, last, n.Weeks[lead.NumbersWeeks-1].Start)
		assert.Equal(t, n.Weeks[0].Start+"T00:00:00+05:30", since.Format(time.RFC3339))
	}
}
