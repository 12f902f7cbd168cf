package locales

import (
	"strconv"
	"time"
)

// India is the business's clock: what "today" and "this year" mean on its pages.
var India = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// LongDate writes a day out in lang: "March 18, 2025".
func LongDate(lang Lang, day time.Time) string {
	return Text(lang, "date.long", "day", strconv.Itoa(day.Day()), "month", month(lang, day), "year", strconv.Itoa(day.Year()))
}

// ShortDate writes a day of which everybody knows the year: "18 March".
func ShortDate(lang Lang, day time.Time) string {
	return Text(lang, "date.short", "day", strconv.Itoa(day.Day()), "month", month(lang, day))
}

// MonthYear writes a month out in lang: "March 2025".
func MonthYear(lang Lang, day time.Time) string {
	return Text(lang, "date.monthYear", "month", month(lang, day), "year", strconv.Itoa(day.Year()))
}

func month(lang Lang, day time.Time) string {
	return Text(lang, "date.month."+strconv.Itoa(int(day.Month())))
}
