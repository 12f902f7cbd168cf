package locales

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestB3DatesAreLongInEveryLanguage(t *testing.T) {
	t.Parallel()
	day := time.Date(2025, time.March, 18, 0, 0, 0, 0, time.UTC)
	assert.Equal(t, "March 18, 2025", LongDate(English, day))
	assert.Equal(t, "March 2025", MonthYear(English, day))
	assert.Contains(t, LongDate(Hindi, day), "मार्च")
	assert.Contains(t, LongDate(Gujarati, day), "માર્ચ")
	for _, lang := range All {
		for month := time.January; month <= time.December; month++ {
			assert.NotContains(t, MonthYear(lang, time.Date(2025, month, 1, 0, 0, 0, 0, time.UTC)), "date.month")
		}
	}
}
