package locales

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// India is the business's time zone. It determines "today" and "this year" on the site's
// pages.
var India = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// LongDate formats a day in lang: "March 18, 2025".
func LongDate(lang Lang, day time.Time) string {
	return Text(lang, "date.long", "day", strconv.Itoa(day.Day()), "month", month(lang, day), "year", strconv.Itoa(day.Year()))
}

// ShortDate formats a day without its year: "18 March".
func ShortDate(lang Lang, day time.Time) string {
	return Text(lang, "date.short", "day", strconv.Itoa(day.Day()), "month", month(lang, day))
}

// MonthYear formats a month in lang: "March 2025".
func MonthYear(lang Lang, day time.Time) string {
	return Text(lang, "date.monthYear", "month", month(lang, day), "year", strconv.Itoa(day.Year()))
}

func month(lang Lang, day time.Time) string {
	return Text(lang, "date.month."+strconv.Itoa(int(day.Month())))
}

type partOfDay struct {
	name string
	end  int // hour
}

var partsOfDay = []partOfDay{{"early", 4}, {"morning", 12}, {"afternoon", 16}, {"evening", 20}, {"night", 24}}

// Clock formats a time of day, in minutes from midnight: "6:12 PM", "सुबह 6:12". A whole hour is
// "6:00 PM", but "शाम 6".
func Clock(lang Lang, minutes int) string {
	hour, minute := minutes/60%24, minutes%60
	part := partsOfDay[slices.IndexFunc(partsOfDay, func(p partOfDay) bool { return hour < p.end })]
	clock := strconv.Itoa((hour+11)%12 + 1)
	time := Text(lang, "hours.time.whole", "hour", clock)
	if minute > 0 {
		time = fmt.Sprintf("%s:%02d", clock, minute)
	}
	return Text(lang, "hours.time."+part.name, "time", time)
}
