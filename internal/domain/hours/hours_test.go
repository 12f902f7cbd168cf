package hours

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/locales"
)

// weekOf reads the notation of the tables in testdata: "Mo-Fr 9-18; Sa 9-13,16-20:30; Su ?".
func weekOf(t *testing.T, text string) (w Hours) {
	t.Helper()
	names := []string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"}
	for part := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		on, times, _ := strings.Cut(strings.TrimSpace(part), " ")
		for piece := range strings.SplitSeq(on, ",") {
			first, last, isRange := strings.Cut(piece, "-")
			if !isRange {
				last = first
			}
			for day := slices.Index(names, first); ; day = (day + 1) % 7 {
				switch times {
				case "off":
				case "?":
					w.Unsure = append(w.Unsure, day)
				default:
					w.Days[day] = spansIn(t, times)
				}
				if names[day] == last {
					break
				}
			}
		}
	}
	return w
}

// spansIn reads "9-13,16-20:30"; hours after midnight go on counting: "19-25".
func spansIn(t *testing.T, text string) (all []Span) {
	t.Helper()
	for one := range strings.SplitSeq(text, ",") {
		from, until, _ := strings.Cut(one, "-")
		s := Span{timeIn(t, from), timeIn(t, until)}
		if s.Close > 24*60 || s.Close == 24*60 && s.Open > 0 {
			s.Close -= 24 * 60
		}
		all = append(all, s)
	}
	return all
}

func timeIn(t *testing.T, text string) int {
	t.Helper()
	var hour, minute int
	if _, err := fmt.Sscanf(text+":0", "%d:%d", &hour, &minute); err != nil {
		t.Fatal(err)
	}
	return 60*hour + minute
}

func table[Row any](t *testing.T, name string) (rows []Row) {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(file, &rows))
	return rows
}

func sameWeek(t *testing.T, want, got Hours, text string) {
	t.Helper()
	for day := range want.Days {
		assert.True(t, slices.Equal(want.Days[day], got.Days[day]), "%q, day %d: want %v, got %v", text, day, want.Days[day], got.Days[day])
	}
	assert.Equal(t, want.Unsure, got.Unsure, text)
}

func TestReadUnderstandsWhatPeopleWrite(t *testing.T) {
	t.Parallel()
	rows := table[struct {
		Text, Week string
		Notes      []string
	}](t, "read.json")
	assert.GreaterOrEqual(t, len(rows), 200)
	for _, row := range rows {
		r := Read(row.Text)
		assert.Equal(t, row.Week != "", r.Readable, row.Text)
		sameWeek(t, weekOf(t, row.Week), r.Hours, row.Text)
		assert.Equal(t, row.Notes, r.Notes, row.Text)
		assert.Empty(t, r.Contradicts, row.Text)
	}
}

func TestD1DefaultHoursCanBeRead(t *testing.T) {
	t.Parallel()
	for _, lang := range locales.All {
		r := Read(locales.Text(lang, "default.businessHours"))
		assert.Empty(t, r.Notes, lang)
		sameWeek(t, weekOf(t, "Mo-Fr 9-18; Sa 10-16"), r.Hours, string(lang))
	}
}

func TestReadReportsContradictingLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]int{
		"Daily 10 AM to 7 PM\nSunday closed":                  {},
		"Mon to Sat: 10 AM to 7 PM\nSat: 10 AM to 2 PM":       {},
		"Monday 10 AM to 7 PM\nMon: 10:00 to 19:00":           {},
		"Monday 10 AM to 1 PM\nMonday 4 PM to 7 PM":           {},
		"Monday 10 AM to 7 PM\nMonday closed":                 {0},
		"Monday 10 AM to 7 PM\nMonday 4 PM to 8 PM":           {0},
		"Mon to Fri: 9 AM to 6 PM\nWed to Sun: 10 AM to 4 PM": {2, 3, 4},
		"Sunday closed\nDaily 10 AM to 7 PM":                  {6},
		"सोमवार से शनिवार: 10 AM से 8 PM\nશનિવારથી ગુરુવાર: 9 AM to 6 PM": {0, 1, 2, 3, 5},
	} {
		r := Read(text)
		assert.Equal(t, want, r.Contradicts, text)
		assert.Empty(t, r.Notes, text)
	}
}
