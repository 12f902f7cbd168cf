package content

import (
	"strconv"
	"time"

	"parichay/locales"
)

// LongDate writes a day out in lang: "March 18, 2025".
func LongDate(lang locales.Lang, day time.Time) string {
	return locales.Text(lang, "date.long", "day", strconv.Itoa(day.Day()), "month", month(lang, day), "year", strconv.Itoa(day.Year()))
}

// MonthYear writes a month out in lang: "March 2025".
func MonthYear(lang locales.Lang, day time.Time) string {
	return locales.Text(lang, "date.monthYear", "month", month(lang, day), "year", strconv.Itoa(day.Year()))
}

func month(lang locales.Lang, day time.Time) string {
	return locales.Text(lang, "date.month."+strconv.Itoa(int(day.Month())))
}
