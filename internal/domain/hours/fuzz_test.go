package hours

import (
	"strings"
	"testing"
)

// FuzzHours checks that parsed opening hours are always valid times of day.
func FuzzHours(f *testing.F) {
	for _, seed := range []string{
		"Monday - Friday: 9:00 AM - 6:00 PM", "Mon–Sat 9-6\nSun closed", "સોમ - શનિ: 9 થી 6", "सोमवार: 10:00–22:00", "Sunday: 24 hours", "Mon: 99:99 - 25:61", "Fri-Mon 18:00-02:00", "%s%n: 9-6", strings.Repeat("Mon: 9-6\n", 200), strings.Repeat("9-6, ", 500), "Mon: 9\u20136", "\x00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := Read(text) // must terminate on any text
		for _, day := range r.Days {
			for _, span := range day {
				// A span that ends before it begins ends on the next day.
				if span.Open < 0 || span.Open > 24*60 || span.Close < 0 || span.Close > 24*60 || span.Close == span.Open {
					t.Errorf("%q is read as %+v", text, r.Hours)
				}
			}
		}
	})
}
