// Package festival lists the days on which shops in Gujarat, and in India, close or change their
// hours. The owner is offered these days; nothing is assumed. The package does no I/O.
//
// The dates in festivals.json are computed by the traditional rule of each festival from the
// positions of the sun and the moon at Ahmedabad (scripts/festivals.mjs). scripts/check-festivals.mjs
// compares the table with these rules and with a second source, and lists each difference with its
// reason. Where sources differ by a day, the table has the day that Indian calendars print. When it
// was written, it agreed with the Python package holidays (July 2026), except for Dussehra 2028 and
// Muharram 2030, and for Uttarayan, which Gujarat keeps on 14 January in every year.
package festival

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"parichay/locales"
)

//go:embed festivals.json
var table []byte

type festival struct {
	ID    string
	Moon  bool // the day depends on the moon
	Names map[locales.Lang]string
	Dates []string
}

// Day is a day of a festival.
type Day struct {
	ID      string    // of the festival; the same every year
	Date    time.Time // midnight in India
	MayMove bool      // the day depends on the moon, and may be a day earlier or later
	names   map[locales.Lang]string
}

// Name returns the festival's name in a language, in English if that language has none.
func (d Day) Name(lang locales.Lang) string { return cmp.Or(d.names[lang], d.names[locales.English]) }

// days lists all days in order.
var days = load()

func load() (all []Day) {
	var festivals []festival
	if err := json.Unmarshal(table, &festivals); err != nil {
		panic(fmt.Sprintf("festivals.json: %v", err))
	}
	for _, f := range festivals {
		for _, text := range f.Dates {
			date, err := time.ParseInLocation(time.DateOnly, text, locales.India)
			if err != nil {
				panic(fmt.Sprintf("festivals.json: %s: %v", f.ID, err))
			}
			all = append(all, Day{ID: f.ID, Date: date, MayMove: f.Moon, names: f.Names})
		}
	}
	slices.SortStableFunc(all, func(a, b Day) int { return a.Date.Compare(b.Date) })
	return all
}

// LastYear is the last year of the table.
var LastYear = days[len(days)-1].Date.Year()

// Between returns the days in order, from the day of one moment to the day of another, both
// included and both in India. After LastYear there are none.
func Between(from, until time.Time) []Day {
	first, last := from.In(locales.India).Format(time.DateOnly), until.In(locales.India).Format(time.DateOnly)
	var found []Day
	for _, day := range days {
		if date := day.Date.Format(time.DateOnly); first <= date && date <= last {
			found = append(found, day)
		}
	}
	return found
}
