package visit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/visit"
)

func day(text string) time.Time {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return at
}

func TestPeriodBeginsTheDayAfterThePreviousOne(t *testing.T) {
	t.Parallel()
	for period, days := range map[visit.Period]int{visit.Week: 7, visit.Month: 28, visit.Quarter: 90, visit.Year: 365} {
		span := period.Ending(day("2026-03-01"))
		assert.Equal(t, days, span.Days(), period)
		assert.Equal(t, days, span.Before().Days(), period)
		assert.Equal(t, span.From, span.Before().Until.AddDate(0, 0, 1), period)
		assert.Equal(t, days-1, span.Index(span.Until), period)
		assert.True(t, span.Holds(span.From))
		assert.True(t, span.Holds(span.Until))
		assert.False(t, span.Holds(span.Before().Until))
		assert.False(t, span.Holds(day("2026-03-02")))
	}
	assert.Equal(t, visit.Span{From: day("2026-02-23"), Until: day("2026-03-01")}, visit.Week.Ending(day("2026-03-01")))
}

func TestEveryReportHasColumns(t *testing.T) {
	t.Parallel()
	var names []visit.Name
	for _, r := range visit.Reports {
		names = append(names, r.Name)
		assert.NotEmpty(t, r.Columns, r.Name)
		assert.Equal(t, r.Name, visit.ReportOf(r.Name).Name)
	}
	assert.ElementsMatch(t, visit.Name("").All(), names)
	assert.Nil(t, visit.ReportOf("nothing"))
}

func TestSumsAreAddedAndSubtractedColumnByColumn(t *testing.T) {
	t.Parallel()
	one := visit.Sums{Visits: 1, Views: 2, Taps: 3, Opens: 4, Shares: 5, Scans: 6, People: 7, Leads: 8, Won: 9, Value: 10, Count: 11}
	two := one.Plus(one)
	assert.Equal(t, one, two.Less(one))
	for _, c := range visit.Column("").All() {
		assert.Equal(t, 2*one.Of(c), two.Of(c), c)
		assert.Positive(t, one.Of(c), c)
	}
}
