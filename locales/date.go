package locales

import (
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
