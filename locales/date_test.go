package locales

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestB3LongDatesInEveryLanguage(t *testing.T) {
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

func TestNumbersUseIndianGrouping(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 12_000: "12,000", 142_000: "1,42,000", 999_999_999: "99,99,99,999", -5000: "-5,000"} {
		assert.Equal(t, want, Number(n))
	}
	assert.Equal(t, "₹1,42,000", Rupees(142_000))
	assert.Equal(t, "18 March", ShortDate(English, time.Date(2025, time.March, 18, 0, 0, 0, 0, time.UTC)))
}

func TestClockTimesInEveryLanguage(t *testing.T) {
	t.Parallel()
	for minutes, want := range map[int][3]string{
		0:       {"12:00 AM", "रात 12", "રાત્રે 12"},
		630:     {"10:30 AM", "सुबह 10:30", "સવારે 10:30"},
		720:     {"12:00 PM", "दोपहर 12", "બપોરે 12"},
		1085:    {"6:05 PM", "शाम 6:05", "સાંજે 6:05"},
		24 * 60: {"12:00 AM", "रात 12", "રાત્રે 12"},
	} {
		assert.Equal(t, want, [3]string{Clock(English, minutes), Clock(Hindi, minutes), Clock(Gujarati, minutes)}, minutes)
	}
}
